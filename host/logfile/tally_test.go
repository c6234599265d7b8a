package logfile

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Ensure reasons are counted over the log and its older files, the most frequent
// first, and that lines which are none are passed over.
func TestTally(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if got, err := Tally(path, 2); err != nil || len(got) != 0 {
		t.Fatalf("an absent log: got %v, %v", got, err)
	}
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	limits := Limits{Bytes: 1 << 20, Files: 2, Level: "info"}
	for i, code := range []string{"model", "deadline", "deadline"} {
		if err := Append(path, limits, "warn", code, "x", at.Add(time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(path, numbered(path, 1)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("no line at all\n{\"code\":\"\"}\n{\"code\":\"deadline\",\"time\":\"never\"}\n{\"code\":\"cut"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Tally(path, 2)
	if err != nil || len(got) != 2 {
		t.Fatalf("got %v, %v", got, err)
	}
	if want := (Tallied{Code: "deadline", Count: 3, Last: at.Add(2 * time.Minute), Text: "x"}); got[0] != want {
		t.Errorf("got %+v, want %+v", got[0], want)
	}
	if got[1].Code != "model" || got[1].Count != 1 {
		t.Errorf("got %+v", got[1])
	}
}

// FuzzTally ensures that no log stops `status`.
func FuzzTally(f *testing.F) {
	f.Add([]byte("{\"code\":\"a\",\"time\":\"2026-03-01T09:00:00Z\"}\n\n[]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Tally(path, 1); err != nil {
			t.Errorf("%v", err)
		}
	})
}

// Ensure that lines about events as they should be do not count, that errors are
// told from the rest, and that what is older than asked for is left out.
func TestTallySince(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	limits := Limits{Bytes: 1 << 20, Files: 2, Level: LevelDebug}
	for i, level := range []string{LevelError, LevelDebug, LevelInfo, LevelWarn, LevelError} {
		if err := Append(path, limits, level, "x", "m", at.AddDate(0, 0, i)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := TallySince(path, 2, at.Add(time.Hour))
	if err != nil || len(got) != 1 || got[0].Count != 3 || got[0].Errors != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}
