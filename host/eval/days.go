package eval

import "slices"

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

// tallyDay counts one session. An item is told once a session, so that one which was told
// before its need became plain is found there.
func tallyDay(turns []turn) tally {
	t := make(tally, dayTallyLen)
	topics := map[string]*dayTopic{}
	told := map[string]bool{}
	for _, turn := range turns {
		label := turn.label
		topic := topics[label.Topic]
		if topic == nil && label.Topic != "" && len(label.Gold) > 0 {
			topic = &dayTopic{fits: map[string]bool{}, opening: setOf(slices.Concat(label.Gold...))}
			topics[label.Topic] = topic
		}
		fits := setOf(slices.Concat(append(slices.Clone(label.Gold), label.OK)...))
		if topic != nil {
			for _, id := range slices.Concat(label.Gold...) {
				topic.fits[id] = true
			}
			for id := range topic.fits {
				fits[id] = true
			}
		}
		t[dayPrompts]++
		for id := range turn.active {
			t[dayTold]++
			told[id] = true
			if fits[id] {
				t[dayRight]++
			} else {
				t[dayWrong]++
			}
		}
		if topic != nil {
			topic.found = topic.found || overlap(told, topic.fits)
			if topic.opening != nil {
				topic.opened, topic.opening = overlap(told, topic.opening), nil
			}
		}
	}
	for _, topic := range topics {
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
