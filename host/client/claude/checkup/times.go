package checkup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/wiring"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/stats"
)

// hookTime is how long one hook took, and what the client wrote of it.
type hookTime struct {
	inspect.HookTime
	failure, rejection said
	times              []time.Duration
	wired              wiring.Hook
}

// said is the last that the client wrote of a hook.
type said struct {
	words string
	at    time.Time
}

// hear keeps the newer words: transcripts are read the newest first.
func (s *said) hear(words string, at time.Time) {
	if !at.Before(s.at) {
		s.words, s.at = words, at
	}
}

// Bounds of what a user waits for gladly, by event; others do not hold him up.
var slowAfter = map[string]time.Duration{
	"UserPromptSubmit": time.Second, "PreToolUse": time.Second, "PostToolUse": time.Second, "Stop": 2 * time.Second, "SessionStart": 5 * time.Second,
}

// Fewer runs than these tell nothing.
const (
	timedMin    = 5
	failuresMin = 3
)

// times tells how long the hooks of each plugin take, and what they came to.
func (e *exam) times() {
	slowest := (*hookTime)(nil)
	for _, h := range e.runs.found {
		h.sum()
		e.wiredBy(h)
		e.report.Times = append(e.report.Times, h.HookTime)
		if h.Source != "" {
			e.judgeTime(h)
		}
		if h.Timed > 0 && (slowest == nil || h.P95MS > slowest.P95MS) {
			slowest = h
		}
	}
	slices.SortStableFunc(e.report.Times, func(a, b inspect.HookTime) int { return cmp.Compare(b.P95MS, a.P95MS) })
	summary := "no runs of hooks are recorded in the last " + count(e.Days, "day", "days")
	if slowest != nil {
		summary = fmt.Sprintf("%s recorded in %s; slowest: %s on %s, p95 %d ms", count(len(e.runs.found), "hook", "hooks"),
			count(e.runs.files, "transcript", "transcripts"), slowest.label(), slowest.Event, slowest.P95MS)
	}
	if e.runs.skipped > 0 {
		summary += fmt.Sprintf("; %s not read", count(e.runs.skipped, "transcript was", "transcripts were"))
	}
	e.saw(inspect.AreaTimes, summary)
}

func (h *hookTime) sum() {
	slices.Sort(h.times)
	h.Timed = len(h.times)
	if h.Timed > 0 {
		h.P50MS, h.P95MS = stats.Quantile(h.times, .5).Milliseconds(), stats.Quantile(h.times, .95).Milliseconds()
		h.MaxMS = h.times[h.Timed-1].Milliseconds()
	}
}

// wiredBy finds who wires a command: the client writes it as it stands there.
func (e *exam) wiredBy(h *hookTime) {
	for _, hook := range e.wiring.Hooks {
		text := strings.Join(append([]string{hook.Command}, hook.Args...), " ")
		if text != h.Command || hook.Event != h.Event {
			continue
		}
		if h.Source != "" && h.Source != hook.Source.Name {
			h.Source += ", " + hook.Source.Name // whose it was nobody knows
			continue
		}
		h.Source, h.wired = hook.Source.Name, hook
	}
}

func (h *hookTime) label() string { return cmp.Or(h.Source, "a hook that is wired no more") }

func (e *exam) judgeTime(h *hookTime) {
	where := fmt.Sprintf("%s:%d:%d", h.wired.Source.File, h.wired.Line, h.wired.Column)
	tell := func(code, format string, args ...any) {
		e.found(code, where, fmt.Sprintf("%s, %s: ", h.Source, h.Event)+fmt.Sprintf(format, args...))
	}
	if limit, waits := slowAfter[h.Event]; waits && h.Timed >= timedMin && h.P95MS > limit.Milliseconds() {
		tell("hook-slow", "of %d runs one in twenty took %d ms or longer, the slowest %d ms.", h.Timed, h.P95MS, h.MaxMS)
	}
	if h.CutOff > 0 {
		tell("hook-cut-off", "%s ended because time was up.", count(h.CutOff, "run was", "runs were"))
	}
	if h.Failed >= failuresMin {
		tell("hook-failing", "%d runs failed; the last said: %s", h.Failed, cut.Line(strings.TrimSpace(h.failure.words)))
	}
	if h.Rejected > 0 {
		tell("hook-rejected", "the client did not take %s; it said: %s", count(h.Rejected, "answer", "answers"), cut.Line(strings.TrimSpace(h.rejection.words)))
	}
	if h.Blocked > 0 {
		tell("hook-blocked", "it ended with 2 %s.", count(h.Blocked, "time", "times"))
	}
	if h.Mixed > 0 {
		tell("hook-text", "%s printed JSON with text around it.", count(h.Mixed, "run", "runs"))
	}
}
