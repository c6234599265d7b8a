// Package doctor checks everything that suggestions need, has the client's side and the
// hooks of others checked by the client's own checkup, and reports what to do. It mends
// only files of this program, and only when asked. The caller passes everything to check;
// doctor reads no environment.
package doctor

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/diag"
)

// Severities, worst first.
const (
	Error   = diag.Error   // no suggestions come, or somebody's work is stopped
	Warning = diag.Warning // something does not do what was meant
	Note    = diag.Note    // good to know; nothing has to be done
)

// Finding is one thing to mend.
type Finding struct {
	Code     string `json:"code"` // of a Rule
	Severity string `json:"severity"`
	Area     string `json:"area"`
	Where    string `json:"where"` // a path, with line and column where they are known, or a name
	What     string `json:"what"`  // a sentence or two
	Do       string `json:"do"`    // an order
	Fixable  bool   `json:"fixable"`
	file     string // that is to be mended
}

// Report is what there is to tell.
type Report struct {
	Checks   []inspect.Check
	Findings []Finding          // the worst first
	Times    []inspect.HookTime // the slowest first
	Client   string             // its version, as the newest transcript has it
}

// Patient is everything that is looked at.
type Patient struct {
	Now      time.Time
	Version  string   // of this program
	Self     string   // this program's file, links resolved
	Launcher string   // the plugin's script that started it, links resolved; empty where none did
	Path     []string // folders in which commands are found
	UserID   int      // -1: not known here

	Files      Files
	Client     inspect.Checkup // a client without one is not looked at
	Folders    []string        // in which the client looks for skills, in words: the user's, a project's
	Home       string          // the client's own folder
	Managed    string          // the folder of whoever administers the machine; empty: where the client looks for it
	Workspace  string
	PluginDirs []string // as given to the client

	Settings  Settings
	Listing   func() catalog.Listing // of the workspace
	Model     func() Model
	Rulesets  func() []Ruleset
	Tools     func() Tools                        // nil: not looked at
	Code      func() Code                         // nil: not looked at
	Lessons   func() Lessons                      // nil: not looked at
	Watched   func() []Watched                    // nil: not looked at
	VersionOf func(binary string) (string, error) // asks another binary
	Answers   func(hook string) error             // runs a program of hooks on an empty event
	FreeBytes func(folder string) (uint64, error)
	Days      int // how far back transcripts and the log are read
}

// Files are the places of this program.
type Files struct{ Config, Rules, State, Index, Cards, Tools, Code, Models, Vetted, Log, Cache string }

// Settings are those that matter here, and what is wrong with the others.
type Settings struct {
	Refused       []Problem // values that are left out
	Ignored       []Problem // keys without effect
	PromptMS      int
	StretchMS     int
	SessionEndMS  int
	StateBytesMax int64
	LogFiles      int
	SkillsDir     string // replaces every folder of skills, by a variable
	Asking        string // the variable that has hooks do nothing
}

// Problem is something wrong at a place.
type Problem struct{ Where, What string }

// Model is what there is of the configured model.
type Model struct {
	Name     string
	Dir      string // the folder of models in which it is or would be installed
	State    string // one of package install, or "unknown"
	Detail   string
	Identity string // as stored with vectors; empty unless it is installed
	Load     error  // of the library and the model, when they were tried
}

// Ruleset is one that could be active.
type Ruleset struct {
	ID        string
	Active    bool
	Where     string
	Problem   string // why it cannot be loaded
	Paused    string // why it is not asked for now
	Unvetted  bool   // a module that nobody has allowed to run
	Changed   bool   // since it was added
	Untrusted bool   // the project asks for it, the user has not allowed it
}

// exam is an examination under way.
type exam struct {
	Patient
	ctx    context.Context // of the one call that makes the exam
	waits  []inspect.Wait  // of the client for hooks of this program
	others []catalog.Entry // items of the workspace that are not this program's own
	report Report
}

// Examine looks at everything, until ctx ends: what is reported then is not all, and may blame
// a file that was not read to its end.
func Examine(ctx context.Context, p Patient) Report {
	e := &exam{Patient: p, ctx: ctx}
	looks := []func(){
		e.program, e.client, e.model, e.items, e.index, e.cards, e.tools, e.code, e.lessons, e.state,
		e.watched, e.permissions, e.config, e.rulesets, e.disk, e.log,
	}
	if isShut(filepath.Dir(p.Files.State)) { // what lies in it would each be found unreadable
		looks = []func(){e.program, e.client, e.permissions, e.disk}
	}
	for _, look := range looks {
		if ctx.Err() == nil {
			look()
		}
	}
	sortFindings(e.report.Findings)
	return e.report
}

// Times returns how long hooks took, the slowest first, without the rest of the
// examination; nil where the client does not record it.
func Times(ctx context.Context, p Patient) []inspect.HookTime {
	if p.Client.Times == nil {
		return nil
	}
	return p.Client.Times(ctx, p.ofClient())
}

// ofClient returns what the client's checkup looks at.
func (p Patient) ofClient() inspect.Patient {
	return inspect.Patient{
		Place: inspect.Place{Name: name, Self: p.Self, Home: p.Home, Managed: p.Managed, Workspace: p.Workspace, PluginDirs: p.PluginDirs, Path: p.Path},
		Now:   p.Now, Days: p.Days, Version: p.Version, VersionOf: p.VersionOf, Answers: p.Answers,
	}
}

// client takes in what the client's checkup says.
func (e *exam) client() {
	if e.Client.Examine == nil {
		return
	}
	report := e.Client.Examine(e.ctx, e.ofClient())
	e.report.Checks = append(e.report.Checks, report.Checks...)
	for _, f := range report.Symptoms {
		told := e.found(f.Code, f.Where, f.What)
		told.Do = cmp.Or(f.Do, told.Do)
	}
	e.report.Times, e.report.Client, e.waits = report.Times, report.Version, report.Waits
}

// name is that of the program and of its plugin.
const name = "impressionism"

// saw says in a line what an area is like.
func (e *exam) saw(area, summary string) {
	e.report.Checks = append(e.report.Checks, inspect.Check{Area: area, Summary: summary})
}

// found notes a finding, of which the caller may change the words.
func (e *exam) found(code, where, what string) *Finding {
	rule := e.rule(code)
	e.report.Findings = append(e.report.Findings, Finding{
		Code: code, Severity: rule.Severity, Area: rule.Area, Where: where, What: what, Do: rule.Do, Fixable: rule.Fixable, file: where,
	})
	return &e.report.Findings[len(e.report.Findings)-1]
}

// rule returns the rule of a code, one of the client's, too.
func (e *exam) rule(code string) Rule {
	for _, rule := range Rules(e.Client, e.Folders) {
		if rule.Code == code {
			return rule
		}
	}
	return Rule{}
}

func sortFindings(findings []Finding) {
	weight := func(f Finding) int { return slices.Index([]string{Error, Warning, Note}, f.Severity) }
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(weight(a), weight(b)), cmp.Compare(slices.Index(Areas, a.Area), slices.Index(Areas, b.Area)))
	})
}

// Bad reports whether there is more than notes.
func (r Report) Bad() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Severity != Note })
}
