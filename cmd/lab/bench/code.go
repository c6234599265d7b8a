package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Homes of a user without a model who works in a large repository: with an index of its code,
// and without.
const (
	homeCodeBeside = "code-beside"
	homeCodeNone   = "code-none"
)

// Homes of the same with a server.
const (
	homeCodeBesideServed = "code-beside-served"
	homeCodeNoneServed   = "code-none-served"
)

// codeFewFiles is how many files the small repository has.
const codeFewFiles = 1000

// Goals for the index of code.
const (
	codeFewGoalMS       = 5000
	codeUnchangedGoalMS = 300
	codeEditedGoalMS    = 400
	codeSearchGoal      = 8 // multiple of the yardstick
	codePeakGoalMB      = 300
	codeDatabaseGoalMB  = 40 // of the Go tree, words alone
)

// besideCodeGoals are events of a user whose project has an index of its code.
var besideCodeGoals = []besideGoal{
	{"cold: words, no model, code indexed", "cold: words, no model, code not indexed", besideCodeGoal},
	{"cold: Stop, code indexed", "cold: Stop, code not indexed", besideCodeGoal},
	{"warm: words, no model, code indexed", "warm: words, no model, code not indexed", besideCodeGoal},
}

// besideCodeGoal is what an event may cost with an index of code, as a multiple of the same
// without: no more than runs of the same program differ by.
const besideCodeGoal = 1.05

// codeRun is an index of a whole repository that was made once.
type codeRun struct {
	Name       string  `json:"name"`
	Files      int     `json:"files"`
	Places     int     `json:"places"`
	MS         float64 `json:"ms"`
	CPUMS      float64 `json:"cpu_ms"`
	PeakMB     float64 `json:"peak_mb"`
	DatabaseMB float64 `json:"database_mb"`
	DatabaseOf float64 `json:"database_goal_mb,omitempty"`
}

// codeResult is what is measured of the index of code beside the cases.
type codeResult struct {
	Whole    []codeRun     `json:"whole"`
	Searches []codeSearch  `json:"searches"` // asked of a server
	Beside   []withoutThis `json:"beside"`
}

// coded is the material: a repository with many files, and a small one.
type coded struct {
	large, few home
	model      *home // as large, where the model is installed
	files      int   // of the large repository, that count
	places     int
	fewFiles   int
	edits      int
	edited     string
	runs       []codeRun
}

// codeMaterial makes the repositories and indexes the large one: first the Go tree alone, then
// with what is written beside it.
func (p *plan) codeMaterial(ctx context.Context, o options, folder string, model bool, progress io.Writer) (*coded, error) {
	c := &coded{}
	c.large = home{user: filepath.Join(folder, "user"), data: filepath.Join(folder, "code-large"), work: filepath.Join(folder, "work-code-large")}
	c.few = home{user: c.large.user, data: filepath.Join(folder, "code-few"), work: filepath.Join(folder, "work-code-few")}
	for _, h := range []*home{&c.large, &c.few} {
		if err := h.make("", false); err != nil {
			return nil, err
		}
		h.environ = append(h.variables(), o.settings...)
	}
	fmt.Fprintln(progress, "copy the Go tree and index its code")
	tree, err := listSources(ctx)
	if err != nil {
		return nil, err
	}
	if o.codeFiles < len(tree) { // of a small run
		tree = spread(tree, o.codeFiles*2/3)
	}
	if err := errors.Join(tree.copy(c.large.work, "go", nil), spread(tree, min(codeFewFiles, o.codeFiles/2)).copy(c.few.work, "go", nil)); err != nil {
		return nil, err
	}
	report, err := p.indexWhole(ctx, c, "the Go tree", codeDatabaseGoalMB)
	if err != nil {
		return nil, err
	}
	if err := c.large.dropCode(); err != nil {
		return nil, err
	}
	more := spread(tree, max(0, o.codeFiles-report.Files))
	if err := more.copy(c.large.work, "others", turned); err != nil {
		return nil, err
	}
	if report, err = p.indexWhole(ctx, c, "the Go tree and its variation", 0); err != nil {
		return nil, err
	}
	c.edited = filepath.Join(c.large.work, "go", "edited.go")
	if err := c.edit(); err != nil {
		return nil, err
	}
	if report, err = p.reported(ctx, c.large); err != nil {
		return nil, err
	}
	c.files, c.places = report.Files, report.Places
	if err := commit(ctx, c.few.work); err != nil {
		return nil, err
	}
	if report, err = p.reported(ctx, c.few); err != nil {
		return nil, err
	}
	c.fewFiles = report.Files
	return c, p.codeHomes(o, folder, c, model)
}

// indexWhole commits the large repository, indexes it and keeps what that took.
func (p *plan) indexWhole(ctx context.Context, c *coded, name string, databaseGoal float64) (report shape.CodeIndex, err error) {
	if err := commit(ctx, c.large.work); err != nil {
		return report, err
	}
	got, err := p.scout.launcher.run(ctx, p.indexCode(c.large))
	if err == nil {
		err = undisturbed(got)
	}
	if err == nil {
		err = json.Unmarshal(got.out, &report)
	}
	if err != nil {
		return report, fmt.Errorf("index %s: %w", name, err)
	}
	c.runs = append(c.runs, codeRun{
		Name: name, Files: report.Files, Places: report.Places, MS: got.reading.ms(), CPUMS: float64(got.reading.CPU) / 1e6, PeakMB: float64(got.reading.PeakBytes) / 1e6,
		DatabaseMB: float64(report.Bytes) / 1e6, DatabaseOf: databaseGoal,
	})
	return report, nil
}

func (p *plan) indexCode(h home) process {
	return process{command: []string{p.programs.subject, "code", "index", "--no-vectors", "--json"}, dir: h.work, environ: h.environ}
}

// edit changes one file of the large repository.
func (c *coded) edit() error {
	c.edits++
	text := fmt.Sprintf("package edited\n\n// Edited counts the edits of this file.\nfunc Edited() int { return %d }\n", c.edits)
	return os.WriteFile(c.edited, []byte(text), 0o600)
}

// reported runs `code index` and reads what it says.
func (p *plan) reported(ctx context.Context, h home) (report shape.CodeIndex, err error) {
	out, err := p.scout.command(ctx, h, "code", "index", "--no-vectors", "--json")
	if err == nil {
		err = json.Unmarshal(out, &report)
	}
	return report, err
}

// codeHomes makes the homes of prompts and of searches with the model. Each has a copy of the
// database: what one of their servers stores disturbs no other.
func (p *plan) codeHomes(o options, folder string, c *coded, model bool) error {
	list := []string{homeCodeBeside, homeCodeNone}
	if model {
		list = append(list, "code-model")
	}
	for _, name := range list {
		h := home{user: c.large.user, data: filepath.Join(folder, name), work: c.large.work, skills: len(p.skills)}
		if err := h.make(o.models, name == "code-model"); err != nil {
			return err
		}
		if name != homeCodeNone {
			if err := os.CopyFS(filepath.Join(h.data, "code"), os.DirFS(filepath.Join(c.large.data, "code"))); err != nil {
				return err
			}
		}
		h.environ = append(h.variables(), o.settings...)
		if name == "code-model" {
			c.model = &h
			continue
		}
		h.environ = append(h.environ, alone)
		p.homes[name] = h
	}
	return nil
}

// dropCode makes the next run index all code.
func (h home) dropCode() error { return os.RemoveAll(filepath.Join(h.data, "code")) }

// commit makes a folder a repository whose files git knows.
func commit(ctx context.Context, folder string) error {
	for _, args := range [][]string{
		{"init", "-q"},
		{"-c", "core.compression=0", "add", "-A"},
		{"-c", "user.name=B", "-c", "user.email=b@example.com", "commit", "-q", "--allow-empty", "-m", "sources"},
	} {
		if out, err := exec.CommandContext(ctx, "git", append([]string{"-C", folder}, args...)...).CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
	}
	return nil
}

// How the names of cases of the index of code begin.
const (
	casesOfCode   = "code index: "
	casesOfSearch = "cold: code search"
)

// coding are the cases of `code index` and `code search`.
func (p *plan) coding() []subject {
	c := p.code
	if c == nil {
		return nil
	}
	index := func(h home) func(string) process { return func(string) process { return p.indexCode(h) } }
	search := process{command: []string{p.programs.subject, "code", "search", "--json", codeQuestions[0]}, dir: c.large.work, environ: c.large.environ}
	return []subject{
		{
			name: fmt.Sprintf(casesOfCode+"%d new files", c.fewFiles), goalMS: codeFewGoalMS, slow: true,
			prepare: func(context.Context, string) error { return c.few.dropCode() },
			process: index(c.few), check: codeIndexed(c.fewFiles, 0, 0),
		},
		{
			name: fmt.Sprintf(casesOfCode+"%d files, unchanged", c.files), goalMS: codeUnchangedGoalMS,
			process: index(c.large), check: codeIndexed(0, 0, c.files),
		},
		{
			name: fmt.Sprintf(casesOfCode+"%d files, one edited", c.files), goalMS: codeEditedGoalMS,
			prepare: func(context.Context, string) error { return c.edit() },
			process: index(c.large), check: codeIndexed(0, 1, c.files-1),
		},
		{
			name: fmt.Sprintf(casesOfSearch+", %d places", c.places), goal: codeSearchGoal,
			process: func(string) process { return search }, check: foundCode(c.places),
		},
	}
}

// codeIndexed is the report of a run of `code index`: so many files new, changed and
// unchanged.
func codeIndexed(added, changed, unchanged int) func(outcome) error {
	return func(o outcome) error {
		if err := undisturbed(o); err != nil {
			return err
		}
		var r shape.CodeIndex
		if err := json.Unmarshal(o.out, &r); err != nil {
			return fmt.Errorf("read the report %.300q: %w", o.out, err)
		}
		// Files that were read and do not count are unchanged as well.
		if r.Added < added || added == 0 && r.Added > 0 || r.Changed != changed || r.Unchanged < unchanged || unchanged == 0 && r.Unchanged > 0 {
			return fmt.Errorf("%d new, %d changed and %d unchanged instead of %d, %d and %d", r.Added, r.Changed, r.Unchanged, added, changed, unchanged)
		}
		return nil
	}
}

// foundCode is the answer to a question that an index of so many places has hits for.
func foundCode(places int) func(outcome) error {
	return func(o outcome) error {
		if err := undisturbed(o); err != nil {
			return err
		}
		var r shape.CodeSearch
		if err := json.Unmarshal(o.out, &r); err != nil {
			return fmt.Errorf("read the answer %.300q: %w", o.out, err)
		}
		if !r.Index.Exists || r.Index.Places != places || len(r.Hits) == 0 || r.Hits[0].Snippet == "" {
			return fmt.Errorf("%d hits among %d places instead of %d", len(r.Hits), r.Index.Places, places)
		}
		return nil
	}
}

// besideCode are events in the large repository, with an index of its code and without.
func (p *plan) besideCode() (list []prepared) {
	if p.code == nil {
		return nil
	}
	command, client := p.programs.alone(), p.programs.client()
	for i, at := range []string{homeCodeBeside, homeCodeNone} {
		name := func(n int) string {
			if i == 0 {
				return besideCodeGoals[n].name
			}
			return besideCodeGoals[n].of
		}
		served := p.homes[at]
		served.environ = append(without(served.environ, alone), servedSettings...)
		to := map[string]string{homeCodeBeside: homeCodeBesideServed, homeCodeNone: homeCodeNoneServed}[at]
		p.homes[to] = served
		warm := p.prompt(asked{name(2), 0, client, to, candidates.Words, index.TierLexical, false})
		list = append(list,
			p.prompt(asked{name(0), 0, command, at, candidates.Words, index.TierLexical, false}),
			p.after(name(1), 0, command, at, stopEvent),
			func(ctx context.Context) (subject, error) {
				if _, err := p.serve(ctx, served); err != nil {
					return subject{name: name(2)}, err
				}
				return warm(ctx)
			})
	}
	return list
}

// without returns an environment less one entry.
func without(environ []string, entry string) []string {
	var rest []string
	for _, one := range environ {
		if one != entry {
			rest = append(rest, one)
		}
	}
	return rest
}

// missedCode are the goals of the index of code that no case has.
func (r *result) missedCode() (list []string) {
	if r.Code == nil {
		return nil
	}
	for _, run := range r.Code.Whole {
		if run.PeakMB > codePeakGoalMB {
			list = append(list, fmt.Sprintf("code index of %s: %.0f MB of memory instead of %d", run.Name, run.PeakMB, codePeakGoalMB))
		}
		if run.DatabaseOf > 0 && run.DatabaseMB > run.DatabaseOf {
			list = append(list, fmt.Sprintf("code index of %s: %.1f MB of database instead of %v", run.Name, run.DatabaseMB, run.DatabaseOf))
		}
	}
	for _, s := range r.Code.Searches {
		if s.MedianMS > s.GoalMS {
			list = append(list, fmt.Sprintf("%s: %.1f ms instead of %v", s.Name, s.MedianMS, s.GoalMS))
		}
	}
	return append(list, missedBeside(r.Code.Beside)...)
}

func (r *result) printCode(out io.Writer) {
	if r.Code == nil {
		return
	}
	for _, run := range r.Code.Whole {
		size := fmt.Sprintf("%.1f MB", run.DatabaseMB)
		if run.DatabaseOf > 0 {
			size += fmt.Sprintf(" (goal %v)", run.DatabaseOf)
		}
		wrapped(out, fmt.Sprintf("code index of %s, once: %d files, %d places, %.1f s (processors: %.1f s), database %s, peak %.0f MB (goal %d)",
			run.Name, run.Files, run.Places, run.MS/1000, run.CPUMS/1000, size, run.PeakMB, codePeakGoalMB))
	}
	for _, s := range r.Code.Searches {
		wrapped(out, fmt.Sprintf("%s: p50 %.1f ms (goal %v), p95 %.1f ms, processors %.1f ms each, %d questions", s.Name, s.MedianMS, s.GoalMS, s.P95MS, s.CPUMS, s.Asked))
	}
	for _, m := range r.Measures {
		if strings.HasPrefix(m.Name, casesOfCode) || strings.HasPrefix(m.Name, casesOfSearch) {
			fmt.Fprintf(out, "%s: %.0f ms of processor time\n", m.Name, m.CPUMS)
		}
	}
	printBeside(out, r.Code.Beside)
}

// gitMissing says why there is no repository to measure with; "": there is git.
func gitMissing() string {
	if _, err := exec.LookPath("git"); err != nil {
		return "the index of code: there is no git on PATH"
	}
	return ""
}
