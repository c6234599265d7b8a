package trace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
)

// FlagHelp describes the flag --trace.
const FlagHelp = `print what was decided and why as a tree on stderr, as "trace show" does`

// PrintTrace shows an event's decision on stderr: stdout is the client's.
func PrintTrace(e *env.Env, event abi.Event, response respond.Response) {
	tree := &tree{out: e.ErrOut, chars: treeChars}
	if response.Decision == nil {
		tree.line(0, "%s: no ruleset was asked", event.Name)
		return
	}
	tree.print(shownOf(event, response))
}

// shownOf returns a decision that was just taken as `trace show` has it.
func shownOf(event abi.Event, response respond.Response) shape.TraceShow {
	d := response.Decision
	outcome := d.Outcome
	made := trace.Made{
		ID: d.ID, Session: event.SessionID, Workspace: event.Workspace, At: event.Time, Event: event.Name,
		Ruleset: outcome.Ruleset, Hash: outcome.Hash, Tier: d.Tier, Neutral: d.Neutral,
		Answer: d.Whole, Told: append([]abi.Ref{}, d.Suggested...), Said: response.Context, Dropped: outcome.Trace.Dropped, Late: d.Late, StepsMS: map[string]float64{},
	}
	if scores, err := json.Marshal(d.Scores); err == nil {
		made.Scores = scores
	}
	for step, micros := range d.Steps {
		made.StepsMS[step] = float64(micros) / 1000
	}
	var failed []trace.Trace
	for _, attempt := range d.Attempts {
		if attempt.Outcome.Fault != nil {
			made.Fault = cmp.Or(made.Fault, attempt.Outcome.Fault.Error())
		}
		if attempt.Outcome.Fault != nil && attempt.Outcome.Trace.ABI > 0 {
			failed = append(failed, attempt.Outcome.Trace)
		}
	}
	if outcome.Ruleset == "" {
		return shape.TraceShow{Made: made, Failed: failed, Note: replay.WhyNoTrace(made)}
	}
	return shape.TraceShow{Made: made, Failed: failed, Trace: &outcome.Trace}
}

func (t *tree) times(m trace.Made) {
	var parts []string
	for _, step := range slices.Sorted(maps.Keys(m.StepsMS)) {
		name := step
		if step == "ruleset" { // more than the ruleset's own functions, whose time stands above
			name = "search and ruleset"
		}
		parts = append(parts, fmt.Sprintf("%s %.1f ms", name, m.StepsMS[step]))
	}
	if len(parts) > 0 {
		t.line(1, "times: %s", strings.Join(parts, ", "))
	}
}

// replyText shows a reply without its envelope.
func replyText(data json.RawMessage) string {
	var reply abi.Reply
	switch err := json.Unmarshal(data, &reply); {
	case err != nil:
		return string(data)
	case reply.Error != nil:
		return reply.Error.Error()
	}
	return string(reply.OK)
}

func jsonText(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(encoded)
}

// treeChars is how much of a request or answer a line of the tree shows.
const treeChars = 160

// tree prints one decision.
type tree struct {
	out   io.Writer
	chars int // 0: all
}

func (t *tree) line(depth int, format string, args ...any) {
	fmt.Fprintf(t.out, "%s%s\n", strings.Repeat("  ", depth), textline.Plain(fmt.Sprintf(format, args...)))
}

func (t *tree) cut(text string) string {
	if t.chars == 0 {
		return text
	}
	return textline.Shorten(text, t.chars)
}

func (t *tree) print(shown shape.TraceShow) {
	m := shown.Made
	head := "decision"
	if m.ID > 0 {
		head += fmt.Sprintf(" %d", m.ID)
	}
	t.line(0, "%s, %s, %s, by %s", head, m.At.Local().Format("2006-01-02 15:04:05"), explain.EventWord(m.Event), orNobody(m))
	if m.Fault != "" {
		t.line(1, "failed: %s", cut.Line(m.Fault))
	}
	if len(m.Late) > 0 {
		t.line(1, "out of time: the %s", strings.Join(m.Late, " and the "))
	}
	for _, attempt := range shown.Failed {
		t.failed(attempt)
	}
	if shown.Trace == nil {
		t.line(1, "%s", shown.Note)
	} else {
		t.given(*shown.Trace)
		t.evaluated(*shown.Trace)
		for _, part := range shown.Trace.Also {
			t.line(1, "then asked: %s (%.12s)", part.Ruleset, part.Hash)
			t.given(part)
			t.evaluated(part)
		}
	}
	t.scores(m)
	t.decided(m)
	if shown.Trace != nil && shown.Trace.Opinion != nil {
		t.opinion(*shown.Trace.Opinion)
	}
	t.told(m)
	t.times(m)
}

func (t *tree) opinion(o trace.Opinion) {
	t.line(1, "opinion, as the prompt was open (%s)", o.Open)
	t.line(2, "%s", explain.OpinionLine(o))
	var candidates, chosen []string
	for _, ref := range o.Candidates {
		candidates = append(candidates, ref.ID)
	}
	for _, ref := range o.Chosen {
		chosen = append(chosen, ref.ID)
	}
	t.line(2, "asked about %s", strings.Join(candidates, ", "))
	if o.Cause == "" {
		t.line(2, "chose       %s", cmp.Or(strings.Join(chosen, ", "), "none"))
		t.line(2, "%.0f ms, %d tokens in, %d out", o.MS, o.TokensIn, o.TokensOut)
	}
}

func orNobody(m trace.Made) string {
	switch {
	case slices.Contains(m.Late, session.LateRuleset) && len(m.Told) > 0:
		return "the scores at hand"
	case m.Ruleset == "":
		return "nobody"
	}
	return fmt.Sprintf("%s (%.12s)", m.Ruleset, m.Hash)
}

func (t *tree) given(r trace.Trace) {
	c := r.Context
	t.line(1, "context")
	for _, field := range []struct{ name, value string }{
		{"session", c.SessionID},
		{"workspace", c.WorkspacePath},
		{"event", c.HookEvent},
		{"prompt", c.UserPrompt},
		{"touched", strings.Join(c.Touched, ", ")},
		{"now", c.Now},
		{"local_time", strings.TrimSpace(c.LocalTime + " " + c.Weekday)},
		{"sequence", fmt.Sprint(c.Sequence)},
		{"seed", fmt.Sprint(r.Seed)},
	} {
		if field.value != "" {
			t.line(2, "%-10s %s", field.name, t.cut(field.value))
		}
	}
	if c.Neutral {
		t.line(2, "neutral    this prompt is about nothing in particular")
	}
	for _, param := range r.Params {
		of := ""
		if param.By != "" {
			of = " (of " + param.By + ")"
		}
		t.line(2, "parameter  %s = %s, from %s%s", param.Name, t.cut(jsonText(param.Value)), param.From, of)
	}
}

// evaluated shows the host calls in their order; the trace does not tell which
// function made one.
func (t *tree) evaluated(r trace.Trace) {
	t.line(1, "ruleset, %.2f ms", r.MS)
	for _, call := range r.Calls {
		who := ""
		if call.By != "" {
			who = " (by " + call.By + ")"
		}
		t.line(2, "%s%s %s, %.2f ms%s", call.Call, who, t.cut(string(call.Request)), call.MS, fuelText("after ", call.Fuel))
		if call.Reply == nil {
			t.line(3, "→ not kept: the trace is incomplete")
		} else if call.Call != "log" {
			t.line(3, "→ %s", t.cut(replyText(call.Reply)))
		}
	}
	for _, line := range r.Log {
		t.line(2, "log %s: %s", line.Level, t.cut(line.Message))
	}
	for _, answer := range r.Answers {
		t.line(2, "%s, %.2f ms%s", answer.Function, answer.MS, fuelText("", answer.Fuel))
		if answer.Answer != nil {
			t.line(3, "→ %s", t.cut(string(answer.Answer)))
		}
		if answer.Error != "" {
			t.line(3, "schema or runtime: %s", cut.Line(answer.Error))
		} else {
			t.line(3, "schema: passed")
		}
	}
	for _, warning := range r.Warnings {
		t.line(2, "warning: %s", warning)
	}
}

// fuelText returns how many units were used; traces from before they were counted say
// nothing.
func fuelText(when string, units int64) string {
	if units == 0 {
		return ""
	}
	return fmt.Sprintf(", %s%d fuel", when, units)
}

// failed shows a ruleset that was asked before and lost its say.
func (t *tree) failed(r trace.Trace) {
	t.line(1, "asked before: %s (%.12s)", r.Ruleset, r.Hash)
	t.given(r)
	t.evaluated(r)
	if r.Fault != nil {
		t.line(1, "→ failed: %s", cut.Line(r.Fault.Error()))
	}
}

func (t *tree) scores(m trace.Made) {
	var scores []decide.Score
	if json.Unmarshal(m.Scores, &scores) != nil || len(scores) == 0 {
		return // an event without a search
	}
	t.line(1, "scores")
	for _, score := range scores {
		line := fmt.Sprintf("%s similarity %.2f, bm25 %.2f", score.Ref.ID, score.Similarity, score.BM25)
		if score.Cosine != nil {
			line += fmt.Sprintf(", cosine %.2f", *score.Cosine)
		}
		t.line(2, "%s", line)
		if score.Fit != nil {
			t.line(3, "%s", explain.FitLine(*score.Fit))
		}
		if score.Hinted != "" {
			t.line(3, "lifted by %s", score.Hinted)
		}
	}
}

func (t *tree) decided(m trace.Made) {
	answer, by := replay.AnswerOf(m.Answer), replay.DecidersOf(m.Answer)
	t.line(1, "decision")
	for _, entry := range answer.Activate {
		t.line(2, "activate   %s%s%s: %s", entry.Ref.ID, explain.ScoreText(entry), by(entry), entry.Reason)
	}
	for _, entry := range answer.Deactivate {
		t.line(2, "deactivate %s%s: %s", entry.Ref.ID, by(entry), entry.Reason)
	}
	if len(answer.Activate)+len(answer.Deactivate) == 0 {
		t.line(2, "nothing")
	}
}

func (t *tree) told(m trace.Made) {
	t.line(1, "said")
	if m.Said == "" {
		t.line(2, "nothing")
	}
	for line := range strings.Lines(m.Said) {
		if strings.TrimSpace(line) != "" {
			t.line(2, "%s", strings.TrimRight(line, "\n"))
		}
	}
	for _, dropped := range m.Dropped {
		t.line(2, "not told   %s: %s", dropped.Ref.ID, dropped.Why)
	}
}
