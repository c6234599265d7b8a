package transcript

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
)

// How the run of a hook ended, as the client wrote it.
const (
	HookRan       = "ran"       // with 0, and what it printed was taken
	HookFailed    = "failed"    // with another code
	HookRejected  = "rejected"  // what it printed was not taken
	HookCutOff    = "cut-off"   // it was too slow
	HookCancelled = "cancelled" // the user or the client stopped it
	HookBlocked   = "blocked"   // with 2, where that blocks or feeds back
)

// HookRun is one run of a hook. The client writes none for a hook that ended
// with 0 and printed nothing, nor for one whose JSON context it took; of Stop
// the newest one writes all.
type HookRun struct {
	Event    string
	Command  string // as it stands in the file that wires it
	Outcome  string
	ExitCode int
	Duration time.Duration // 0: not recorded
	Timeout  time.Duration // that it was cut off by
	Stdout   string        // at most TextBytesMax
	Detail   string        // why it failed or was rejected, its first bytes
	Time     time.Time
}

// HookRuns are those of one transcript.
type HookRuns struct {
	Runs    []HookRun
	Version string // of the client, in the last line about hooks, or the first that has one
	Skipped transcript.Skipped
}

const (
	runsMax         = 20_000 // of one transcript
	detailBytesMax  = 500
	commandBytesMax = 4 << 10
)

// ReadHookRuns reads the hook runs of a transcript since a time. It fails once ctx ends.
func ReadHookRuns(ctx context.Context, path string, since time.Time, seen *transcript.Seen) (HookRuns, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return HookRuns{}, fmt.Errorf("read transcript: %w", err)
	}
	defer file.Close()
	return ScanHookRuns(reading{ctx, file}, since, seen)
}

// reading is a stream that fails once a context ends.
type reading struct {
	ctx context.Context
	io.Reader
}

func (r reading) Read(into []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(into)
}

// ScanHookRuns reads a stream; see ReadHookRuns.
func ScanHookRuns(stream io.Reader, since time.Time, seen *transcript.Seen) (HookRuns, error) {
	s := hookScan{lines: transcript.NewReader(stream, seen, nil), since: since, given: map[string]int{}}
	s.found.Skipped = s.lines.Skipped
	for len(s.found.Runs) < runsMax {
		data, size, err := s.lines.Line()
		if err != nil && !errors.Is(err, io.EOF) {
			return s.found, fmt.Errorf("read transcript: %w", err)
		}
		switch {
		case data == nil && size > transcript.LineBytesMax:
			s.lines.Skip(transcript.SkipTooLong)
		case bytes.Contains(data, []byte(`hook_`)), bytes.Contains(data, []byte(blockedBy)), s.found.Version == "" && bytes.Contains(data, []byte(`"version"`)):
			s.take(data)
		}
		if err != nil {
			break
		}
	}
	return s.found, nil
}

type hookScan struct {
	lines *transcript.Reader
	since time.Time
	found HookRuns
	given map[string]int // runs of Stop since the last summary, by command
}

func (s *hookScan) take(data []byte) {
	var version string
	var hooks, errs []byte
	var content string
	l, err := parse(data)
	if err != nil {
		s.lines.Skip(transcript.SkipNotJSON)
		return
	}
	_ = fields(data, func(key string, value []byte) {
		switch key {
		case "version":
			version = cut.Bytes(text(value), nameBytesMax)
		case "hookInfos":
			hooks = value
		case "hookErrors":
			errs = value
		case "content":
			content = text(value)
		}
	})
	at, err := time.Parse(time.RFC3339, l.timestamp)
	if version != "" {
		s.found.Version = version
	}
	if err != nil || at.Before(s.since) || s.lines.Again(l.uuid) {
		return
	}
	switch {
	case l.kind == "attachment" && l.attachment != nil:
		s.attachment(l.attachment, at.UTC())
	case l.kind == "system" && l.subtype == "stop_hook_summary":
		s.summary(hooks, errs, at.UTC())
	case l.kind == "system" && l.subtype == "informational":
		s.blocked(content, at.UTC())
	}
}

// attachment reads a line about one run.
func (s *hookScan) attachment(attachment []byte, at time.Time) {
	run := HookRun{Time: at}
	var kind string
	timedOut, printed := false, false
	_ = fields(attachment, func(key string, value []byte) {
		switch key {
		case "type":
			kind = text(value)
		case "hookEvent":
			run.Event = cut.Bytes(text(value), nameBytesMax)
		case "command":
			run.Command = cut.Bytes(text(value), commandBytesMax)
		case "stdout":
			run.Stdout = cut.Bytes(text(value), transcript.TextBytesMax)
			printed = run.Stdout != ""
		case "stderr":
			run.Detail = cut.Bytes(text(value), detailBytesMax)
		case "exitCode":
			run.ExitCode, _ = strconv.Atoi(string(value))
		case "durationMs":
			run.Duration = milliseconds(value)
		case "timeoutMs":
			run.Timeout = milliseconds(value)
		case "timedOut":
			timedOut = yes(value)
		}
	})
	switch kind {
	case "hook_success":
		run.Outcome, run.Detail = HookRan, ""
	case "hook_cancelled":
		run.Outcome = HookCancelled
		if timedOut {
			run.Outcome = HookCutOff
		}
	case "hook_blocking_error":
		run.Outcome = HookBlocked
	case "hook_non_blocking_error", "hook_error_during_execution":
		run.Outcome = HookFailed
		if printed || isRejection(run.Detail) {
			run.Outcome = HookRejected
		}
	default:
		return
	}
	if run.Command == "" || run.Event == "" {
		return
	}
	if run.Event == "Stop" {
		s.given[run.Command]++
	}
	s.found.Runs = append(s.found.Runs, run)
}

// isRejection tells an answer that the client did not take from a hook that
// failed: both are written alike, with a code of 1.
func isRejection(detail string) bool {
	for _, mark := range []string{"Failed to run: Hook returned", "Hook JSON output validation failed", "Hook output looks like"} {
		if strings.HasPrefix(detail, mark) {
			return true
		}
	}
	return false
}
