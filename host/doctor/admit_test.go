package doctor

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/claude"
	"github.com/ed-irl/impressionism/host/client/claude/inspector"
	"github.com/ed-irl/impressionism/host/store/index"
)

// admitted is when every patient of testdata is looked at.
var admitted = time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)

// checkup and folders are the client's.
var (
	checkup = inspector.Inspector().Checkup
	folders = claude.Client().Places.SkillFolders()
)

const modelName = "all-MiniLM-L6-v2-skills"

// ward is a patient's home while it is set up.
type ward struct {
	t       *testing.T
	base    string
	patient *Patient
	model   string
	load    error
	vectors bool // the model's identity is told: passages without a vector are found
	active  Ruleset
	others  []Ruleset
	tools   Tools
	code    Code
	lessons Lessons
	watched []Watched
	sources index.Sources
	free    uint64

	rejected []catalog.Rejection // beside those of the folders
}

// admit writes the files of an archive and does its setup.
func admit(t *testing.T, file string) (Patient, []string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	base = filepath.Join(base, "a[1]") // which is no pattern
	w := &ward{t: t, base: base, model: modelName, free: 10 << 30, active: Ruleset{ID: "builtin/default", Active: true, Where: "builtin"}}
	data := w.path("data")
	w.patient = &Patient{
		Now: admitted, Version: "0.1.0", Self: w.path("opt/bin/impressionism"), Path: []string{w.path("opt/bin"), w.path("tools/bin")}, UserID: os.Getuid(),
		Files: Files{
			Config: filepath.Join(data, "config.yaml"), Rules: filepath.Join(data, "rules"), State: filepath.Join(data, "state.db"), Index: filepath.Join(data, "index.db"),
			Cards: filepath.Join(data, "cards"), Tools: filepath.Join(data, "tools"), Code: filepath.Join(data, "code"),
			Models: filepath.Join(data, "models"), Log: filepath.Join(data, "log"), Cache: filepath.Join(data, "cache"),
		},
		Client: checkup, Folders: folders, Home: w.path("home"), Managed: w.path("managed"), Workspace: w.path("work"),
		Settings: Settings{PromptMS: 150, StretchMS: 400, SessionEndMS: 800, StateBytesMax: 200 << 20, LogFiles: 2},
		Listing:  w.listing,
		Model:    w.examineModel, Rulesets: func() []Ruleset { return append([]Ruleset{w.active}, w.others...) },
		Tools:     func() Tools { return w.tools },
		Code:      func() Code { return w.code },
		Lessons:   func() Lessons { w.lessons.Folder = w.path("data/lessons"); return w.lessons },
		Watched:   func() []Watched { return w.watched },
		VersionOf: versionOf, Answers: func(hook string) error { return exec.Command(hook).Run() }, FreeBytes: func(string) (uint64, error) { return w.free, nil }, Days: 14,
	}
	var want, setup []string
	for _, f := range archive.Files {
		text := strings.ReplaceAll(string(f.Data), "$BASE", base)
		switch f.Name {
		case "want":
			want = lines(text)
		case "setup":
			setup = lines(text)
		default:
			w.write(f.Name, text)
		}
	}
	for _, line := range setup {
		verb, rest, _ := strings.Cut(line, " ")
		w.do(verb, rest)
	}
	return *w.patient, want
}

func lines(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

func (w *ward) path(name string) string { return filepath.Join(w.base, filepath.FromSlash(name)) }

func (w *ward) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// write makes a file; in a bin folder it may be executed.
func (w *ward) write(name, text string) {
	path, mode := w.path(name), os.FileMode(0o600)
	if filepath.Base(filepath.Dir(path)) == "bin" {
		mode = 0o755
	}
	w.must(os.MkdirAll(filepath.Dir(path), 0o755))
	w.must(os.WriteFile(path, []byte(text), mode))
}

// do does one line of a setup.
func (w *ward) do(verb, rest string) {
	w.t.Helper()
	first, others, _ := strings.Cut(rest, " ")
	switch verb {
	case "chmod":
		mode, err := strconv.ParseUint(first, 8, 32)
		w.must(errors.Join(err, os.Chmod(w.path(others), os.FileMode(mode))))
	case "folder":
		w.must(errors.Join(os.MkdirAll(w.path(rest), 0o700), os.Chmod(w.path(rest), 0o700)))
	case "link": // NAME TARGET
		w.must(os.Symlink(w.path(others), w.path(first)))
	case "remove":
		w.must(os.RemoveAll(w.path(rest)))
	case "write":
		w.must(errors.Join(removeLogs(w.path(first)), os.MkdirAll(filepath.Dir(w.path(first)), 0o700)))
		w.write(first, others)
	case "size":
		n, err := strconv.ParseInt(others, 10, 64)
		w.must(errors.Join(err, os.WriteFile(w.path(first), nil, 0o600), os.Truncate(w.path(first), n)))
	case "overwrite":
		w.overwrite(w.path(first), others)
	case "age":
		w.must(os.Chtimes(w.path(rest), admitted.AddDate(0, 0, -3), admitted.AddDate(0, 0, -3)))
	case "version":
		w.version(w.path(first), others)
	case "index":
		if rest == "anew" {
			w.must(errors.Join(removeLogs(w.patient.Files.Index), os.Remove(w.patient.Files.Index), w.index(w.patient.Files.Index)))
			return
		}
		w.put(w.patient.Files.Index, indexed())
	case "embedded": // by MODEL
		w.sources = index.Sources{Model: rest, Embed: func(string) ([]float32, error) { return []float32{1}, nil }}
		w.must(w.index(w.patient.Files.Index))
	case "unread": // FOLDER CODE REASON
		code, reason, _ := strings.Cut(others, " ")
		w.rejected = append(w.rejected, catalog.Rejection{Path: w.path(first), Code: code, Reason: reason, Root: true})
	case "beyond":
		w.change(w.patient.Files.Index, `INSERT OR REPLACE INTO workspaces (path, left_out) VALUES ('/w', `+rest+`)`)
	case "state":
		w.put(w.patient.Files.State, stated())
	case "installed":
		w.install()
	case "uninstall":
		w.must(os.RemoveAll(filepath.Join(w.patient.Files.Models, modelName)))
	default:
		w.tell(verb, rest)
	}
}

// tell sets what is handed in and lies in no file.
func (w *ward) tell(verb, rest string) {
	w.t.Helper()
	first, others, _ := strings.Cut(rest, " ")
	n, _ := strconv.Atoi(first) // where it is no number it is not used
	settings := &w.patient.Settings
	switch verb {
	case "model":
		w.model = rest
	case "self":
		w.patient.Self = w.path(rest)
	case "launcher":
		w.patient.Launcher = w.path(rest)
	case "unloadable":
		w.load = errors.New(rest)
	case "identity":
		w.vectors = true
	case "skills-dir":
		settings.SkillsDir = w.path(rest)
	case "asking":
		settings.Asking = rest
	case "keep":
		settings.StateBytesMax = int64(n)
	case "polled": // WHY
		w.watched = append(w.watched, Watched{Folder: w.path("home/projects"), What: "transcripts", Polled: rest})
	case "user":
		w.patient.UserID = n
		w.must(errors.Join(os.Remove(w.patient.Files.State), os.Remove(w.patient.Files.Index)))
	case "nobody":
		w.patient.UserID = -1
	case "cache":
		w.patient.Files.Cache = rest
	case "free":
		w.free = uint64(n)
	case "deadlines":
		settings.PromptMS = n
		settings.SessionEndMS, _ = strconv.Atoi(others)
	case "refused":
		settings.Refused = []Problem{{first, others}}
	case "ignored":
		settings.Ignored = []Problem{{first, others}}
	case "ruleset":
		w.ruleset(first, others)
	case "server": // NAME STATE TOOLS COUNTING USED
		s := ToolServer{Where: w.path("home/settings.json")}
		_, err := fmt.Sscan(rest, &s.Name, &s.State, &s.Tools, &s.Counting, &s.Used)
		w.must(err)
		s.Sync = "impressionism tools sync " + s.Name
		w.tools.Servers = append(w.tools.Servers, s)
	case "lessons": // wait N, faulty, header or unread
		switch first {
		case "header":
			w.lessons.Noted = append(w.lessons.Noted, Problem{w.path("data/lessons/x.md"), others})
		case "wait":
			w.lessons.Waiting = len(others)
		case "doubtful": // N ids
			w.lessons.Doubtful = strings.Fields(others)
			_, err := fmt.Sscan(w.lessons.Doubtful[0], &w.lessons.Checked)
			w.must(err)
			w.lessons.Doubtful = w.lessons.Doubtful[1:]
		case "stale":
			w.lessons.Old = strings.Fields(others)
		case "orphan":
			w.lessons.Orphans = append(w.lessons.Orphans, Problem{w.path("work/a.go"), others})
		case "long":
			w.lessons.Waiting, w.lessons.Long = len(others), len(others)
		case "ignored":
			w.lessons.Ignored = w.path("work/lessons")
		case "off":
			w.lessons.Off = w.path("work/lessons")
		case "not-told":
			w.lessons.NotTold = strings.Fields(others)
		case "tellings":
			_, err := fmt.Sscan(others, &w.lessons.Tellings, &w.lessons.Cited)
			w.must(err)
		case "repeated":
			w.lessons.Repeated = append(w.lessons.Repeated, Problem{w.path("data/lessons/x.md"), others})
		case "faulty":
			w.lessons.Faulty = append(w.lessons.Faulty, Problem{w.path("data/lessons/x.md"), others})
		default:
			w.lessons.Unread = errors.New(others)
		}
	case "code": // damaged, schema, stray or unread
		problem := Problem{w.path("data/code/x.db"), others}
		switch first {
		case "damaged":
			w.code.Damaged = append(w.code.Damaged, problem)
		case "schema":
			w.code.Other = append(w.code.Other, problem)
		case "stray":
			w.code.Stray = append(w.code.Stray, problem)
		default:
			w.code.Unread = errors.New(others)
		}
	case "list": // faulty, ignored or unread
		problem := Problem{w.path("data/tools/x"), others}
		switch first {
		case "faulty":
			w.tools.Faulty = append(w.tools.Faulty, problem)
		case "ignored":
			w.tools.Ignored = append(w.tools.Ignored, problem)
		default:
			w.tools.Unread = errors.New(others)
		}
	default:
		w.t.Fatalf("no setup is called %q", verb)
	}
}

func (w *ward) ruleset(which, fault string) {
	r := Ruleset{ID: "custom/mine", Where: w.path("data/rules/custom/mine")}
	kind, words, _ := strings.Cut(fault, " ")
	switch kind {
	case "problem":
		r.Problem = words
	case "paused":
		r.Paused = words
	}
	r.Unvetted, r.Untrusted, r.Changed = kind == "unvetted", kind == "untrusted", kind == "changed"
	if which == "active" {
		r.Active, w.active = true, r
		w.active = r
		return
	}
	w.others = append(w.others, r)
}
