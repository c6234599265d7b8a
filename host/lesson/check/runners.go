package check

import (
	"path"
	"slices"
	"strings"
)

// runners answers which targets, recipes and scripts a repository defines, and which
// programs are its own. All of it is read when first asked for.
type runners struct {
	targets  map[string]targets // by runner and folder
	programs map[string]bool
	options  map[string]map[string]string // flags of scripts, by file
	needs    map[string]bool              // words of the manifests: what the repository depends on
}

// targets are the names that a runner knows. They are open if some are not written out, as
// where a Makefile includes a file that is not tracked.
type targets struct {
	names []string
	open  bool
	read  map[string]bool // files that others include, and that were read
}

func (t targets) has(name string) bool { return slices.Contains(t.names, name) }

// filesOf returns the tracked files of one of these names, those of a folder only unless it
// is "".
func (r *Repository) filesOf(folder string, bases ...string) []string {
	var found []string
	for _, base := range bases {
		for _, i := range r.paths.based(base) {
			file := r.paths.files[i]
			if (folder == "" || path.Dir(file) == folder || endsWith(path.Dir(file), folder)) && len(found) < manifestsMax {
				found = append(found, file)
			}
		}
	}
	return found
}

// manifestsMax is how many files of one name are read.
const manifestsMax = 200

// targetsOf returns what a runner knows in a folder; "" is any.
func (r *Repository) targetsOf(runner, folder string) targets {
	key := runner + " " + folder
	if t, known := r.runners.targets[key]; known {
		return t
	}
	var t targets
	reading := reading[runner]
	for _, file := range r.filesOf(folder, reading.files...) {
		reading.read(r, file, r.text(file), &t)
	}
	if r.over || r.partial {
		t.open = true
	}
	if r.runners.targets == nil {
		r.runners.targets = map[string]targets{}
	}
	if !r.cut {
		r.runners.targets[key] = t
	}
	return t
}

// reading says where a runner's targets are written, and how they are read.
var reading = map[string]struct {
	files []string
	read  func(r *Repository, file, text string, t *targets)
}{
	"make":     {[]string{"Makefile", "makefile", "GNUmakefile"}, readMakefile},
	"just":     {[]string{"justfile", "Justfile", ".justfile"}, readJustfile},
	"npm":      {[]string{"package.json"}, keysBelow("scripts")},
	"deno":     {[]string{"deno.json", "deno.jsonc"}, keysBelow("tasks")},
	"composer": {[]string{"composer.json"}, keysBelow("scripts")},
	"task":     {[]string{"Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"}, keysBelow("tasks")},
	"python":   {[]string{"pyproject.toml", "setup.cfg"}, keysBelow("scripts", "tasks", "console_scripts", "gui-scripts")},
	"rake":     {[]string{"Rakefile", "rakefile"}, readNamed("task", "namespace")},
	"gradle":   {[]string{"build.gradle", "build.gradle.kts"}, readNamed("task", "register", "create", "registering", "tasks", "val")},
	"nox":      {[]string{"noxfile.py"}, readNamed("def", "name")},
	"invoke":   {[]string{"tasks.py"}, readNamed("def")},
	"cargo":    {[]string{"config.toml", "config"}, keysBelow("alias")},
	"crate":    {[]string{"Cargo.toml"}, readCrate},
	"tox":      {[]string{"tox.ini", "pyproject.toml"}, readTox},
}

func keysBelow(sections ...string) func(*Repository, string, string, *targets) {
	return func(_ *Repository, file, text string, t *targets) {
		keys(file, text, func(path []string) {
			if n := len(path); n > 1 && slices.Contains(sections, path[n-2]) {
				t.names = append(t.names, path[n-1])
			}
		})
	}
}

// readMakefile reads rules and what the file includes.
func readMakefile(r *Repository, file, text string, t *targets) {
	if t.read == nil {
		t.read = map[string]bool{}
	}
	if !t.read[file] {
		t.read[file] = true
		readRules(r, file, text, t)
	}
}

func readRules(r *Repository, file, text string, t *targets) {
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		line, _, _ = strings.Cut(line, "#")
		if rest, ok := strings.CutPrefix(strings.TrimLeft(line, "-s"), "include "); ok {
			for name := range strings.FieldsSeq(rest) {
				included := path.Join(path.Dir(file), name)
				switch {
				case !r.paths.exact(included):
					t.open = true
				case !t.read[included] && len(t.read) < 2*manifestsMax:
					t.read[included] = true
					readRules(r, included, r.text(included), t)
				}
			}
			continue
		}
		names, rest, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":=") || strings.Contains(names, "=") {
			continue
		}
		for name := range strings.FieldsSeq(names) {
			t.open = t.open || strings.ContainsAny(name, "%$") && !strings.Contains(name, "/")
			if !strings.HasPrefix(name, ".") {
				t.names = append(t.names, name)
			}
		}
	}
}

// readJustfile reads recipes and aliases.
func readJustfile(_ *Repository, _, text string, t *targets) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || line[0] == ' ' || line[0] == '\t' || line[0] == '#' || line[0] == '[' {
			continue
		}
		switch fields[0] {
		case "import", "import?", "mod", "mod?":
			t.open = true
		case "alias":
			if len(fields) > 1 {
				t.names = append(t.names, fields[1])
			}
		default:
			if name := strings.TrimPrefix(strings.TrimSuffix(fields[0], ":"), "@"); strings.Contains(line, ":") && !strings.Contains(line, ":=") || strings.Contains(name, ":") {
				name, _, _ = strings.Cut(name, ":")
				t.names = append(t.names, name)
			} else if before, _, ok := strings.Cut(line, ":"); ok && len(strings.Fields(before)) > 1 { // defaults of parameters may have :=
				t.names = append(t.names, name)
			}
		}
	}
}

// readNamed reads what stands behind one of the words: task :seed, register("seed").
func readNamed(words ...string) func(*Repository, string, string, *targets) {
	return func(_ *Repository, _, text string, t *targets) {
		s := cLike
		s.line = append(s.line, "#")
		last := ""
		scan([]byte(text), s, func(part []byte, _ bool) {
			for _, name := range strings.FieldsFunc(string(part), func(c rune) bool { return c < 0x80 && !isWordByte(byte(c)) && c != '-' }) {
				if slices.Contains(words, last) {
					t.names = append(t.names, name, strings.ReplaceAll(name, "_", "-"))
				}
				last = name
			}
		})
	}
}

// readCrate reads the names of packages, programs, examples, tests and features.
func readCrate(r *Repository, file, text string, t *targets) {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		switch key = strings.TrimSpace(key); {
		case !ok:
		case section == "features" || section == "workspace.dependencies" || strings.HasSuffix(section, "dependencies"):
			t.names = append(t.names, key)
		case key == "name":
			t.names = append(t.names, strings.Trim(strings.TrimSpace(value), `"'`))
		}
	}
	folder := path.Dir(file)
	for _, below := range []string{"src/bin", "examples", "tests", "benches"} {
		if !r.paths.dirs[path.Join(folder, below)] {
			continue
		}
		in := path.Join(folder, below)
		for _, name := range r.paths.below(in) {
			switch dir, base := cutBase(name); {
			case dir == in:
				t.names = append(t.names, stemOf(base))
			case stemOf(base) == "main":
				t.names = append(t.names, path.Base(dir))
			}
		}
	}
}

func readTox(_ *Repository, file, text string, t *targets) {
	keys(file, text, func(path []string) {
		if len(path) > 0 {
			if name, ok := strings.CutPrefix(path[0], "testenv:"); ok {
				t.names = append(t.names, name)
			}
		}
	})
	t.open = t.open || strings.Contains(text, "envlist") || strings.Contains(text, "env_list")
}

// isProgram reports whether a word is the name of a program that the repository builds.
func (r *Repository) isProgram(word string) bool {
	if r.runners.programs == nil {
		programs := r.listPrograms()
		if r.cut {
			return false
		}
		r.runners.programs = programs
	}
	return r.runners.programs[word] && !isTool(word)
}

func (r *Repository) listPrograms() map[string]bool {
	programs := map[string]bool{}
	add := func(name string) {
		if len(name) > 2 && len(name) < wordBytesMax {
			programs[name] = true
		}
	}
	for _, i := range r.paths.based("main.go") { // Go's cmd/NAME/main.go
		folder, _ := cutBase(r.paths.files[i])
		if above, name := cutBase(folder); baseOf(above) == "cmd" {
			add(name)
		}
	}
	for _, file := range r.filesOf("", "go.mod") {
		if module, ok := strings.CutPrefix(r.text(file), "module "); ok && r.paths.exact(path.Join(path.Dir(file), "main.go")) {
			add(path.Base(strings.TrimSpace(module[:lineLength([]byte(module))])))
		}
	}
	for _, file := range r.filesOf("", "Cargo.toml") {
		section := ""
		for line := range strings.Lines(r.text(file)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "[") {
				section = strings.Trim(line, "[]")
			}
			if name, ok := strings.CutPrefix(line, "name"); ok && (section == "package" && r.paths.exact(path.Join(path.Dir(file), "src/main.rs")) || section == "bin") {
				add(strings.Trim(name, " =\"'"))
			}
		}
	}
	for _, file := range r.filesOf("", "package.json") {
		keys(file, r.text(file), func(path []string) {
			if n := len(path); n > 1 && path[n-2] == "bin" {
				add(path[n-1])
			}
		})
	}
	for _, name := range r.targetsOf("python", "").names {
		add(name)
	}
	return programs
}

// dependsOn reports whether a word stands in a manifest: a library or a part of its name.
func (r *Repository) dependsOn(word string) bool {
	if r.runners.needs == nil {
		needs := map[string]bool{}
		for _, file := range r.filesOf("", "go.mod", "package.json", "Cargo.toml", "pyproject.toml", "requirements.txt", "requirements-dev.txt", "requirements.in",
			"setup.py", "setup.cfg", "Pipfile", "pom.xml", "build.gradle", "build.gradle.kts", "libs.versions.toml", "Gemfile", "composer.json", "mix.exs", "CMakeLists.txt", "conanfile.txt", "vcpkg.json") {
			for _, name := range strings.FieldsFunc(r.text(file), func(c rune) bool { return c < 0x80 && !isWordByte(byte(c)) && c != '-' }) {
				needs[fold(name)] = true
			}
		}
		if r.cut {
			return false
		}
		r.runners.needs = needs
	}
	return r.runners.needs[fold(word)]
}
