package card

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ed-irl/impressionism/host/visible"
)

// lines returns so many different lines as JSON.
func lines(n, chars int) string {
	var all []string
	for i := range n {
		line := fmt.Sprintf("ask %d ", i)
		all = append(all, line+strings.Repeat("x", max(0, chars-len(line))))
	}
	encoded, _ := json.Marshal(all) // texts always encode
	return string(encoded)
}

// Ensure that what can be read of a card is read, cleaned, and that what cannot is named
// with what to do.
func TestParse(t *testing.T) {
	one := Card{Asks: []string{"bake a loaf"}}
	cases := map[string]struct {
		data  string
		want  Card
		fault string // part of it; empty: none
	}{
		"plain":                  {`{"asks": ["bake a loaf"], "not": ["bake a cake"]}`, Card{Asks: []string{"bake a loaf"}, Not: []string{"bake a cake"}}, ""},
		"without not":            {`{"asks": ["bake a loaf"]}`, one, ""},
		"not is null":            {`{"asks": ["bake a loaf"], "not": null}`, one, ""},
		"a byte order mark":      {"\xEF\xBB\xBF" + `{"asks": ["bake a loaf"]}`, one, ""},
		"white space":            {" {\n\"asks\": [\"  bake\\n\\ta   loaf \"]}\n\n", one, ""},
		"fields of others":       {`{"schema": 1, "$schema": "x", "asks": ["bake a loaf"], "notes": {"a": [1]}, "lang": null}`, one, ""},
		"control characters":     {`{"asks": ["bake\u0007 a\u001b lo\u202eaf"]}`, one, ""},
		"tags that nobody sees":  {`{"asks": ["bake a loaf\udb40\udc41"]}`, one, ""},
		"half a character":       {`{"asks": ["bake a loaf \ud800"]}`, one, ""},
		"duplicates":             {`{"asks": ["bake a loaf", "Bake  a LOAF", "bake a loaf"]}`, one, ""},
		"a not that is an ask":   {`{"asks": ["bake a loaf"], "not": ["BAKE a loaf"]}`, one, ""},
		"duplicates over most":   {`{"asks": [` + strings.Repeat(`"bake a loaf",`, 40) + `"bake a loaf"]}`, one, ""},
		"a field twice":          {`{"asks": ["knead"], "asks": ["bake a loaf"]}`, one, ""},
		"another case of a name": {`{"ASKS": ["bake a loaf"]}`, one, ""},
		"other scripts":          {`{"asks": ["パンを焼く", "хлеб"]}`, Card{Asks: []string{"パンを焼く", "хлеб"}}, ""},

		"nothing":                 {"", Card{}, `it is not {"asks"`},
		"null":                    {"null", Card{}, "it has no asks"},
		"an empty card":           {"{}", Card{}, "it has no asks; write what a person would type"},
		"no asks":                 {`{"asks": [], "not": ["bake a cake"]}`, Card{}, "it has no asks"},
		"a list":                  {`[{"asks": ["bake a loaf"]}]`, Card{}, "cannot unmarshal array"},
		"a text":                  {`"bake a loaf"`, Card{}, "cannot unmarshal string"},
		"asks is a text":          {`{"asks": "bake a loaf"}`, Card{}, "cannot unmarshal string"},
		"asks are numbers":        {`{"asks": [1, 2]}`, Card{}, "cannot unmarshal number"},
		"asks are objects":        {`{"asks": [{"text": "bake a loaf"}]}`, Card{}, "cannot unmarshal object"},
		"asks are lists":          {`{"asks": [["bake a loaf"]]}`, Card{}, "cannot unmarshal array"},
		"a null ask":              {`{"asks": ["bake a loaf", null]}`, Card{}, `ask "" is too short`},
		"blank":                   {`{"asks": ["  \t"]}`, Card{}, "is too short; 3 characters are the least"},
		"control alone":           {`{"asks": ["\u0000\u0001\u0002\u0003"]}`, Card{}, "is too short"},
		"two letters":             {`{"asks": ["ok"]}`, Card{}, `ask "ok" is too short`},
		"a short not":             {`{"asks": ["bake a loaf"], "not": ["a"]}`, Card{}, `not "a" is too short`},
		"a long line":             {`{"asks": ` + lines(1, CharsMax+1) + `}`, Card{}, `a line of "ask" has 601 characters; 600 are the most`},
		"seventeen asks":          {`{"asks": ` + lines(AsksMax+1, 10) + `}`, Card{}, "it has 17 lines of \"ask\"; 16 are the most: keep those that differ most"},
		"500 asks":                {`{"asks": ` + lines(500, 10) + `}`, Card{}, "it has 500 lines"},
		"nine nots":               {`{"asks": ["bake a loaf"], "not": ` + lines(NotMax+1, 10) + `}`, Card{}, `it has 9 lines of "not"`},
		"too many bytes":          {`{"asks": ` + lines(4, CharsMax) + `}`, Card{}, "keep it within 2048: shorten the longest lines"},
		"nested deep":             {`{"x": ` + strings.Repeat("[", 3000) + strings.Repeat("]", 3000) + `, "asks": ["a"]}`, Card{}, "is too short"},
		"1 MB":                    {`{"asks": ["bake a loaf"]}` + strings.Repeat(" ", 1<<20), Card{}, "it has more than 8192 bytes; keep the best asks"},
		"UTF-16":                  {"\xFF\xFE{\x00}\x00", Card{}, "it is not UTF-8; save it as UTF-8"},
		"Latin-1":                 {"{\"asks\": [\"caf\xE9 au lait\"]}", Card{}, "it is not UTF-8"},
		"two cards":               {`{"asks": ["bake a loaf"]}{"asks": ["bake a cake"]}`, Card{}, "something follows the card; a file holds one card"},
		"words behind it":         {`{"asks": ["bake a loaf"]} Here is the card.`, Card{}, "something follows the card"},
		"words before it":         {`Here is the card: {"asks": ["bake a loaf"]}`, Card{}, "invalid character 'H'"},
		"a fence around it":       {"```json\n{\"asks\": [\"bake a loaf\"]}\n```", Card{}, "invalid character '`'"},
		"broken off":              {`{"asks": ["bake a lo`, Card{}, "unexpected EOF"},
		"comments":                {"{\"asks\": [\"bake a loaf\"] // best\n}", Card{}, "invalid character '/'"},
		"a comma too many":        {`{"asks": ["bake a loaf",]}`, Card{}, "invalid character ']'"},
		"a raw control in a text": {"{\"asks\": [\"bake\ta loaf\"]}", Card{}, "invalid character '\\t'"},
	}
	for name, c := range cases {
		got, err := Parse([]byte(c.data))
		if fault, is := errors.AsType[*FaultError](err); err != nil && (!is || strings.Contains(fault.Fault, "\n")) {
			t.Errorf("%s: got error %q, want a FaultError of one line", name, err)
		}
		if text := fmt.Sprint(err); (err == nil) != (c.fault == "") || err != nil && !strings.Contains(text, c.fault) {
			t.Errorf("%s: got error %.200q, want %q", name, text, c.fault)
		}
		if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: want (-), got (+):\n%s", name, diff)
		}
	}
}

// Ensure that a card keeps its limits to the byte and no smaller.
func TestLimits(t *testing.T) {
	for _, c := range []string{
		`{"asks": ` + lines(AsksMax, 10) + `, "not": ` + lines(NotMax, 11) + `}`,
		`{"asks": ` + lines(3, CharsMax) + `}`,
		`{"asks": ["` + strings.Repeat("ä", CharsMax) + `"]}`,
		`{"asks": ["abc"]}`,
		`{"asks": ["bake a loaf"]}` + strings.Repeat(" ", FileBytesMax-len(`{"asks": ["bake a loaf"]}`)),
	} {
		if _, err := Parse([]byte(c)); err != nil {
			t.Errorf("%.60s: got %v, want a card", c, err)
		}
	}
}

// Ensure that Bytes is canonical: equal for cards that are written differently, one line,
// no escapes that HTML needs, and read again as the same card.
func TestBytes(t *testing.T) {
	a, errA := Parse([]byte(`{"not": ["a <b> & c"], "asks": ["bake a loaf", "caf\u00e9"]}`))
	b, errB := Parse([]byte("{\"asks\":[\"bake  a loaf\",\"café\", \"CAFÉ\"],\n\"not\":[\"a \\u003cb> & c\"], \"x\": 1}"))
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	want := "{\"asks\":[\"bake a loaf\",\"café\"],\"not\":[\"a <b> & c\"]}\n"
	if string(a.Bytes()) != want || string(b.Bytes()) != want {
		t.Errorf("got %q and %q, want %q", a.Bytes(), b.Bytes(), want)
	}
}

// FuzzParse looks for bytes that end the program, for a card outside its limits, and for
// one that its own canonical form does not give back.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "null", "[]", `{"asks":["bake a loaf"],"not":["bake a cake"]}`, "\xEF\xBB\xBF" + `{"asks":["a\u202eb\ud83d\ude00c"]}`,
		`{"asks":["bake a loaf"]}{`, `{"asks":[null,1,{"a":[]}]}`, `{"ASKS":["bake a loaf"],"asks":["knead it"]}`, `{"asks":` + lines(20, 8) + `}`,
		`{"asks":["İstanbul","istanbul","ſun","sun"],"not":["\u2028x\u2029y","<b>&"]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data)
		if err != nil {
			if _, is := errors.AsType[*FaultError](err); !is || len(c.Asks)+len(c.Not) > 0 || !utf8.ValidString(err.Error()) {
				t.Fatalf("%q: got %+v and %q, want no card and a FaultError", data, c, err)
			}
			return
		}
		if len(c.Asks) == 0 || len(c.Asks) > AsksMax || len(c.Not) > NotMax || len(c.Bytes()) > BytesMax {
			t.Fatalf("%q: got %+v outside its limits", data, c)
		}
		for _, line := range slices.Concat(c.Asks, c.Not) {
			if chars := utf8.RuneCountInString(line); chars < CharsMin || chars > CharsMax || line != visible.Line(line) {
				t.Fatalf("%q: got line %q", data, line)
			}
		}
		again, err := Parse(c.Bytes())
		if err != nil || !bytes.Equal(again.Bytes(), c.Bytes()) {
			t.Fatalf("%q: got %q again, %v, want %q", data, again.Bytes(), err, c.Bytes())
		}
	})
}

// Ensure that the hostile cards, which tests of the search use, are cards: what the reader
// refuses cannot show that the search withstands it.
func TestHostileCardsAreCards(t *testing.T) {
	data, err := os.ReadFile("../../rank/testdata/cards/hostile.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		var named struct{ Name, About, Tries string }
		if err := json.Unmarshal([]byte(line), &named); err != nil || named.Name == "" || named.About == "" || named.Tries == "" || seen[named.Name] {
			t.Errorf("%.80s: got %v, want a name of its own, what the item is about and what the card tries", line, err)
		}
		seen[named.Name] = true
		if c, err := Parse([]byte(line)); err != nil || len(c.Asks) == 0 {
			t.Errorf("%s: got %v, want a card", named.Name, err)
		}
	}
	if len(seen) < 48 {
		t.Errorf("got %d cards, want at least 48", len(seen))
	}
}
