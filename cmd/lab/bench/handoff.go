package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Homes in whose workspace a session left work, with a long transcript.
const (
	homeLeft     = "left"      // 50 MB
	homeLeftHuge = "left-huge" // the same, and at its end a line of 9 MB, as a pasted image is one
)

// Sizes of transcripts.
const (
	transcriptBytes = 50 << 20
	hugeLineBytes   = 9 << 20
)

// The cases of the start of a session: one that is told nothing, since a fork knows all, and
// those that are told where the work stood.
const (
	startAlone = "cold: start of a session"
	startLeft  = "the same, unfinished work from 50 MB"
	startHuge  = "the same, a line of 9 MB at the end"
)

// startGoalMS is how much longer a session's start may take with unfinished work.
const startGoalMS = 60

// leftSession is the session that left work.
const leftSession = "left"

// addLeft makes the homes, where git is installed.
func addLeft(o options, folder string, skills []skill, homes map[string]home) error {
	if _, err := exec.LookPath("git"); err != nil {
		return nil //nolint:nilerr // what needs it is left out
	}
	for _, name := range []string{homeLeft, homeLeftHuge} {
		h := home{user: filepath.Join(folder, "user-"+name), data: filepath.Join(folder, name), work: filepath.Join(folder, "work-"+name), skills: len(skills)}
		if err := writeSkills(filepath.Join(h.user, ".claude", "skills"), skills); err != nil {
			return fmt.Errorf("write skills: %w", err)
		}
		if err := h.make("", false); err != nil {
			return fmt.Errorf("make a home: %w", err)
		}
		h.environ = append(append(h.variables(), o.settings...), alone)
		for _, args := range [][]string{{"init", "-q"}, {"-c", "user.name=B", "-c", "user.email=b@example.com", "commit", "-q", "--allow-empty", "-m", "first"}} {
			if out, err := exec.Command("git", append([]string{"-C", h.work}, args...)...).CombinedOutput(); err != nil {
				return fmt.Errorf("git %s: %w: %s", args[0], err, out)
			}
		}
		if err := os.WriteFile(filepath.Join(h.work, "upload.go"), []byte("package upload\n"), 0o600); err != nil {
			return err
		}
		huge := 0
		if name == homeLeftHuge {
			huge = hugeLineBytes
		}
		path := filepath.Join(h.user, ".claude", "projects", "work", leftSession+".jsonl")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(transcript(h.work, transcriptBytes, huge)), 0o600); err != nil {
			return err
		}
		homes[name] = h
	}
	return nil
}

// transcript is that of a session of edits, answers, and commands of which a third fails.
func transcript(work string, bytes, huge int) string {
	var lines strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&lines, format+"\n", args...) }
	head := fmt.Sprintf(`"sessionId":%q,"cwd":%q,"gitBranch":"main","timestamp":"2026-01-02T03:04:06Z"`, leftSession, work)
	for i := 0; lines.Len() < bytes; i++ {
		var output strings.Builder
		for n := range 40 { // no line is another one's
			fmt.Fprintf(&output, `ok  \tharbour/pier\t0.%d%ds\n    pier_test.go:17: the tide of day %d at 14:20 is 3.%d m\n`, i, n, i, n)
		}
		if i%20 == 0 {
			line(`{"type":"user",%s,"message":{"role":"user","content":"Write part %d of the upload page, without a cache"}}`, head, i)
		}
		line(`{"type":"assistant",%s,"message":{"role":"assistant","content":[{"type":"text","text":"The reader of part %d is wrapped; next I look at the form."},{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"go test ./pier%d"}}]}}`, head, i, i, i)
		line(`{"type":"user",%s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","is_error":%v,"content":"Exit code 1\n%s--- FAIL: TestPier%d (0.00s)"}]}}`, head, i, i%3 == 0, output.String(), i)
		line(`{"type":"assistant",%s,"message":{"role":"assistant","content":[{"type":"tool_use","id":"e%d","name":"Edit","input":{"file_path":%q,"old_string":"%s","new_string":"x"}}]}}`, head, i, filepath.Join(work, "upload.go"), output.String())
		line(`{"type":"user",%s,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"e%d","content":"ok"}]}}`, head, i)
	}
	if huge > 0 {
		line(`{"type":"user",%s,"message":{"role":"user","content":[{"type":"image","data":"%s"}]}}`, head, strings.Repeat("x", huge))
	}
	return lines.String()
}

// starts are the starts of sessions, cold, with unfinished work and without.
func (p *plan) starts() []prepared {
	if !p.has(homeLeft) {
		return nil
	}
	return []prepared{p.start(startAlone, homeLeft, "fork", ""), p.start(startLeft, homeLeft, "startup", "Failing: "), p.start(startHuge, homeLeftHuge, "startup", "Failing: ")}
}

// start is the case of a session's start that is told a text; empty: nothing.
func (p *plan) start(name, at, source, text string) prepared {
	h := p.homes[at]
	return func(context.Context) (subject, error) {
		one := subject{name: name, check: nothing}
		if text != "" {
			one.check = tells(text)
		}
		one.prepare = func(ctx context.Context, _ string) error { return p.leave(ctx, h) }
		one.process = func(session string) process {
			return hookOf(p.programs.alone(), h, event(h, session, "SessionStart", map[string]any{"source": source}))
		}
		return one, nil
	}
}

// leave has the session that left work go on and end, so that its work can be handed on again.
func (p *plan) leave(ctx context.Context, h home) error {
	for _, sent := range [][]byte{
		promptEvent(h, leftSession, "Write the last part of the upload page"),
		event(h, leftSession, "PostToolUse", map[string]any{"tool_name": "Edit", "tool_input": map[string]any{"file_path": filepath.Join(h.work, "upload.go")}}),
		stopEvent(h, leftSession), event(h, leftSession, "SessionEnd", map[string]any{"reason": "other"}),
	} {
		if _, err := p.scout.hook(ctx, h, sent); err != nil {
			return err
		}
	}
	return nil
}

// tells expects an answer with a text in it.
func tells(text string) func(outcome) error {
	return func(got outcome) error {
		if err := undisturbed(got); err != nil {
			return err
		}
		if !strings.Contains(string(got.out), text) || !strings.Contains(string(got.out), "additionalContext") {
			return fmt.Errorf("nothing of unfinished work is told: %.300s", got.out)
		}
		return nil
	}
}

// handed is how much longer a session's start takes with unfinished work.
type handed struct {
	Name   string  `json:"name"`
	MS     float64 `json:"ms"`
	GoalMS float64 `json:"goal_ms"`
}

// compareStarts sets how much longer the starts with unfinished work took.
func (r *result) compareStarts() {
	base := r.medianOf(startAlone)
	for _, name := range []string{startLeft, startHuge} {
		if ms := r.medianOf(name); base > 0 && ms > 0 {
			r.Handed = append(r.Handed, handed{Name: name, MS: ms - base, GoalMS: startGoalMS})
		}
	}
}

// medianOf is the median of a case; 0: it has none.
func (r *result) medianOf(name string) float64 {
	for _, m := range r.Measures {
		if m.Name == name {
			return m.MedianMS
		}
	}
	return 0
}
