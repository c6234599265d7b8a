package hook

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// levelOf returns how grave a problem is: an event without an answer, one that was
// answered all the same, or something that was only put right.
func levelOf(code string) string {
	switch code {
	case decide.ProblemPanic, decide.ProblemDeadline, "stdout":
		return logfile.LevelError
	case decide.ProblemRebuilt:
		return logfile.LevelInfo
	}
	if strings.HasPrefix(code, "decode") {
		return logfile.LevelError
	}
	return logfile.LevelWarn
}

// NoteEvent writes a line about an event as it should be, where the log's level
// is debug: its time and what was told, and nothing of what anybody said.
func (h *Invocation) NoteEvent(event abi.Event, response respond.Response) {
	if h.Loaded == nil || h.Loaded.Log.Level != logfile.LevelDebug {
		return
	}
	limits := logfile.Limits{Bytes: int64(h.Loaded.Log.Megabytes) << 20, Files: h.Loaded.Log.Files, Level: h.Loaded.Log.Level}
	words := fmt.Sprintf("%s of session %s after %v", event.Name, event.SessionID, h.Now().Sub(h.Started).Round(100*time.Microsecond))
	if d := response.Decision; d != nil {
		var told []string
		for _, item := range d.Suggested {
			told = append(told, item.ID)
		}
		words += fmt.Sprintf(", decided by %s: told %s", cmp.Or(d.Tier, "nothing"), cmp.Or(strings.Join(told, ", "), "nothing"))
	}
	// A log that cannot be written costs a line that nobody misses.
	_ = logfile.Append(h.Paths.Log, limits, logfile.LevelDebug, "event", words, h.Now())
}

// stateOf opens state.db for an event, or gives what is kept open; nil where neither works.
func (h *Invocation) stateOf(event string) *session.Store {
	if h.Lent != nil {
		return h.Sessions
	}
	sessions, salvaged, err := wire.OpenSessions(h.Env, BusyWait(h.Env, event), h.maySalvage(event))
	switch {
	case session.IsUnwritable(err), isNewer(err):
		h.noMemory = err // told once, with the event
	case err != nil:
		h.Note(decide.Problem{Code: decide.ProblemState, Err: err})
	}
	if salvaged != "" {
		h.Note(decide.Problem{Code: decide.ProblemState, Err: errors.New(salvaged)})
	}
	h.logOf(event, sessions)
	return sessions
}

// isNewer reports whether a later version of the program wrote a file.
func isNewer(err error) bool {
	_, newer := errors.AsType[*sqlite.NewerError](err)
	return newer
}

// outdated answers an event where state.db is a later version's. Neither whether the user switched
// suggestions off nor what was told can be read, so nothing is told but that, where the session
// starts.
func (h *Invocation) outdated(event abi.Event) respond.Response {
	response := respond.Response{Problems: decide.Problems{{Code: decide.ProblemState, Err: h.noMemory}}}
	switch why := "as a later version of it was here: " + cut.Line(h.noMemory.Error()); {
	case event.Name == abi.EventSessionStarted:
		response.Notice = "impressionism suggests nothing, " + why
	case lessonfiles.IsTyped(event):
		response.Notice = "impressionism did not keep the lesson, " + why
	}
	return response
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
func (h *Invocation) onceASession(event abi.Event, sessions *session.Store, problems []decide.Problem) []decide.Problem {
	var mistakes []decide.Problem
	for _, mistake := range h.Loaded.Errors {
		mistakes = append(mistakes, decide.Problem{Code: decide.ProblemConfig, Err: mistake})
	}
	others := slices.Clone(problems)
	for i, p := range slices.Backward(others) {
		if p.Code == decide.ProblemWarning { // mostly a parameter that the ruleset does not take
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

func (h *Invocation) freshMistakes(sessionID string, sessions *session.Store, mistakes []decide.Problem) ([]decide.Problem, error) {
	if sessions == nil || sessions.ReadOnly() {
		return mistakes, errNoMemory
	}
	stored, err := sessions.Meta(notedMistakes)
	noted := strings.Fields(stored)
	var fresh []decide.Problem
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
func (h *Invocation) logOf(event string, sessions *session.Store) {
	if sessions == nil {
		return
	}
	if event != abi.EventPrompt && event != abi.EventToolUsed {
		if err := sessions.ShortenLog(); err != nil {
			h.Note(decide.Problem{Code: decide.ProblemState, Err: err})
		}
	}
	sessions.LeaveLog()
}

// closeSessions ends the use of state.db. Damage that showed only in use is
// mended now: what can be read is kept.
func (h *Invocation) closeSessions(sessions *session.Store, event string, response *respond.Response) {
	if sessions == nil {
		return
	}
	problem := func(err error) {
		if err != nil {
			response.Problems = append(response.Problems, decide.Problem{Code: decide.ProblemState, Err: err})
		}
	}
	problem(sessions.Close())
	damaged := slices.ContainsFunc(response.Problems, func(p decide.Problem) bool {
		return p.Code == decide.ProblemState && sqlite.IsCorrupt(p.Err)
	})
	if !damaged || !h.maySalvage(event) {
		return
	}
	report, err := session.Salvage(h.Paths.StateDB, h.Now())
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
func (h *Invocation) maySalvage(event string) bool {
	return event == abi.EventSessionStarted || env.SizeOf(h.Paths.StateDB) <= salvageBytes
}
