package eval

import "slices"

// What is counted of a session.
const (
	numTurns = iota
	numMust  // groups that had to be active
	numHeld  // of them, those that were
	numItems // active items, over all turns
	numStale // of them, those that no longer had a reason to be
	numClean // turns without such
	numNeutral
	numKept // neutral turns at which the topic was still active
	numTopics
	numFound
	numFirst // topics found at their first turn
	numShifts
	numOutlived // turns that an old topic's items outlive a shift
	numDrops    // items lost and found again within a topic
	sessionTallyLen
)

// sessionMetrics are those of evalkit.py, sessions.
func sessionMetrics() []metric {
	return []metric{
		{"must-recall", true, mean(numHeld, numMust)},
		{"precision", true, func(s tally) float64 { return 1 - share(s[numStale], s[numItems]) }},
		{"clean-turns", true, mean(numClean, numTurns)},
		{"kept-on-neutral", true, mean(numKept, numNeutral)},
		{"topics-found", true, mean(numFound, numTopics)},
		{"first-turn", true, mean(numFirst, numTopics)},
		{"stale-turns-after-shift", true, mean(numOutlived, numShifts)},
		{"active/turn", true, mean(numItems, numTurns)},
		{"drops-inside-topic", true, func(s tally) float64 { return s[numDrops] }},
	}
}

// turn is one prompt of a session with what was active after it; of a day, told at it.
type turn struct {
	label  Label
	active map[string]bool
}

// sessions divides a set into its sessions, turns in order, each with what of its answer
// counts.
func (s Set) sessions(rankings Rankings, what func(Row) []string) [][]turn {
	at := map[string]int{}
	var sessions [][]turn
	for _, label := range s.Labels {
		number, known := at[label.Session]
		if !known {
			number = len(sessions)
			at[label.Session] = number
			sessions = append(sessions, nil)
		}
		sessions[number] = append(sessions[number], turn{label, setOf(what(rankings[label.ID]))})
	}
	return sessions
}

// tallySession counts one session. Formulas: evalkit.py, sessions.
func tallySession(turns []turn) tally {
	w := sessionWalk{tally: make(tally, sessionTallyLen), foundAfter: map[string]int{}}
	for _, t := range turns {
		w.step(t)
	}
	w.end()
	for _, topic := range topics(turns) {
		w.tally[numDrops] += drops(turns, topic)
	}
	return w.tally
}

// sessionWalk is a session while it is counted.
type sessionWalk struct {
	tally
	topic      string
	items      map[string]bool // the current topic's
	since      int             // turns that asked for it
	foundAfter map[string]int  // by topic: turns until it was found, or notFound
	old        map[string]bool // items of the topic before
	outliving  bool            // some of these are still active
	outlived   float64
}

const notFound = -1

func (w *sessionWalk) step(t turn) {
	stale := 0
	may := setOf(t.label.May)
	for id := range t.active {
		if !may[id] {
			stale++
		}
	}
	w.tally[numTurns]++
	w.tally[numItems] += float64(len(t.active))
	w.tally[numStale] += float64(stale)
	if stale == 0 {
		w.tally[numClean]++
	}
	switch {
	case t.label.Kind == kindTopic:
		w.ask(t)
	case t.label.Kind == kindNeutral && w.topic != "":
		w.tally[numNeutral]++
		if overlap(t.active, w.items) {
			w.tally[numKept]++
		}
	}
	w.outlive(t.active)
}

// ask counts a turn that asks for its topic's items.
func (w *sessionWalk) ask(t turn) {
	held := false
	for _, group := range t.label.Must {
		w.tally[numMust]++
		if slices.ContainsFunc(group, func(id string) bool { return t.active[id] }) {
			w.tally[numHeld]++
			held = true
		}
	}
	wanted := setOf(slices.Concat(t.label.Must...))
	if t.label.Topic != w.topic {
		w.shift(t.label.Topic, wanted)
	}
	for id := range wanted {
		w.items[id] = true
	}
	if w.foundAfter[w.topic] != notFound {
		return
	}
	if held {
		w.foundAfter[w.topic] = w.since
		w.found(w.since)
	}
	w.since++
}

// shift begins a topic. How long the one before lingers is counted where it had
// been found.
func (w *sessionWalk) shift(topic string, wanted map[string]bool) {
	if w.topic != "" && w.foundAfter[w.topic] != notFound {
		w.old, w.outliving, w.outlived = map[string]bool{}, true, 0
		for id := range w.items {
			if !wanted[id] {
				w.old[id] = true
			}
		}
	}
	w.topic, w.items, w.since = topic, map[string]bool{}, 0
	w.foundAfter[topic] = notFound
}

func (w *sessionWalk) found(after int) {
	w.tally[numTopics]++
	w.tally[numFound]++
	if after == 0 {
		w.tally[numFirst]++
	}
}

func (w *sessionWalk) outlive(active map[string]bool) {
	switch {
	case !w.outliving:
	case overlap(active, w.old):
		w.outlived++
	default:
		w.settle()
	}
}

// settle ends the count of what outlives a shift.
func (w *sessionWalk) settle() {
	w.tally[numShifts]++
	w.tally[numOutlived] += w.outlived
	w.outliving = false
}

func (w *sessionWalk) end() {
	if w.outliving {
		w.settle()
	}
	for _, after := range w.foundAfter {
		if after == notFound {
			w.tally[numTopics]++
		}
	}
}
