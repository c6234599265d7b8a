package transcript

import (
	"strconv"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/cut"
)

// blockedBy stands between an event and the command that blocked it with 2.
const blockedBy = " operation blocked by hook:"

// blocked reads what the user was told of a block. The prompt stands in it, too,
// and is left there.
func (s *hookScan) blocked(content string, at time.Time) {
	event, rest, ok := strings.Cut(content, blockedBy)
	if !ok || !strings.HasPrefix(rest, "\n[") || len(event) > nameBytesMax || strings.ContainsAny(event, " \n") || event == "" {
		return // by its JSON: whose it was is not written
	}
	command, _, ok := strings.Cut(rest[2:], "]: ")
	if ok && command != "" {
		s.found.Runs = append(s.found.Runs, HookRun{Event: event, Command: cut.Bytes(command, commandBytesMax), Outcome: HookBlocked, ExitCode: 2, Time: at})
	}
}

// summary reads the line that tells of all hooks of one Stop; those that have a
// line of their own were given already.
func (s *hookScan) summary(hooks, errs []byte, at time.Time) {
	elements(hooks, func(value []byte) bool {
		run := HookRun{Event: "Stop", Outcome: HookRan, Time: at}
		_ = fields(value, func(key string, value []byte) {
			switch key {
			case "command":
				run.Command = cut.Bytes(text(value), commandBytesMax)
			case "durationMs":
				run.Duration = milliseconds(value)
			}
		})
		if s.given[run.Command] > 0 {
			s.given[run.Command]--
			return true
		}
		elements(errs, func(told []byte) bool {
			if detail := text(told); run.Command != "" && strings.HasPrefix(detail, "["+run.Command+"]") {
				run.Outcome, run.ExitCode, run.Detail = HookBlocked, 2, cut.Bytes(detail, detailBytesMax)
			}
			return true
		})
		if run.Command != "" {
			s.found.Runs = append(s.found.Runs, run)
		}
		return len(s.found.Runs) < runsMax
	})
	clear(s.given)
}

// milliseconds reads a duration; what is none, or below zero, is 0.
func milliseconds(raw []byte) time.Duration {
	ms, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || !(ms > 0 && ms < 1e12) {
		return 0
	}
	return time.Duration(ms * float64(time.Millisecond))
}
