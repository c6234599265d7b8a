package main

import (
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
)

// rulesetMargin is kept of an event's time for rendering and storing.
const rulesetMargin = 20 * time.Millisecond

// shadowShare is how much of Stop's time, in percent, may be gone when rulesets
// that only look on are stopped: nobody waits for them.
const shadowShare = 60

// embedMargin is kept of a session's start for the texts that are being embedded
// when its time is up, and for storing them.
const embedMargin = 300 * time.Millisecond

// deadline is when an event's hook ends, answered or not.
func (a *app) deadline(event string) time.Time {
	if event == ownEvent {
		return a.started.Add(ownTime)
	}
	h := a.loaded.Hook
	ms := map[string]int{
		abi.EventPrompt: h.PromptMS, abi.EventToolUse: h.ToolUseMS, abi.EventStop: h.StopMS,
		abi.EventSessionStart: h.SessionStartMS, abi.EventSessionEnd: h.SessionEndMS, abi.EventCompact: h.CompactMS,
	}[event]
	if ms == 0 {
		ms = h.StopMS
	}
	return a.started.Add(time.Duration(ms) * time.Millisecond)
}

// busyWaitMin is how long an event waits for another process's write when its
// time is all but over.
const busyWaitMin = 10 * time.Millisecond

// busyWait is how long an event may wait for other processes' writes: a row
// that comes late is better than one that is lost, as long as the prompt waits
// no longer than it would anyway.
func (a *app) busyWait(event string) time.Duration {
	return max(busyWaitMin, a.deadline(event).Sub(a.now())-rulesetMargin)
}

// deadlines divides an event's time among its steps.
func (a *app) deadlines(event string) host.Deadlines {
	end := a.deadline(event)
	d := host.Deadlines{Refresh: end.Add(-rulesetMargin), Model: end.Add(-rulesetMargin), Ruleset: end.Add(-rulesetMargin)}
	d.Shadow = a.started.Add(end.Sub(a.started) * shadowShare / 100)
	if event == abi.EventSessionStart {
		d.Refresh = end.Add(-embedMargin)
	}
	if event == abi.EventPrompt {
		d.Refresh = earlier(d.Refresh, a.now().Add(time.Duration(a.loaded.Hook.RefreshMS)*time.Millisecond))
		d.Model = earlier(d.Model, a.started.Add(time.Duration(a.loaded.Hook.ModelMS)*time.Millisecond))
	}
	return d
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
