package rulelint

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

// arguments checks one host call against the table of calls.
func (l *linter) arguments(s script, made lua.HostCall) {
	call, ok := abi.Lookup(lua.CallOf(made.Name))
	if !ok {
		if !made.Mention {
			l.unknownCall(s, made.Line, made.Name)
		}
		return
	}
	if made.Mention {
		return
	}
	known, required := requestFields(call.Request)
	for _, alias := range lua.Aliases {
		if alias.Name == made.Name {
			call.Name, call.Args, known, required = alias.Name, alias.Args, alias.Args, alias.Args[:alias.Needs]
		}
	}
	at := s.place(made.Line, made.Name)
	usage := fmt.Sprintf("Write impressionism.%s(%s).", call.Name, strings.Join(call.Args, ", "))
	if made.Request {
		for _, name := range made.Fields {
			if !slices.Contains(known, name) {
				l.find("call-arguments", at, didYouMean(name, known, "Its fields are "+strings.Join(known, ", ")+"."), "%s has no field %.60q.", call.Name, name)
			}
		}
		for _, name := range required {
			if !slices.Contains(made.Fields, name) {
				l.find("call-arguments", at, "Add "+name+" = … to the request.", "%s needs the field %s.", call.Name, name)
			}
		}
		return
	}
	least := 0
	for i, name := range call.Args {
		if slices.Contains(required, name) {
			least = i + 1
		}
	}
	if made.More {
		made.Args--
	}
	switch {
	case made.Args > len(call.Args):
		l.find("call-arguments", at, usage, "%s takes at most %d arguments and gets %d.", call.Name, len(call.Args), made.Args)
	case made.Args < least && !made.More && !made.Unclear:
		l.find("call-arguments", at, usage, "%s takes at least %d arguments and gets %d.", call.Name, least, made.Args)
	}
}

// requestFields returns the fields of a request, and those that it must have.
func requestFields(of reflect.Type) (known, required []string) {
	for i := range of.NumField() {
		f := of.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		known = append(known, name)
		if options == "" {
			required = append(required, name)
		}
	}
	return known, required
}

// calls compares what is called with what the manifest declares. A call that a
// module of another ruleset makes counts too.
func (l *linter) calls() {
	if l.document == nil || l.manifest.Calls == nil || l.report.Language == "" {
		return
	}
	used, sure := map[string]place{}, true
	embeddings := false // in Lua: reading one as a list asks for vector
	if l.report.Language == "wasm" {
		used, sure = l.imported()
	} else {
		var all []script
		all, sure = l.all()
		for _, s := range all {
			sure = sure && !s.outline.Escapes
			for _, made := range s.outline.Calls {
				at := s.place(made.Line, made.Name)
				if !l.own(s.name) {
					at = l.spot("calls")
				}
				if name := lua.CallOf(made.Name); used[name] == (place{}) {
					used[name] = at
				}
				if call, ok := abi.Lookup(lua.CallOf(made.Name)); ok && holdsEmbedding(call.Reply) {
					embeddings = true
				}
			}
		}
	}
	for name, at := range used {
		if _, exists := abi.Lookup(name); exists && !slices.Contains(l.manifest.Calls, name) {
			l.find("call-undeclared", at, fmt.Sprintf("Add %q to calls in %s.", name, manifestFile), "%s is called and does not stand in the manifest's calls, so it answers not_allowed.", name)
		}
	}
	for _, n := range l.document.Field("calls").Items {
		_, seen := used[n.Text]
		if _, exists := abi.Lookup(n.Text); sure && exists && !seen && !(embeddings && n.Text == "vector") {
			l.find("call-unused", l.offset(n.At), "Remove it from calls.", "%s is declared and never called; users are asked for more than is needed.", n.Text)
		}
	}
}

// holdsEmbedding reports whether an embedding stands anywhere in values of a type.
func holdsEmbedding(in reflect.Type) bool {
	switch {
	case in == reflect.TypeFor[abi.Embedding]():
		return true
	case in.Kind() == reflect.Slice || in.Kind() == reflect.Pointer:
		return holdsEmbedding(in.Elem())
	case in.Kind() == reflect.Struct:
		for i := range in.NumField() {
			if holdsEmbedding(in.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// imported returns the host calls that a module imports: it can make no others.
// False where it cannot be read.
func (l *linter) imported() (map[string]place, bool) {
	used := map[string]place{}
	inspection, err := wasm.Inspect(l.Files[l.report.Code])
	if err != nil {
		return used, false
	}
	for _, name := range inspection.Calls {
		used[name] = place{file: l.report.Code}
	}
	return used, true
}

// parameters compares the parameters read, by literal names, with those declared.
func (l *linter) parameters() {
	if l.document == nil || l.report.Language != "lua" {
		return
	}
	all, sure := l.all()
	read := map[string]bool{}
	for _, s := range all {
		sure = sure && !s.outline.Escapes
		for _, made := range s.outline.Calls {
			if lua.CallOf(made.Name) != "param" {
				continue
			}
			if made.Mention || made.Literal == "" {
				sure = false // the name comes from somewhere else
				continue
			}
			read[made.Literal] = true
			if _, declared := l.manifest.Parameters[made.Literal]; !declared && l.own(s.name) {
				l.undeclared(s, made)
			}
		}
	}
	declared := l.document.Field("parameters")
	if declared == nil || !sure {
		return
	}
	for _, f := range declared.Fields {
		if !read[f.Name] && !saidUnused(l.manifest.Parameters[f.Name]) {
			l.find("parameter-unread", l.offset(f.At), "Read it with param, remove it, or say in its description that it is unused.", "The parameter %.60s is declared and never read.", f.Name)
		}
	}
}

func (l *linter) undeclared(s script, made lua.HostCall) {
	var names []string
	for name := range l.manifest.Parameters {
		names = append(names, name)
	}
	l.find("parameter-undeclared", s.place(made.Line, made.Literal), didYouMean(made.Literal, names, "Declare it under parameters, with type, default and description."),
		"The parameter %.60q is read and not in the manifest, so users do not learn of it.", made.Literal)
}

// saidUnused: a parameter may be kept for configurations that still set it.
func saidUnused(p abi.Parameter) bool {
	return strings.Contains(strings.ToLower(p.Description), "unused")
}
