package recall

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/visible"
)

// Ensure files as the tool writes them, and as people and other versions leave them, are read
// for what they say, and that what is odd is named with its line.
func TestReadHandoffs(t *testing.T) {
	files, err := filepath.Glob("testdata/handoffs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		for name, change := range map[string]func([]byte) []byte{
			"":                     bytes.Clone,
			"with other line ends": func(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")) },
			"with a mark":          func(data []byte) []byte { return append([]byte("\ufeff"), data...) },
		} {
			handoffs, odd, err := ReadHandoffs(change(read(t, file)))
			if err != nil {
				t.Fatal(err)
			}
			var want struct {
				Odd      []string
				Handoffs []inspect.ForeignHandoff
			}
			if err := json.Unmarshal(read(t, strings.TrimSuffix(file, ".md")+".json"), &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Handoffs, handoffs) + cmp.Diff(want.Odd, odd); diff != "" {
				t.Errorf("%s %s: want (-), got (+):\n%s", file, name, diff)
			}
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Ensure what is no such file is refused with the reason, and what is too much is left out with
// a remark.
func TestHandoffLimits(t *testing.T) {
	for text, want := range map[string]string{
		"\xff\xfe#\x00": "UTF-16", "### [hf-0000000] \xff": "not UTF-8", "### [hf-0000000] \x00": "null bytes",
		strings.Repeat("x", HandoffsBytesMax+1): "at most 1048576 are read",
	} {
		if handoffs, _, err := ReadHandoffs([]byte(text)); err == nil || !strings.Contains(err.Error(), want) || len(handoffs) > 0 {
			t.Errorf("%.20q: got %v, want %q", text, err, want)
		}
		if _, err := PutHandoff([]byte(text), inspect.ForeignHandoff{ID: "hf-0000001"}); err == nil {
			t.Errorf("%.20q: something was put into it", text)
		}
	}
	handoffs, odd, err := ReadHandoffs([]byte(strings.Repeat("### [A001] x\n- **Status**: blocked\n", handoffsMax+5)))
	if err != nil || len(handoffs) != handoffsMax || len(odd) != handoffOddMax {
		t.Errorf("got %d handoffs, %d remarks, %v", len(handoffs), len(odd), err)
	}
	long := "### [A001] x\n**Tried**:\n" + strings.Repeat("1. [fail] x\n", handoffItemsMax+5) + "**Next**: " + strings.Repeat("long ", 10_000)
	handoffs, _, err = ReadHandoffs([]byte(long))
	if err != nil || len(handoffs[0].Tried) != handoffItemsMax || len(handoffs[0].Next) > handoffTextMax {
		t.Errorf("got %d tries, %d bytes, %v", len(handoffs[0].Tried), len(handoffs[0].Next), err)
	}
	start := time.Now()
	for _, unit := range []string{"### [hf-0000000] x\n", "**Next**: x\n", "**", "- ", "1. [", "| **Phase** ", "wrapped\n", "("} {
		for _, lead := range []string{"", "### [A001] x\n", "### [A001] x\n**Tried**:\n", "### [A001] x\n- **Status**: "} {
			if _, _, err := ReadHandoffs([]byte(lead + strings.Repeat(unit, (HandoffsBytesMax-100)/len(unit)))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if took := time.Since(start); took > 30*time.Second { // only to end what takes the square
		t.Errorf("it took %v", took)
	}
}

// Ensure a handoff that is put into a file is read again as it was, in place of one with its
// id, and that no other byte changes.
func TestPutHandoff(t *testing.T) {
	h := inspect.ForeignHandoff{
		ID: "hf-3c9d01e", Title: "Weigh them\nfirst", Status: inspect.HandoffInProgress, Phase: inspect.HandoffImplementing, Agent: "user",
		Created: "2026-02-03", Updated: "2026-02-04", Refs: []string{"scale.c", "a|b.c"}, Description: "both belts | **Phase**: x",
		Tried: []inspect.HandoffTry{{Outcome: "fail", Text: "twice"}}, Next: "ask the maker", Checkpoint: "one of two",
	}
	want := h
	want.Title, want.Refs = "Weigh them first", []string{"scale.c", "a/b.c"}
	for _, data := range [][]byte{nil, []byte("\n"), []byte("Notes."), read(t, "testdata/handoffs/plain.md"), bytes.ReplaceAll(read(t, "testdata/handoffs/odd.md"), []byte("\n"), []byte("\r\n"))} {
		for _, id := range []string{"hf-3c9d01e", "hf-fffffff"} {
			h.ID, want.ID = id, id
			checkPut(t, data, h, want)
		}
	}
	if _, err := PutHandoff(nil, inspect.ForeignHandoff{ID: "my work"}); err == nil {
		t.Error("an id that is none was put")
	}
	if a, b := HandoffID("one"), HandoffID("two"); a == b || !isHandoffID(a) || a != HandoffID("one") {
		t.Errorf("got %q and %q", a, b)
	}
}

func checkPut(t *testing.T, data []byte, h, want inspect.ForeignHandoff) {
	t.Helper()
	before, err := parseHandoffs(data)
	if err != nil {
		t.Fatal(err)
	}
	written, err := PutHandoff(data, h)
	if err != nil {
		t.Fatal(err)
	}
	after, err := parseHandoffs(written)
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for i, e := range after.entries {
		if e.ID == h.ID && at < 0 {
			at = i
		}
	}
	if at < 0 {
		t.Fatalf("it is not there:\n%s", written)
	}
	put := after.entries[at]
	got := put.ForeignHandoff
	got.Line = 0
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	rest := append(bytes.Clone(written[:put.from]), written[put.to:]...)
	for _, e := range before.entries {
		if e.ID == h.ID {
			data = append(bytes.Clone(data[:e.from]), data[e.to:]...)
			break
		}
	}
	if len(before.entries) > 0 && !bytes.Equal(rest, data) {
		t.Errorf("other bytes changed:\n%s", cmp.Diff(string(data), string(rest)))
	}
	if again, err := PutHandoff(written, h); err != nil || !bytes.Equal(again, written) {
		t.Errorf("put again it changed: %v\n%s", err, cmp.Diff(string(written), string(again)))
	}
}

// Ensure the handoff to go on with is the open one that was worked on last.
func TestLastOpen(t *testing.T) {
	all, _, err := ReadHandoffs(read(t, "testdata/handoffs/plain.md"))
	if err != nil {
		t.Fatal(err)
	}
	if h, found := inspect.LastOpen(all); !found || h.ID != "hf-3c9d01e" || h.WorkedAt().Day() != 3 {
		t.Errorf("got %+v", h)
	}
	if h, found := inspect.LastOpen(all[1:]); found {
		t.Errorf("a completed one is open: %+v", h)
	}
	odd, _, err := ReadHandoffs(read(t, "testdata/handoffs/odd.md"))
	if err != nil {
		t.Fatal(err)
	}
	if h, found := inspect.LastOpen(odd); !found || h.ID != "B014" {
		t.Errorf("got %+v", h)
	}
}

// FuzzHandoffs holds that no file breaks the reader, that what it returns is clean, and that a
// handoff can be put into whatever can be read and is then found.
func FuzzHandoffs(f *testing.F) {
	files, _ := filepath.Glob("testdata/handoffs/*.md")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("### [hf-1] \u202ex\n**Tried** (\n1. [\n**Next**"))
	f.Fuzz(func(t *testing.T, data []byte) {
		handoffs, _, err := ReadHandoffs(data)
		if err != nil {
			return
		}
		for _, h := range handoffs {
			for _, text := range append([]string{h.Title, h.Status, h.Description, h.Next, h.Checkpoint}, h.Refs...) {
				if visible.Line(text) != text {
					t.Errorf("%q hides something", text)
				}
			}
		}
		h := inspect.ForeignHandoff{ID: "hf-abcdef0", Title: "t", Status: inspect.HandoffBlocked, Next: "n"}
		written, err := PutHandoff(data, h)
		if err != nil {
			t.Fatal(err)
		}
		if len(written) > HandoffsBytesMax || len(handoffs) == handoffsMax {
			return
		}
		after, _, err := ReadHandoffs(written)
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range after {
			if got.ID == h.ID {
				if got.Title != "t" || got.Status != h.Status || got.Next != "n" {
					t.Errorf("got %+v", got)
				}
				return
			}
		}
		t.Errorf("it is not there: %q", written)
	})
}
