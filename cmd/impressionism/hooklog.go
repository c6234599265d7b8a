package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/respond"
)

// levelOf says how grave a problem is: an event without an answer, one that was
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

// noteEvent writes a line about an event as it should be, where the log's level
// is debug: its time and what was told, and nothing of what anybody said.
func (h *hookRun) noteEvent(event abi.Event, response respond.Response) {
	if h.loaded == nil || h.loaded.Log.Level != logfile.LevelDebug {
		return
	}
	limits := logfile.Limits{Bytes: int64(h.loaded.Log.Megabytes) << 20, Files: h.loaded.Log.Files, Level: h.loaded.Log.Level}
	words := fmt.Sprintf("%s of session %s after %v", event.Name, event.SessionID, h.now().Sub(h.started).Round(100*time.Microsecond))
	if d := response.Decision; d != nil {
		var told []string
		for _, item := range d.Suggested {
			told = append(told, item.ID)
		}
		words += fmt.Sprintf(", decided by %s: told %s", cmp.Or(d.Tier, "nothing"), cmp.Or(strings.Join(told, ", "), "nothing"))
	}
	// A log that cannot be written costs a line that nobody misses.
	_ = logfile.Append(h.paths.Log, limits, logfile.LevelDebug, "event", words, h.now())
}
