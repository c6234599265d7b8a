package client

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Ensure what real clients reported of scripted models is read: which skills the
// model called for, how many answers it gave, and whether that tells anything.
func TestDecode(t *testing.T) {
	for name, want := range map[string]Report{
		"loaded.jsonl":          {Skills: []string{"database-migrations"}, Answers: 2, USD: .00096, Ended: "completed"},
		"loaded-2.1.197.jsonl":  {Skills: []string{"database-migrations"}, Answers: 1, USD: .00048, Ended: "max_turns"},
		"answers-used-up.jsonl": {Answers: 2, USD: .00096, Ended: "max_turns"},
		"budget-used-up.jsonl":  {Answers: 1, USD: .00048, Ended: "budget_exhausted", Failure: "budget_exhausted"},
		"refused.jsonl":         {Answers: 1, Ended: "api_error", Failure: "Failed to authenticate. API Error: 401 scripted failure"},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := os.Open(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			got, err := Decode(file)
			if err != nil || got.Session == "" || got.Model != "claude-sonnet-4-6" {
				t.Errorf("got %+v, %v; want a session of claude-sonnet-4-6", got, err)
			}
			got.Session, got.Model = "", ""
			if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })); diff != "" {
				t.Errorf("want (-), got (+):\n%s", diff)
			}
		})
	}
}

// Ensure what a subagent calls for does not count as the model's own choice, and
// that an endless line is an error.
func TestDecodeOdd(t *testing.T) {
	const inside = `{"type":"assistant","parent_tool_use_id":"toolu_1","message":{"id":"m","content":[{"type":"tool_use","name":"Skill","input":{"skill":"x"}}]}}`
	if got, err := Decode(strings.NewReader("not JSON\n" + inside + "\n")); err != nil || len(got.Skills)+got.Answers != 0 {
		t.Errorf("got %+v, %v; want nothing", got, err)
	}
	if _, err := Decode(strings.NewReader(strings.Repeat("x", lineBytesMax+1))); err == nil {
		t.Error("got no error for an endless line")
	}
}

// Ensure a client that is missing, silent or endless is told as what it is.
func TestDoWithoutReport(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs a shell to stand in for a client")
	}
	write := func(script string) string {
		path := filepath.Join(t.TempDir(), "client")
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, c := range map[string]struct {
		program, want string
		limit         time.Duration
	}{
		"missing": {filepath.Join(t.TempDir(), "none"), "no such file", time.Minute},
		"silent":  {write("echo 'unknown option --max-turns' >&2; exit 1"), "it said: unknown option --max-turns", time.Minute},
		"endless": {write("sleep 600\nexit 0"), "it was ended after", time.Second / 2}, // and its child with it
	} {
		run := Run{Program: c.program, Folder: t.TempDir(), Prompt: "hello", AnswersMax: 1, Limit: c.limit, Variables: []string{"PATH=/usr/bin:/bin"}}
		began := time.Now()
		if _, err := run.Do(context.Background()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
		if time.Since(began) > 10*pipeWait {
			t.Errorf("%s: it took %v", name, time.Since(began))
		}
	}
}

// Ensure no report crashes its reader.
func FuzzDecode(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(paths) == 0 {
		f.Fatalf("no reports: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add(`{"type":"assistant","message":{"content":"text"}}` + "\n" + `{"type":"result","total_cost_usd":-1,"is_error":true}`)
	f.Fuzz(func(t *testing.T, data string) {
		report, err := Decode(strings.NewReader(data))
		if err == nil && (report.USD < 0 || len([]rune(report.Failure)) > failureCharsMax) && report.Failure != report.Ended {
			t.Errorf("got %+v", report)
		}
	})
}
