// Package simulate runs the hooks that are wired to an event as the client would,
// on a recorded payload and in a scratch folder, and returns what the client would do
// with each answer. A hook's own folder is the real one: files written there stay.
package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// VerdictUnfinished is that of a hook which the client would have waited for
// longer than the simulation did.
const VerdictUnfinished = "unfinished"

// Play runs hooks of one event at once, each with the same payload.
func Play(ctx context.Context, event string, hooks []wiring.Hook, data []byte, limits inspect.Limits) (inspect.Simulated, error) {
	p, err := decodePayload(data)
	if err != nil {
		return inspect.Simulated{}, fmt.Errorf("simulate %s: %w", event, err)
	}
	s, err := newScratch()
	if err != nil {
		return inspect.Simulated{}, fmt.Errorf("simulate %s: make a scratch folder: %w", event, err)
	}
	defer func() { _ = s.remove() }() // the system's temporary folder is emptied anyway
	tool, source, session := p.text("tool_name"), p.text("source"), p.text("session_id")
	again := string(p["stop_hook_active"]) == "true"
	stdin, err := p.moved(event, s)
	if err != nil {
		return inspect.Simulated{}, fmt.Errorf("simulate %s: %w", event, err)
	}
	played := inspect.Simulated{Event: event}
	var skipped []inspect.Run
	var mutex sync.Mutex
	var group sync.WaitGroup
	began := time.Now()
	var started []wiring.Hook
	for _, hook := range hooks {
		if why := whyNot(hook, started, tool, source); why != "" {
			skipped = append(skipped, inspect.Run{Hook: hook, Skipped: why})
			continue
		}
		started = append(started, hook)
		group.Go(func() { // the client, too, starts them at once
			wait := seconds(contract.WaitSeconds(event, hook.Timeout, hook.Source.Kind == wiring.KindPlugin))
			e := run(ctx, hook, stdin, s.project, s.environ(hook, session, limits.Path), min(wait, limits.Wait))
			result := judge(event, hook, e, again, wait, limits.Wait)
			mutex.Lock()
			defer mutex.Unlock()
			played.Runs = append(played.Runs, result)
		})
	}
	group.Wait()
	played.Took = time.Since(began)
	played.Runs = append(played.Runs, skipped...)
	played.Written = s.written()
	played.Outcome = outcome(event, played.Runs)
	return played, ctx.Err()
}

// secondsMax is about 30 years: more than anybody waits, and less than a duration holds.
const secondsMax = 1e9

func seconds(s float64) time.Duration {
	return time.Duration(min(s, secondsMax) * float64(time.Second))
}

// whyNot returns why the client would not run a hook here, or we cannot.
func whyNot(hook wiring.Hook, started []wiring.Hook, tool, source string) string {
	event, known := contract.Find(hook.Event)
	switch {
	case !known:
		return "no client has the event"
	case hook.Type != "command":
		return "only commands are run here, not a hook of type " + hook.Type
	case strings.TrimSpace(hook.Command) == "":
		return "it has no command"
	case hook.Dropped:
		return "the client drops it; see: impressionism hooks list"
	case hook.If != "" && !event.Tool:
		return "with \"if\" it never runs on this event"
	case event.Tool && !matches(hook.Matcher, tool):
		return fmt.Sprintf("its matcher %q does not fit the tool %s", hook.Matcher, tool)
	case hook.Event == "SessionStart" && !matches(hook.Matcher, source):
		return fmt.Sprintf("its matcher %q does not fit the source %s", hook.Matcher, source)
	case slices.ContainsFunc(started, func(h wiring.Hook) bool {
		return h.Command == hook.Command && slices.Equal(h.Args, hook.Args) && h.Source.Root == hook.Source.Root
	}):
		return "the same command runs already: the client runs it once"
	}
	return ""
}

// matches is how the client compares a matcher: as a whole, with case, as a
// regular expression. One that Go cannot judge fits.
func matches(matcher, with string) bool {
	if matcher == "" || matcher == "*" || matcher == with {
		return true
	}
	expression, err := regexp.Compile("^(?:" + matcher + ")$")
	if err != nil {
		return wiring.Expression(matcher) == nil
	}
	return expression.MatchString(with)
}

func judge(event string, hook wiring.Hook, e ended, again bool, wait, limit time.Duration) inspect.Run {
	r := inspect.Run{Hook: hook, ExitCode: e.code, Stdout: e.stdout.kept.String(), Stderr: e.stderr.kept.String(), Took: e.took, Wait: wait}
	switch {
	case e.err != nil:
		r.ExitCode = 127
		r.Stderr = e.err.Error()
	case e.cut && limit < wait:
		r.Effect = contract.Effect{
			Verdict: VerdictUnfinished,
			What:    fmt.Sprintf("It was still running after %v, where the simulation ends; the client would wait %v.", limit, wait),
		}
		return r
	}
	r.Effect = contract.Judge(contract.Answer{
		Event: event, ExitCode: r.ExitCode, Stdout: e.stdout.kept.Bytes(), Stderr: []byte(r.Stderr),
		TimedOut: e.cut, Async: hook.Async, StopActive: again,
	})
	if e.stdout.dropped > 0 {
		r.Effect.What += fmt.Sprintf(" It printed %d bytes more than the %d that are looked at here.", e.stdout.dropped, outputBytesMax)
	}
	return r
}

// EventOf returns the event that a payload names, or "".
func EventOf(data []byte) string {
	var p payload
	_ = json.Unmarshal(data, &p) // what is no object names none
	return p.text("hook_event_name")
}
