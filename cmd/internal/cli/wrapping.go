package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
)

// How wide prose for people is printed: as wide as the terminal within these bounds.
const (
	ProseColumns    = 80
	proseColumnsMin = 30
)

// LineColumns is how wide lines of prose may be.
func LineColumns(e *env.Env) int {
	return min(max(cmp.Or(Columns(e), ProseColumns), proseColumnsMin), ProseColumns)
}

// PrintProse prints a paragraph between the marks of its first and of its other lines. For
// no terminal it is one line, in which sentences are found whole.
func PrintProse(e *env.Env, first, others, words string) {
	if Columns(e) == 0 {
		fmt.Fprintln(e.Out, first+textline.Plain(words))
		return
	}
	PrintWrapped(e, first, others, words)
}

// PrintWrapped prints a paragraph in lines of prose wherever it goes.
func PrintWrapped(e *env.Env, first, others, words string) {
	mark := first
	for _, line := range WrappedTo(textline.Plain(words), LineColumns(e)-text.StringWidth(others)) {
		fmt.Fprintln(e.Out, strings.TrimRight(mark+line, " "))
		mark = others
	}
}

// Wrapped divides prose into lines of ProseColumns.
func Wrapped(words string) []string { return WrappedTo(words, ProseColumns) }

// WrappedTo divides prose into lines of so many columns between words. A word that is
// longer, such as a path, and a command to copy stay whole.
func WrappedTo(words string, columns int) []string {
	lines := []string{""}
	for _, part := range unbroken(strings.Join(strings.Fields(words), " ")) {
		last := len(lines) - 1
		switch line := lines[last]; {
		case line == "":
			lines[last] = part.word
		case text.StringWidth(line)+1+text.StringWidth(part.word) <= columns:
			lines[last] += " " + part.word
		default:
			lines = append(lines, part.word)
		}
	}
	return lines
}

// Wrapping is a stream for people: a line that is wider than the terminal goes on below
// itself. It holds a line back until it ends. See RATIONALE.md, "Why is output cleaned
// where it is written?".
type Wrapping struct {
	to      io.Writer
	columns int // 0: lines stay whole
	begun   []byte
	failed  error // the first: who prints lines looks at none
}

// NewWrapping returns a stream for a terminal of so many columns; 0: for no terminal.
func NewWrapping(to io.Writer, columns int) *Wrapping {
	if columns > 0 {
		columns = max(columns, proseColumnsMin)
	}
	return &Wrapping{to: to, columns: columns}
}

// Write implements io.Writer.
func (w *Wrapping) Write(content []byte) (int, error) {
	if w.columns == 0 {
		return w.put(content)
	}
	w.begun = append(w.begun, content...)
	end := bytes.LastIndexByte(w.begun, '\n') + 1
	var out strings.Builder
	for line := range strings.Lines(string(w.begun[:end])) {
		out.WriteString(folded(line, w.columns))
	}
	w.begun = append([]byte(nil), w.begun[end:]...)
	if _, err := w.put([]byte(out.String())); err != nil {
		return 0, err
	}
	return len(content), nil
}

// put passes on what is to be read as it is.
func (w *Wrapping) put(content []byte) (int, error) {
	n, err := w.to.Write(content)
	if w.failed == nil {
		w.failed = err
	}
	return n, err
}

// Flush writes a line that was begun.
func (w *Wrapping) Flush() {
	if len(w.begun) == 0 {
		return
	}
	_, _ = w.put([]byte(folded(string(w.begun), w.columns))) // failed has it
	w.begun = nil
}

// flush shows what was written of a line, such as a question.
func flush(e *env.Env) {
	if w, ok := e.Out.(*Wrapping); ok {
		w.Flush()
	}
}

// Exact returns the output for what programs read and for what is copied: its lines stay
// whole. That its reader has gone is no error of a write: whatever else a command has to say
// decides how it ends.
func Exact(e *env.Env) io.Writer {
	if w, ok := e.Out.(*Wrapping); ok {
		return exact{w, Gone}
	}
	return e.Out
}

// Stream is Exact for what goes on as long as somebody reads: a write fails once the reader
// has gone.
func Stream(e *env.Env) io.Writer {
	if w, ok := e.Out.(*Wrapping); ok {
		return exact{w, func(err error) error { return err }}
	}
	return e.Out
}

// Unwrap has both streams pass on lines as they are.
func Unwrap(e *env.Env) {
	for _, stream := range []*io.Writer{&e.Out, &e.ErrOut} {
		if w, ok := (*stream).(*Wrapping); ok {
			*stream = w.to
		}
	}
}

// exact passes by a wrapping.
type exact struct {
	wrapping *Wrapping
	lost     func(error) error // of the errors of writing, those that are one
}

func (e exact) Write(content []byte) (int, error) {
	e.wrapping.Flush()
	n, err := e.wrapping.put(content)
	if err = e.lost(err); err == nil {
		n = len(content)
	}
	return n, err
}

// folded divides a line that is wider than so many columns between words. What comes
// after its first part stands below the text behind the line's label. A word or command
// that is longer than a line stays whole, on a line of its own.
func folded(line string, columns int) string {
	body := strings.TrimRight(line, " \r\n")
	if columns == 0 || text.StringWidth(body) <= columns {
		return line
	}
	lead, hang := margins(body, columns)
	var out strings.Builder
	at, begun := 0, false // the column, and whether the line has a word
	for _, part := range unbroken(body) {
		gap, width := text.StringWidth(part.gap), text.StringWidth(part.word)
		if begun && at+gap+width > columns {
			indent := hang
			if indent+width > columns {
				indent = lead
			}
			out.WriteString("\n" + strings.Repeat(" ", indent) + part.word)
			at = indent + width
			continue
		}
		out.WriteString(part.gap + part.word)
		at, begun = at+gap+width, true
	}
	return out.String() + line[len(body):]
}

// foldIndent is how far to the right a wide line without a label goes on: as far as the
// text behind a mark.
const foldIndent = 2

// margins are where a wide line goes on: below the text behind its label, which ends in
// two blanks; and for what is too wide there.
func margins(line string, columns int) (lead, hang int) {
	body := strings.TrimLeft(line, " ")
	lead = len(line) - len(body) + foldIndent
	hang = lead
	for at := len(line) - len(body); at < len(line); {
		gap := strings.Index(line[at:], "  ")
		if gap < 0 {
			break
		}
		at += gap
		at += len(line[at:]) - len(strings.TrimLeft(line[at:], " "))
		if column := text.StringWidth(line[:at]); column <= columns/2 {
			hang = column
		}
	}
	return lead, hang
}

// part is a word, or a command, with the blanks before it.
type part struct{ gap, word string }

// unbroken divides a line into what stays on one: words, and the commands to copy that
// follow a colon or begin the line.
func unbroken(line string) []part {
	var parts []part
	command, quote := false, rune(0)
	for line != "" {
		rest := strings.TrimLeft(line, " ")
		gap := line[:len(line)-len(rest)]
		end := strings.IndexByte(rest, ' ')
		if end < 0 {
			end = len(rest)
		}
		word := rest[:end]
		line = rest[end:]
		if command {
			parts[len(parts)-1].word += gap + word
		} else {
			command = word == commandName && (len(parts) == 0 || isLead(parts[len(parts)-1].word))
			parts = append(parts, part{gap, word})
		}
		if quote = quoteAfter(word, quote); !command {
			quote = 0
		}
		if quote == 0 && strings.ContainsAny(word[len(word)-1:], ";,.)") {
			command = false // what follows is the sentence's again
		}
	}
	return parts
}

const commandName = "impressionism"

// isLead reports whether a word announces a command.
func isLead(word string) bool { return strings.HasSuffix(word, ":") || word == "→" }

// quoteAfter is the quote that is open behind a word of a command.
func quoteAfter(word string, open rune) rune {
	before := ' '
	for _, r := range word {
		switch {
		case open != 0 && r == open:
			open = 0
		case open == 0 && (r == '"' || r == '\'') && !unicode.IsLetter(before):
			open = r
		}
		before = r
	}
	return open
}
