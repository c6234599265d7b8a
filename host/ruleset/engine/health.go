package engine

import (
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

// When a ruleset that fails is no longer asked.
const (
	FailuresMax = 3  // in a row: then it is paused
	PauseEvents = 20 // after so many it is tried again
)

// Health is what is known of the recent failures of one ruleset. Resuming it by
// hand is the zero value.
type Health struct {
	Hash     string `json:"hash,omitempty"` // of the version that failed
	Failures int    `json:"failures"`       // in a row
	PausedAt string `json:"paused_at,omitempty"`
	Events   int    `json:"events"` // passed while paused
	Last     string `json:"last,omitempty"`
}

// Paused reports whether a version of the ruleset is left out for now.
func (h Health) Paused(hash string) bool {
	return h.Hash == hash && h.Failures >= FailuresMax && h.Events < PauseEvents
}

// MayRun reports whether a version of the ruleset may be asked.
func MayRun(h Health, hash string) bool { return !h.Paused(hash) }

// Next returns the health after a ruleset was consulted.
func Next(h Health, outcome Outcome) Health {
	switch {
	case !outcome.Ran:
		return h
	case outcome.Fault == nil:
		return Health{Hash: outcome.Hash}
	case h.Hash != outcome.Hash:
		h = Health{Hash: outcome.Hash}
	}
	h.Last = cut.Bytes(cut.Line(outcome.Fault.Error()), noticeBytesMax)
	if !itsOwn(outcome.Fault) {
		return h
	}
	h.Failures++
	if h.Failures >= FailuresMax {
		h.PausedAt, h.Events = outcome.Now, 0
	}
	return h
}

// Passed returns the health after an event for which a version of the ruleset was not asked
// because it is paused. One that meanwhile is not any more passes nothing.
func Passed(h Health, hash string) Health {
	if h.Paused(hash) {
		h.Events++
	}
	return h
}

// itsOwn tells a bad ruleset from a busy machine and from one that was not
// started, as a module that nobody has vetted.
func itsOwn(fault *abi.Fault) bool {
	return !outOfTime(fault) && fault.Code != abi.Unavailable
}

// TimePrefix begins the message of a limit that is one of time.
const TimePrefix = "time:"

func outOfTime(fault *abi.Fault) bool {
	return fault.Code == abi.Limit && strings.HasPrefix(fault.Message, TimePrefix)
}
