package transcript_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/client/transcript"
)

func line(n int) string {
	return fmt.Sprintf(`{"type":"user","uuid":"p%d","sessionId":"s","timestamp":"2026-03-01T10:00:%02dZ","message":{"content":"prompt %d"}}`+"\n", n, n, n)
}

func texts(events []transcript.Event) string {
	var all []string
	for _, e := range events {
		all = append(all, strings.TrimPrefix(e.Text, "prompt "))
	}
	return strings.Join(all, " ")
}

// Ensure a later run goes on exactly where the last one ended, also behind a line
// that was torn then, and begins anew when the file is not the same any more.
func TestIncremental(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var at transcript.Position
	read := func(want, restarted string, torn int) {
		t.Helper()
		r := open(t, path, at)
		if got := texts(all(t, r)); got != want || r.Restarted != restarted || r.Skipped[transcript.SkipTorn] != torn {
			t.Errorf("got %q, restarted %q, skipped %v; want %q, %q, torn %d", got, r.Restarted, r.Skipped, want, restarted, torn)
		}
		var err error
		if at, err = r.Position(); err != nil {
			t.Fatal(err)
		}
		kept, err := json.Marshal(at) // as whoever keeps it does
		if err != nil || json.Unmarshal(kept, &at) != nil {
			t.Fatal(err)
		}
	}
	write(line(1) + line(2) + line(3)[:40])
	read("1 2", "", 1)
	read("", "", 1)
	write(line(1) + line(2) + line(3) + strings.TrimSuffix(line(4), "\n"))
	read("3 4", "", 0) // without its end the line is whole all the same
	write(line(1) + line(2) + line(3) + line(4) + line(5))
	read("5", "", 0)
	write(line(1) + line(2))
	read("1 2", transcript.RestartTruncated, 0)
	write(line(1) + line(7) + line(8))
	read("1 7 8", transcript.RestartReplaced, 0)
	write(line(6) + line(7) + line(8) + line(9))
	read("6 7 8 9", transcript.RestartReplaced, 0)
}

// Ensure a position in the middle of a line's events is that before the line:
// rather twice than never.
func TestPositionInsideALine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	two := `{"type":"assistant","message":{"content":[{"type":"text","text":"prompt 2"},{"type":"text","text":"prompt 3"}]}}` + "\n"
	if err := os.WriteFile(path, []byte(line(1)+two+line(4)), 0o600); err != nil {
		t.Fatal(err)
	}
	r := open(t, path, transcript.Position{})
	for range 2 {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
	}
	at, err := r.Position()
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(all(t, open(t, path, at))); got != "2 3 4" {
		t.Errorf("got %q", got)
	}
}
