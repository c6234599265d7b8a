package check

import (
	"context"
	"path"
	"strings"
)

// reader collects the references of a lesson's text.
type reader struct {
	repository *Repository
	pieces     []piece
	found      []reference
	owner      owner    // whose flags the text speaks of
	flags      []int    // pieces that are flags without an owner so far
	beside     []string // settings files that the text names
	where      []int    // and at which piece
}

// owner is a program or script that takes flags.
type owner struct {
	kind ownerKind
	file string // of a script
}

type ownerKind int

const (
	nobody ownerKind = iota
	stranger
	program
	script
)

// references returns what a text names, in its order as far as one pass finds it.
func references(_ context.Context, r *Repository, text string) []reference {
	if len(text) > textBytesMax {
		text = strings.ToValidUTF8(text[:textBytesMax], "")
	}
	t := &reader{repository: r, pieces: split(text)}
	exempt(t.pieces)
	for i, p := range t.pieces {
		if isSettingsFile(p.text) {
			t.beside, t.where = append(t.beside, p.text), append(t.where, i)
		}
	}
	for i := range t.pieces {
		t.read(i)
	}
	if t.owner.kind != nobody && len(t.flags) > 0 {
		first := t.first()
		for _, i := range t.flags {
			t.flag(i, first)
		}
	}
	return t.found
}

// first returns the first program or script of the repository that the text names.
func (t *reader) first() owner {
	for i := range t.pieces {
		if o := t.ownerAt(i); o.kind > stranger {
			return o
		}
	}
	return owner{kind: stranger}
}

func (t *reader) add(i int, ref reference) {
	ref.exempt = t.pieces[i].exempt
	if left := t.pieces[i].left; left != "" && (ref.kind == KindPath || ref.kind == KindFile) {
		lookUp := ref.lookUp
		ref.lookUp = func(ctx context.Context) presence {
			if t.repository.paths.hasUncut(left, ref.text) {
				return present
			}
			return lookUp(ctx)
		}
	}
	t.found = append(t.found, ref)
}

func (t *reader) at(i int) string {
	if i < 0 || i >= len(t.pieces) {
		return ""
	}
	return t.pieces[i].text
}

func (t *reader) prose(i int) string {
	if i < 0 || i >= len(t.pieces) {
		return ""
	}
	return t.pieces[i].lower()
}

// read reads the piece at i, and those of the command that it begins.
func (t *reader) read(i int) {
	p := &t.pieces[i]
	if o := t.ownerAt(i); o.kind != nobody {
		t.owner = o
	}
	if !p.used {
		t.command(i)
	}
	text := p.text
	if rest, ok := strings.CutPrefix(text, "@"); ok && isFileName(path.Base(rest)) && t.repository.paths.has(rest) {
		text = rest
	}
	switch {
	case text == "--":
		if t.at(i-1) != "" && t.runsCargo(i) {
			t.owner = owner{kind: program}
		}
	case strings.HasPrefix(text, "-"):
		if t.owner.kind == nobody {
			t.flags = append(t.flags, i)
		} else {
			t.flag(i, t.owner)
		}
	case strings.HasPrefix(text, "$") && isCapitals(strings.Trim(text, "${}")):
		t.names(i, text)
	case isElsewhere(text):
	case strings.HasPrefix(text, "[L-"):
	case strings.Contains(text, "::") && strings.ContainsAny(text, "/"): // tests/test_x.py::TestX::test_y
		file, rest, _ := strings.Cut(text, "::")
		t.path(i, file)
		t.names(i, rest)
	case strings.ContainsAny(text, "*?{}<>$%…|") && (strings.ContainsAny(text, "/*") || extensions()[strings.ToLower(path.Ext(text))]), isPlaceholder(text):
	case strings.Contains(text, "/"):
		t.slashed(i, text)
	case t.isFile(cutPlace(text)):
		t.file(i, cutPlace(text))
		t.anchor(i, text, cutPlace(text))
	case p.used:
	default:
		t.names(i, text)
	}
}

// isFile reports whether a word is the name of a file, by custom or because the repository
// has files with such an ending.
func (t *reader) isFile(text string) bool {
	ending := path.Ext(text)
	switch {
	case isFileName(text):
		return true
	case len(ending) < 2 || ending == text || isUpper(ending[1]) || isKnownName(text):
		return false
	}
	return t.repository.paths.hasBase(text) || t.repository.paths.endings[ending] && strings.Count(text, ".") == 1 && !strings.ContainsAny(text, "()=,;:#&")
}

// ownerAt returns whose flags follow the piece at i.
func (t *reader) ownerAt(i int) owner {
	text := t.at(i)
	switch {
	case strings.HasPrefix(text, "-"), i > 0 && strings.HasPrefix(t.at(i-1), "-") && len(t.at(i-1)) > 1 && t.at(i-1) != "--" && t.pieces[i-1].end == 0 && !strings.Contains(t.at(i-1), "="):
		return owner{} // a flag, or the value of one
	case t.repository.isProgram(text):
		return owner{kind: program}
	case isTool(text) && text == strings.ToLower(text):
		return owner{kind: stranger}
	case isScript(text):
		if file := t.repository.paths.find(text); file != "" {
			return owner{script, file}
		}
		return owner{kind: stranger}
	case strings.HasPrefix(text, "./cmd/"):
		return owner{kind: program}
	}
	return owner{}
}

// argumentsMax is how many words a command has before the -- that ends its own flags.
const argumentsMax = 16

// runsCargo reports whether the command before i is cargo run: what follows are arguments
// of the repository's own program.
func (t *reader) runsCargo(i int) bool {
	for j := i - 1; j > max(0, i-argumentsMax) && t.pieces[j].span == t.pieces[i].span; j-- {
		if t.at(j) == "run" && t.at(j-1) == "cargo" {
			return true
		}
	}
	return false
}

// isElsewhere reports whether a word is an address, or a path of another machine or folder.
func isElsewhere(text string) bool {
	if strings.Contains(text, "://") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~") || strings.HasPrefix(text, "$") || strings.HasPrefix(text, "%") || strings.HasPrefix(text, `\`) {
		return true
	}
	if len(text) > 2 && text[1] == ':' && (text[2] == '\\' || text[2] == '/') {
		return true
	}
	if at := strings.IndexByte(text, '@'); at > 0 { // user@host, name@version
		return true
	}
	if first, _, ok := strings.Cut(text, "/"); ok && isHost(first) || strings.Contains(text, ":") && isHost(strings.SplitN(text, ":", 2)[0]) {
		return true
	}
	return false
}

func isHost(text string) bool {
	ending := path.Ext(text)
	return len(ending) > 2 && hosts()[ending[1:]] && text[0] != '.'
}

var hosts = set("com org net io dev app edu gov co uk eu ai cloud local internal localhost sh xyz info example test")

// isPlaceholder reports whether a word stands for any of many.
func isPlaceholder(text string) bool {
	for segment := range strings.SplitSeq(text, "/") {
		if len(segment) == 1 && isLetter(segment[0]) && strings.Contains(text, "/") {
			return true // skills/x/SKILL.md
		}
	}
	parts := partsOf(text)
	for _, part := range parts {
		if placeholders()[part] {
			return true
		}
	}
	if len(parts) > 1 && (parts[0] == "my" || parts[0] == "some" || parts[0] == "path" && parts[1] == "to") {
		return true
	}
	return strings.Contains(text, "...") && !strings.HasSuffix(text, "/...") || strings.Contains(text, "…") || strings.Contains(text, "XX") || strings.Contains(text, "YYYY") || strings.Contains(text, "NNN")
}

var placeholders = set("foo bar baz qux foobar xyz xxx yyyy nnn nnnn")

// isFileName reports whether a word is a file's name by its ending or by custom.
func isFileName(text string) bool {
	if customary()[text] {
		return true
	}
	ending := path.Ext(text)
	return ending != "" && ending != text && extensions()[strings.ToLower(ending)] && !strings.ContainsAny(text, "()=,;:#&\\") &&
		!isKnownName(text) && !versionLike(text)
}

// customary are names of files without an ending that are no words of prose.
var customary = set("Makefile GNUmakefile Dockerfile Containerfile justfile Justfile Procfile Jenkinsfile Vagrantfile Rakefile Gemfile Brewfile Tiltfile CODEOWNERS " +
	".gitignore .gitattributes .gitmodules .dockerignore .editorconfig .prettierrc .eslintrc .golangci.yml .pre-commit-config.yaml .tool-versions .nvmrc .python-version")

func versionLike(text string) bool {
	rest := strings.TrimPrefix(text, "v")
	return rest != "" && isDigit(rest[0]) && !strings.ContainsFunc(strings.TrimSuffix(rest, path.Ext(rest)), func(c rune) bool { return c >= 'a' && c <= 'z' || c == '_' || c == '-' })
}

func isScript(text string) bool {
	switch path.Ext(text) {
	case ".sh", ".bash", ".py", ".rb", ".pl", ".js", ".mjs", ".cjs", ".ts", ".ps1", ".php", ".lua", ".zsh", ".fish":
		return true
	}
	return strings.HasPrefix(text, "./") || strings.HasPrefix(text, "bin/") || strings.HasPrefix(text, "scripts/") || strings.HasPrefix(text, "script/") || strings.HasPrefix(text, "tools/")
}

func isSettingsFile(text string) bool {
	s, known := syntaxOf(text)
	return known && s.settings && isFileName(path.Base(text))
}

// slashed reads a word with a slash: a path, or several words of prose.
func (t *reader) slashed(i int, text string) {
	if strings.Contains(text, "=") { // VAR=path
		name, value, _ := strings.Cut(text, "=")
		t.names(i, name)
		if !isElsewhere(value) && isPath(t, i, value) {
			t.path(i, value)
		}
		return
	}
	if isPath(t, i, text) {
		t.path(i, text)
		return
	}
	for part := range strings.SplitSeq(text, "/") {
		if isFileName(part) {
			t.file(i, part)
		} else if isCodeLike(part) {
			t.names(i, part)
		}
	}
}

// isPath tells a path from prose with slashes: its last part has a file's ending, it begins
// with a dot or ends with a slash, or its first part is a folder of the repository.
func isPath(t *reader, i int, text string) bool {
	text = cutPlace(text)
	r := t.repository
	if text == "" || strings.Contains(text, "//") {
		return false
	}
	first, rest, _ := strings.Cut(strings.TrimPrefix(text, "./"), "/")
	last := path.Base(text)
	if r.paths.has(text) || strings.HasPrefix(text, "@/") {
		return true
	}
	if strings.HasPrefix(text, "@") || branches()[first] && !r.paths.hasDir(first) || r.dependsOnPath(text) {
		return false
	}
	switch {
	case isFileName(last):
		return !isFileName(first) || strings.Count(text, "/") > 1 // client.ts/server.ts
	case t.afterRemote(i):
		return false
	case strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../"):
		return true
	case rest == "" || !r.paths.dirs[first] && (t.pieces[i].span == 0 || !r.paths.hasDir(first)):
		return first != "" && first[0] == '.' && rest != ""
	}
	return !isUpper(last[0]) || t.pieces[i].span > 0 || strings.Count(text, "/") > 1
}

// branches begin names of branches and types of content.
var branches = set("origin upstream feature feat release hotfix bugfix fix refs heads chore application text image multipart audio video renovate dependabot")

// remote are tools whose arguments with slashes are no paths.
var remote = set("kubectl oc git docker podman ssh scp curl gh helm aws gcloud image branch images remote")

func (t *reader) afterRemote(i int) bool {
	for j := i - 1; j >= max(0, i-4) && t.pieces[j].end == 0; j-- {
		if remote()[strings.ToLower(t.pieces[j].text)] && !(j+1 < len(t.pieces) && t.pieces[j+1].text == "compose") {
			return true
		}
	}
	return i+1 < len(t.pieces) && (t.prose(i+1) == "branch" || t.prose(i+1) == "image")
}

// cutPlace takes line numbers, anchors and Go's /... off a path.
func cutPlace(text string) string {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "/..."), "/")
	if before, after, ok := strings.Cut(text, "#"); ok && after != "" {
		text = before
	}
	for {
		at := strings.LastIndexByte(text, ':')
		if at < 0 || at+1 < len(text) && !isDigit(text[at+1]) && !isFileName(path.Base(text[:at])) {
			return text
		}
		text = text[:at]
	}
}

// path looks a path up. Behind it may stand a name: internal/tide.Level.
func (t *reader) path(i int, text string) {
	r := t.repository
	plain := cutPlace(text)
	if dot := strings.LastIndexByte(plain, '.'); dot > strings.LastIndexByte(plain, '/')+1 && dot+1 < len(plain) && isUpper(plain[dot+1]) && !r.paths.has(plain) {
		folder, name := plain[:dot], plain[dot+1:]
		if r.paths.has(folder) {
			t.names(i, path.Base(folder)+"."+name)
			return
		}
	}
	t.anchor(i, text, plain)
	if plain == "" || isPlaceholder(plain) {
		return
	}
	written := plain
	plain = strings.TrimPrefix(plain, "@/") // an alias of the sources' folder
	t.add(i, reference{text: written, kind: KindPath, near: func() string { return r.paths.near(plain) }, lookUp: func(ctx context.Context) presence {
		switch {
		case r.paths.has(plain):
			return present
		case r.isIgnored(plain), strings.HasPrefix(plain, "../"), r.mayBeElsewhere(plain):
			return unknown
		case isFileName(path.Base(plain)):
			return gone
		}
		complete := r.fill(ctx)
		if !complete || r.table.hasPair(path.Base(path.Dir(plain))+"/", path.Base(plain)) {
			return unknown // an id or an address that looks like a path
		}
		return gone
	}})
}

// anchor looks up the name behind a file's: client.ts#fetchBerths, tide_test.go:TestLevel.
func (t *reader) anchor(i int, text, plain string) {
	if rest, ok := strings.CutPrefix(text, plain); ok && len(rest) > 1 && isFileName(path.Base(plain)) {
		if name := strings.TrimLeft(rest, "#:"); isCodeLike(name) {
			t.names(i, name)
		}
	}
}

// file looks up a file by its base name. One that a program reads or writes by name may be
// anywhere.
func (t *reader) file(i int, text string) {
	r := t.repository
	if strings.HasPrefix(text, ".env") || homeFiles()[text] {
		return
	}
	t.add(i, reference{text: text, kind: KindFile, near: func() string { return r.paths.near(text) }, lookUp: func(ctx context.Context) presence {
		switch {
		case r.paths.hasBase(text), r.paths.has(text):
			return present
		case r.isIgnored(text):
			return unknown
		}
		stem, ending := strings.TrimSuffix(text, path.Ext(text)), strings.TrimPrefix(path.Ext(text), ".")
		complete := r.fill(ctx)
		switch {
		case r.table.hasPair(stem[strings.LastIndexAny(stem, ".-")+1:], ending):
			return present
		case !complete:
			return unknown
		}
		return gone
	}})
}

// homeFiles lie in people's home folders.
var homeFiles = set(".bashrc .zshrc .profile .bash_profile .netrc .npmrc .gitconfig .ssh id_rsa known_hosts .vimrc .pgpass .pypirc .zprofile kubeconfig")

// dependsOnPath reports whether the last part of owner/name or scope/name is a dependency.
func (r *Repository) dependsOnPath(text string) bool {
	return strings.Count(text, "/") == 1 && !r.paths.hasDir(path.Dir(text)) && r.dependsOn(path.Base(text))
}
