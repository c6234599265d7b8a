package handoff

import (
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// story is a session's steps with what is read out of them.
type story struct {
	steps     []work.Step
	workspace string
	from      int // step of the prompt that opened the present topic
	goal      int // step of the prompt that says what is wanted; -1: none does
	touched   []touched
	todos     []work.Todo
	torn      bool            // todos are a beginning of the list
	made      []made          // commits
	tellings  map[int]telling // of steps, as far as somebody asked
	lines     lineKinds
	misused   map[int]bool    // steps, as far as somebody asked
	mended    map[string]bool // names, as far as somebody asked: they failed once and do not any more
	failed    map[string]bool // names in what fails now; nil: not asked
	fetched   map[string]bool // runs of words that came from outside
}

// merge joins recorded events and the transcript's end. The transcript counts from its first
// prompt on that the events have too; events before that prompt, those behind the
// transcript's last prompt, and those of its last turn that it does not have yet, are added.
// Clocks play no part.
func merge(events []work.Step, record *work.Record) []work.Step {
	if record == nil {
		return events
	}
	steps := record.Steps
	first := slices.IndexFunc(steps, isPrompt)
	if first < 0 { // one turn is longer than the transcript's end, or nothing of it can be read
		return slices.Concat(events, steps)
	}
	var before, after []work.Step
	if at := findPrompt(events, steps, first); at > 0 {
		before = events[:at]
	}
	last := lastPrompt(steps)
	if at := lastPrompt(events); at >= 0 && samePrompt(events[at].Text, steps[last].Text) {
		after = missing(events[at+1:], steps[last+1:])
	} else if at >= 0 {
		for i := at; i >= 0; i-- {
			if isPrompt(events[i]) && samePrompt(events[i].Text, steps[last].Text) {
				after = sinceNextPrompt(events[i+1:])
				break
			}
		}
	}
	return slices.Concat(before, steps, after)
}

// missing returns the events of a turn that its steps in a transcript do not have, since the
// client writes it late or somebody tore it: of each kind the last ones, as many as there are
// more. Texts are not compared, because those of events may have been cut.
func missing(events, steps []work.Step) []work.Step {
	more := map[string]int{}
	for _, e := range events {
		more[e.Kind]++
	}
	for _, s := range steps {
		if !s.Failed { // no event tells of a tool that failed
			more[s.Kind]--
		}
	}
	var found []work.Step
	for _, e := range slices.Backward(events) {
		if more[e.Kind] > 0 {
			more[e.Kind]--
			found = append(found, e)
		}
	}
	slices.Reverse(found)
	return found
}

func isPrompt(s work.Step) bool { return s.Kind == work.Prompted }

// isRequest reports whether a prompt wants something done: one that only says a lesson, to be
// kept, does not.
func isRequest(s work.Step) bool { return isPrompt(s) && !saysLesson().MatchString(s.Text) }

func lastPrompt(steps []work.Step) int {
	for i, s := range slices.Backward(steps) {
		if isPrompt(s) {
			return i
		}
	}
	return -1
}

// findPrompt returns where the events have the prompt at a step, the occurrence that has most
// prompts behind it in common; -1: they do not have it.
func findPrompt(events, steps []work.Step, at int) int {
	var wanted []string
	for _, s := range steps[at:] {
		if isPrompt(s) {
			wanted = append(wanted, s.Text)
		}
	}
	var prompts []int
	for i, s := range events {
		if isPrompt(s) {
			prompts = append(prompts, i)
		}
	}
	best, most := -1, 0
	for n := max(0, len(prompts)-len(wanted)-alignMax); n < len(prompts); n++ {
		common := 0
		for common < len(wanted) && n+common < len(prompts) && common < alignMax && samePrompt(events[prompts[n+common]].Text, wanted[common]) {
			common++
		}
		if common > most {
			best, most = prompts[n], common
		}
	}
	return best
}

// alignMax bounds how many prompts are compared, so that the search takes linear time.
const alignMax = 20

// samePrompt compares a prompt with one that may have been cut when it was stored.
func samePrompt(a, b string) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= 100 && strings.HasPrefix(b, a)
}

func sinceNextPrompt(events []work.Step) []work.Step {
	if at := slices.IndexFunc(events, isPrompt); at >= 0 {
		return events[at:]
	}
	return nil
}

func newStory(steps []work.Step, workspace string) *story {
	s := &story{steps: steps, workspace: workspace, tellings: map[int]telling{}, lines: lineKinds{}, misused: map[int]bool{}, mended: map[string]bool{}}
	s.touch()
	s.fetched = fetched(steps)
	s.made = commits(steps)
	s.findTopic()
	return s
}

func note(todos, changes []work.Todo) []work.Todo {
	for _, c := range changes {
		at := slices.IndexFunc(todos, func(t work.Todo) bool { return t.ID == c.ID && (c.ID != "" || t.Text == c.Text) })
		if at < 0 {
			if c.Text != "" && len(todos) < work.TodosMax {
				if c.State == "" {
					c.State = work.Open
				}
				todos = append(todos, c)
			}
			continue
		}
		if c.Text != "" {
			todos[at].Text = c.Text
		}
		if c.State != "" {
			todos[at].State = c.State
		}
	}
	return todos
}

// touch collects the files that the session wrote, moved or removed, and those whose changes
// it took back, by the order of the last touch.
func (s *story) touch() {
	at := map[string]int{} // in touched
	note := func(i int, name string, dropped bool) {
		name = local(s.workspace, name)
		if name == "" {
			return
		}
		if old, there := at[name]; there {
			s.touched[old].path = ""
		} else if dropped {
			return // what the session did not touch it does not take back
		}
		at[name] = len(s.touched)
		s.touched = append(s.touched, touched{path: name, at: i, dropped: dropped})
	}
	for i, step := range s.steps {
		switch {
		case step.Kind == work.Edited:
			note(i, step.Path, false)
		case step.Kind == work.Ran && !step.Failed:
			for _, t := range touches(step.Text, s.workspace) {
				note(i, t.path, t.dropped)
			}
		}
	}
	s.touched = slices.DeleteFunc(s.touched, func(t touched) bool { return t.path == "" })
}

// lastCommit returns the step of the session's last commit, or -1.
func (s *story) lastCommit() int {
	if len(s.made) == 0 {
		return -1
	}
	return s.made[len(s.made)-1].at
}

// topic is what is known of the present topic while the steps are read in order.
type topic struct {
	words      map[string]bool
	todos      []work.Todo
	torn       bool // todos are a beginning of the list
	edits      bool
	lastEdit   int
	lastCommit int
	checks     int  // how often failures were looked for
	completed  bool // the model marked the work as done, and nothing was asked since
}

// Limits of what opens a topic by itself.
const (
	topicTerms     = 4    // fewer words are a remark
	topicOverlap   = 0.34 // of its words a remark shares more with what was said before
	topicChecksMax = 20
)

// findTopic finds the prompt that opened the present topic.
func (s *story) findTopic() {
	s.goal = -1
	t := topic{words: map[string]bool{}, lastEdit: -1, lastCommit: -1}
	made := s.made
	for i, step := range s.steps {
		for len(made) > 0 && made[0].at < i {
			t.lastCommit, made = made[0].at, made[1:]
		}
		if isRequest(step) {
			switch {
			case s.goal < 0 && substantial(step.Text):
				s.goal = i
			case s.goal >= 0 && (t.saysShift(step.Text) || s.shifts(&t, i)):
				s.from, s.goal = i, i
				t.words, t.edits = map[string]bool{}, false
			}
		}
		t.add(step, i)
	}
	if s.goal < 0 {
		if first := slices.IndexFunc(s.steps, isRequest); first >= 0 && !trivial(s.steps[first].Text) {
			s.goal = first
		}
	}
	s.todos, s.torn = t.todos, t.torn
}

// add notes a step.
func (t *topic) add(step work.Step, at int) {
	switch step.Kind {
	case work.Listed:
		t.todos, t.torn = slices.Clone(step.Todos), step.Torn
	case work.Noted:
		t.todos = note(t.todos, step.Todos)
	case work.Edited:
		t.edits, t.lastEdit = true, at
		addTerms(t.words, strings.NewReplacer("/", " ", ".", " ", "_", " ").Replace(step.Path))
	case work.Prompted, work.Answered, work.Planned:
		addTerms(t.words, step.Text)
		t.completed = completes(step) || t.completed && step.Kind != work.Prompted
	}
}

func addTerms(words map[string]bool, text string) {
	for _, term := range language.Terms(text) {
		words[term] = true
	}
}

// left reports whether a todo is open.
func (t *topic) left() bool {
	return slices.ContainsFunc(t.todos, func(t work.Todo) bool { return t.State == work.Open || t.State == work.Active })
}

// saysShift reports whether a prompt says that it opens a topic.
func (t *topic) saysShift(text string) bool {
	if !shiftWords().MatchString(text) && (!nextWord().MatchString(text) || t.left()) {
		return false
	}
	return len(language.Terms(text)) >= topicTerms-1
}

// shifts reports whether a prompt opens a topic without saying so: what was before is
// finished, and the words are others.
func (s *story) shifts(t *topic, at int) bool {
	text := s.steps[at].Text
	terms := language.Terms(text)
	switch {
	case len(terms) < topicTerms || isReply(text):
		return false
	case t.completed && !t.left() && t.checks < topicChecksMax:
		t.checks++
		return len(s.failing(s.goal, at)) == 0
	case !t.edits: // what was asked before the work began
		return isQuestion(s.steps[s.goal].Text) && !isQuestion(text)
	}
	shared := 0
	for _, term := range terms {
		if t.words[term] {
			shared++
		}
	}
	if float64(shared) >= topicOverlap*float64(len(terms)) || t.left() || t.lastEdit > t.lastCommit || t.checks >= topicChecksMax {
		return false
	}
	t.checks++
	return len(s.failing(s.goal, at)) == 0
}
