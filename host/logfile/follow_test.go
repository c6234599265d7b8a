package logfile

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// Ensure a follower gets each warning and error once that is written after it began, also
// those at the end of a file that was moved away, and nothing else.
func TestFollow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	limits := Limits{Bytes: 700, Files: 3, Level: LevelDebug}
	write := func(level, message string) {
		t.Helper()
		if err := Append(path, limits, level, "code", message, at); err != nil {
			t.Fatal(err)
		}
	}
	absent := Follow(path)
	write(LevelError, "before")
	f := Follow(path)
	read := func(f *Follower) (messages []string) {
		t.Helper()
		lines, err := f.Read()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			if line.Code != "code" || !line.At.Equal(at) {
				t.Errorf("got %+v", line)
			}
			messages = append(messages, line.Message)
		}
		return messages
	}
	if got := read(absent); !slices.Equal(got, []string{"before"}) {
		t.Errorf("of a log that came later: %q", got)
	}
	var want, got []string
	for i := range 40 {
		write(LevelDebug, "as it should be")
		write(LevelWarn, fmt.Sprint("w", i))
		if want = append(want, fmt.Sprint("w", i)); i%3 == 0 {
			got = append(got, read(f)...)
		}
	}
	if got = append(got, read(f)...); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := read(f); got != nil {
		t.Errorf("of no file: %q", got)
	}
	write(LevelError, "afresh")
	if got := read(f); !slices.Equal(got, []string{"afresh"}) {
		t.Errorf("got %q", got)
	}
}

// FuzzFollow holds that bytes give the same lines in two pieces as whole, and that no bytes
// stop a follower.
func FuzzFollow(f *testing.F) {
	f.Add([]byte(`{"time":"2026-01-02T03:04:05.000Z","level":"warn","code":"c","message":"m"}`+"\n"+`{"level":"error","code":"d"}`+"\n{"), 20)
	f.Add([]byte("\n\xff\n{}\n"), 1)
	path := filepath.Join(f.TempDir(), "log")
	f.Fuzz(func(t *testing.T, content []byte, cut int) {
		read := func(pieces ...[]byte) (all []Line) {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			follower := Follow(path)
			for _, piece := range pieces {
				file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := file.Write(piece); err != nil {
					t.Fatal(err)
				}
				if err := file.Close(); err != nil {
					t.Fatal(err)
				}
				lines, err := follower.Read()
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, lines...)
			}
			return all
		}
		cut = min(max(cut, 0), len(content))
		whole, halves := read(content, []byte("\n")), read(content[:cut], content[cut:], []byte("\n"))
		if !slices.Equal(whole, halves) {
			t.Errorf("whole %+v, in two pieces %+v", whole, halves)
		}
	})
}
