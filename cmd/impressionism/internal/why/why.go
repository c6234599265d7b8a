// Package why holds the commands about what was suggested in a session and why: why,
// why-not, good, bad, on and off.
package why

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	cmdexplain "github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// Command returns the command why.
func Command(e *env.Env) *cobra.Command {
	var sessionID string
	var explain bool
	limit := 5
	command := &cobra.Command{
		Use:   "why",
		Short: "Tell what was suggested and why, from what is stored",
		Long: `Tell of each prompt what was suggested, how sure that was, because of what and what
came close; or why nothing was. Meant is the session given, else the one that the
client is in which runs this, else the newest one in this workspace, else the newest
of all.

` + surenessHelp + `

With --explain each score is shown in its parts, in logits, as they were when it was
decided; nothing is computed anew:

` + cmdexplain.PartsHelp,
		Example: "  impressionism why\n  impressionism why --explain --limit 1\n  impressionism why --session 0f4c… --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return why(e, sessionID, limit, explain) },
	}
	command.Flags().StringVar(&sessionID, "session", "", "session id; the newest of this workspace where absent")
	command.Flags().IntVar(&limit, "limit", limit, "how many prompts, newest first")
	command.Flags().BoolVar(&explain, "explain", false, "show the sums behind the scores, too")
	return cli.JSONFlag(e, command)
}

func why(a *env.Env, sessionID string, limit int, explain bool) error {
	if limit < 1 {
		return fmt.Errorf("--limit wants at least 1, got %d", limit)
	}
	if err := a.Ready(); err != nil {
		return err
	}
	if !env.Exists(a.Paths.StateDB) {
		return env.Failed(fmt.Errorf("nothing was decided yet: %s does not exist", a.Paths.StateDB))
	}
	sessions, err := wire.Open(a, a.WorkspaceOf(""))
	if err != nil {
		return err
	}
	defer sessions.Close()
	if sessionID = cmp.Or(sessionID, a.SessionID()); sessionID == "" {
		if sessionID, err = newestSession(a, sessions); err != nil {
			return env.Failed(err)
		}
	}
	events, err := events(a, sessions, sessionID, limit)
	if err != nil {
		return env.Failed(err)
	}
	result, err := whyShape(sessions, events)
	if err != nil {
		return env.Failed(err)
	}
	if a.JSON {
		return cli.PrintJSON(a, result)
	}
	switch {
	case len(events) > 0:
	case sessionID == "":
		fmt.Fprintln(a.Out, "No session is stored.")
	default:
		fmt.Fprintln(a.Out, "No prompt is stored for this session.")
	}
	for _, e := range events {
		printWhy(a, e, explain)
	}
	printWord(a, result)
	return nil
}

// whyShape returns what --json prints of the events of a session.
func whyShape(store *session.Store, events []event) (shape.Why, error) {
	result := shape.Why{Prompts: []shape.Prompt{}, Decisions: []shape.Decision{}, Active: []shape.Active{}, Feedback: []shape.Feedback{}}
	if len(events) == 0 {
		return result, nil
	}
	judged, err := store.Judged(events[0].session)
	if err != nil {
		return result, err
	}
	slices.Reverse(judged)
	for _, e := range events {
		addEvent(&result, e, judged)
	}
	if err := addActive(&result, store, events[0].session, judged); err != nil {
		return result, err
	}
	return result, addWord(&result, store, events[0].session)
}

// addActive adds when which items were active in a session.
func addActive(result *shape.Why, store *session.Store, sessionID string, judged []session.Judged) error {
	spans, err := store.ActiveSpans(sessionID)
	for _, s := range spans {
		active := shape.Active{
			Ref: s.Ref, From: s.From, Reason: s.Reason, Left: s.Left, Ruleset: s.Ruleset, Decision: s.DecisionID, Told: []time.Time{}, Used: []time.Time{},
		}
		if !s.To.IsZero() {
			active.To = new(s.To)
		}
		for _, j := range judged {
			if j.Ref != s.Ref || j.At.Before(s.From) || active.To != nil && j.At.After(s.To) {
				continue
			}
			if active.Told = append(active.Told, j.At); !j.UsedAt.IsZero() {
				active.Used = append(active.Used, j.UsedAt)
			}
		}
		result.Active = append(result.Active, active)
	}
	return err
}

// decisionShape returns the decision on an event with what became of it.
func (e event) decisionShape(judged []session.Judged) shape.Decision {
	d := replay.DecisionShape(*e.made)
	d.HostCalls = e.calls
	units := 0
	for _, j := range judged {
		if j.DecisionID == d.ID {
			d.Outcomes = append(d.Outcomes, cmdexplain.JudgedShape(j))
			units += j.Chars
		}
	}
	d.Tokens = cmdexplain.Tokens(units)
	for _, score := range e.scores() {
		if score.Fit != nil && score.Fit.Needed != nil {
			d.Threshold = new(score.Fit.Needed.Similarity)
			break
		}
	}
	return d
}

// addEvent adds an event to what --json prints.
func addEvent(result *shape.Why, e event, judged []session.Judged) {
	prompt := shape.Prompt{
		At: e.at, Number: e.number, Text: e.text, Outcome: e.outcome, Reason: e.reason,
		Became: e.became(), Lines: []string{}, Warnings: e.warnings,
	}
	for _, line := range e.lines() {
		prompt.Lines = append(prompt.Lines, line.label+": "+line.text)
	}
	if e.made != nil {
		prompt.Decision, prompt.Late = e.made.ID, e.made.Late
		result.Decisions = append(result.Decisions, e.decisionShape(judged))
	}
	if e.event == abi.EventPrompt {
		result.Prompts = append(result.Prompts, prompt)
	}
}

// newestSession is that of this workspace, else of all; "" where nothing is stored.
func newestSession(e *env.Env, sessions *session.Store) (string, error) {
	found, err := sessions.Newest(e.WorkspaceOf(""))
	if errors.Is(err, session.ErrNoSession) {
		found, err = sessions.Newest("")
	}
	if errors.Is(err, session.ErrNoSession) {
		return "", nil
	}
	return found.SessionID, err
}

// event is a prompt, or another event on which something was decided, with what
// became of it.
type event struct {
	session  string
	at       time.Time
	event    string
	number   int                // of the prompt in its session
	text     string             // the prompt's first characters; empty: they are not stored
	files    []string           // that a tool touched, of file_touched, as far as its trace is kept
	outcome  string             // one of session's; "" where nothing is known
	reason   string             // in words where the outcome alone does not say it
	made     *session.Made      // nil: nothing was decided
	answer   abi.Decision       // of made
	by       map[abi.Ref]string // by item: the setting or further ruleset that chose it, where one did
	instead  string             // who answered for a ruleset that failed
	warnings []string           // of the ruleset that answered, as far as its trace is kept
	calls    *int               // of the host, by all rulesets that answered; nil: no trace is kept
	used     []unasked          // what the model invoked in the prompt's turn and was never suggested in the session
	foreign  bool               // prompts in other languages are matched by meaning too
}

// unasked is an item that the model invoked without a suggestion.
type unasked struct {
	id     string
	listed bool // by the client, so that it can have a card
}

// events are the newest prompts of a session, answered or not, newest first, and what was decided
// on other events since; of a session without a prompt, as many of these.
func events(a *env.Env, store *session.Store, sessionID string, limit int) ([]event, error) {
	if sessionID == "" {
		var err error
		if sessionID, err = newestSession(a, store); err != nil || sessionID == "" {
			return nil, err
		}
	}
	prompts, err := store.Prompts(sessionID, limit)
	if err != nil {
		return nil, err
	}
	decisions, err := store.Decisions(sessionID, session.RowsMax)
	if err != nil {
		return nil, err
	}
	used, err := unsuggested(a, store, sessionID, prompts)
	if err != nil {
		return nil, err
	}
	var events []event
	for _, p := range prompts {
		e := event{used: used[p.Sequence], session: sessionID, at: p.At, event: abi.EventPrompt, number: p.Number, text: p.Text, outcome: p.Outcome, reason: p.Reason}
		e.made = p.Decision
		events = append(events, e)
	}
	for _, m := range decisions {
		if m.Event != abi.EventPrompt || !slices.ContainsFunc(prompts, func(p session.Prompt) bool { return p.Sequence == m.Sequence }) {
			events = append(events, event{session: sessionID, at: m.At, event: m.Event, number: m.Prompt, outcome: session.OutcomeNone, made: &m})
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(b.at.UnixMilli(), a.at.UnixMilli()) })
	events = newest(events, limit)
	foreign := wire.Recipe(a).Foreign != nil
	for i := range events {
		events[i].foreign = foreign
		if made := events[i].made; made != nil {
			events[i].decided(store, *made)
		}
	}
	return events, nil
}

// newest returns the events, which are newest first, up to so many prompts; without a prompt so
// many events.
func newest(events []event, limit int) []event {
	prompts := 0
	for i, e := range events {
		if e.event != abi.EventPrompt {
			continue
		}
		if prompts++; prompts == limit {
			return events[:i+1]
		}
	}
	if prompts > 0 {
		return events
	}
	return events[:min(len(events), limit)]
}

// unsuggested returns which items the model invoked in the turns of prompts, newest first,
// that were never suggested in the session, by the prompt's sequence. What the client brings
// along itself is no item.
func unsuggested(a *env.Env, store *session.Store, sessionID string, prompts []session.Prompt) (map[int64][]unasked, error) {
	invoked, err := cmdexplain.Invocations(a, store, sessionID)
	if err != nil || len(invoked) == 0 {
		return nil, err
	}
	of, err := store.Session(sessionID)
	if err != nil {
		return nil, err
	}
	touched, err := respond.Touched(store, sessionID, of.Workspace)
	if err != nil {
		return nil, err
	}
	suggested, _, err := store.SuggestedItems(sessionID)
	listing := wire.ListTouched(a, of.Workspace, touched)
	used := map[int64][]unasked{}
	for _, i := range invoked {
		at := slices.IndexFunc(prompts, func(p session.Prompt) bool { return p.Sequence < i.Sequence })
		item := unasked{i.Item.ID, wire.IsListed(a, i.Item.Kind)}
		if at < 0 || slices.ContainsFunc(suggested, func(told abi.Ref) bool { return together(a, told, i.Item) }) || slices.Contains(used[prompts[at].Sequence], item) {
			continue
		}
		if _, known := wire.EntryNamed(listing, i.Item.ID); !known {
			continue
		}
		used[prompts[at].Sequence] = append(used[prompts[at].Sequence], item)
	}
	return used, err
}

// together reports whether what is told of one item is told of the other: they are called by
// the same name, or of one group, as tools of a server are.
func together(a *env.Env, told, used abi.Ref) bool {
	kind, _ := a.Kinds.Find(used.Kind)
	if told == used || told.Kind != used.Kind || kind.Group == nil {
		return cmdexplain.Means(a, used, told)
	}
	name, _ := kind.Group(used.ID)
	of, _ := kind.Group(told.ID)
	return name != "" && name == of
}

// decided adds a decision.
func (e *event) decided(store *session.Store, m session.Made) {
	e.made = &m
	if json.Unmarshal(m.Answer, &e.answer) != nil {
		return // the outcome tells
	}
	e.by = choosers(m.Answer)
	e.outcome, e.reason = m.Became()
	if m.HasTrace {
		e.readTrace(store)
	}
	if m.Fault != nil && m.RulesetID != "" {
		e.instead = m.RulesetID
		if failedBefore(store, m) {
			e.instead = "its last good version"
		}
	}
}

// failedBefore reports whether the ruleset that answered is another version of the one
// that failed.
func failedBefore(store *session.Store, m session.Made) bool {
	failures, err := store.FailedTraces(m.ID)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(failures, func(data []byte) bool {
		var failed trace.Trace
		return json.Unmarshal(data, &failed) == nil && failed.Ruleset == m.RulesetID
	})
}

// choosers reads who chose an item where it was not the decision's ruleset.
func choosers(answer json.RawMessage) map[abi.Ref]string {
	var entries struct {
		Activate []struct {
			Ref abi.Ref `json:"ref"`
			By  string  `json:"by"`
		} `json:"activate"`
	}
	if json.Unmarshal(answer, &entries) != nil {
		return nil
	}
	by := map[abi.Ref]string{}
	for _, entry := range entries.Activate {
		by[entry.Ref] = entry.By
	}
	return by
}

// readTrace reads a decision's trace for what the host had against the answer, and how often
// it was called. A trace that cannot be read is for `trace show` to tell of.
func (e *event) readTrace(store *session.Store) {
	data, err := store.Trace(e.made.ID)
	if err != nil {
		return
	}
	var kept trace.Trace
	if json.Unmarshal(data, &kept) != nil {
		return
	}
	calls := 0
	for _, part := range kept.Parts() {
		calls += len(part.Calls)
	}
	e.warnings, e.calls = kept.Warnings, &calls
	if e.event == abi.EventFileTouched {
		e.files = kept.Context.Touched
	}
}

// addWord adds what the user said in a session.
func addWord(why *shape.Why, store *session.Store, sessionID string) error {
	of, err := store.Session(sessionID)
	if err != nil && !errors.Is(err, session.ErrNoSession) {
		return err
	}
	why.Off = of.Silent
	said, err := store.Feedback(sessionID)
	for _, f := range said {
		why.Feedback = append(why.Feedback, shape.Feedback{Ref: f.Ref, Verdict: f.Verdict, Decision: f.DecisionID, Wording: f.Wording, At: f.At})
	}
	return err
}

func printWord(e *env.Env, why shape.Why) {
	for _, f := range why.Feedback {
		fmt.Fprintf(e.Out, "%s  you said: %s is %s\n", f.At.Local().Format("2006-01-02 15:04:05"), textline.Plain(f.Ref.ID), f.Verdict)
	}
	if why.Off {
		fmt.Fprintln(e.Out, "Suggestions are off in this session; to switch them on: impressionism on")
	}
}
