package handoffs_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/eval/handoffs"
	"github.com/ed-irl/impressionism/cmd/internal/gitstate"
	"github.com/ed-irl/impressionism/host/client/all"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/handoff"
)

// part is a text, or several of which one is enough.
type part []string

func (p *part) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*p = part{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(p))
}

func (p part) in(text string) bool {
	return slices.ContainsFunc(p, func(one string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(one)) })
}

// claim is a fact that a text must have or must not.
type claim struct {
	Kind string   `json:"kind"`
	Why  string   `json:"why"`
	All  []part   `json:"all"`
	Any  []string `json:"any"`
	Line []part   `json:"line"`
}

func (c claim) holds(text string) bool {
	if len(c.Any) > 0 && part(c.Any).in(text) {
		return true
	}
	if c.Line != nil {
		return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return allIn(c.Line, line) })
	}
	return c.All != nil && allIn(c.All, text)
}

func allIn(parts []part, text string) bool {
	return !slices.ContainsFunc(parts, func(p part) bool { return !p.in(text) })
}

type expectation struct {
	Shown   map[string]bool `json:"shown"`
	Must    []claim         `json:"must"`
	MustNot []claim         `json:"must_not"`
}

// Ensure the handoffs of labelled sessions keep their facts, that nothing is said that is not
// so any more or is a stranger's, that nothing is told where nothing is open, and that no
// text is too long. The scorer of the shared set counts in the same way.
func TestLabelledSessions(t *testing.T) {
	for _, set := range []struct {
		name, dir string
		least     int // facts
		of        int
	}{
		{"own", "../../../../../host/handoff/testdata/sessions", 129, 129},
		{"dev", "../../../../../../shared/eval/dev/handoffs", 80, 80},
	} {
		t.Run(set.name, func(t *testing.T) {
			if _, err := os.Stat(set.dir); err != nil {
				if set.name == "own" || os.Getenv("CI") == "true" {
					t.Fatal(err)
				}
				t.Skip("../shared is absent")
			}
			found, count := 0, 0
			for _, a := range answers(t, set.dir) {
				f, n := judge(t, set.dir, a)
				found, count = found+f, count+n
			}
			if found < set.least || count != set.of {
				t.Errorf("got %d of %d facts, want %d of %d", found, count, set.least, set.of)
			}
		})
	}
}

func answers(t *testing.T, dir string) []handoffs.Answer {
	t.Helper()
	runner := handoffs.Runner{Client: all.Clients()[0], Git: gitstate.Program{Environ: os.Environ()}, Scratch: t.TempDir()}
	var answered []handoffs.Answer
	err := runner.Run(context.Background(), dir, func(a handoffs.Answer) error {
		answered = append(answered, a)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return answered
}

// judge reports what an answer says wrongly, and returns how many facts it has of how many.
func judge(t *testing.T, dir string, a handoffs.Answer) (found, count int) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, a.Case, "expect.json"))
	if err != nil {
		t.Fatal(err)
	}
	var e expectation
	if err := json.Unmarshal(data, &e); err != nil {
		t.Fatal(err)
	}
	if told := strings.TrimSpace(a.Text) != ""; told != e.Shown[a.Source] {
		t.Errorf("%s at %s: told: %v, want %v", a.Case, a.Source, told, e.Shown[a.Source])
	}
	for _, c := range e.MustNot {
		if c.holds(a.Text) {
			t.Errorf("%s at %s: %s is said in\n%s", a.Case, a.Source, c.Why, a.Text)
		}
	}
	if n := cut.Units(a.Text); n > handoff.CharsMax {
		t.Errorf("%s at %s: %d characters", a.Case, a.Source, n)
	}
	if !e.Shown[a.Source] || a.Source == handoff.Clear {
		return 0, 0
	}
	for _, c := range e.Must {
		if count++; c.holds(a.Text) {
			found++
		} else {
			t.Logf("%s at %s: missing %s: %v %v", a.Case, a.Source, c.Kind, c.All, c.Line)
		}
	}
	return found, count
}

// Ensure a session without a transcript says less and nothing false: no failing command is
// guessed, and its files and todos are there.
func TestWithoutTranscript(t *testing.T) {
	dir := t.TempDir()
	source := "../../../../../host/handoff/testdata/sessions/17-offline-sync"
	for _, name := range []string{"events.jsonl", "repo.json", "expect.json"} {
		data, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(dir, "case"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "case", name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := answers(t, dir)[0].Text
	for _, want := range []string{"Goal: \"Field workers", "UploadWorker.kt (untracked)", "WorkManager job\" (in progress)", "createdAt"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	if strings.Contains(got, "Failing") {
		t.Errorf("got %q, which no hook was told", got)
	}
}
