package recall

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of a file of handoffs. Fields beyond theirs are cut where they are read, and stay
// whole in the file.
const (
	HandoffsBytesMax = 1 << 20
	handoffsMax      = 500
	handoffItemsMax  = 200 // of the lists of one handoff
	handoffTextMax   = 4 << 10
	handoffOddMax    = 20
)

// handoffEntry is one handoff with its place in the file.
type handoffEntry struct {
	inspect.ForeignHandoff
	from, to int // its bytes
}

// handoffFile is a file of handoffs.
type handoffFile struct {
	entries []handoffEntry
	odd     []string
}

// ReadHandoffs returns the handoffs of a file in its order and what is odd about it. An error
// says why it is no such file; an empty one has no handoff.
func ReadHandoffs(data []byte) (handoffs []inspect.ForeignHandoff, odd []string, err error) {
	f, err := parseHandoffs(data)
	for _, e := range f.entries {
		handoffs = append(handoffs, e.ForeignHandoff)
	}
	return handoffs, f.odd, err
}

func parseHandoffs(data []byte) (handoffFile, error) {
	var f handoffFile
	switch {
	case len(data) > HandoffsBytesMax:
		return f, fmt.Errorf("it has %d bytes, at most %d are read", len(data), HandoffsBytesMax)
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return f, errors.New("it is UTF-16; save it as UTF-8")
	case !utf8.Valid(data):
		return f, errors.New("it is not UTF-8")
	case bytes.IndexByte(data, 0) >= 0:
		return f, errors.New("it has null bytes, as no text has")
	}
	r := handoffReader{file: &f, ids: map[string]bool{}}
	at := 0
	for line := range bytes.Lines(data) {
		r.number++
		r.line(strings.TrimRight(strings.TrimPrefix(string(line), "\ufeff"), "\r\n"), at)
		at += len(line)
	}
	r.end(len(data))
	return f, nil
}

// handoffReader reads line by line.
type handoffReader struct {
	file   *handoffFile
	number int
	ids    map[string]bool
	open   *handoffEntry
	field  *string // that lines without a mark go on with; nil: none
	tried  bool    // the lines are those of what was tried
	next   bool    // the lines are next steps
	full   bool    // no more handoffs are read
}

func (r *handoffReader) remark(line int, format string, args ...any) {
	if len(r.file.odd) < handoffOddMax {
		r.file.odd = append(r.file.odd, fmt.Sprintf("line %d: %s", line, fmt.Sprintf(format, args...)))
	}
}

// end closes the open handoff where another one, or the end of the file, begins.
func (r *handoffReader) end(at int) {
	if r.open == nil {
		return
	}
	h := *r.open
	h.to = at
	for _, text := range []*string{&h.Title, &h.Description, &h.Next, &h.Checkpoint} {
		*text = plain(*text)
	}
	for i := range h.Tried {
		h.Tried[i].Text = plain(h.Tried[i].Text)
	}
	if r.ids[h.ID] {
		r.remark(h.Line, "the id %s is there twice", h.ID)
	}
	if h.Status == "" {
		r.remark(h.Line, "%s has no status", h.ID)
	}
	r.ids[h.ID] = true
	r.file.entries = append(r.file.entries, h)
	r.open, r.field, r.tried, r.next = nil, nil, false, false
}

func plain(text string) string {
	return visible.Line(cut.Bytes(strings.TrimSpace(text), handoffTextMax))
}

// line takes one line, which begins at a byte of the file.
func (r *handoffReader) line(text string, at int) {
	trimmed := strings.TrimSpace(text)
	if id, title, isHeading := heading(trimmed); isHeading {
		r.end(at)
		if len(r.file.entries) == handoffsMax && !r.full {
			r.remark(r.number, "only %d handoffs are read", handoffsMax)
			r.full = true
		}
		if !r.full {
			r.open = &handoffEntry{ForeignHandoff: inspect.ForeignHandoff{ID: id, Title: title, Line: r.number}, from: at}
			r.field = &r.open.Title
		}
		return
	}
	switch {
	case r.open == nil:
	case strings.HasPrefix(strings.TrimLeft(trimmed, "#"), " ") && trimmed[0] == '#': // another section
		r.end(at)
	case trimmed == "" || trimmed == "---":
		r.field = nil
	case r.fields(trimmed):
	case r.tried && r.item(trimmed):
	case r.next && strings.HasPrefix(trimmed, "- "):
		r.step(strings.TrimSpace(trimmed[2:]))
	case strings.HasPrefix(trimmed, "- "): // a list that is not known
		r.field = nil
	case r.field != nil && len(*r.field) < handoffTextMax: // a wrapped line
		*r.field = strings.TrimSpace(*r.field + " " + trimmed)
	}
}

// heading reads "### [hf-0a1b2c3] Title".
func heading(line string) (id, title string, ok bool) {
	rest, ok := strings.CutPrefix(line, "###")
	if !ok {
		return "", "", false
	}
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), "[")
	if !ok {
		return "", "", false
	}
	id, title, ok = strings.Cut(rest, "]")
	return id, strings.TrimSpace(title), ok && isHandoffID(id)
}

// isHandoffID reports whether a text is an id: a few letters and digits, with a digit or behind
// "hf-".
func isHandoffID(id string) bool {
	word, isNew := strings.CutPrefix(id, "hf-")
	if word == "" || len(word) > 16 || strings.ContainsFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	}) {
		return false
	}
	return isNew || len(word) == 4 && word[0] >= 'A' && word[0] <= 'Z' && strings.Trim(word[1:], "0123456789") == ""
}

// fields reads a line of keys in bold: "- **Status**: blocked | **Phase**: research", or
// "**Next**: …". It reports whether the line is one.
func (r *handoffReader) fields(line string) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(line, "- "), "| ") // a wrapped line begins with a bar
	key, value, ok := boldKey(rest)
	if !ok {
		return false
	}
	r.tried, r.next, r.field = false, false, nil
	for {
		more := ""
		if isShortKey(key) { // several stand in one line
			if at := strings.Index(value, "| **"); at >= 0 {
				value, more = value[:at], value[at+2:]
			}
		}
		r.set(strings.ToLower(key), strings.TrimSpace(value))
		if key, value, ok = boldKey(more); !ok {
			return true
		}
	}
}

// boldKey reads "**Key**: value" or "**Key** (2 steps): value".
func boldKey(text string) (key, value string, ok bool) {
	rest, ok := strings.CutPrefix(text, "**")
	if !ok {
		return "", "", false
	}
	key, rest, ok = strings.Cut(rest, "**")
	if !ok || key == "" || len(key) > 30 {
		return "", "", false
	}
	rest = strings.TrimSpace(rest)
	if note, behind, found := strings.Cut(rest, ")"); found && strings.HasPrefix(note, "(") {
		rest = strings.TrimSpace(behind)
	}
	if key, value, ok = strings.TrimSuffix(key, ":"), "", true; strings.HasPrefix(rest, ":") {
		value = rest[1:]
	}
	return key, value, ok
}

// isShortKey reports keys whose value is a word, so that others may follow in the line.
func isShortKey(key string) bool {
	switch strings.ToLower(key) {
	case "status", "phase", "agent", "created", "updated":
		return true
	}
	return false
}

func (r *handoffReader) set(key, value string) {
	h := r.open
	word := plain(value)
	switch key {
	case "status":
		h.Status = word
	case "phase":
		h.Phase = word
	case "agent":
		h.Agent = word
	case "created":
		h.Created = word
	case "updated":
		h.Updated = word
	case "refs":
		h.Refs = listed(value, "|")
	case "files":
		h.Refs = listed(value, ",")
	case "description":
		h.Description, r.field = value, &h.Description
	case "checkpoint":
		h.Checkpoint, r.field = value, &h.Checkpoint
	case "tried":
		r.tried = true
	case "next":
		h.Next, r.field, r.next = value, &h.Next, true
	}
}

func listed(value, mark string) []string {
	var all []string
	for part := range strings.SplitSeq(value, mark) {
		if part = plain(part); part != "" && len(all) < handoffItemsMax {
			all = append(all, part)
		}
	}
	return all
}

// item reads "1. [fail] text" of what was tried.
func (r *handoffReader) item(line string) bool {
	number, rest, ok := strings.Cut(line, ".")
	if !ok || number == "" || strings.Trim(number, "0123456789") != "" {
		return false
	}
	t := inspect.HandoffTry{Text: strings.TrimSpace(rest)}
	if outcome, text, found := strings.Cut(t.Text, "]"); found && strings.HasPrefix(outcome, "[") && len(outcome) < 30 {
		t.Outcome, t.Text = plain(outcome[1:]), strings.TrimSpace(text)
	}
	if len(r.open.Tried) >= handoffItemsMax {
		r.field = nil
		return true
	}
	r.open.Tried = append(r.open.Tried, t)
	r.field = &r.open.Tried[len(r.open.Tried)-1].Text
	return true
}

// step adds a next step of a list.
func (r *handoffReader) step(text string) {
	if r.field = &r.open.Next; len(r.open.Next) < handoffTextMax {
		r.open.Next = strings.TrimPrefix(r.open.Next+"; "+text, "; ")
	}
}

// handoffsHeader begins a file that had none.
const handoffsHeader = "# HANDOFFS.md - Active Work Tracking\n\n> Track ongoing work with tried steps and next steps.\n> When completed, review for lessons to extract.\n\n## Active Handoffs\n\n"

// PutHandoff returns a file with a handoff in place of the first one with its id, else behind
// the last one. All other bytes stay as they are, and line ends are those of the file.
func PutHandoff(data []byte, h inspect.ForeignHandoff) ([]byte, error) {
	f, err := parseHandoffs(data)
	if err != nil {
		return nil, err
	}
	if !isHandoffID(h.ID) {
		return nil, fmt.Errorf("%.40q is no id of a handoff", h.ID)
	}
	before, after := data, []byte(nil)
	if at := slices.IndexFunc(f.entries, func(other handoffEntry) bool { return other.ID == h.ID }); at >= 0 {
		before, after = data[:f.entries[at].from], data[f.entries[at].to:]
	} else if len(f.entries) > 0 {
		last := f.entries[len(f.entries)-1]
		before, after = data[:last.to], data[last.to:]
	}
	text := entryOf(h)
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		text = handoffsHeader + text
	case len(before) > 0 && before[len(before)-1] != '\n':
		text = "\n\n" + text
	}
	if bytes.Contains(data, []byte("\r\n")) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return slices.Concat(before, []byte(text), after), nil
}

// HandoffID returns the id of the handoff that is made from a session: the same each time.
func HandoffID(session string) string {
	sum := sha256.Sum256([]byte(session))
	return "hf-" + hex.EncodeToString(sum[:])[:7]
}

// entryOf returns a handoff as an entry of a file, with the line that ends one.
func entryOf(h inspect.ForeignHandoff) string {
	var out strings.Builder
	fmt.Fprintf(&out, "### [%s] %s\n", h.ID, plain(h.Title))
	fmt.Fprintf(&out, "- **Status**: %s | **Phase**: %s | **Agent**: %s\n", word(h.Status), word(h.Phase), word(h.Agent))
	fmt.Fprintf(&out, "- **Created**: %s | **Updated**: %s\n", word(h.Created), word(h.Updated))
	if len(h.Refs) > 0 {
		var refs []string
		for _, ref := range h.Refs {
			refs = append(refs, strings.ReplaceAll(plain(ref), "|", "/"))
		}
		fmt.Fprintf(&out, "- **Refs**: %s\n", strings.Join(refs, " | "))
	}
	fmt.Fprintf(&out, "- **Description**: %s\n\n**Tried**:\n", plain(h.Description))
	for i, t := range h.Tried {
		fmt.Fprintf(&out, "%d. [%s] %s\n", i+1, strings.Trim(word(t.Outcome), "[]"), plain(t.Text))
	}
	fmt.Fprintf(&out, "\n**Next**: %s\n\n**Checkpoint**: %s\n\n---\n\n", plain(h.Next), plain(h.Checkpoint))
	return out.String()
}

// word returns a value that others may follow in its line.
func word(text string) string { return strings.ReplaceAll(plain(text), "|", "/") }
