// Package lesson finds, reads and writes lessons: Markdown files that each hold one fact that
// a project or a person wants heeded. It does not know which lessons may be told.
package lesson

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/lesson/category"
)

// Limits of one lesson. Longer texts are cut, with a warning.
const (
	FileBytesMax = 8 << 10
	TitleMax     = 80  // characters
	TextMax      = 600 // characters
)

// The marks of a merge stand at the beginning of lines, in the header as well.
var (
	conflictBegins = regexp.MustCompile(`(?m)^<{7}(?: |\r?$)`)
	conflictEnds   = regexp.MustCompile(`(?m)^>{7}(?: |\r?$)`)
)

// Lesson is what a file says.
type Lesson struct {
	ID         string // of IsID
	Title      string // one line
	Category   string // one of category.All; empty: none is said
	When       string // at what work it counts; may be empty
	Paths      []string
	Added      string // a day, as in 2026-03-02; may be empty
	By         string // user, model or import; empty: not said
	Source     string // where it was learned, for people
	Supersedes []string
	Aliases    []string
	Pinned     bool
	Text       string // one line: the fact, and what to do about it
	Broken     bool   // its header cannot be read; what was found in it is a guess
}

// Parse reads a file; id is the lesson's, as its name or header has it. A rejection (without
// path) means that the file says nothing that could be told.
func Parse(id string, data []byte) (Lesson, []string, *catalog.Rejection) {
	doc, rejection := markdown.Parse(data)
	if rejection != nil {
		return Lesson{}, nil, rejection
	}
	warnings := doc.Warnings
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	switch said := doc.Text("id"); {
	case said == "" || said == id:
	case IsID(said):
		warn("its header has the id %s, its name %s, which counts", cut.Runes(said, 20), id)
	default:
		warn("its header has the id %s, which is none: behind L- stand %d of %s; it has %s, by its name", cut.Runes(said, 20), idLength, idLetters, id)
	}
	if conflictBegins.Match(data) && conflictEnds.Match(data) {
		return Lesson{}, warnings, &catalog.Rejection{Code: "conflict", Reason: "it holds the marks of a merge that was not finished"}
	}
	l := Lesson{
		ID: id, When: doc.Text("when"), Paths: doc.List("paths"), Added: doc.Text("added"), By: doc.Text("by"), Source: doc.Text("source"),
		Supersedes: doc.List("supersedes"), Aliases: doc.List("aliases"), Pinned: doc.True("pinned"),
		Title: doc.Text("title"), Text: catalog.Clean(doc.Body), Broken: doc.State == markdown.Broken || doc.State == markdown.Absent && strings.HasPrefix(doc.Body, "---"), // without an end
	}
	if _, faults := Globs(l.Paths); !l.Broken {
		warnings = append(warnings, faults...)
	}
	said := doc.Text("category")
	if l.Category = category.Of(said); l.Category == "" && said != "" {
		warn("there is no category %q; there are %s", cut.Runes(said, 20), strings.Join(category.All, ", "))
	}
	l.Title = cmp.Or(l.Title, catalog.Clean(doc.FirstLine()))
	l.Text = cmp.Or(l.Text, l.Title)
	if l.Text == "" {
		return Lesson{}, warnings, &catalog.Rejection{Code: "empty", Reason: "it says nothing"}
	}
	if shorter := cut.RunesEllipsis(l.Text, TextMax); shorter != l.Text {
		warn("its text has more than %d characters; what is beyond is not told", TextMax)
		l.Text = shorter
	}
	if shorter := cut.RunesEllipsis(l.Title, TitleMax); shorter != l.Title {
		l.Title = shorter
	}
	return l, warnings, nil
}
