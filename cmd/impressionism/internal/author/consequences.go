package author

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// consequence is what would have come of one decision.
type consequence struct {
	told   []session.Judged // at it
	lost   []session.Judged
	gained []shape.ShadowGain
}

// weighing finds the consequences of decisions that a ruleset would have taken otherwise.
type weighing struct {
	env     *env.Env
	store   *session.Store
	judged  map[string][]session.Judged // by session
	turns   map[string]turns
	perItem float64 // mean UTF-16 units of a suggestion
}

// turns are the prompts and the invocations of a session.
type turns struct {
	prompts []int64
	invoked []explain.Invocation
}

// differs reports whether a verdict says that other items would have become active.
func differs(verdict string) bool {
	return verdict == engine.More || verdict == engine.Less || verdict == engine.Other
}

// weigh sums up the consequences of one version's evaluations, and adds them to the examples.
func weigh(e *env.Env, store *session.Store, report *shape.ShadowReport, rows []session.Shadowed) error {
	rows = slices.DeleteFunc(slices.Clone(rows), func(row session.Shadowed) bool {
		return row.Ruleset.Hash != report.Hash || !differs(row.Verdict)
	})
	var sessions []string
	for _, row := range rows {
		sessions = append(sessions, row.SessionID)
	}
	slices.Sort(sessions)
	judged, err := store.JudgedIn(slices.Compact(sessions))
	if err != nil {
		return err
	}
	w := &weighing{env: e, store: store, judged: judged, turns: map[string]turns{}}
	w.perItem = meanUnits(judged)
	units := 0.0
	for _, row := range rows {
		c, err := w.of(row)
		if err != nil {
			return err
		}
		units += w.add(&report.Consequences, c)
		addConsequence(report.Examples, row.DecisionID, c)
	}
	report.Consequences.Tokens = tokensOf(units)
	return nil
}

// tokensOf returns about how many tokens UTF-16 units are, below 0 where they are.
func tokensOf(units float64) int {
	if units < 0 {
		return -explain.Tokens(int(-units))
	}
	return explain.Tokens(int(units))
}

func meanUnits(judged map[string][]session.Judged) float64 {
	units, n := 0, 0
	for _, all := range judged {
		for _, j := range all {
			units, n = units+j.Chars, n+1
		}
	}
	return float64(units) / float64(max(n, 1))
}

// of finds the consequences of one evaluation.
func (w *weighing) of(row session.Shadowed) (consequence, error) {
	var c consequence
	decided, would := replay.AnswerOf(row.Made.Answer), replay.AnswerOf(row.Answer)
	was, is := replay.RefsOf(decided.Activate), replay.RefsOf(would.Activate)
	by := engine.DecodeBy(row.Made.Answer)
	var before []abi.Ref
	for _, j := range w.judged[row.SessionID] {
		switch {
		case j.DecisionID < row.DecisionID && (j.DecisionID > 0 || j.Prompt < row.Made.Prompt): // a lost one has no order
			before = append(before, j.Ref)
		case j.DecisionID == row.DecisionID:
			c.told = append(c.told, j)
			at := slices.Index(was, j.Ref)
			if at >= 0 && !slices.Contains(is, j.Ref) && !isWish(by(decided.Activate[at])) {
				c.lost = append(c.lost, j)
			}
		}
	}
	for _, entry := range would.Activate {
		isTold := slices.ContainsFunc(c.told, func(j session.Judged) bool { return j.Ref == entry.Ref })
		if isTold || slices.Contains(was, entry.Ref) || slices.Contains(before, entry.Ref) {
			continue
		}
		used, err := w.used(row, entry.Ref)
		if err != nil {
			return c, err
		}
		c.gained = append(c.gained, shape.ShadowGain{Ref: entry.Ref, Score: entry.Score, Used: used})
	}
	return c, nil
}

// isWish reports whether the user's settings chose an item, whatever a ruleset says.
func isWish(by string) bool { return by == wish.Always || by == wish.Words }

// used reports whether an item was invoked within session.UsedPrompts after a decision: of itself, or
// as it was told later.
func (w *weighing) used(row session.Shadowed, ref abi.Ref) (bool, error) {
	for _, j := range w.judged[row.SessionID] {
		if j.Ref == ref && !j.UsedAt.IsZero() && j.Prompt >= row.Made.Prompt && j.Prompt+j.After-row.Made.Prompt <= session.UsedPrompts {
			return true, nil
		}
	}
	t, err := w.turnsOf(row.SessionID)
	if err != nil {
		return false, err
	}
	for _, i := range t.invoked {
		if i.Sequence <= row.Made.Sequence || !explain.Means(w.env, i.Item, ref) {
			continue
		}
		from, _ := slices.BinarySearch(t.prompts, row.Made.Sequence+1)
		to, _ := slices.BinarySearch(t.prompts, i.Sequence)
		if to-from <= session.UsedPrompts {
			return true, nil
		}
	}
	return false, nil
}

func (w *weighing) turnsOf(sessionID string) (turns, error) {
	t, known := w.turns[sessionID]
	if known {
		return t, nil
	}
	var err error
	if t.prompts, err = w.store.PromptSequences(sessionID); err != nil {
		return t, err
	}
	if t.invoked, err = explain.Invocations(w.env, w.store, sessionID); err != nil {
		return t, err
	}
	w.turns[sessionID] = t
	return t, nil
}

// add counts consequences, and returns how many UTF-16 units more would have been said.
func (w *weighing) add(sum *shape.ShadowConsequences, c consequence) (units float64) {
	for _, j := range c.lost {
		units -= float64(j.Chars)
		switch j.Became {
		case session.BecameUsed:
			sum.UsedLost++
		case session.BecameLate:
			sum.LateLost++
		case session.BecameIgnored:
			sum.UnusedSpared++
		default:
			sum.OpenLost++
		}
	}
	for _, g := range c.gained {
		units += w.perItem
		if g.Used {
			sum.UsedGained++
		} else {
			sum.UnusedGained++
		}
	}
	return units
}

func addConsequence(examples []shape.ShadowExample, decision int64, c consequence) {
	at := slices.IndexFunc(examples, func(x shape.ShadowExample) bool { return x.Decision == decision })
	if at < 0 {
		return
	}
	x := &examples[at]
	for _, j := range c.told {
		x.Told = append(x.Told, explain.JudgedShape(j))
	}
	for _, j := range c.lost {
		x.Lost = append(x.Lost, j.Ref)
	}
	x.Gained = append(x.Gained, c.gained...)
}
