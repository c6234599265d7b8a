package hook

import (
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/respond"
)

// What is kept of an event's time for rendering and storing: at least marginMin, and
// marginShare percent. Whoever gives an event more time has a slower machine, on which that
// takes longer, too.
const (
	marginMin   = 20 * time.Millisecond
	marginShare = 12
)

// shadowShare is how much of a turn_ended's time, in percent, may be gone when rulesets
// that only look on are stopped: nobody waits for them.
const shadowShare = 60

// embedMargin is kept of a session's start for the texts that are being embedded
// when its time is up, and for storing them.
const embedMargin = 300 * time.Millisecond

// endOf is when an event's hook ends, answered or not, on a machine that has
// time for it.
func endOf(e *env.Env, event string) time.Time { return e.Started.Add(budget(e, event)) }

// budget is what an event's hook may take.
func budget(e *env.Env, event string) time.Duration {
	if event == ownEvent {
		return ownTime
	}
	h := e.Loaded.Hook
	ms := map[string]int{
		abi.EventPrompt: h.PromptMS, abi.EventToolUsed: h.ToolUseMS, abi.EventTurnEnded: h.StopMS,
		abi.EventSessionStarted: h.SessionStartMS, abi.EventSessionEnded: h.SessionEndMS, abi.EventCompacting: h.CompactMS,
	}[event]
	if ms == 0 {
		ms = h.StopMS
	}
	return time.Duration(ms) * time.Millisecond
}

// margin is what is kept of an event's time for rendering and storing.
func margin(e *env.Env, event string) time.Duration {
	return max(marginMin, budget(e, event)*marginShare/100)
}

// Latest is when an event's hook ends however slow the machine is.
func Latest(e *env.Env, event string) time.Time {
	return e.Started.Add(max(budget(e, event), time.Duration(e.Loaded.Hook.StretchMS)*time.Millisecond))
}

// A deadline is put off while the process had less than so many percent of one
// processor since its start: then other work held it up, not its own. Whether that
// still holds is looked at again and again.
const (
	slowShare = 75
	slowLook  = 4 * time.Millisecond
)

// stretched is a deadline of an event that is put off on a slow machine, in the
// same proportion as the event's end. See RATIONALE.md, "Why do deadlines stretch?".
//
// Deadlines that are put off together must not pass together: an endless ruleset has the
// processor at last, and what comes after it needs its margin. So one before the end
// takes as much less of a processor for enough that a ruleset which has all of one
// reaches that a margin earlier than the end.
func stretched(e *env.Env, event string, at time.Time) deadline.Deadline {
	early := min(endOf(e, event).Sub(at), margin(e, event)) * (100 - slowShare) / 100
	latest := e.Started.Add(time.Duration(float64(at.Sub(e.Started)) * float64(Latest(e, event).Sub(e.Started)) / float64(budget(e, event))))
	return func() time.Duration {
		now := e.Now()
		if left := at.Sub(now); left > 0 || e.Worked == nil || e.Worked() >= now.Sub(e.Started)*slowShare/100-early {
			return left
		}
		return min(slowLook, latest.Sub(now))
	}
}

// end is when an event's hook ends, answered or not.
func end(e *env.Env, event string) deadline.Deadline { return stretched(e, event, endOf(e, event)) }

// busyWaitMin is how long an event waits for another process's write when its
// time is all but over.
const busyWaitMin = 10 * time.Millisecond

// BusyWait is how long an event may wait for other processes' writes: a row
// that comes late is better than one that is lost, as long as the prompt waits
// no longer than it would anyway.
func BusyWait(e *env.Env, event string) time.Duration {
	return max(busyWaitMin, endOf(e, event).Sub(e.Now())-margin(e, event))
}

// deadlines divides an event's time among its steps.
func deadlines(e *env.Env, event string) respond.Deadlines {
	end := endOf(e, event)
	ruleset := end.Add(-margin(e, event))
	refresh, model := ruleset, ruleset
	if event == abi.EventSessionStarted {
		refresh = end.Add(-embedMargin)
	}
	if event == abi.EventPrompt {
		refresh = earlier(refresh, e.Now().Add(time.Duration(e.Loaded.Hook.RefreshMS)*time.Millisecond))
		model = earlier(model, e.Started.Add(time.Duration(e.Loaded.Hook.ModelMS)*time.Millisecond))
	}
	return respond.Deadlines{
		Refresh: stretched(e, event, refresh), Model: stretched(e, event, model), Ruleset: stretched(e, event, ruleset),
		Shadow: e.Started.Add(end.Sub(e.Started) * shadowShare / 100),
	}
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
