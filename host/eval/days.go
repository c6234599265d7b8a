package eval

import (
	"maps"
	"slices"
)

// A set of days has sessions as somebody typed them, labelled by what is right to tell at
// each prompt rather than by what should be active.

// What is counted of a session of a day.
const (
	dayPrompts = iota
	dayTold
	dayRight
	dayWrong
	dayTopics  // stretches of prompts that have a need
	dayFound   // of them, those for which something right was told by their last prompt
	dayOpening // and those at the first prompt that makes the need plain
	dayTallyLen
)

// dayMetrics are those of days.py.
func dayMetrics() []metric {
	return []metric{
		{"precision", true, mean(dayRight, dayTold)},
		{"wrong/100", true, func(s tally) float64 { return 100 * share(s[dayWrong], s[dayPrompts]) }},
		{"topics-found", true, mean(dayFound, dayTopics)},
		{"at-opening", true, mean(dayOpening, dayTopics)},
	}
}

// Days reports whether the prompts are those of days.
func (s Set) Days() bool {
	return s.Sessions() && slices.ContainsFunc(s.Labels, func(l Label) bool { return len(l.Gold) > 0 })
}

// dayTopic is a stretch of prompts on one subject.
type dayTopic struct {
	fits          map[string]bool // right from the first prompt on that makes the need plain
	opening       map[string]bool // right at that prompt
	found, opened bool
}

// dayWalk is a session of a day while it is judged. An item is told once a session, so that
// one which was told before its need became plain is found there.
type dayWalk struct {
	topics map[string]*dayTopic
	told   map[string]bool
}

func newDayWalk() dayWalk {
	return dayWalk{topics: map[string]*dayTopic{}, told: map[string]bool{}}
}

// step takes the next turn. It counts what is told at it that fits, and returns the turn's
// topic; nil where no need of one is plain yet.
func (w dayWalk) step(turn turn) (right int, topic *dayTopic) {
	label, gold := turn.label, slices.Concat(turn.label.Gold...)
	topic = w.topics[label.Topic]
	if topic == nil && label.Topic != "" && len(gold) > 0 {
		topic = &dayTopic{fits: map[string]bool{}, opening: setOf(gold)}
		w.topics[label.Topic] = topic
	}
	fits := setOf(slices.Concat(gold, label.OK))
	if topic != nil {
		maps.Copy(topic.fits, setOf(gold))
		maps.Copy(fits, topic.fits)
	}
	for id := range turn.active {
		w.told[id] = true
		if fits[id] {
			right++
		}
	}
	if topic != nil {
		topic.found = topic.found || overlap(w.told, topic.fits)
		if topic.opening != nil {
			topic.opened, topic.opening = overlap(w.told, topic.opening), nil
		}
	}
	return right, topic
}

// tallyDay counts one session.
func tallyDay(turns []turn) tally {
	t := make(tally, dayTallyLen)
	walk := newDayWalk()
	for _, turn := range turns {
		right, _ := walk.step(turn)
		t[dayPrompts]++
		t[dayTold] += float64(len(turn.active))
		t[dayRight] += float64(right)
		t[dayWrong] += float64(len(turn.active) - right)
	}
	for _, topic := range walk.topics {
		t[dayTopics]++
		if topic.found {
			t[dayFound]++
		}
		if topic.opened {
			t[dayOpening]++
		}
	}
	return t
}

// dayOutcomes judges what is told at each prompt as tallyDay counts it. A need for which
// something was told earlier in the session is not missed.
func (s Set) dayOutcomes(rankings Rankings) map[string]string {
	outcomes := map[string]string{}
	for _, session := range s.sessions(rankings, Row.told) {
		walk := newDayWalk()
		for _, turn := range session {
			right, topic := walk.step(turn)
			gold := setOf(slices.Concat(turn.label.Gold...))
			missed := len(gold) > 0 && !overlap(walk.told, gold)
			outcomes[turn.label.ID] = dayOutcome(len(turn.active), right, missed, topic != nil || len(gold) > 0)
		}
	}
	return outcomes
}

func dayOutcome(told, right int, missed, need bool) string {
	switch {
	case told == 0 && missed:
		return outcomeMissed
	case told == 0:
		return outcomeSilent
	case right == told && missed:
		return outcomePartly
	case right == told:
		return outcomeRight
	case right > 0:
		return outcomeMixed
	case need:
		return outcomeWrong
	}
	return outcomeAlarm
}
