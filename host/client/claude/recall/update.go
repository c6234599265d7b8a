package recall

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/lesson/seed"
	"github.com/ed-irl/impressionism/host/visible"
)

const (
	usesMax       = 100
	categoryUsual = "pattern" // where none is said: the tool has no lesson without
)

// head is how the tool begins a file.
const fileHead = `# LESSONS.md - %s Level

> **Lessons System**: Cite lessons with [L###] when applying them.
> Stars accumulate with each use. At 50 uses, project lessons promote to system.
>
> **Add lessons**: ` + "`LESSON: [category:] title - content`" + `
> **Categories**: pattern, correction, decision, gotcha, preference

## Active Lessons

`

// UpdateLessons returns a file with lessons in it. Of a lesson that is there already only what
// changed is written anew: its text, and its counts where it was cited more often here. Others
// are appended with the next free id. No lesson of the file is removed: it may be the tool's
// own. user: the lessons count in every project.
func UpdateLessons(data []byte, lessons []inspect.ForeignLesson, user bool) ([]byte, error) {
	level, prefix := "Project", "L"
	if user {
		level, prefix = "System", "S"
	}
	if len(strings.TrimSpace(string(data))) == 0 {
		data = fmt.Appendf(nil, fileHead, level)
	}
	doc, err := parse(data)
	if err != nil {
		return nil, err
	}
	end := "\n"
	if strings.Contains(string(data), "\r\n") {
		end = "\r\n"
	}
	next := nextNumber(doc, lessons)
	found := doc.match(lessons)
	var added []string
	for i, l := range lessons {
		if at := found[i]; at >= 0 {
			doc.entries[at].update(l, end)
			continue
		}
		if !idPattern().MatchString(l.ID) || doc.has(l.ID) || !strings.HasPrefix(l.ID, prefix) {
			l.ID = fmt.Sprintf("%s%03d", prefix, next)
			next++
		}
		added = append(added, newEntry(l, end))
	}
	before, after := doc.split()
	var b strings.Builder
	b.WriteString(before)
	last := before[max(0, len(before)-4):]
	for _, text := range added {
		switch {
		case !strings.HasSuffix(last, "\n") && last != "":
			b.WriteString(end + end)
		case !strings.HasSuffix(last, "\n\n") && !strings.HasSuffix(last, "\n\r\n"):
			b.WriteString(end)
		}
		b.WriteString(text)
		last = text[max(0, len(text)-4):]
	}
	b.WriteString(after)
	return []byte(b.String()), nil
}

// split returns a file as it is now in two parts: what is added comes between them, behind the
// last lesson before another section begins.
func (d document) split() (before, after string) {
	var b strings.Builder
	b.WriteString(strings.Join(d.head, ""))
	cut := -1
	for _, e := range d.entries {
		b.WriteString(e.heading)
		b.WriteString(strings.Join(e.facts, ""))
		b.WriteString(strings.Join(e.content, ""))
		for _, line := range e.tail {
			if cut < 0 && (strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "## ")) {
				cut = b.Len()
			}
			b.WriteString(line)
		}
	}
	text := b.String()
	if cut < 0 {
		cut = len(text)
	}
	return text[:cut], text[cut:]
}

// has reports whether a file uses an id.
func (d document) has(id string) bool {
	for _, e := range d.entries {
		if e.ID == id {
			return true
		}
	}
	return false
}

// nextNumber is above all that were ever used, as far as is known: ids are not used again.
func nextNumber(doc document, lessons []inspect.ForeignLesson) int {
	highest := 0
	note := func(id string) {
		if idPattern().MatchString(id) {
			n, _ := strconv.Atoi(id[1:]) // it has nine digits at most
			highest = max(highest, n)
		}
	}
	for _, e := range doc.entries {
		note(e.ID)
	}
	for _, l := range lessons {
		note(l.ID)
	}
	return highest + 1
}

// update writes into an entry what a lesson says otherwise.
func (e *entry) update(l inspect.ForeignLesson, end string) {
	if !sameTitle(e.Title, l.Title) {
		mark := ""
		if e.ByModel {
			mark = " " + robot
		}
		e.heading = fmt.Sprintf("### [%s] [%s] %s%s%s", e.ID, cmp.Or(starsOf(e.heading), rating(l)), visible.Line(l.Title), mark, endOf(e.heading, end))
	}
	if !e.same(l) && visible.Line(l.Text) != e.Text {
		if len(e.facts) > 0 {
			e.facts[len(e.facts)-1] = ended(e.facts[len(e.facts)-1], end)
		} else {
			e.heading = ended(e.heading, end)
		}
		e.content = []string{contentOf(l, end)}
	}
	category := l.Category != "" && l.Category != e.Category
	counted := l.Uses > e.Uses
	if !category && !counted {
		return
	}
	facts := l
	if !counted {
		facts.Uses, facts.Velocity, facts.Last = e.Uses, e.Velocity, e.Last
	}
	e.heading = ended(e.heading, end)
	e.facts = []string{e.factsOf(facts, end)}
	if stars := starsOf(e.heading); counted && stars != "" {
		e.heading = strings.Replace(e.heading, "["+stars+"]", "["+rating(l)+"]", 1)
	}
}

// starsOf returns the stars of a heading as they stand there.
func starsOf(heading string) string {
	match := headingPattern().FindStringSubmatchIndex(strings.TrimRight(heading, "\r\n"))
	if match == nil || match[4] < 0 {
		return ""
	}
	return heading[match[4]:match[5]]
}

// factsOf writes the list of a lesson; keys that are not known here stay behind the others.
func (e *entry) factsOf(l inspect.ForeignLesson, end string) string {
	line := factsOf(l)
	var items []string
	for _, raw := range e.facts {
		if text := strings.TrimSpace(raw); len(items) == 0 || strings.HasPrefix(text, "- **") {
			items = append(items, text)
		} else {
			items[len(items)-1] += " " + text
		}
	}
	for _, raw := range items {
		for _, match := range keyPattern().FindAllStringSubmatch(raw, -1) {
			switch strings.ToLower(match[1]) {
			case "uses", "velocity", "learned", "last", "category":
			default:
				line += fmt.Sprintf(" | **%s**: %s", match[1], strings.TrimSpace(match[2]))
			}
		}
	}
	return line + end
}

func factsOf(l inspect.ForeignLesson) string {
	category := l.Category
	if category == "" {
		category = categoryUsual
	}
	return fmt.Sprintf("- **Uses**: %d | **Velocity**: %s | **Learned**: %s | **Last**: %s | **Category**: %s",
		max(1, l.Uses), strconv.FormatFloat(l.Velocity, 'g', -1, 64), l.Learned, lastOf(l), category)
}

func lastOf(l inspect.ForeignLesson) string {
	if l.Last == "" {
		return l.Learned
	}
	return l.Last
}

func contentOf(l inspect.ForeignLesson, end string) string { return "> " + visible.Line(l.Text) + end }

func newEntry(l inspect.ForeignLesson, end string) string {
	mark, source := "", ""
	if l.ByModel {
		mark, source = " "+robot, " | **Source**: ai "+robot
	}
	return fmt.Sprintf("### [%s] [%s] %s%s%s", l.ID, rating(l), visible.Line(l.Title), mark, end) +
		factsOf(l) + source + end + contentOf(l, end) + end
}

// endOf is the end of a line as it has it.
func endOf(line, usual string) string {
	if rest := strings.TrimRight(line, "\r\n"); rest != line {
		return line[len(rest):]
	}
	return usual
}

// ended is a line with its end, which the last one of a file may lack.
func ended(line, end string) string {
	if strings.HasSuffix(line, "\n") {
		return line
	}
	return strings.TrimSuffix(line, "\r") + end
}

// rating is the two groups of five stars.
func rating(l inspect.ForeignLesson) string {
	stars := func(n int) string { return strings.Repeat("*", n) + strings.Repeat("-", seed.StarsMax-n) }
	uses, velocity := seed.Use{Uses: max(1, l.Uses), Velocity: l.Velocity}.Stars()
	return stars(uses) + "|" + stars(velocity)
}
