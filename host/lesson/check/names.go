package check

import (
	"context"
	"path"
	"slices"
	"strings"
)

// names reads the names in code within a word: name, name(), Type.method, a::b, f(x).
func (t *reader) names(i int, text string) {
	if rest, ok := strings.CutPrefix(text, "$"); ok {
		text = strings.Trim(rest, "{}")
	}
	for at := 0; at < len(text); {
		if !isLetter(text[at]) {
			if text[at] == '=' {
				return // a value
			}
			for at < len(text) && !isLetter(text[at]) {
				if isDigit(text[at]) { // 3rd, 2xx
					for at+1 < len(text) && isWordByte(text[at+1]) {
						at++
					}
				}
				at++
			}
			continue
		}
		parts, end := chain(text, at)
		call := end < len(text) && text[end] == '('
		if len(parts) == 1 {
			t.single(i, parts[0], call)
		} else {
			t.qualified(i, text[at:end], parts, call)
		}
		at = end
	}
}

// chain returns the names joined by ".", "::", "->" or "#" from a place on, and its end.
func chain(text string, at int) ([]string, int) {
	var parts []string
	for {
		end := at
		for end < len(text) && (isWordByte(text[end]) || text[end] == '-' && end+1 < len(text) && isLetter(text[end+1]) && end > at && (isLower(text[end-1]) || isDigit(text[end-1]))) {
			end++
		}
		parts = append(parts, text[at:end])
		next := end
		for _, joint := range [...]string{"().", "::", "->", "?.", ".", "#"} {
			if strings.HasPrefix(text[end:], joint) {
				next = end + len(joint)
				break
			}
		}
		if next == end || next >= len(text) || !isLetter(text[next]) {
			return parts, end
		}
		at = next
	}
}

// single looks up a name that stands alone.
func (t *reader) single(i int, name string, call bool) {
	switch {
	case len(name) > wordBytesMax:
	case strings.Contains(name, "-"):
		t.hyphened(i, name)
	case isCapitals(name):
		t.variable(i, name)
	case isKnownName(name):
	case call && len(name) > 2, isCodeLike(name), t.isIntroduced(i, name):
		t.name(i, name)
	}
}

// hyphened looks up a key such as batch-size beside its file, or what a noun calls a thing.
func (t *reader) hyphened(i int, name string) {
	if t.pieces[i].span > 0 && t.besideFile(i) != "" && !t.pieces[i].used {
		t.key(i, name, []string{name})
	} else if t.isIntroduced(i, name) {
		t.name(i, name)
	}
}

// nouns say what the word in backticks before or behind them is.
var nouns = set("function method class struct trait enum type interface component hook helper macro module package crate table view column field setting option key " +
	"constant service target recipe script table's fixture decorator annotation subcommand index trigger procedure")

var calls = set("call calls calling invoke invokes")

// isIntroduced reports whether the text says that a plain word in backticks is a thing of
// the code.
func (t *reader) isIntroduced(i int, name string) bool {
	p := t.pieces[i]
	if p.span == 0 || p.used || len(name) < 3 || isTool(name) || i > 0 && t.pieces[i-1].span == p.span || i+1 < len(t.pieces) && t.pieces[i+1].span == p.span {
		return false
	}
	return nouns()[t.prose(i-1)] && t.pieces[i-1].end == 0 || p.end == 0 && nouns()[t.prose(i+1)] || calls()[t.prose(i-1)]
}

// isCapitals reports whether a name is written as environment variables and constants are.
func isCapitals(name string) bool {
	return len(name) > 3 && strings.Contains(strings.Trim(name, "_"), "_") && strings.ToUpper(name) == name
}

// isCodeLike reports whether no word of prose is written like this name: with an
// underscore, or with a capital after a small letter.
func isCodeLike(name string) bool {
	if strings.Trim(name, "_") == "" {
		return false
	}
	if at := strings.IndexByte(strings.Trim(name, "_"), '_'); at >= 0 {
		return len(name) > 3 && !(len(name) == 5 && at == 2 && isUpper(name[3])) && !isDigit(name[0]) // de_DE
	}
	if len(name) < 5 {
		return false
	}
	small := 0
	for small < len(name) && isLower(name[small]) {
		small++
	}
	if small >= 2 {
		return small < len(name) && isUpper(name[small])
	}
	for k := 1; k+1 < len(name); k++ {
		if isUpper(name[0]) && isUpper(name[k]) && isLower(name[k+1]) && (isLower(name[k-1]) || isDigit(name[k-1]) || k > 1 && len(name)-k > 3 && isUpper(name[k-1])) {
			return true
		}
	}
	return false
}

// name looks up a single name.
func (t *reader) name(i int, name string) {
	r := t.repository
	t.add(i, reference{text: name, kind: KindName, near: func() string { return r.nearName(name) }, lookUp: func(ctx context.Context) presence {
		if file := t.besideFile(i); file != "" && hasKey(file, r.text(file), []string{name}) {
			return present
		}
		if r.hasModule(name) {
			return present
		}
		complete := r.fill(ctx)
		if patterns()[t.at(i-1)] && r.hasBeginning(name) {
			return present
		}
		switch {
		case r.hasName(name):
			return present
		case !complete || t.isLibrarys(i):
			return unknown
		}
		return gone
	}})
}

// isLibrarys reports whether the text gives a name to a library: tokio's JoinSet, LazyFrame
// from polars.
func (t *reader) isLibrarys(i int) bool {
	r := t.repository
	isLibrary := func(word string) bool {
		return len(word) > 2 && !r.hasModule(word) && (isTool(word) || known()["products"][strings.ToLower(word)] || r.dependsOn(word) && r.table.types[word] == nil)
	}
	if i > 0 && t.pieces[i-1].end == 0 && isLibrary(t.at(i-1)) && !t.pieces[i].used {
		return true
	}
	switch t.prose(i + 1) {
	case "from", "of", "in":
		return t.pieces[i].end == 0 && isLibrary(t.at(i+2))
	}
	return false
}

// patterns are flags whose value is a part of names.
var patterns = set("-run -k -t --grep --tests --filter -bench --testNamePattern --match -g")

func (r *Repository) hasBeginning(name string) bool {
	for w := range r.table.words {
		if strings.HasPrefix(w, name) {
			return true
		}
	}
	return false
}

// hasName reports whether the repository's own files have a name, or generate it.
func (r *Repository) hasName(name string) bool {
	t := &r.table
	if t.has(name) || r.hasModule(name) || r.isGenerated(name) {
		return true
	}
	if strings.ContainsAny(name, "_-") { // a crate, a flag, a package
		return t.has(strings.ReplaceAll(name, "_", "-")) || t.has(strings.ReplaceAll(name, "-", "_")) || slices.ContainsFunc(allTargets, func(runner string) bool { return r.targetsOf(runner, "").has(name) })
	}
	return slices.ContainsFunc([]string{"make", "just", "npm"}, func(runner string) bool { return r.targetsOf(runner, "").has(name) })
}

var allTargets = []string{"make", "just", "npm", "task", "python", "crate"}

// accessors begin names that a compiler plug-in makes of a field's.
var accessors = [...]string{"get", "set", "is", "has", "with", "Get", "Set", "Has"}

// generatedEndings end names that are made of those of a schema.
var generatedEndings = [...]string{"Client", "Server", "Stub", "Grpc", "Request", "Response", "Params", "Row", "Builder", "Input", "Args", "Query", "Mutation"}

// isGenerated reports whether generators make a name of one that is written: of a record's
// field, of a schema's message.
func (r *Repository) isGenerated(name string) bool {
	t := &r.table
	for _, begin := range accessors {
		if rest, ok := strings.CutPrefix(name, begin); ok && rest != "" && isUpper(rest[0]) && (t.has("lombok") || t.has("Data") || t.has("record") || t.has("syntax")) {
			if field := strings.ToLower(rest[:1]) + rest[1:]; t.has(field) || t.has("syntax") && t.hasFolded(field) {
				return true
			}
		}
	}
	if t.has("syntax") || t.has("graphql") || t.has("sqlc") {
		for _, end := range generatedEndings {
			if rest, ok := strings.CutSuffix(name, end); ok && len(rest) > 3 && t.has(rest) {
				return true
			}
		}
	}
	return false
}

// variable looks up an environment variable or constant.
func (t *reader) variable(i int, name string) {
	r := t.repository
	if isKnownVariable(name) {
		return
	}
	t.add(i, reference{text: name, kind: KindVariable, near: func() string { return r.nearName(name) }, lookUp: func(ctx context.Context) presence {
		complete := r.fill(ctx)
		switch {
		case r.table.has(name), r.table.relaxed[fold(name)], r.isPrefixed(name):
			return present
		case !complete:
			return unknown
		}
		return gone
	}})
}

// prefixing are names in libraries that read variables by a prefix and a setting's name.
var prefixing = strings.Fields("SetEnvPrefix AutomaticEnv envconfig env_prefix with_prefix envPrefix EnvPrefix prefixed auto_envvar_prefix envvar_prefix AddEnvironmentVariables env_nested_delimiter from_prefixed_env")

// isPrefixed reports whether a library may make a variable's name of a prefix and a setting.
func (r *Repository) isPrefixed(name string) bool {
	if !slices.ContainsFunc(prefixing, r.table.has) {
		return false
	}
	for at := strings.IndexByte(name, '_'); at > 0; {
		prefix, rest := name[:at], strings.Trim(name[at:], "_")
		t := &r.table
		if (t.has(prefix+"_") || t.has(prefix+"__") || t.has(prefix) || t.has(strings.ToLower(prefix)) || t.has(strings.ToLower(prefix)+"_")) && rest != "" {
			if t.hasFolded(rest) {
				return true
			}
			if parts := strings.Split(rest, "__"); len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return !t.hasFolded(p) }) {
				return true
			}
		}
		next := strings.IndexByte(name[at+1:], '_')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return false
}

// relative begin paths of modules within a package.
var relative = set("crate self super this Self cls")

// qualified looks up a name behind its owner's.
func (t *reader) qualified(i int, text string, parts []string, call bool) {
	for len(parts) > 1 && relative()[parts[0]] {
		parts = parts[1:]
	}
	if len(parts) == 1 {
		if call || isCodeLike(parts[0]) || isUpper(parts[0][0]) && len(parts[0]) > 3 {
			t.name(i, parts[0])
		}
		return
	}
	if slices.ContainsFunc(parts, func(p string) bool { return len(p) > wordBytesMax }) || len(parts) > 12 || isHost(text) && !call || known()["products"][strings.ToLower(text)] || len(parts[0]) == 1 && len(parts[1]) == 1 {
		return
	}
	owner, member := parts[len(parts)-2], parts[len(parts)-1]
	r := t.repository
	kind := KindName
	file := t.besideFile(i)
	if file != "" && !isUpper(member[0]) && !call && strings.Count(text, ".") == len(parts)-1 {
		kind = KindSetting
	}
	t.add(i, reference{text: text, kind: kind, lookUp: func(ctx context.Context) presence {
		if file != "" && kind == KindSetting && hasKey(file, r.text(file), parts) {
			return present
		}
		complete := r.fill(ctx)
		found := r.member(t, i, parts[0], owner, member, call, kind)
		if found == gone && !complete {
			return unknown
		}
		return found
	}, near: func() string {
		if kind == KindSetting {
			if found := nearest(text, keyNames(file, r.text(file), len(parts))); found != "" {
				return found
			}
		}
		return r.nearMember(text[:len(text)-len(member)], owner, member)
	}})
}

// member looks up Type.method, package.Function, section.key and the like: both must be
// there, and belong together where the repository says to what its names belong.
func (r *Repository) member(t *reader, i int, first, owner, member string, call bool, kind Kind) presence {
	table := &r.table
	own := table.types[owner]
	module := r.hasModule(owner)
	section := table.sections[fold(owner)]
	together := table.hasPair(owner, member) || table.hasPair(owner, strings.ReplaceAll(member, "-", "_")) || r.inFolder(owner, member) ||
		table.hasPair(owner, "#"+member)
	switch {
	case together:
		return present
	case (known()["packages"][owner] || known()["packages"][first] || isKnownName(owner) || isKnownName(first)) && own == nil:
		if (module || section) && isCodeLike(member) && !table.has(member) && !known()["packages"][first] {
			return gone
		}
		return unknown
	case own == nil && !module && !section && (r.dependsOn(owner) || r.dependsOn(first)):
		return unknown
	case own != nil:
		return r.memberOf(owner, member)
	case section && (kind == KindSetting || !module):
		return presentIf(kind != KindSetting && table.has(member) && !strings.Contains(member, "_"))
	case !table.has(member) && !r.hasName(member):
		if isCodeLike(member) || isCodeLike(owner) || call || t.pieces[i].span > 0 || module || table.has(owner) && kind == KindSetting {
			return gone
		}
		return unknown
	case module:
		return gone
	case table.has(owner), known()["variablesOfCode"][owner]:
		return present
	case isCodeLike(owner) || isUpper(owner[0]) && t.pieces[i].span+len(owner) > 3:
		return gone
	case t.pieces[i].span > 0 || call || isCodeLike(member):
		return gone
	}
	return unknown // two sentences without a blank between them
}

// inherited are members that every type or most have, by language or by derivation.
var inherited = set("new default clone eq cmp fmt from into try_from try_into to_string hash drop deref next iter len is_empty as_ref borrow build builder parse from_str " +
	"toString equals hashCode valueOf values name ordinal compareTo getClass wait notify then catch finally constructor prototype length call apply bind " +
	"objects save delete filter get all create update first last count exists order_by model_dump model_validate dict json copy parse_obj schema fields metadata query session " +
	"findById findAll deleteById saveAll existsById flush error message stack Error String GoString Unwrap Is As MarshalJSON UnmarshalJSON serialize deserialize class superclass " +
	"props state setState render refs toJSON keys items entries")

// parentsMax is how many types above one are looked at.
const parentsMax = 64

// memberOf looks up a member of a type that the repository declares, and of its parents.
func (r *Repository) memberOf(owner, member string) presence {
	if inherited()[member] {
		return unknown
	}
	above := []string{owner}
	for n := 0; n < len(above) && n < parentsMax; n++ {
		name := above[n]
		own := r.table.types[name]
		switch {
		case n > 0 && r.table.hasPair(name, member):
			return present
		case own != nil:
			for _, parent := range own.parents {
				if !slices.Contains(above, parent) {
					above = append(above, parent)
				}
			}
		case !isKnownName(name) && !known()["packages"][name] && len(name) > 1 && r.table.has(member):
			return unknown // a library's type, whose members nobody knows
		}
	}
	return presentIf(r.isGenerated(member))
}

// besideFile returns the tracked settings file that the text names nearest to a piece, or "".
func (t *reader) besideFile(i int) string {
	best, least := "", besideMax
	first, _ := slices.BinarySearch(t.where, i-besideMax)
	for n, at := range t.where[first:] {
		if n += first; at > i+besideMax {
			break
		}
		distance := at - i
		if distance < 0 {
			distance = -distance
		}
		if distance < least {
			if file := t.repository.paths.find(t.beside[n]); file != "" {
				best, least = file, distance
			}
		}
	}
	return best
}

// besideMax is how many words a key and its file are apart at most.
const besideMax = 12

// key looks up a key of a settings file.
func (t *reader) key(i int, text string, parts []string) {
	r, file := t.repository, t.besideFile(i)
	t.add(i, reference{text: text, kind: KindSetting, near: func() string { return nearest(text, keyNames(file, r.text(file), len(parts))) }, lookUp: func(ctx context.Context) presence {
		if hasKey(file, r.text(file), parts) {
			return present
		}
		complete := r.fill(ctx)
		switch {
		case r.table.hasFolded(parts[len(parts)-1]):
			return present
		case !complete:
			return unknown
		}
		return gone
	}})
}

// nearName returns the word of the repository that is nearest to a missing name and written
// in the same style, or "".
func (r *Repository) nearName(name string) string {
	return nearest(name, r.like(name, func(string) bool { return true }))
}

// nearMember returns the nearest member of an owner, behind what stands before the missing
// one; else the nearest name.
func (r *Repository) nearMember(before, owner, member string) string {
	if found := nearest(member, r.like(member, func(w string) bool { return r.table.hasPair(owner, w) })); found != "" && found != member {
		return before + found
	}
	if r.table.has(member) {
		return member
	}
	if r.table.types[owner] == nil && !r.hasModule(owner) {
		return r.nearName(owner)
	}
	return ""
}

// like returns words that a missing name may have been meant to be: of its style, with its
// beginning or one of its parts.
func (r *Repository) like(name string, takes func(string) bool) []string {
	parts := partsOf(name)
	capital, under := isUpper(name[0]), strings.Contains(name, "_")
	begin := strings.ToLower(name) // which may have fewer bytes
	begin = begin[:min(2, len(begin))]
	var words []string
	for w := range r.table.words {
		if len(w) < 3 || 5*len(w) < 3*len(name) || isUpper(w[0]) != capital || (strings.ToUpper(w) == w) != (strings.ToUpper(name) == name) || strings.Contains(w, "-") || under != strings.Contains(w, "_") && len(parts) > 1 || len(w) > 2*len(name) {
			continue
		}
		lower := strings.ToLower(w)
		if !(strings.HasPrefix(lower, begin) || slices.ContainsFunc(parts, func(p string) bool { return len(p) > 2 && strings.Contains(lower, p) })) || !takes(w) {
			continue
		}
		words = append(words, w)
	}
	slices.Sort(words)
	return words[:min(len(words), nearbyMax)]
}

// find returns the tracked file that a path or base name means, or "".
func (p *paths) find(name string) string {
	name = path.Clean(name)
	for strings.HasPrefix(name, "../") {
		name = name[3:]
	}
	if p.exact(name) {
		return name
	}
	for _, i := range p.based(path.Base(name)) {
		if endsWith(p.files[i], name) {
			return p.files[i]
		}
	}
	return ""
}
