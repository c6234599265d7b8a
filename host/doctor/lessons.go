package doctor

import (
	"cmp"
	"fmt"
	"strings"
)

// Lessons is what there is of lessons in the workspace.
type Lessons struct {
	Unread  error     // what is known of them cannot be read, so none may be told
	Told    int       // that may be told
	Waiting int       // that wait for a person's yes or no, with proposed ones
	Folder  string    // of the user's own
	Noted   []Problem // files of which a part of the header counts for nothing
	Faulty  []Problem // files that are no lessons, or have another's id

	Checked  int       // that were held against the repository
	Doubtful []string  // the ids of those that name what it no longer has
	Old      []string  // and have done so for OldDays
	Orphans  []Problem // ids that files cite and no lesson has
	Long     int       // of those that wait, for two weeks and more
	Ignored  string    // the project's folder, which git ignores though it has lessons; or ""
	Off      string    // the project's folder, which has lessons that the settings switch off; or ""
	NotTold  []string  // ids of lessons that might be told for ninety days and never were
	Tellings int       // ever, of which it is known whether they were cited
	Cited    int       // of them
	Repeated []Problem // lessons that a file of instructions says already
}

// OldDays is after how many days a doubtful lesson is worth a finding of its own.
const OldDays = 30

// doubtfulShare: more than one lesson of so many is a finding.
const doubtfulShare = 5

// some names the first of several.
func some(names []string) string {
	const most = 5
	if len(names) > most {
		return strings.Join(names[:most], ", ") + " and more"
	}
	return strings.Join(names, ", ")
}

// From so many tellings on it tells something that none was cited.
const uncitedMin = 200

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
	if l.Long > 0 {
		e.found("lessons-wait-long", l.Folder, count(l.Long, "lesson waits", "lessons wait")+" for two weeks and more.")
	}
	if l.Ignored != "" {
		e.found("lessons-ignored", l.Ignored, "git ignores the folder of the project's lessons: nobody else gets them, and they are not told here before you keep each.")
	}
	if l.Off != "" {
		e.found("lessons-off", l.Off, "The project has lessons, and lessons.project is off.")
	}
	if len(l.NotTold) > 0 {
		e.found("lessons-never-told", l.Folder, count(len(l.NotTold), "lesson was", "lessons were")+" never told in 90 days: "+some(l.NotTold)+".")
	}
	if l.Tellings >= uncitedMin && l.Cited == 0 {
		e.found("lessons-uncited", l.Folder, fmt.Sprintf("Lessons were told %d times and never cited: they may not bear on the work, or the model does not name their ids.", l.Tellings))
	}
	for _, r := range l.Repeated[:min(len(l.Repeated), faultyMax)] {
		e.found("lessons-repeated", r.Where, r.What)
	}
	for _, f := range l.Faulty[:min(len(l.Faulty), faultyMax)] {
		e.found("lessons-faulty", f.Where, fmt.Sprintf("It does not count: %s.", f.What))
	}
	if n := len(l.Doubtful); n > 0 && doubtfulShare*n > l.Checked {
		e.found("lessons-doubtful", l.Folder, fmt.Sprintf("%d of %s here name what the repository no longer has: %s.", n, count(l.Checked, "lesson", "lessons"), some(l.Doubtful)))
	}
	if len(l.Old) > 0 {
		e.found("lessons-stale", l.Folder, fmt.Sprintf("What they name has been gone for %d days and more: %s.", OldDays, some(l.Old)))
	}
	for _, o := range l.Orphans[:min(len(l.Orphans), faultyMax)] {
		e.found("lessons-orphans", o.Where, fmt.Sprintf("It cites %s, and there is no such lesson here.", o.What))
	}
	for _, f := range l.Noted[:min(len(l.Noted), faultyMax)] {
		e.found("lessons-header", f.Where, fmt.Sprintf("The lesson counts, but %s.", f.What))
	}
	words := ""
	if l.Told > 0 {
		words = count(l.Told, "lesson", "lessons") + " may be told"
	}
	e.saw(areaLessons, cmp.Or(words, "no lesson may be told"))
}
