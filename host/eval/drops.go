package eval

import "slices"

// topics are those of a session's turns, each once.
func topics(turns []turn) []string {
	var topics []string
	for _, t := range turns {
		if t.label.Topic != "" && !slices.Contains(topics, t.label.Topic) {
			topics = append(topics, t.label.Topic)
		}
	}
	return topics
}

// drops counts how often a topic's items vanish between its first turn and its
// last; once they never come back, that is no drop.
func drops(turns []turn, topic string) float64 {
	first, last := -1, -1
	wanted := map[string]bool{}
	for i, t := range turns {
		if t.label.Topic != topic {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
		for _, id := range slices.Concat(t.label.Must...) {
			wanted[id] = true
		}
	}
	var held []bool
	for _, t := range turns[first : last+1] {
		held = append(held, overlap(t.active, wanted))
	}
	gone := slices.Index(held, false)
	if gone < 0 || !slices.Contains(held[gone:], true) {
		return 0
	}
	n := 0.0
	for i := range held[1:] {
		if held[i] && !held[i+1] {
			n++
		}
	}
	return n
}

func overlap(a, b map[string]bool) bool {
	for id := range a {
		if b[id] {
			return true
		}
	}
	return false
}
