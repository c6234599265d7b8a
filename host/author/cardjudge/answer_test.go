package cardjudge_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/author/cardjudge"
	"github.com/ed-irl/impressionism/host/catalog/card"
)

const oneCard = `{"id": "pdf-forms", "hash": "ABCDEF012345", "asks": ["acroform fields from csv"], "not": ["merge two pdfs"]}`

const labelled = "item: pdf-forms ABCDEF012345\nask: acroform fields from csv\nnot: merge two pdfs"

// Ensure that cards are found in every form in which models wrap them, and in their order.
func TestReadAnswer(t *testing.T) {
	two := strings.Replace(oneCard, "pdf-forms", "second", 1)
	for name, test := range map[string]struct {
		text string
		want string // ids
	}{
		"lines":                    {oneCard + "\n" + two + "\n", "pdf-forms second"},
		"no line end":              {oneCard, "pdf-forms"},
		"lines with commas":        {oneCard + ",\r\n" + two + ",", "pdf-forms second"},
		"a list":                   {"[" + oneCard + ",\n" + two + "]", "pdf-forms second"},
		"a list with a name":       {`{"cards": [` + oneCard + "," + two + "]}", "pdf-forms second"},
		"over several lines":       {strings.ReplaceAll(oneCard, ", \"", ",\n  \""), "pdf-forms"},
		"a fence":                  {"Here are the cards:\n\n```json\n" + oneCard + "\n" + two + "\n```\nI hope that {this} helps.", "pdf-forms second"},
		"a fence in one line":      {"```json " + oneCard + "```\n```" + two + "```", "pdf-forms second"},
		"a fence that stays open":  {"```\n" + oneCard + "\n" + two, "pdf-forms second"},
		"two fences":               {"```\n" + oneCard + "\n```\nand\n```jsonl\n" + two + "\n```", "pdf-forms second"},
		"a fence of something":     {"```\nls -l\n```\n" + oneCard, "pdf-forms"},
		"prose around":             {"Sure! [As asked:]\n" + oneCard + "\nThat is all.\n" + two + "\nBye.", "pdf-forms second"},
		"labelled lines":           {labelled + "\n" + strings.Replace(labelled, "pdf-forms", "second", 1), "pdf-forms second"},
		"labels in a list":         {"Sure:\n\n- Item: pdf-forms ABCDEF012345\n  - Ask : acroform {\"fields\"} from: csv\n  * not: merge two pdfs\n\nThat is all: bye.", "pdf-forms"},
		"brackets in lines":        {strings.Replace(labelled, "\nnot", "\n[ERROR] field Name is read only\n[1] see below\nnot", 1) + "\n" + strings.Replace(labelled, "pdf-forms", "second", 1), "pdf-forms second"},
		"lines and JSON":           {labelled + "\n" + two, "pdf-forms second"},
		"an id with blanks":        {strings.Replace(labelled, "pdf-forms", "pdf forms (draft)", 1), "pdf forms (draft)"},
		"a mark of the byte order": {"\xEF\xBB\xBF" + oneCard, "pdf-forms"},
		"the same item twice":      {oneCard + "\n" + oneCard, "pdf-forms pdf-forms"},
		"a fence in an ask":        {strings.Replace(oneCard, "csv", "```csv```", 1), "pdf-forms"},
	} {
		answers, err := cardjudge.ReadAnswer([]byte(test.text))
		var ids []string
		for _, a := range answers {
			ids = append(ids, a.ID)
			if a.Fault != nil || len(a.Card.Asks) != 1 || len(a.Card.Not) != 1 || a.Hash != "abcdef012345" {
				t.Errorf("%s: got %+v", name, a)
			}
		}
		if strings.Join(ids, " ") != test.want || err != nil {
			t.Errorf("%s: got %q, %v, want %s", name, ids, err, test.want)
		}
	}
}

// Ensure that what is no card is named with its line, and that the others are read.
func TestReadAnswerFaults(t *testing.T) {
	many := `["` + strings.Join(numbered(card.AsksMax+1), `", "`) + `"]`
	for name, test := range map[string]struct{ line, want string }{
		"labels without a name": {"item:\nask: one two", "names no item"},
		"an empty label":        {"item: a 0123456789ab\nask: \nnot: one two", "too short"},
		"labels without asks":   {"item: a 0123456789ab\nnot: one two", "it has no asks"},
		"cut off":               {oneCard[:70], "line 2 breaks off within a text"},
		"cut off between":       {strings.TrimSuffix(oneCard, "}"), "line 2 is no JSON"},
		"a field too much":      {strings.Replace(oneCard, `"not"`, `"nots"`, 1), `line 2 is not {"id": …, "hash": …, "asks": […], "not": […]}: unknown field "nots"`},
		"a wrong type":          {`{"id": "a", "asks": "one"}`, `"asks": […], "not": […]}: "asks" is a string`},
		"an ask that is none":   {`{"id": "a", "asks": ["one", 2]}`, `"asks" is a number`},
		"no name":               {`{"asks": ["one two"]}`, `line 2 names no item`},
		"null":                  {`{"id": null, "asks": null}`, "line 2 names no item"},
		"an older schema":       {`{"id": "a", "prompts": ["one two"]}`, `unknown field "prompts"`},
		"an empty card":         {`{"id": "a", "asks": [], "not": []}`, "it has no asks"},
		"empty lines in it":     {`{"id": "a", "asks": ["", "  "]}`, "too short"},
		"too many asks":         {`{"id": "a", "asks": ` + many + `}`, "it has 17 lines"},
		"a long line":           {`{"id": "a", "asks": ["` + strings.Repeat("x", card.CharsMax+1) + `"]}`, "601 characters"},
		"a huge card":           {`{"id": "a", "asks": ["` + strings.Join(numbered(12), strings.Repeat("x", 300)+`", "`) + `"]}`, "keep it within"},
		"nothing but invisible": {`{"id": "a", "asks": ["\u200b\u0007\ufeff"]}`, "too short"},
		"a control character":   {"{\"id\": \"a\", \"asks\": [\"one\x01two\"]}", "control character"},
		"a line end in a text":  {"{\"id\": \"a\", \"asks\": [\"one\ntwo\"]}", "control character"},
	} {
		answers, err := cardjudge.ReadAnswer([]byte(oneCard + "\n" + test.line + "\n" + oneCard))
		if err != nil || len(answers) != 3 || answers[0].Fault != nil || answers[2].Fault != nil || answers[1].Fault == nil {
			t.Errorf("%s: got %+v, %v", name, answers, err)
			continue
		}
		if got := answers[1].Fault.Error(); !strings.Contains(got, test.want) || answers[1].Line != 2 {
			t.Errorf("%s: got %q in line %d, want %q", name, got, answers[1].Line, test.want)
		}
	}
}

func numbered(n int) []string {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf("ask number %d", i))
	}
	return lines
}

// Ensure that an answer of broken lines is left after some, which is said.
func TestReadAnswerGivesUp(t *testing.T) {
	answers, err := cardjudge.ReadAnswer([]byte(strings.Repeat("{\"id\": \n", 1000) + oneCard))
	if err != nil || len(answers) != 20 || !strings.Contains(answers[19].Fault.Error(), "nothing after it was read") {
		t.Errorf("got %d, %v", len(answers), err)
	}
	answers, err = cardjudge.ReadAnswer([]byte(labelled + "\n" + strings.Repeat("[00:00] looked at the next skill\n", 20) + labelled))
	if err != nil || len(answers) != 2 || answers[0].Fault != nil || answers[1].Fault == nil ||
		!strings.Contains(answers[1].Fault.Error(), "line 23 is the 20th that is no JSON, and nothing after it was read") {
		t.Errorf("prose: got %+v, %v", answers, err)
	}
	answers, err = cardjudge.ReadAnswer([]byte(labelled + "\n" + strings.Repeat("[note] something\n", 20)))
	if err != nil || len(answers) != 1 || answers[0].Fault != nil {
		t.Errorf("prose to the end: got %+v, %v", answers, err)
	}
}

// Ensure that an answer which has no cards at all says in words what is wanted.
func TestReadAnswerRefuses(t *testing.T) {
	for text, want := range map[string]error{
		"": cardjudge.ErrAnswerEmpty, " \n\t": cardjudge.ErrAnswerEmpty,
		"ask: one two\nnot: three four":                                    cardjudge.ErrAnswerProse,
		"I'm sorry, but I cannot help with that.":                          cardjudge.ErrAnswerProse,
		"Here are some {ideas} for [you]:\n1. fill forms\n2. flatten them": cardjudge.ErrAnswerProse,
		"```\nid: pdf-forms\nasks:\n  - fill forms\n```":                   cardjudge.ErrAnswerProse,
		"[1, \"two\", null]":                                               cardjudge.ErrAnswerProse,
		"[]":                                                               cardjudge.ErrAnswerProse,
		"\xff\xfe{\x00}\x00":                                               cardjudge.ErrAnswerEncoding,
		"{\"id\": \"caf\xe9\"}":                                            cardjudge.ErrAnswerEncoding,
		strings.Repeat(" ", cardjudge.AnswerBytesMax) + "{}":               cardjudge.ErrAnswerTooLarge,
		strings.Repeat(`{"id":"a","asks":["abc"]}`, cardjudge.AnswerCardsMax+1): cardjudge.ErrAnswerMany,
	} {
		if answers, err := cardjudge.ReadAnswer([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%.40q: got %d cards, %v, want %v", text, len(answers), err, want)
		}
	}
}

// Ensure that whatever a model writes, reading it ends, what is read is a card or named, and
// nothing hidden is left in it.
func FuzzReadAnswer(f *testing.F) {
	f.Add([]byte(oneCard + "\n```json\n[" + oneCard + "]\n```"))
	f.Add([]byte("item: a b 0123456789ab\nask: \u202eabc\nnot:x\n- Item: \n" + labelled))
	f.Add([]byte(`{"cards": [[[[{"id": "a"}]]]]}` + "\n[[[[[\n{\"id\": \"a\", \"asks\": [\"a\x00b\"]}"))
	f.Add([]byte("\xEF\xBB\xBF{\"id\": \"a\u202e\", \"asks\": [\"abc\u200b\"]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		answers, err := cardjudge.ReadAnswer(data)
		if err != nil && len(answers) > 0 || err == nil && len(answers) == 0 || len(answers) > cardjudge.AnswerCardsMax {
			t.Fatalf("got %d cards, %v", len(answers), err)
		}
		for _, a := range answers {
			if a.Fault != nil {
				continue
			}
			again, err := a.Card.Clean()
			if err != nil || string(again.Bytes()) != string(a.Card.Bytes()) || a.ID == "" {
				t.Errorf("%+v is not clean: %v", a, err)
			}
			if _, err := (cardjudge.Judge{}).Card(forms, a.Card); err != nil {
				t.Errorf("%+v: %v", a, err)
			}
		}
	})
}
