package main

import (
	"errors"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/session"
	"github.com/ed-irl/impressionism/host/sqlite"
)

// stateOf opens state.db for an event, or gives what is kept open; nil where neither works.
func (h *hookRun) stateOf(event string) *session.Store {
	if h.warmRun != nil {
		return h.sessions
	}
	sessions, salvaged, err := h.openSessions(h.busyWait(event), h.maySalvage(event))
	switch {
	case session.IsUnwritable(err):
		h.noMemory = err // told once, with the event
	case err != nil:
		h.note(host.Problem{Code: host.ProblemState, Err: err})
	}
	if salvaged != "" {
		h.note(host.Problem{Code: host.ProblemState, Err: errors.New(salvaged)})
	}
	h.logOf(event, sessions)
	return sessions
}

// logOf has no prompt and no tool use wait for the disk: a process that waits there
// cannot be ended. Other events empty a grown log, and before they store anything, for
// what begins a log waits as well.
func (h *hookRun) logOf(event string, sessions *session.Store) {
	if sessions == nil {
		return
	}
	if event != abi.EventPrompt && event != abi.EventToolUse {
		if err := sessions.ShortenLog(); err != nil {
			h.note(host.Problem{Code: host.ProblemState, Err: err})
		}
	}
	sessions.LeaveLog()
}

// closeSessions ends the use of state.db. Damage that showed only in use is
// mended now: what can be read is kept.
func (h *hookRun) closeSessions(sessions *session.Store, event string, response *host.Response) {
	if sessions == nil {
		return
	}
	problem := func(err error) {
		if err != nil {
			response.Problems = append(response.Problems, host.Problem{Code: host.ProblemState, Err: err})
		}
	}
	problem(sessions.Close())
	damaged := slices.ContainsFunc(response.Problems, func(p host.Problem) bool {
		return p.Code == host.ProblemState && sqlite.IsCorrupt(p.Err)
	})
	if !damaged || !h.maySalvage(event) {
		return
	}
	report, err := session.Salvage(h.paths.StateDB, h.now())
	problem(err)
	if err == nil {
		problem(errors.New(report.String()))
	}
}

// salvageBytes is the size of a damaged state.db that a prompt may wait for:
// tens of milliseconds.
const salvageBytes = 1 << 20

// maySalvage reports whether an event has the time to mend a damaged file. Cut
// off at the deadline, the mending would begin anew at every prompt.
func (h *hookRun) maySalvage(event string) bool {
	return event == abi.EventSessionStart || sizeOf(h.paths.StateDB) <= salvageBytes
}
