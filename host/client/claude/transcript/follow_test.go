package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/transcript"
)

// wholly reads a file at once, with usage.
func wholly(t testing.TB, path string) ([]transcript.Event, transcript.Skipped) {
	t.Helper()
	r, err := transcript.Open(path, transcript.Position{}, transcript.NewSeen(), decoder(path, true))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var events []transcript.Event
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return events, r.Skipped
		}
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
}

// following is a file that is written and followed in steps.
type following struct {
	t      testing.TB
	file   *os.File
	f      *transcript.Follower
	buffer *bufio.Reader
	got    []transcript.Event
}

func follow(t testing.TB, path string, from transcript.Position, seen *transcript.Seen) *following {
	t.Helper()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	w := &following{t: t, file: file, buffer: bufio.NewReaderSize(nil, 64)}
	w.f = transcript.Follow(path, from, seen, func() transcript.Decoder { return decoder(path, true) })
	t.Cleanup(func() { w.f.Close(); _ = file.Close() })
	return w
}

func (w *following) give(events []transcript.Event) { w.got = append(w.got, events...) }

func (w *following) append(data []byte) {
	w.t.Helper()
	if _, err := w.file.Write(data); err != nil {
		w.t.Fatal(err)
	}
	for more := true; more; {
		var err error
		if more, err = w.f.Read(w.buffer, w.give); err != nil {
			w.t.Fatal(err)
		}
	}
}

// Ensure any cuts of a transcript into what is appended at a time give the events that reading
// it at once gives, also where the follower is closed in between or another goes on from its
// position.
func FuzzFollow(f *testing.F) {
	sample, err := os.ReadFile("testdata/session.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sample, []byte{7, 200, 3, 255, 1})
	f.Add(bytes.Repeat(sample, 3), []byte{255})
	f.Add([]byte("{}x\n{}\n\n{"), []byte{1})
	f.Add([]byte(line1+strings.TrimSuffix(line1, "\n")), []byte{9, 1, 90})
	f.Fuzz(func(t *testing.T, data, cuts []byte) {
		folder := t.TempDir()
		whole, path := filepath.Join(folder, "whole", "s.jsonl"), filepath.Join(folder, "s.jsonl")
		if err := errors.Join(os.Mkdir(filepath.Dir(whole), 0o700), os.WriteFile(whole, data, 0o600)); err != nil {
			t.Fatal(err)
		}
		want, skipped := wholly(t, whole)
		w := follow(t, path, transcript.Position{}, transcript.NewSeen())
		rest := data
		for i := 0; len(rest) > 0; i++ {
			n := len(rest)
			if len(cuts) > 0 && i < 200 {
				cut := int(cuts[i%len(cuts)])
				n = min(n, 1+cut*(1+i/len(cuts)))
				if cut%4 == 3 {
					w.f.Close()
				}
			}
			w.append(rest[:n])
			rest = rest[n:]
		}
		w.f.Settle(w.give)
		if diff := cmp.Diff(want, w.got); diff != "" {
			t.Errorf("events: -whole +followed\n%s", diff)
		}
		delete(skipped, transcript.SkipTorn) // a follower still waits for its end
		if diff := cmp.Diff(skipped, w.f.Skipped()); diff != "" {
			t.Errorf("left out: -whole +followed\n%s", diff)
		}
		checkPosition(t, path, w.f.Position())
	})
}

const line1 = `{"type":"assistant","uuid":"1","message":{"id":"m","usage":{"output_tokens":1},"content":[{"type":"text","text":"a"}]}}` + "\n"

// checkPosition checks that a reader takes a follower's position for its own.
func checkPosition(t *testing.T, path string, at transcript.Position) {
	t.Helper()
	r, err := Open(path, at, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	again, err := r.Position()
	if err != nil || r.Restarted != "" || again != at {
		t.Errorf("a reader makes %+v of %+v, restarted %q, %v", again, at, r.Restarted, err)
	}
}

// Ensure a line of any length is carried over any number of writes, one that is too long is left out
// as a reader does, and neither costs more reading than its bytes.
func TestFollowLongLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	w := follow(t, path, transcript.Position{}, nil)
	long := func(filler string, size int) []byte {
		return fmt.Appendf(nil, `{"type":"user","message":{"content":"long"},"toolUseResult":"%s"}`+"\n", strings.Repeat(filler, size))
	}
	for _, text := range [][]byte{long("x", 3<<20), long("y", transcript.LineBytesMax+5000), long("z", 10)} {
		for len(text) > 0 {
			n := min(len(text), 100_000)
			w.append(text[:n])
			text = text[n:]
		}
	}
	want, skipped := wholly(t, path)
	if diff := cmp.Diff(want, w.got); diff != "" || len(want) != 2 {
		t.Errorf("-whole +followed\n%s", diff)
	}
	if w.f.Skipped()[transcript.SkipTooLong] != 1 || skipped[transcript.SkipTooLong] != 1 {
		t.Errorf("left out %v, read whole %v", w.f.Skipped(), skipped)
	}
	checkPosition(t, path, w.f.Position())
}

// Ensure a file that was cut and has grown beyond what was read, between two looks, is noticed by
// its bytes, also in the line that has no end yet.
func TestFollowRewritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	prompt := func(n int) string {
		return fmt.Sprintf(`{"type":"user","uuid":"p%d","message":{"content":"%d"}}`+"\n", n, n)
	}
	w := follow(t, path, transcript.Position{}, transcript.NewSeen())
	w.append([]byte(prompt(1) + prompt(2) + strings.TrimSuffix(prompt(3), "\"}}\n")))
	rewrite := func(text string) {
		t.Helper()
		if err := w.file.Truncate(0); err != nil {
			t.Fatal(err)
		}
		w.append([]byte(text))
	}
	rewrite(prompt(1) + prompt(2) + prompt(4)) // only the line without an end is another
	rewrite(prompt(1) + prompt(5) + prompt(4) + prompt(6) + prompt(7))
	rewrite(prompt(8) + prompt(5) + prompt(4) + prompt(6) + prompt(7) + prompt(9))
	var got []string
	for _, e := range w.got {
		got = append(got, e.Text)
	}
	if want := "1 2 4 replaced 5 6 7 replaced 8 9"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Ensure a compaction that was read before is not given again where its file is read anew.
func TestCompactionOnce(t *testing.T) {
	text, err := os.ReadFile("testdata/session.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	seen := transcript.NewSeen()
	for i, want := range []int{1, 0} {
		count := 0
		r := NewReader(bytes.NewReader(text), "s", seen)
		for {
			e, err := r.Next()
			if err != nil {
				break
			}
			if e.Kind == transcript.KindCompaction {
				count++
			}
		}
		if count != want {
			t.Errorf("reading %d: %d compactions, want %d", i, count, want)
		}
	}
}

// answers counts tokens anew, by decoding every line whole.
func answers(t *testing.T, path string) (transcript.Usage, int) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	last := map[string]map[string]any{}
	for line := range strings.Lines(string(text)) {
		var decoded struct {
			Type              string
			IsAPIErrorMessage bool `json:"isApiErrorMessage"`
			Message           json.RawMessage
		}
		var message struct {
			ID    string
			Usage map[string]any
		}
		if json.Unmarshal([]byte(line), &decoded) == nil && decoded.Type == "assistant" && !decoded.IsAPIErrorMessage &&
			json.Unmarshal(decoded.Message, &message) == nil && message.ID != "" && message.Usage != nil {
			last[message.ID] = message.Usage
		}
	}
	var sum transcript.Usage
	for _, usage := range last {
		number := func(key string) int64 { n, _ := usage[key].(float64); return int64(n) }
		sum.Input += number("input_tokens")
		sum.Output += number("output_tokens")
		sum.CacheRead += number("cache_read_input_tokens")
		sum.CacheCreation += number("cache_creation_input_tokens")
	}
	return sum, len(last)
}

// Ensure the tokens of recorded sessions are those of a count that decodes every line: by answer,
// the last line's numbers, both when they are summed up alone and as events.
func TestTokens(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(paths) < 4 {
		t.Fatalf("%d transcripts, %v", len(paths), err)
	}
	counted := 0
	for _, path := range paths {
		want, n := answers(t, path)
		var alone, events transcript.Tokens
		if err := Tokens(path, &alone); err != nil {
			t.Fatal(err)
		}
		all, _ := wholly(t, path)
		for _, e := range all {
			events.Add(e)
		}
		if alone.Sum() != want || alone.Answers() != n || events.Sum() != want || events.Answers() != n {
			t.Errorf("%s: alone %+v of %d, as events %+v of %d; want %+v of %d", path, alone.Sum(), alone.Answers(), events.Sum(), events.Answers(), want, n)
		}
		counted += n
	}
	if counted < 5 {
		t.Errorf("only %d answers were counted", counted)
	}
}

// Ensure numbers that are none, negative or beyond all reason count as 0, and that an answer
// without an id or without numbers does not count.
func TestTokensOfBadLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	var text strings.Builder
	for i, usage := range []string{`{"input_tokens":3,"output_tokens":"4"}`, `{"input_tokens":-3,"output_tokens":1e3}`, `{"input_tokens":99999999999999999999}`, `[1]`, `null`, `{}`} {
		fmt.Fprintf(&text, `{"type":"assistant","message":{"id":"m%d","usage":%s,"content":[]}}`+"\n", i, usage)
	}
	text.WriteString(`{"type":"assistant","message":{"usage":{"input_tokens":5}}}` + "\n" + `{"type":"assistant","message":7}` + "\n{\n")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var sum transcript.Tokens
	if err := Tokens(path, &sum); err != nil || sum.Sum() != (transcript.Usage{Input: 3}) || sum.Answers() != 4 {
		t.Errorf("got %+v of %d answers, %v", sum.Sum(), sum.Answers(), err)
	}
}

// Ensure a subagent's events have its id and the session that it worked for, and are those that
// its session's own lines would be.
func TestAgent(t *testing.T) {
	for file, want := range map[string]string{"s/subagents/agent-a1.jsonl": "s a1", "agent-a1.jsonl": "agent-a1 a1", "s.jsonl": ""} {
		path := filepath.Join(t.TempDir(), filepath.FromSlash(file))
		text := `{"type":"user","isSidechain":true,"message":{"content":"work"}}` + "\n"
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
		got := ""
		events, _ := wholly(t, path)
		for _, e := range events {
			got += e.Session + " " + e.Agent
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
	events, _ := wholly(t, "testdata/agent-2.1.329.jsonl")
	kinds := map[string]int{}
	for _, e := range events {
		kinds[e.Kind]++
	}
	if want := map[string]int{transcript.KindPrompt: 1, transcript.KindAnswer: 6, transcript.KindUsage: 8, transcript.KindToolUse: 2, transcript.KindToolResult: 2}; !cmp.Equal(kinds, want) {
		t.Errorf("recorded: got %v, want %v", kinds, want)
	}
}

// Ensure who begins at the end of a file that was cut before it was read gets all of it.
func TestFollowEndOfCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	w := follow(t, path, transcript.Position{}, nil)
	w.f = transcript.FollowEnd(path, 1<<20, nil, func() transcript.Decoder { return decoder(path, false) })
	w.append([]byte(line1))
	if len(w.got) != 2 || w.got[0].Kind != transcript.KindRestarted || w.got[0].Text != transcript.RestartTruncated || w.got[1].Text != "a" {
		t.Errorf("got %+v", w.got)
	}
}
