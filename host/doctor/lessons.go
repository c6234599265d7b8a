package doctor

import (
	"cmp"
	"fmt"
)

// Lessons is what there is of lessons in the workspace.
type Lessons struct {
	Unread  error     // what is known of them cannot be read, so none may be told
	Told    int       // that may be told
	Waiting int       // that wait for a person's yes or no, with proposed ones
	Folder  string    // of the user's own
	Faulty  []Problem // files that are no lessons, or have another's id
}

func (e *exam) lessons() {
	if e.Lessons == nil {
		return
	}
	l := e.Lessons()
	if l.Unread != nil {
		e.found("lessons-unread", l.Folder, fmt.Sprintf("%v.", l.Unread))
	}
	if l.Waiting > 0 {
		e.found("lessons-wait", l.Folder, count(l.Waiting, "lesson waits", "lessons wait")+" for your yes or no; till then none of that is told.")
	}
	for _, f := range l.Faulty[:min(len(l.Faulty), faultyMax)] {
		e.found("lessons-faulty", f.Where, fmt.Sprintf("It does not count: %s.", f.What))
	}
	words := ""
	if l.Told > 0 {
		words = count(l.Told, "lesson", "lessons") + " may be told"
	}
	e.saw(areaLessons, cmp.Or(words, "no lesson may be told"))
}
