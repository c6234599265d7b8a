package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
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

// notedMistakes is where state.db has the mistakes that were noted last, as hashes of the
// session and the text, notedMax of them.
const (
	notedMistakes = "noted mistakes"
	notedMax      = 256
)

// onceASession adds the mistakes in settings to an event's problems, and leaves out those
// that an earlier event of the session noted: each event comes upon them. Where that
// cannot be remembered, the session's start notes them.
func (h *hookRun) onceASession(event abi.Event, sessions *session.Store, problems []host.Problem) []host.Problem {
	var mistakes []host.Problem
	for _, mistake := range h.loaded.Errors {
		mistakes = append(mistakes, host.Problem{Code: host.ProblemConfig, Err: mistake})
	}
	others := slices.Clone(problems)
	for i, p := range slices.Backward(others) {
		if p.Code == host.ProblemWarning { // mostly a parameter that the ruleset does not take
			mistakes, others = append(mistakes, p), slices.Delete(others, i, i+1)
		}
	}
	if len(mistakes) == 0 {
		return problems
	}
	fresh, err := h.freshMistakes(event.SessionID, sessions, mistakes)
	if err != nil && event.Name != abi.EventSessionStarted {
		return others
	}
	return append(fresh, others...)
}

var errNoMemory = errors.New("there is no state.db to remember in")

func (h *hookRun) freshMistakes(sessionID string, sessions *session.Store, mistakes []host.Problem) ([]host.Problem, error) {
	if sessions == nil || sessions.ReadOnly() {
		return mistakes, errNoMemory
	}
	stored, err := sessions.Meta(notedMistakes)
	noted := strings.Fields(stored)
	var fresh []host.Problem
	for _, mistake := range mistakes {
		sum := sha256.Sum256([]byte(sessionID + "\n" + mistake.Error()))
		if mark := hex.EncodeToString(sum[:8]); !slices.Contains(noted, mark) {
			fresh, noted = append(fresh, mistake), append(noted, mark)
		}
	}
	if err == nil && len(fresh) > 0 {
		err = sessions.SetMeta(notedMistakes, strings.Join(noted[max(0, len(noted)-notedMax):], " "))
	}
	return fresh, err
}

// logOf has no prompt and no tool use wait for the disk: a process that waits there
// cannot be ended. Other events empty a grown log, and before they store anything, for
// what begins a log waits as well.
func (h *hookRun) logOf(event string, sessions *session.Store) {
	if sessions == nil {
		return
	}
	if event != abi.EventPrompt && event != abi.EventToolUsed {
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
	return event == abi.EventSessionStarted || sizeOf(h.paths.StateDB) <= salvageBytes
}
