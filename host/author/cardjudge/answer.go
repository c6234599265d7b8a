package cardjudge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/cut"
)

// Answered is one card as somebody handed it in.
type Answered struct {
	ID   string // of its item, as it was written; not checked
	Hash string // of the text that the card was written for, or its beginning
	Card card.Card
	// Fault says what is wrong with the line; nil: it is a card by its form.
	Fault error
	Line  int // from 1, of the answer
}

// Limits of an answer.
const (
	AnswerBytesMax = 1 << 20
	AnswerCardsMax = 1000
	faultsMax      = 20 // lines that are no JSON; then the rest is left unread
	idCharsMax     = 200
)

// What is wrong with a whole answer.
var (
	ErrAnswerTooLarge = fmt.Errorf("it has more than %d MiB; hand in fewer cards at once", AnswerBytesMax>>20)
	ErrAnswerEncoding = errors.New("it is not UTF-8; write it as UTF-8")
	ErrAnswerEmpty    = errors.New("it is empty; answer with cards, as lines or as JSON lines")
	ErrAnswerProse    = errors.New(`it has no card; answer with cards only: lines that begin with item:, ask: and not:, or JSON lines, each {"id": …, "hash": …, "asks": […], "not": […]}`)
	ErrAnswerMany     = fmt.Errorf("it has more than %d cards; hand them in in parts", AnswerCardsMax)
)

// ReadAnswer reads cards from what a model or a person wrote: JSON lines, a list of cards,
// {"cards": […]}, or lines without any quotes:
//
//	item: ID HASH
//	ask: TEXT
//	not: TEXT
//
// Either may stand in a code fence. Text around the cards is left out. Cards are
// clean, see card.Card.Clean, and in the order of the answer; two may be of one item. The
// error is about the whole answer; a card that is none has its own fault.
func ReadAnswer(data []byte) ([]Answered, error) {
	switch {
	case len(data) > AnswerBytesMax:
		return nil, ErrAnswerTooLarge
	case !utf8.Valid(data):
		return nil, ErrAnswerEncoding
	}
	text := string(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")))
	if strings.TrimSpace(text) == "" {
		return nil, ErrAnswerEmpty
	}
	r := reader{text: text}
	r.read()
	switch {
	case len(r.answers) == 0:
		return nil, ErrAnswerProse
	case len(r.answers) > AnswerCardsMax:
		return nil, ErrAnswerMany
	}
	return r.answers, nil
}

func isStart(b byte) bool { return b == '{' || b == '[' }

// reader takes one card after the other from a text.
type reader struct {
	text    string
	at      int
	answers []Answered
	faults  int
	lines   *Answered // the card whose lines are read; nil: none
	counted int       // how far line ends were counted
	ends    int       // line ends up to there
}

func (r *reader) read() {
	for r.at < len(r.text) && len(r.answers) <= AnswerCardsMax && r.faults < faultsMax {
		switch b := r.text[r.at]; {
		case b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == ',' || b == ';':
			r.at++
		case isStart(b):
			r.value()
		case b == '`': // a fence, with the name of a language
			r.at = len(r.text) - len(strings.TrimLeft(r.text[r.at:], "`abcdefghijklmnopqrstuvwxyz"))
		default:
			began := r.at
			r.skipLine()
			r.labelled(strings.TrimSpace(r.text[began:r.at]), began)
		}
	}
	r.endLines()
}

// labelled reads a line of a card that is not JSON, or leaves a line of prose out.
func (r *reader) labelled(line string, at int) {
	label, text, _ := strings.Cut(line, ":")
	text = strings.TrimSpace(text)
	switch label = strings.ToLower(strings.TrimSpace(strings.TrimLeft(label, "-* "))); {
	case label == "item":
		r.endLines()
		id, hash := text, ""
		if gap := strings.LastIndexByte(text, ' '); gap > 0 && isHash(text[gap+1:]) {
			id, hash = text[:gap], text[gap+1:]
		}
		r.lines = &Answered{ID: idOf(id), Hash: strings.ToLower(hash), Line: r.line(at)}
	case r.lines == nil:
	case label == "ask":
		r.lines.Card.Asks = append(r.lines.Card.Asks, text)
	case label == "not":
		r.lines.Card.Not = append(r.lines.Card.Not, text)
	}
}

// endLines ends the card whose lines are read.
func (r *reader) endLines() {
	if r.lines == nil {
		return
	}
	answer := *r.lines
	r.lines = nil
	if answer.ID == "" {
		answer.Fault = fmt.Errorf("line %d names no item; write its id and hash behind \"item:\" on that line", answer.Line)
	} else {
		answer.Card, answer.Fault = answer.Card.Clean()
	}
	r.answers = append(r.answers, answer)
}

// hashCharsMin is how long what stands behind an id must be, to be a hash.
const hashCharsMin = 8

func isHash(word string) bool {
	return len(word) >= hashCharsMin && strings.Trim(strings.ToLower(word), "0123456789abcdef") == ""
}

func idOf(text string) string { return cut.RunesEllipsis(strings.TrimSpace(text), idCharsMax) }

func (r *reader) skipLine() {
	end := strings.IndexByte(r.text[r.at:], '\n')
	if end < 0 {
		end = len(r.text) - r.at - 1
	}
	r.at += end + 1
}

// line is the number of the line of a place, which is not before one that was asked about.
func (r *reader) line(at int) int {
	r.ends += strings.Count(r.text[r.counted:at], "\n")
	r.counted = at
	return 1 + r.ends
}

// value reads a card, or a list of cards.
func (r *reader) value() {
	var value json.RawMessage
	decoder := json.NewDecoder(strings.NewReader(r.text[r.at:]))
	if err := decoder.Decode(&value); err != nil {
		r.fault(err)
		return
	}
	line := r.line(r.at)
	r.at += int(decoder.InputOffset())
	r.take(value, line, 0)
}

// lookBytes is how far a card's keys are looked for behind its first bracket.
const lookBytes = 2000

// fault notes a line that begins as JSON and is none, if it looks like a card: a line of
// prose may begin with a bracket. The one after which nothing is read is always noted.
func (r *reader) fault(err error) {
	line := r.line(r.at)
	began := r.at
	r.skipLine()
	r.faults++
	look := cut.Bytes(r.text[began:], lookBytes)
	last := r.faults == faultsMax && strings.TrimSpace(r.text[r.at:]) != ""
	if !last && !strings.Contains(look, `"asks"`) && !strings.Contains(look, `"id"`) {
		return
	}
	r.endLines()
	why := fmt.Errorf("line %d is no JSON (%w); write each card as one line of JSON", line, err)
	if strings.Contains(err.Error(), "in string literal") {
		why = fmt.Errorf("line %d breaks off within a text, or has a line end or another control character there; write each card as one line of JSON", line)
	}
	if last {
		why = fmt.Errorf("line %d is the %dth that is no JSON, and nothing after it was read; write each card as one line of JSON", line, faultsMax)
	}
	r.answers = append(r.answers, Answered{Fault: why, Line: line})
}

// depthMax bounds lists within lists.
const depthMax = 3

func (r *reader) take(value json.RawMessage, line, depth int) {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		var within struct {
			Cards []json.RawMessage `json:"cards"`
		}
		if err := json.Unmarshal(value, &within); err != nil && value[0] != '{' {
			return // a number or a text within a list is prose, too
		}
		if within.Cards == nil {
			r.endLines()
			r.answers = append(r.answers, readCard(value, line))
			return
		}
		list = within.Cards
	}
	for _, one := range list {
		if depth >= depthMax || len(r.answers) > AnswerCardsMax {
			return
		}
		r.take(one, line, depth+1)
	}
}

// readCard reads one card strictly: whoever writes more than what is asked for has
// misunderstood it.
func readCard(value json.RawMessage, line int) Answered {
	answer := Answered{Line: line}
	var given struct {
		ID   string   `json:"id"`
		Hash string   `json:"hash"`
		Asks []string `json:"asks"`
		Not  []string `json:"not"`
	}
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&given)
	answer.ID, answer.Hash = idOf(given.ID), strings.ToLower(strings.TrimSpace(given.Hash))
	switch {
	case err != nil:
		answer.Fault = fmt.Errorf(`line %d is not {"id": …, "hash": …, "asks": […], "not": […]}: %s`, line, shapeWords(err))
	case answer.ID == "":
		answer.Fault = fmt.Errorf(`line %d names no item; write its "id"`, line)
	default:
		answer.Card, answer.Fault = card.Card{Asks: given.Asks, Not: given.Not}.Clean()
	}
	return answer
}

// shapeWords say how an object is not of the shape that is wanted.
func shapeWords(err error) string {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf("%q is a %s", wrong.Field, wrong.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}
