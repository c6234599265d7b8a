package wiring

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/diag"
)

// reader reads the hooks of one file.
type reader struct {
	place    Place
	source   Source
	data     []byte
	hooks    []Hook
	findings []Finding
	off      node // disableAllHooks
	only     node // allowManagedHooksOnly
}

// finding notes what is wrong at an offset.
func (r *reader) finding(code string, at int, event, reason string, args ...any) {
	if len(r.findings) >= findingsMax {
		return
	}
	rule, _ := Rules.Find(code)
	line, column := diag.Position(r.data, at)
	r.findings = append(r.findings, Finding{
		Code: code, Severity: rule.Severity, Source: r.source.Name, Event: event,
		File: r.source.File, Line: line, Column: column, Reason: fmt.Sprintf(reason, args...), Fix: rule.Fix,
	})
}

// load reads and parses the file; false where there is nothing to look at.
func (r *reader) load() (node, bool) {
	data, err := readFile(r.source.File, fileBytesMax)
	if err != nil {
		code := "hooks-unreadable"
		if errors.Is(err, errTooLarge) {
			code = "hooks-too-large"
		}
		r.finding(code, 0, "", "The file cannot be read: %v.", err)
		return node{}, false
	}
	r.data = data
	mark := []byte("\xEF\xBB\xBF")
	bare := bytes.TrimPrefix(data, mark)
	if len(bytes.TrimSpace(bare)) == 0 {
		return node{}, false
	}
	root, err := parseJSON(bare)
	if err != nil {
		at := 0
		if wrong, ok := errors.AsType[*syntaxError](err); ok {
			at = wrong.at
		}
		r.finding("hooks-not-json", at+len(data)-len(bare), "", "The file is no valid JSON: %v. The client reads nothing of it.", err)
		return node{}, false
	}
	r.data = bare
	if root.kind != "object" {
		r.finding("hooks-not-json", root.at, "", "The file holds a %s; the client wants an object.", root.kind)
		return node{}, false
	}
	return root, true
}

// settings reads a settings file.
func (r *reader) settings() {
	root, ok := r.load()
	if !ok {
		return
	}
	r.off, _ = root.get("disableAllHooks")
	if r.source.Name == plugins.LayerManaged { // elsewhere it means nothing
		r.only, _ = root.get("allowManagedHooksOnly")
	}
	if hooks, found := root.get("hooks"); found {
		r.events(hooks)
	}
}

// readPlugin reads what a plugin wires: its hooks file, and what its manifest
// names or holds.
func readPlugin(p Place, name, root string) []reader {
	usual := reader{place: p, source: Source{Kind: KindPlugin, Name: name, File: filepath.Join(root, "hooks", "hooks.json"), Root: root}}
	if top, ok := usual.load(); ok {
		usual.file(top)
	}
	manifest := reader{place: p, source: Source{Kind: KindPlugin, Name: name, File: filepath.Join(root, ".claude-plugin", "plugin.json"), Root: root}}
	all := []reader{usual}
	if top, ok := manifest.load(); ok {
		if named, found := top.get("hooks"); found {
			all = append(all, manifest.named(named, usual.source.File)...)
		}
	}
	return append(all, manifest)
}

// named reads the hooks of a manifest: an object, or paths of files.
func (r *reader) named(hooks node, usual string) []reader {
	var others []reader
	switch hooks.kind {
	case "object":
		if inner, ok := hooks.get("hooks"); ok {
			hooks = inner
		}
		r.events(hooks)
	case "text":
		hooks = node{items: []node{hooks}}
		fallthrough
	case "list":
		for _, item := range hooks.items {
			path := filepath.Join(r.source.Root, filepath.FromSlash(item.text))
			switch {
			case item.kind != "text":
				r.finding("hooks-shape", item.at, "", "hooks of a manifest is a path, a list of paths or an object; here is a %s.", item.kind)
			case path == usual:
				r.finding("hooks-named-in-manifest", item.at, "", "%s is loaded by itself; named here, too, %s logs an error.", item.text, contract.Client21197)
			default:
				other := reader{place: r.place, source: Source{Kind: KindPlugin, Name: r.source.Name, File: path, Root: r.source.Root}}
				if top, ok := other.load(); ok {
					other.file(top)
				} else if other.data == nil && len(other.findings) == 0 {
					r.finding("hooks-file-missing", item.at, "", "The manifest names %s, which is not there.", item.text)
				}
				others = append(others, other)
			}
		}
	default:
		r.finding("hooks-shape", hooks.at, "", "hooks of a manifest is a path, a list of paths or an object; here is a %s.", hooks.kind)
	}
	return others
}

// file reads a hooks file: an object with hooks inside.
func (r *reader) file(top node) {
	if hooks, ok := top.get("hooks"); ok {
		r.events(hooks)
		return
	}
	bare := slices.ContainsFunc(top.members, func(m member) bool { _, known := contract.Find(m.key); return known })
	if bare {
		r.finding("hooks-shape", top.at, "", "The events stand at the top; the client looks for them inside of \"hooks\", and finds none.")
	}
}

// events reads the object of events.
func (r *reader) events(hooks node) {
	if hooks.kind != "object" {
		r.finding("hooks-shape", hooks.at, "", "\"hooks\" is an object of events; here is a %s. %s", hooks.kind, lost(r.source))
		return
	}
	for _, event := range hooks.members {
		known := r.event(event)
		if event.value.kind != "list" {
			r.finding("hooks-shape", event.value.at, event.key, "An event has a list of groups; here is a %s. %s", event.value.kind, lost(r.source))
			continue
		}
		for _, group := range event.value.items {
			r.group(event.key, group, known)
		}
	}
}

// event looks at an event's name.
func (r *reader) event(m member) bool {
	event, known := contract.Find(m.key)
	if !known {
		r.finding("event-unknown", m.at, m.key, "No measured client has an event %q%s. %s", m.key, didYouMean(m.key, contract.Names()), lost(r.source))
		return false
	}
	if event.Since != contract.Client1060 && event.Since != contract.Client200 {
		r.finding("event-recent", m.at, m.key, "%s is known to %s, not to older clients: %s", m.key, event.Since, lostBefore(r.source, event.Since))
	}
	return true
}

// lost returns what a name or type costs that a client does not accept.
func lost(s Source) string {
	if s.Kind == KindPlugin {
		return "Client 2.1.197 then drops all hooks of this plugin, without a word; 2.1.329 drops the entry."
	}
	return "Clients 2.0.0 and 1.0.60 then drop all hooks of this file; 2.1.329 drops the entry."
}

func lostBefore(s Source, since string) string {
	if s.Kind == KindPlugin && since == contract.Client21329 {
		return "2.1.197 drops all hooks of this plugin because of it."
	}
	return "2.0.0 drops all hooks of a file because of it."
}
