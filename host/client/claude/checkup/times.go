package checkup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
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
	e.report.Times = append(e.report.Times, e.unrecorded()...)
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
		h.SampleMS = sampled(h.times)
		return
	}
	h.Untimed = "the client recorded its runs without a time"
}

// sampled returns sorted times in milliseconds, evenly, the first and the last among them.
func sampled(times []time.Duration) []float64 {
	n := min(len(times), inspect.SamplesMax)
	samples := make([]float64, n)
	for i := range samples {
		at := i
		if n < len(times) {
			at = i * (len(times) - 1) / (n - 1)
		}
		samples[i] = float64(times[at].Microseconds()/100) / 10
	}
	return samples
}

// commandOf is a hook's command as the client writes it.
func commandOf(hook wiring.Hook) string {
	return strings.Join(append([]string{hook.Command}, hook.Args...), " ")
}

// unrecorded are the hooks that are wired and of which no run is recorded, in the order in
// which they are wired.
func (e *exam) unrecorded() []inspect.HookTime {
	type key struct{ source, event, command string }
	known := map[key]int{}
	for _, h := range e.runs.found {
		known[key{"", h.Event, h.Command}] = -1
	}
	var all []inspect.HookTime
	for _, hook := range e.wiring.Hooks {
		command := commandOf(hook)
		if _, recorded := known[key{"", hook.Event, command}]; recorded || hook.Dropped {
			continue
		}
		at, again := known[key{hook.Source.Name, hook.Event, command}]
		if !again {
			at = len(all)
			known[key{hook.Source.Name, hook.Event, command}] = at
			all = append(all, inspect.HookTime{
				Source: hook.Source.Name, Event: hook.Event, Command: command,
				Untimed: "the client recorded no run of it, as it does of hooks that print nothing",
			})
		}
		place(&all[at], hook)
	}
	return all
}

// place says where a hook is wired, for which tools and with what timeout. Of several entries
// with one command it is the last, and all matchers.
func place(h *inspect.HookTime, hook wiring.Hook) {
	if hook.Matcher != "" && !slices.Contains(strings.Split(h.Matcher, ", "), hook.Matcher) {
		h.Matcher = strings.TrimPrefix(h.Matcher+", "+hook.Matcher, ", ")
	}
	h.File, h.Line = hook.Source.File, hook.Line
	h.TimeoutMS = 1000 * contract.WaitSeconds(hook.Event, hook.Timeout, hook.Source.Kind == wiring.KindPlugin)
}

// wiredBy finds who wires a command: the client writes it as it stands there.
func (e *exam) wiredBy(h *hookTime) {
	for _, hook := range e.wiring.Hooks {
		if commandOf(hook) != h.Command || hook.Event != h.Event {
			continue
		}
		if h.Source != "" && h.Source != hook.Source.Name {
			h.Source += ", " + hook.Source.Name // whose it was nobody knows
			continue
		}
		h.Source, h.wired = hook.Source.Name, hook
		place(&h.HookTime, hook)
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
