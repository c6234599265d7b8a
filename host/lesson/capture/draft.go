package capture

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/lesson/category"
	"github.com/ed-irl/impressionism/host/visible"
)

// Draft is a lesson that nobody has stored yet.
type Draft struct {
	Title      string // at most titleCharsMax characters, one line
	Text       string // what to do and why; may repeat the title
	Category   string // one of category.All, or empty
	When       string // when it applies; may be empty
	Paths      []string
	Supersedes []string // ids of lessons that it takes the place of
	User       bool     // for the user's own folder rather than the project's
	Pinned     bool     // every session needs it; counts of a person alone
	ByModel    bool     // the model wrote it
}

// titleCharsMax is what a line of a listing has room for.
const titleCharsMax = 80

// draftBytesMax bounds what is read of one draft: the gate takes 120 words.
const draftBytesMax = 4 << 10

// drafted reads "[category:] title - content". Without " - " the text is all of it, and the
// title its beginning.
func drafted(text string) Draft {
	text = strings.TrimSpace(cut.Bytes(text, draftBytesMax))
	var d Draft
	if head, rest, found := strings.Cut(text, ":"); found {
		if d.Category = category.Of(strings.TrimSpace(strings.Trim(head, "[]*_ "))); d.Category != "" {
			text = strings.TrimLeft(rest, " *_")
		}
	}
	for _, dash := range []string{" - ", " – ", " — "} {
		if title, content, found := strings.Cut(text, dash); found && utf8.RuneCountInString(title) <= titleCharsMax {
			d.Title, d.Text = oneLine(title), oneLine(content)
			return d
		}
	}
	d.Text = oneLine(text)
	d.Title = titleOf(d.Text)
	return d
}

// titleOf is the first sentence of a text, as far as a title may go.
func titleOf(text string) string {
	for _, s := range sentences(text) {
		return cut.RunesEllipsis(strings.TrimRight(s.text, ".!"), titleCharsMax)
	}
	return ""
}

// titled reports that the title is the beginning or a part of the text.
func (d Draft) titled() bool { return strings.Contains(d.Text, strings.TrimSuffix(d.Title, "…")) }

// whole is all that a draft says, in sentences.
func (d Draft) whole() string {
	if d.titled() {
		return d.Text
	}
	return d.Title + ". " + d.Text
}

// String returns what is kept of a draft: the text, with the title before it unless the
// text has it.
func (d Draft) String() string {
	if d.titled() {
		return d.Text
	}
	return d.Title + " - " + d.Text
}

// oneLine folds white space and leaves the rest as it is: what hides in it is for the gate.
func oneLine(text string) string { return strings.Join(strings.FieldsFunc(text, unicode.IsSpace), " ") }

// quoted shows the beginning of a text of others in a reason.
func quoted(text string) string {
	return "“" + cut.RunesEllipsis(visible.Line(text), titleCharsMax) + "”"
}
