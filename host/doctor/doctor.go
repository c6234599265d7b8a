// Package doctor checks everything that suggestions need, and the hooks of others, and
// reports what to do. It mends only files of this program, and only when asked. The
// caller passes everything to check; doctor reads no environment.
package doctor

import (
	"cmp"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
)

// Severities, worst first.
const (
	Error   = wiring.Error   // no suggestions come, or somebody's work is stopped
	Warning = wiring.Warning // something does not do what was meant
	Note    = wiring.Note    // good to know; nothing has to be done
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

// Check is one area and what was seen there.
type Check struct {
	Area    string `json:"area"`
	Summary string `json:"summary"`
}

// Report is what there is to tell.
type Report struct {
	Checks   []Check    `json:"checks"`
	Findings []Finding  `json:"findings"`
	Times    []HookTime `json:"hook_times"`
	Client   string     `json:"client,omitempty"` // version, as the newest transcript has it
}

// Patient is everything that is looked at.
type Patient struct {
	Now     time.Time
	Version string   // of this program
	Self    string   // this program's file, links resolved
	Path    []string // folders in which commands are found
	UserID  int      // -1: not known here

	Files      Files
	Home       plugins.Home
	Workspace  string
	PluginDirs []string // as given to the client

	Settings  Settings
	Model     func() Model
	Rulesets  func() []Ruleset
	VersionOf func(binary string) (string, error) // asks another binary
	FreeBytes func(folder string) (uint64, error)
	Days      int // how far back transcripts and the log are read
}

// Files are the places of this program.
type Files struct{ Config, Rules, State, Index, Models, Vetted, Log, Cache string }

// Settings are those that matter here, and what is wrong with the others.
type Settings struct {
	Refused       []Problem // values that are left out
	Ignored       []Problem // keys without effect
	PromptMS      int
	StretchMS     int
	SessionEndMS  int
	StateBytesMax int64
	LogFiles      int
}

// Problem is something wrong at a place.
type Problem struct{ Where, What string }

// Model is what there is of the configured model.
type Model struct {
	Name     string
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
	wiring wiring.Found // of everybody's hooks
	runs   runs
	report Report
}

// Examine looks at everything.
func Examine(p Patient) Report {
	e := &exam{Patient: p}
	e.wiring = e.wired()
	for _, look := range []func(){
		e.program, e.plugin, e.hooks, e.client, e.times, e.model, e.index, e.state,
		e.permissions, e.config, e.rulesets, e.disk, e.log,
	} {
		look()
	}
	sortFindings(e.report.Findings)
	return e.report
}

// wired reads the hooks of everybody.
func (e *exam) wired() wiring.Found {
	return wiring.Read(wiring.Place{
		Home: e.Home, Workspace: e.Workspace, PluginDirs: e.PluginDirs, Path: e.Path,
		Own: wiring.Own{Name: name, Binary: e.Self},
	})
}

// name is that of the program and of its plugin.
const name = "impressionism"

// saw says in a line what an area is like.
func (e *exam) saw(area, summary string) {
	e.report.Checks = append(e.report.Checks, Check{area, summary})
}

// found notes a finding, of which the caller may change the words.
func (e *exam) found(code, where, what string) *Finding {
	rule, _ := Explain(code)
	e.report.Findings = append(e.report.Findings, Finding{
		Code: code, Severity: rule.Severity, Area: rule.Area, Where: where, What: what, Do: rule.Do, Fixable: rule.Fixable, file: where,
	})
	return &e.report.Findings[len(e.report.Findings)-1]
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
