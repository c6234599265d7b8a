package checkup

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
	records "github.com/ed-irl/impressionism/host/client/claude/transcript"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/client/transcript"
)

// Limits of what is read for times, the newest first.
const (
	transcriptsMax     = 300
	transcriptBytesMax = 256 << 20
)

type runs struct {
	found   []*hookTime
	version string
	files   int
	skipped int // files that could not be read, or were too many
}

// client looks at the version that last ran, and reads what it wrote of hooks.
func (e *exam) client(ctx context.Context) {
	e.runs = readRuns(ctx, e.Home, e.Now.AddDate(0, 0, -e.Days))
	e.report.Version = e.runs.version
	if e.runs.version == "" {
		e.saw(inspect.AreaClient, "no session yet, so its version is not known")
		return
	}
	e.saw(inspect.AreaClient, "Claude Code "+e.runs.version+", by its newest transcript")
	switch {
	case older(e.runs.version, contract.Client200):
		e.found("client-old", e.Home, "Claude Code "+e.runs.version+" does not know SessionStart and SessionEnd, and drops all hooks of a file that names them.")
	case older(e.runs.version, contract.Client21197):
		e.found("client-ageing", e.Home, "Claude Code "+e.runs.version+" is older than "+contract.Client21197+".")
	}
}

func readRuns(ctx context.Context, home string, since time.Time) runs {
	var r runs
	found, err := records.Find(records.Projects(home))
	if err != nil {
		return r // the client was never run
	}
	seen := transcript.NewSeen()
	var bytes int64
	byKey := map[string]*hookTime{}
	for i, file := range found.Files {
		if ctx.Err() != nil || r.version != "" && file.ModTime.Before(since) {
			break
		}
		if bytes += file.Size; i >= transcriptsMax || bytes > transcriptBytesMax && i > 0 {
			r.skipped += len(found.Files) - i
			break
		}
		one, err := records.ReadHookRuns(ctx, file.Path, since, seen)
		if err != nil {
			r.skipped++
			continue
		}
		r.files++
		r.version = cmp.Or(r.version, one.Version)
		for _, run := range one.Runs {
			key := run.Event + "\x00" + run.Command
			if byKey[key] == nil {
				byKey[key] = &hookTime{HookTime: inspect.HookTime{Event: run.Event, Command: run.Command}}
				r.found = append(r.found, byKey[key])
			}
			byKey[key].add(run)
		}
	}
	return r
}

func (h *hookTime) add(run records.HookRun) {
	h.Runs++
	if run.Duration > 0 {
		h.times = append(h.times, run.Duration)
	}
	switch run.Outcome {
	case records.HookCutOff:
		h.CutOff++
	case records.HookFailed:
		h.Failed++
		h.failure.hear(run.Detail, run.Time)
	case records.HookRejected:
		h.Rejected++
		h.rejection.hear(run.Detail, run.Time)
	case records.HookBlocked:
		h.Blocked++
	case records.HookRan:
		effect := contract.Judge(contract.Answer{Event: run.Event, Stdout: []byte(run.Stdout)})
		if slices.Contains(effect.Codes, contract.CodeMixed) {
			h.Mixed++
		}
	}
}

// older compares versions by their numbers.
func older(version, than string) bool {
	one, other := numbers(version), numbers(than)
	return slices.Compare(one, other) < 0
}

func numbers(version string) []int {
	var all []int
	for part := range strings.SplitSeq(version, ".") {
		digits := strings.TrimRight(part[:len(part)-len(strings.TrimLeft(part, "0123456789"))], " ")
		n, err := strconv.Atoi(digits)
		if err != nil {
			break
		}
		all = append(all, n)
	}
	return all
}
