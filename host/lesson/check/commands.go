package check

import (
	"context"
	"path"
	"strings"
)

// command reads the command that begins at i, if a runner of the repository's own targets
// stands there.
func (t *reader) command(i int) {
	word := path.Base(t.at(i))
	if t.pieces[i].span > 0 && i > 0 && t.pieces[i-1].span == t.pieces[i].span && t.pieces[i-1].end == 0 && !joins()[t.at(i-1)] && strings.HasPrefix(t.at(i-1), "--") {
		return // the value of a flag
	}
	switch word {
	case "make", "gmake":
		t.target(i, "make", "make ", true)
	case "just":
		if len(t.repository.filesOf("", reading["just"].files...)) > 0 || t.pieces[i].span > 0 {
			t.target(i, "just", "just ", true)
		}
	case "task", "rake", "nox", "tox", "invoke", "inv":
		runner := map[string]string{"inv": "invoke"}[word]
		if runner == "" {
			runner = word
		}
		if len(t.repository.filesOf("", reading[runner].files...)) > 0 {
			t.target(i, runner, word+" ", false)
		}
	case "npm", "pnpm", "yarn", "bun":
		t.script(i, word)
	case "deno", "composer":
		if j := t.next(i); j > 0 && (t.at(j) == "task" || t.at(j) == "run" || t.at(j) == "run-script") {
			t.named(t.next(j), word, "")
		}
	case "uv", "poetry", "pdm", "hatch", "rye", "pipenv":
		t.pythonRun(i)
	case "poe":
		t.named(t.next(i), "python", "")
	case "cargo":
		t.cargo(i)
	case "gradlew", "gradle":
		t.gradle(i)
	case "python", "python3":
		if j := t.next(i); j > 0 && t.at(j) == "-m" {
			t.module(t.next(j))
		}
	default:
		if t.repository.isProgram(word) {
			t.subcommand(i, word)
		}
	}
}

var joins = set("&& || ; | then do")

// commandWordsMax of a command are read: its words may begin commands of their own.
const commandWordsMax = 100

// next returns the piece behind i in the same command, or 0.
func (t *reader) next(i int) int {
	if i <= 0 && t.at(i) == "" || i+1 >= len(t.pieces) || t.pieces[i].end == '.' || t.pieces[i].end != 0 && t.pieces[i].span == 0 {
		return 0
	}
	if here, there := t.pieces[i].span, t.pieces[i+1].span; here != there && !(here == 0 && there > 0) || joins()[t.at(i+1)] {
		return 0
	}
	return i + 1
}

// isRun reports whether the word at i is meant as a command: it begins a code span, or a
// word that leads to commands stands before it.
func (t *reader) isRun(i int) bool {
	if t.pieces[i].span > 0 {
		return i == 0 || t.pieces[i-1].span != t.pieces[i].span || joins()[t.at(i-1)] || strings.Contains(t.at(i-1), "=") || t.at(i-1) == "sudo" || t.at(i-1) == "$"
	}
	if next := t.at(i + 1); t.pieces[i].end == 0 && len(next) > 1 && (next[0] == '-' || strings.Contains(next, "=")) {
		return true
	}
	if i == 0 {
		return false
	}
	return t.pieces[i-1].end == ':' || leads()[t.prose(i-1)] && (t.pieces[i-1].end == 0) || joins()[t.at(i-1)]
}

var leads = set("run runs running ran rerun re-run use using uses used via through with by before after than execute executes execution invoke trigger triggers " +
	"start starts called command commands target of plain skip bare from in on")

// fillers follow "make" and "just" in prose.
var fillers = set("sure it the a an them this that these those sense use changes any no every each all one two new it's your our my its their up out do done for of in on with to and or if " +
	"when so as is are be not only then than at from by into us people things something more less room way believe good better best mistakes progress call calls requests tests code " +
	"migrations copies edits commits decisions assumptions queries errors certain clear easy both most many such everything anything nothing again once before after like because another enough " +
	"happy safe fast slow explicit small large simple public private static sense friends work works fun time you we they he she i me him her run runs can will must should may might has have had " +
	"does did was were been never always first last there here what which who how why about itself without until also two three few several some same other own data files requests " +
	"but either neither per via while where")

// target reads the targets behind make or a runner like it. Where several is set, each word
// is one, else the first.
func (t *reader) target(i int, runner, prefix string, prose bool) {
	folder := ""
	first := true
	code := t.pieces[i].span > 0
	for j := t.next(i); j > 0 && j-i <= commandWordsMax; j = t.next(j) {
		word := t.at(j)
		switch {
		case word == "-C" || word == "--directory" || word == "-d" || word == "--working-directory":
			t.pieces[j].used = true
			if j = t.next(j); j == 0 {
				return
			}
			folder = strings.Trim(t.at(j), "/.")
			continue
		case word == "-f" || word == "--file" || word == "--justfile" || word == "-e" || word == "-s":
			if word == "-e" || word == "-s" {
				continue
			}
			return
		case strings.HasPrefix(word, "-") || strings.Contains(word, "="):
			continue
		}
		if t.repository.targetsOf(runner, folder).has(word) && !(prose && !code && fillers()[word] && !t.isRun(i)) {
			t.found = append(t.found, reference{text: prefix + word, kind: KindCommand, exempt: t.pieces[j].exempt, lookUp: func(context.Context) presence { return present }})
			t.pieces[j].used = true
		} else {
			if !isTargetName(word) || !first && !code || !t.isRun(i) || !code && fillers()[word] {
				return
			}
			t.named(j, runner+" "+folder, prefix)
		}
		if runner != "make" {
			return // what follows a recipe are its arguments
		}
		first = false
	}
}

// isTargetName reports whether a word is written as targets and scripts are.
func isTargetName(word string) bool {
	if len(word) < 2 || !isLower(word[0]) {
		return false
	}
	return !strings.ContainsFunc(word, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == ':' || c == '.')
	}) && !strings.HasSuffix(word, ".")
}

// named looks the word at j up among what a runner knows; runner may have a folder behind
// a blank.
func (t *reader) named(j int, runner, prefix string) {
	word := t.at(j)
	if j <= 0 || !isTargetName(word) || isFileName(word) {
		return
	}
	t.pieces[j].used = true
	runner, folder, _ := strings.Cut(runner, " ")
	r := t.repository
	t.add(j, reference{text: prefix + word, kind: KindCommand, lookUp: func(context.Context) presence {
		known := r.targetsOf(runner, folder)
		switch {
		case known.has(word):
			return present
		case known.open:
			return unknown
		}
		return gone
	}, near: func() string {
		if found := nearest(word, r.targetsOf(runner, folder).names); found != "" {
			return prefix + found
		}
		return ""
	}})
}

// builtins of the package managers of JavaScript, besides run.
var builtins = set("install i ci add remove rm uninstall update up upgrade audit exec dlx x link unlink publish pack init create config set get view info outdated prune dedupe rebuild " +
	"login logout whoami version why list ls ll cache store fetch import patch deploy licenses workspaces global self-update node npx constraints plugin berry approve-builds catalog env doctor")

// valued are flags of package managers and python runners with a value behind them.
var valued = set("-C --dir --prefix --cwd --filter -F -w --workspace --with --project --directory --package --extra --group --python -p -e --env")

// script reads a script of package.json.
func (t *reader) script(i int, manager string) {
	folder := ""
	run := false
	for j := t.next(i); j > 0 && j-i <= commandWordsMax; j = t.next(j) {
		word := t.at(j)
		switch {
		case valued()[word]:
			flag := word
			if j = t.next(j); j == 0 {
				return
			}
			if flag == "-C" || flag == "--dir" || flag == "--prefix" || flag == "--cwd" {
				folder = strings.Trim(t.at(j), "/.")
			}
		case strings.HasPrefix(word, "-"):
		case word == "run" || word == "run-script":
			run = true
		case word == "workspace" && manager == "yarn":
			if j = t.next(j); j == 0 {
				return
			}
		case run:
			if !fillers()[word] && (manager != "bun" || !strings.Contains(word, ".")) {
				t.named(j, "npm "+folder, "")
			}
			return
		case word == "test" || word == "start":
			t.named(j, "npm "+folder, "")
			return
		case manager == "npm" || builtins()[word] || fillers()[word] || !t.isRun(i):
			return
		case t.repository.targetsOf("npm", folder).has(word) || !isTool(word) && !t.repository.dependsOn(word):
			t.named(j, "npm "+folder, "")
			return
		default:
			return
		}
	}
}

// pythonRun reads what a runner of Python's environments starts.
func (t *reader) pythonRun(i int) {
	run := false
	for j := t.next(i); j > 0 && j-i <= commandWordsMax; j = t.next(j) {
		word := t.at(j)
		switch {
		case valued()[word]:
			if j = t.next(j); j == 0 {
				return
			}
		case strings.HasPrefix(word, "-"):
		case word == "run":
			run = true
		case !run || isTool(word) || fillers()[word] || strings.ContainsAny(word, "/.") || t.repository.dependsOn(word) && !t.repository.targetsOf("python", "").has(word):
			return
		default:
			if _, name, ok := strings.Cut(word, ":"); ok && t.repository.targetsOf("python", "").has(name) {
				return
			}
			t.named(j, "python", "")
			return
		}
	}
}

// module looks up what python -m starts.
func (t *reader) module(j int) {
	name := t.at(j)
	if j <= 0 {
		return
	}
	r := t.repository
	first, _, _ := strings.Cut(name, ".")
	if isTool(first) || known()["packages"][first] || !r.hasModule(first) && (r.dependsOn(first) || !strings.Contains(name, ".")) {
		return
	}
	t.pieces[j].used = true
	file := strings.ReplaceAll(name, ".", "/")
	if found := r.paths.find(file + ".py"); found != "" {
		t.owner = owner{script, found}
	}
	t.add(j, reference{text: name, kind: KindCommand, near: func() string { return r.paths.near(file + ".py") }, lookUp: func(context.Context) presence {
		if there := r.paths.has(file+".py") || r.paths.has(file); there || !r.mayBeElsewhere(file) {
			return presentIf(there)
		}
		return unknown
	}})
}

// cargo looks up packages, programs and features, and tasks of xtask.
func (t *reader) cargo(i int) {
	sub := ""
	for j := t.next(i); j > 0 && j-i <= commandWordsMax; j = t.next(j) {
		word := t.at(j)
		switch {
		case word == "--":
			return
		case word == "-p" || word == "--package" || word == "--bin" || word == "--example" || word == "--test" || word == "--bench" || word == "--features" || word == "-F":
			if j = t.next(j); j == 0 {
				return
			}
			if !strings.ContainsAny(t.at(j), ",/@") && !fillers()[t.at(j)] {
				t.named(j, "crate", "")
			}
		case strings.HasPrefix(word, "-") || strings.HasPrefix(word, "+"):
		case sub == "xtask":
			if isTargetName(word) && !fillers()[word] {
				t.written(j, "cargo xtask "+word, word)
			}
			return
		case sub == "":
			sub = word
		}
	}
}

// gradleTasks come with the plugins of Gradle itself.
var gradleTasks = set("build test check clean assemble run bootRun bootJar jar javadoc dependencies tasks publish publishToMavenLocal installDist distZip classes testClasses compileJava compileKotlin " +
	"integrationTest wrapper help properties projects init lint bootBuildImage nativeCompile jacocoTestReport dependencyUpdates")

func (t *reader) gradle(i int) {
	if !t.isRun(i) && !strings.Contains(t.at(i), "gradlew") {
		return
	}
	for j := t.next(i); j > 0 && j-i <= commandWordsMax; j = t.next(j) {
		word := t.at(j)
		if strings.HasPrefix(word, "-") {
			continue
		}
		if strings.Contains(word, "*") || strings.Contains(t.at(j-1), "-") && strings.HasPrefix(t.at(j-1), "--") {
			continue
		}
		t.pieces[j].used = true
		task := word[strings.LastIndexByte(word, ':')+1:]
		if !isTargetName(task) || fillers()[task] || t.pieces[j].span == 0 && !isCodeLike(task) && !t.repository.targetsOf("gradle", "").has(task) {
			return
		}
		if plugin := partsOf(task); gradleTasks()[task] || len(plugin) > 1 && len(plugin[0]) > 3 && t.repository.dependsOn(plugin[0]) {
			continue
		}
		t.named(j, "gradle", "")
	}
}

// subcommand looks up the command of one of the repository's own programs.
func (t *reader) subcommand(i int, name string) {
	j := t.next(i)
	if j == 0 || t.pieces[i].span == 0 && !(t.prose(i-1) == "run" || t.prose(i-1) == "runs" || t.prose(i-1) == "running" || t.prose(i-1) == "via") {
		return
	}
	word := t.at(j)
	if !isTargetName(word) || len(word) < 3 || fillers()[word] || strings.HasSuffix(word, "ly") || strings.ContainsAny(word, ".:_") || t.pieces[j].span != t.pieces[i].span {
		return
	}
	if t.pieces[i].span == 0 && t.pieces[j].end == 0 && !fillers()[t.prose(j+1)] && !strings.HasPrefix(t.at(j+1), "-") {
		return // running NAME somewhere
	}
	t.written(j, name+" "+word, word)
}

// commanding are names in libraries with which programs define subcommands.
var commanding = strings.Fields("AddCommand Subcommand subcommand subcommands add_subparsers add_parser Subcommands app.command command Commands")

// written looks up a command that is a word in the code of the program that has it.
func (t *reader) written(j int, text, word string) {
	t.pieces[j].used = true
	r := t.repository
	t.add(j, reference{text: text, kind: KindCommand, lookUp: func(ctx context.Context) presence {
		complete := r.fill(ctx)
		switch {
		case r.table.hasFolded(word):
			return present
		case !complete || !anyOf(commanding, r.table.has) && !strings.Contains(text, "xtask"):
			return unknown
		}
		return gone
	}, near: func() string { return "" }})
}

func anyOf(words []string, has func(string) bool) bool {
	for _, word := range words {
		if has(word) {
			return true
		}
	}
	return false
}
