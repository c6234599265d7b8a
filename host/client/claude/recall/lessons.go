// Package recall reads and writes the files of Claude Recall, a tool for the same client that
// keeps lessons, so that people can come from it, go back, or use both. A file is read
// leniently, and what is not understood stays: a lesson that did not change is written back as
// it was, by the byte.
package recall

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of a file of lessons.
const (
	LessonsBytesMax = 4 << 20
	lessonsMax      = 5000
	titleMax        = 80 // characters of a title that count, as here
)

// robot marks the title of a lesson that the model added.
const robot = "🤖"

var (
	headingPattern = lazyregexp.New(`^###[ \t]+\[([LS][0-9]{1,9})\][ \t]*(?:\[([*+| \t-]*)\][ \t]*)?(.*)$`)
	idPattern      = lazyregexp.New(`^[LS][0-9]{1,9}$`)
	keyPattern     = lazyregexp.New(`\*\*([A-Za-z]+)\*\*:[ \t]*([^|]*)`)
)

// entry is one lesson of a file with the lines that it stands in.
type entry struct {
	inspect.ForeignLesson
	heading string   // the line, as all of them with its end
	facts   []string // the lines of the list with bold keys
	content []string // the lines of the text
	tail    []string // whatever comes behind that
}

// document is a file of lessons, all of whose bytes are in head and entries.
type document struct {
	head    []string
	entries []entry
}

// ReadLessons returns the lessons of a file in its order.
func ReadLessons(data []byte) ([]inspect.ForeignLesson, error) {
	doc, err := parse(data)
	if err != nil {
		return nil, err
	}
	lessons := make([]inspect.ForeignLesson, 0, len(doc.entries))
	for _, e := range doc.entries {
		lessons = append(lessons, e.ForeignLesson)
	}
	return lessons, nil
}

func parse(data []byte) (document, error) {
	var doc document
	if len(data) > LessonsBytesMax {
		return doc, fmt.Errorf("the file has more than %d bytes", LessonsBytesMax)
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return doc, fmt.Errorf("it is no text: it holds a zero byte")
	}
	lines := strings.SplitAfter(string(data), "\n")
	for number, line := range lines {
		match := headingPattern().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if match != nil {
			if len(doc.entries) == lessonsMax {
				return doc, fmt.Errorf("the file has more than %d lessons", lessonsMax)
			}
			doc.entries = append(doc.entries, begin(match, line, number+1))
			continue
		}
		if len(doc.entries) == 0 {
			doc.head = append(doc.head, line)
			continue
		}
		doc.entries[len(doc.entries)-1].take(line)
	}
	for i := range doc.entries {
		doc.entries[i].read()
	}
	return doc, nil
}

func begin(match []string, line string, number int) entry {
	title := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(match[3]), robot))
	return entry{
		ForeignLesson: inspect.ForeignLesson{ID: match[1], Title: visible.Line(title), Line: number, ByModel: strings.Contains(match[3], robot)},
		heading:       line,
	}
}

// take adds a line to the part of a lesson that it belongs to. A list that an editor wrapped
// goes on until the text begins.
func (e *entry) take(line string) {
	text := strings.TrimSpace(line)
	switch {
	case len(e.tail) > 0:
		e.tail = append(e.tail, line)
	case strings.HasPrefix(text, ">"):
		e.content = append(e.content, line)
	case len(e.content) == 0 && (strings.HasPrefix(text, "- **") || len(e.facts) > 0 && text != "" && !strings.HasPrefix(text, "#")):
		e.facts = append(e.facts, line)
	default:
		e.tail = append(e.tail, line)
	}
}

// read understands the lines of a lesson.
func (e *entry) read() {
	var words []string
	for _, line := range e.facts {
		words = append(words, strings.TrimSpace(line))
	}
	for _, match := range keyPattern().FindAllStringSubmatch(strings.Join(words, " "), -1) {
		value := strings.TrimSpace(match[2])
		switch strings.ToLower(match[1]) {
		case "uses":
			e.Uses, _ = strconv.Atoi(value) // what is no number counts as not said
		case "velocity":
			e.Velocity, _ = strconv.ParseFloat(value, 64)
		case "learned":
			e.Learned = visible.Line(value)
		case "last":
			e.Last = visible.Line(value)
		case "category":
			e.Category = strings.ToLower(visible.Line(value))
		case "triggers":
			e.When = visible.Line(value)
		case "source":
			e.ByModel = e.ByModel || strings.HasPrefix(strings.ToLower(value), "ai")
		}
	}
	if e.Velocity != e.Velocity || e.Velocity < 0 || e.Velocity > 1e6 {
		e.Velocity = 0
	}
	e.Uses = min(max(e.Uses, 0), usesMax)
	var text []string
	for _, line := range e.content {
		text = append(text, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), ">")))
	}
	e.Text = visible.Line(strings.Join(text, " "))
}

// same reports whether an entry says what a lesson says.
func (e entry) same(l inspect.ForeignLesson) bool {
	return sameTitle(e.Title, l.Title) && e.sameText(l) && (l.Category == "" || e.Category == "" || l.Category == e.Category)
}

func (e entry) sameText(l inspect.ForeignLesson) bool {
	return visible.Line(l.Text) == e.Text || e.Text == "" && sameTitle(e.Title, l.Text)
}

func sameTitle(a, b string) bool {
	return cut.RunesEllipsis(visible.Line(a), titleMax) == cut.RunesEllipsis(visible.Line(b), titleMax)
}

// match finds for each lesson its entry, or −1: by id and words, by words, by id and either its
// title or its text, by title. Doubled ids are told apart by their words, and an id alone finds
// nothing: each project counts its own.
func (d document) match(lessons []inspect.ForeignLesson) []int {
	found := make([]int, len(lessons))
	for i := range found {
		found[i] = -1
	}
	taken := make([]bool, len(d.entries))
	byID, byTitle := map[string][]int{}, map[string][]int{}
	for i, e := range d.entries {
		byID[e.ID] = append(byID[e.ID], i)
		title := cut.RunesEllipsis(e.Title, titleMax)
		byTitle[title] = append(byTitle[title], i)
	}
	for _, pass := range []func(l inspect.ForeignLesson) (candidates []int, fits func(entry) bool){
		func(l inspect.ForeignLesson) ([]int, func(entry) bool) {
			return byID[l.ID], func(e entry) bool { return e.same(l) }
		},
		func(l inspect.ForeignLesson) ([]int, func(entry) bool) {
			return byTitle[cut.RunesEllipsis(visible.Line(l.Title), titleMax)], func(e entry) bool { return e.same(l) }
		},
		func(l inspect.ForeignLesson) ([]int, func(entry) bool) {
			return byID[l.ID], func(e entry) bool { return sameTitle(e.Title, l.Title) || e.sameText(l) }
		},
		func(l inspect.ForeignLesson) ([]int, func(entry) bool) {
			return byTitle[cut.RunesEllipsis(visible.Line(l.Title), titleMax)], func(entry) bool { return true }
		},
	} {
		for i, l := range lessons {
			if found[i] >= 0 {
				continue
			}
			candidates, fits := pass(l)
			at := slices.IndexFunc(candidates, func(c int) bool { return !taken[c] && fits(d.entries[c]) })
			if at >= 0 {
				found[i] = candidates[at]
				taken[candidates[at]] = true
			}
		}
	}
	return found
}
