package respond

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/surroundings"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// lookAtFile finds out whether a tool touched a file that lessons are about which the session
// does not know. Everything else that a tool does ends here, before an index is opened. What
// a subagent touches is nothing: the session would count as told what only the subagent read.
func (t *task) lookAtFile(ctx context.Context) error {
	if ctx.Err() != nil { // nobody waits for what would be told
		return nil
	}
	e := t.event
	if e.Name != abi.EventToolUsed || e.Agent != "" || e.SessionID == "" || t.host.Lessons == nil || !t.remembers() || t.unstored != nil || t.recorded.Silent ||
		t.DeactivateOnly {
		return nil
	}
	use, folder, real := []surroundings.Use{{Tool: e.ToolName, Input: e.ToolInput}}, e.Workspace, surroundings.RealPaths()
	files := surroundings.Touched(use, folder, real)
	if project := t.project(); len(files) == 0 && project != folder { // elsewhere in it, then
		folder, files = project, surroundings.Touched(use, project, real)
	}
	if len(files) != 1 {
		return nil
	}
	about, err := t.host.Lessons.About(folder, files[0])
	if err != nil || len(about) == 0 || !t.tellsAtFiles() { // cheapest first: most uses of tools end here
		return err
	}
	told, err := t.host.Sessions.Told(e.SessionID)
	if err != nil {
		return err
	}
	for _, ref := range about {
		_, never := t.host.Settings.Wishes.Forbids(ref.ID)
		if !never && told.ByItem[ref].Count == 0 && !told.Refused(ref) && t.hasRoom(told, ref.Kind) {
			t.folder, t.file, t.about = folder, files[0], append(t.about, ref)
		}
	}
	if t.file == "" {
		return nil
	}
	if t.asked = t.question(told); t.asked != "" && t.host.Lessons.Declined(e.SessionID, t.asked) {
		t.file = ""
	}
	return nil
}

// hasRoom reports whether a kind is told at files, and the session is not yet told as much of it as
// one session is.
func (t *task) hasRoom(told session.Tellings, kind string) bool {
	k, _ := t.host.Settings.Kinds.Find(kind)
	budget := k.BudgetAt(catalog.AtFile)
	items, chars := told.Of(kind)
	return budget.Items > 0 && (budget.SessionItems == 0 || items < budget.SessionItems) && (budget.SessionChars == 0 || chars < budget.SessionChars)
}

// question names what the rulesets are asked at a file: the same for the same versions of them,
// the same file and the same lessons, by the same settings, with as much room left in the session. It
// is empty where a ruleset cannot be read. Another process has to name it alike: the settings that are
// functions, which print as addresses, are left out.
func (t *task) question(told session.Tellings) string {
	s := t.host.Settings.Settings
	params := ""
	if s.ParamsSet != nil {
		params = s.ParamsSet()
	}
	s.Kinds, s.Params, s.ParamsSet, s.Rankings = nil, nil, nil, nil
	asked := fmt.Sprintf("%#v", []any{t.folder, t.file, params, s})
	for _, ref := range t.about {
		kind, _ := t.host.Settings.Kinds.Find(ref.Kind)
		items, chars := told.Of(ref.Kind)
		asked += fmt.Sprintf("%#v", []any{ref, kind.BudgetAt(catalog.AtFile), items, chars})
	}
	for _, id := range t.host.Settings.Rulesets {
		ruleset, err := t.host.Engine.Set.Load(id)
		if err != nil {
			return ""
		}
		asked += "\x00" + id + " " + ruleset.Hash
	}
	return asked
}

// declined reports whether the answer to the question stays that nothing is told: each ruleset was
// asked, in time, about every lesson that there is. What keeps a chosen lesson from being told is part
// of the question.
func (t *task) declined(d *decide.Decision, in decide.Inputs) bool {
	return d.Said.Text == "" && d.Found != nil && d.Err == nil && len(d.Late) == 0 && d.FirstFault() == nil &&
		!slices.ContainsFunc(d.Attempts, func(a engine.Attempt) bool { return a.Skipped != "" }) &&
		(in.Complete || !slices.ContainsFunc(t.about, func(ref abi.Ref) bool { return !in.View.Has(ref) }))
}

// tellsAtFiles reports whether one of the kinds is told at files, and a ruleset is asked then.
func (t *task) tellsAtFiles() bool {
	s := t.host.Settings
	for _, kind := range s.Kinds {
		if kind.AtFile.Items > 0 {
			return s.Suggest.Max > 0 && t.host.Engine.Set.WantsAny(s.Rulesets, abi.EventFileTouched)
		}
	}
	return false
}

// decideAtFile asks the rulesets which lessons to tell where a file was touched.
func (t *task) decideAtFile(view *index.View) {
	in := t.inputs(view)
	in.Event.Name, in.Event.Workspace, in.Event.Touched, in.Prompt = abi.EventFileTouched, t.folder, []string{t.file}, decide.Prompt{}
	t.step("state", decide.ProblemState, func() (err error) {
		in.Session, err = t.host.load(in.Event, t.recorded)
		return err
	})
	d := decide.Decide(in)
	d.Change.Once = true
	context, notice := t.response.Context, t.response.Notice
	t.take(&d)
	t.response.Context, t.response.Notice = context, notice
	if d.Said.Text == "" {
		t.save(&d, in, nil)
		if t.asked != "" && t.declined(&d, in) {
			t.step("store", decide.ProblemState, func() error { return t.host.Lessons.Decline(t.event.SessionID, t.asked) })
		}
		return
	}
	t.step("store", decide.ProblemState, func() error { return t.tellOnce(&d, d.Stored(in.Event, t.steps), d.Said.Text, abi.EventFileTouched) })
	if t.response.Context != "" {
		t.response.Decision = &d
		t.step("store", decide.ProblemState, func() error { return t.storeTrace(&d) })
	}
}

// tells announces that something is stored as told before it is printed.
func (t *task) tells() {
	if t.Telling != nil {
		t.Telling()
	}
}

// tellOnce stores a decision and then makes its text the answer: of events at the same time
// one tells it. It is taken back where nobody reads the answer.
func (t *task) tellOnce(d *decide.Decision, made session.Decision, text, answers string) (err error) {
	t.tells()
	d.ID, err = t.host.Sessions.Apply(t.event.SessionID, t.recorded.Sequence, d.Change, made)
	if errors.Is(err, session.ErrTold) {
		return nil
	}
	if err != nil {
		return err // what cannot be remembered would be told again and again
	}
	before := t.response
	t.response.Context, t.response.Answers = text, answers
	if t.Print == nil || t.Print(t.response, session.Handover{}) {
		return nil
	}
	t.response, t.unsaid = before, true
	return t.host.Sessions.TakeBack(d.ID)
}
