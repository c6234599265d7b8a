package jsonnode_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/internal/jsonnode"
)

// written is a node on one line, each value and name with its line and byte.
func written(n *jsonnode.Node) string {
	text := fmt.Sprintf("%d:%d %s", n.Line, n.At, n.Kind)
	if n.Value != nil {
		text += fmt.Sprintf(" %v", n.Value)
	}
	for _, f := range n.Fields {
		text += fmt.Sprintf(" (%d:%d %s: %s)", f.Line, f.At, f.Name, written(f.Value))
	}
	for _, item := range n.Items {
		text += " [" + written(item) + "]"
	}
	return text
}

// Ensure that each value and each name has its place, and that of two fields of one name the
// last counts.
func TestParse(t *testing.T) {
	n, err := jsonnode.Parse([]byte("{\"a\": [1,\n null,\ttrue],\n\n \"b\":\n\"é\", \"a\": {}}"))
	if err != nil {
		t.Fatal(err)
	}
	want := "1:0 an object (1:1 a: 1:6 a list [1:7 a number 1] [2:11 null] [2:17 true or false true]) (4:26 b: 5:31 a text é) (5:37 a: 5:42 an object)"
	if got := written(n); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := n.Field("a"); got.At != 42 {
		t.Errorf("a is at %d", got.At)
	}
	if got := n.Field("none").Field("a"); got != nil {
		t.Errorf("got %+v", got)
	}
}

// Ensure that a text that is no value is refused at the byte that is wrong.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text, want string
	}{
		{"", "0: it ends before"},
		{"{\"a\": [", "7: it ends before"},
		{"{} []", "3: there is something after"},
		{"[1 2]", "3: invalid character '2'"},
		{"{1: 2}", "1: invalid character '1'"},
		{"{\"a\" 1}", "5: invalid character '1'"},
		{strings.Repeat("[", 100), "65: it is nested deeper than 64 levels"},
	} {
		if n, err := jsonnode.Parse([]byte(c.text)); err == nil || !strings.HasPrefix(fmt.Sprintf("%d: %s", err.At, err.Message), c.want) {
			t.Errorf("%.20s: got %+v, %+v, want %s", c.text, n, err, c.want)
		}
	}
}

// FuzzParse ensures that what is parsed is JSON, that what is refused is not or is too deep,
// and that each place is within the text.
func FuzzParse(f *testing.F) {
	for _, text := range []string{`{"a": [1, null, true, "b"]}`, "[[[[", "{} {}", "\"\\ud800\"", "\xff"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := jsonnode.Parse(data)
		if valid := json.Valid(data); valid != (err == nil) && (err == nil || !strings.Contains(err.Message, "nested")) {
			t.Fatalf("%q is JSON: %v; got %v", data, valid, err)
		}
		if err != nil {
			if err.At < 0 || err.At > len(data) || err.Message == "" {
				t.Errorf("%+v", err)
			}
			return
		}
		if lines := 1 + strings.Count(string(data), "\n"); n.At >= len(data) || n.Line > lines {
			t.Errorf("%d:%d of %d lines", n.Line, n.At, lines)
		}
	})
}
