package eval

// Change is a prompt that is answered differently.
type Change struct {
	ID, Text      string
	Before, After string // outcomes
	Better, Worse bool   // neither: as bad in another way
}

// Verdict returns whether the change is for the better.
func (c Change) Verdict() string {
	switch {
	case c.Better:
		return Better
	case c.Worse:
		return Worse
	}
	return Even
}

// Outcomes of an answer, in words; good ones first.
const (
	outcomeRight  = "right"          // everything that is told is right, and all needs are met
	outcomeSilent = "silent"         // rightly
	outcomePartly = "partly"         // right, and a need is left
	outcomeMixed  = "right and more" // something right and something wrong
	outcomeMissed = "missed"
	outcomeWrong  = "wrong" // something is told, all of it wrong
	outcomeAlarm  = "false alarm"
)

// Outcomes of a ranking alone.
const (
	outcomeFirst    = "first"
	outcomeNotFirst = "not first"
	outcomeNothing  = "nothing fits"
)

// Outcomes of a turn in a session.
const (
	outcomeHeld      = "active"
	outcomeHeldStale = "active, and more"
	outcomeLost      = "not active"
	outcomeLostStale = "not active, but others"
	outcomeClean     = "clean" // a turn that asks for nothing
	outcomeStale     = "stale"
)

// goodness orders the outcomes of one kind: a change is better when it rises.
func goodness(outcome string) int {
	switch outcome {
	case outcomeRight, outcomeSilent, outcomeFirst, outcomeHeld, outcomeClean:
		return 3
	case outcomePartly:
		return 2
	case outcomeMixed, outcomeMissed, outcomeHeldStale, outcomeLost:
		return 1
	}
	return 0 // wrong, false alarm, not first, stale
}

// changes lists the prompts whose outcomes differ, in the set's order.
func (s Set) changes(a, b Rankings) []Change {
	outcomes := s.dayOutcomes
	switch {
	case s.Days():
	case s.Sessions():
		outcomes = s.outcomesBy(turnOutcome)
	case !a.decide() || !b.decide():
		outcomes = s.outcomesBy(rankingOutcome)
	default:
		outcomes = s.outcomesBy(promptOutcome)
	}
	was, is := outcomes(a), outcomes(b)
	var changes []Change
	for i, label := range s.Labels {
		before, after := was[label.ID], is[label.ID]
		if before != after {
			changes = append(changes, Change{
				ID: label.ID, Text: s.Queries[i].Text, Before: before, After: after,
				Better: goodness(after) > goodness(before), Worse: goodness(after) < goodness(before),
			})
		}
	}
	return changes
}

// outcomesBy judges each answer by itself. Outcomes are by the prompt's id.
func (s Set) outcomesBy(outcome func(Label, Row) string) func(Rankings) map[string]string {
	return func(rankings Rankings) map[string]string {
		outcomes := map[string]string{}
		for _, label := range s.Labels {
			outcomes[label.ID] = outcome(label, rankings[label.ID])
		}
		return outcomes
	}
}

func promptOutcome(label Label, row Row) string {
	j := judge(label, row.Selected)
	switch {
	case label.negative() && j.wrong > 0:
		return outcomeAlarm
	case label.negative():
		return outcomeSilent
	case j.met > 0 && j.wrong > 0:
		return outcomeMixed
	case j.met == len(label.Gold):
		return outcomeRight
	case j.met > 0:
		return outcomePartly
	case j.wrong > 0:
		return outcomeWrong
	}
	return outcomeMissed
}

func rankingOutcome(label Label, row Row) string {
	if len(label.Gold) == 0 {
		return outcomeNothing
	}
	if right := condense(row.Ranking, label); len(right) > 0 && right[0] {
		return outcomeFirst
	}
	return outcomeNotFirst
}

func turnOutcome(label Label, row Row) string {
	active, may := setOf(row.active()), setOf(label.May)
	stale := false
	for id := range active {
		stale = stale || !may[id]
	}
	held := len(label.Must) > 0
	for _, group := range label.Must {
		held = held && overlap(active, setOf(group))
	}
	switch {
	case label.Kind != kindTopic && stale:
		return outcomeStale
	case label.Kind != kindTopic:
		return outcomeClean
	case held && stale:
		return outcomeHeldStale
	case held:
		return outcomeHeld
	case stale:
		return outcomeLostStale
	}
	return outcomeLost
}
