package contract

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/cut"
)

// Verdicts on an answer, from the harmless up.
const (
	VerdictNothing    = "nothing"    // neither model nor user sees anything of it
	VerdictMessage    = "message"    // the user is told something, the model nothing
	VerdictInjected   = "injected"   // the model reads it
	VerdictPersisted  = "persisted"  // too long: the model reads a preview and where the rest lies
	VerdictCompaction = "compaction" // it goes into the prompt of the compaction
	VerdictError      = "error"      // the client calls it an error; nothing counts
	VerdictKilled     = "killed"     // too slow; nothing counts
	VerdictDecided    = "decided"    // a tool call is allowed, denied or asked about
	VerdictForcedOn   = "forced-on"  // the model has to go on
	VerdictBlocked    = "blocked"    // the prompt, tool call or compaction does not take place
)

// Answer is what a hook's process left.
type Answer struct {
	Event      string
	ExitCode   int
	Stdout     []byte
	Stderr     []byte
	TimedOut   bool
	Async      bool
	StopActive bool // stop_hook_active was set on its stdin
}

// Effect is what the client makes of it; its Verdict is one of the above.
type Effect = inspect.Effect

// Codes of what is wrong with an answer.
const (
	CodeExit2        = "exit-2"
	CodeEventName    = "event-name-wrong"
	CodeContextTop   = "context-top-level"
	CodeMixed        = "text-before-json"
	CodeInvalid      = "answer-invalid"
	CodeTooLong      = "context-too-long"
	CodeNotTaken     = "context-not-taken"
	CodeFeedsBack    = "stop-feeds-back"
	CodeAsync        = "async-context"
	CodeTimeout      = "hook-cut-off"
	CodeFails        = "hook-fails"
	CodeUnknownEvent = "event-unknown"
)

// Judge returns what the newest measured client does with an answer, and where an
// older one differs.
func Judge(a Answer) Effect {
	event, known := Find(a.Event)
	switch {
	case !known:
		return Effect{Verdict: VerdictError, What: "No measured client has this event, so the hook is never run.", Codes: []string{CodeUnknownEvent}}
	case a.TimedOut:
		return Effect{Verdict: VerdictKilled, What: "It was too slow. The client kills it, drops what it printed, and goes on.", Codes: []string{CodeTimeout}}
	case a.ExitCode == 2:
		return exit2(event, a)
	}
	out := bytes.TrimSpace(a.Stdout)
	if len(out) == 0 {
		return silent(a)
	}
	parsed, err := decodeOutput(out)
	if err == nil {
		return parsed.judge(event, a)
	}
	if looksLikeObject(out) {
		return Effect{
			Verdict: VerdictError, Codes: []string{CodeInvalid},
			What: fmt.Sprintf("It looks like a JSON object and is none (%v): an error, and nothing counts. Clients such as %s take the whole output for plain text.", err, Client21197),
		}
	}
	return plainText(event, a, string(out))
}

// silent is the answer of a hook that printed nothing.
func silent(a Answer) Effect {
	if a.ExitCode == 0 {
		return Effect{Verdict: VerdictNothing, What: "It printed nothing, and nothing happens."}
	}
	return failure(a)
}

// failure is what comes of another exit code than 0 and 2.
func failure(a Answer) Effect {
	line := cut.Line(strings.TrimSpace(string(a.Stderr)))
	return Effect{
		Verdict: VerdictError, ToUser: line, Codes: []string{CodeFails},
		What: fmt.Sprintf("It ended with %d. The event goes on without it; in a terminal the first line of its stderr is shown.", a.ExitCode),
	}
}

// exit2 is what comes of exit code 2: the one that blocks.
func exit2(event Event, a Answer) Effect {
	reason := strings.TrimSpace(string(a.Stderr))
	e := Effect{Verdict: VerdictBlocked, Codes: []string{CodeExit2}}
	switch event.Exit2 {
	case BlocksPrompt:
		e.What, e.ToUser = "Exit code 2 blocks the prompt: no request is sent.", reason
	case DeniesTool:
		e.What, e.ToModel = "Exit code 2 denies the tool call; the model is told the stderr.", reason
		e.Codes = nil // what the event is for
	case TellsModel:
		e.Verdict, e.ToModel = VerdictInjected, reason
		e.What = "Exit code 2 tells the model the stderr, as a blocking error. The tool has run."
		e.Codes = nil
	case ForcesModelOn:
		e.Verdict, e.ToModel = VerdictForcedOn, reason
		e.What, e.Codes = "Exit code 2 forces the model to go on. "+loop(a), append(e.Codes, CodeFeedsBack)
	case BlocksCompaction:
		e.What, e.ToUser = "Exit code 2 blocks the compaction.", reason
	case ShowsUser:
		e.Verdict, e.What, e.ToUser = VerdictMessage, "One line of its stderr is shown.", reason
	case DoesNothing:
		e.Verdict, e.What = VerdictError, "Exit code 2 is an error here; nothing reaches the model, and the session goes on."
		e.Codes = []string{CodeFails}
	default:
		e.Verdict, e.What = VerdictError, "What exit code 2 does on this event was not measured."
	}
	return e
}

// loop returns how a Stop hook that feeds text back ends.
func loop(a Answer) string {
	if a.StopActive {
		return "stop_hook_active was set already: a hook that does this every time is a loop, which the client cuts after 8 more requests."
	}
	return "If it does so again when stop_hook_active is set, it is a loop, which the client cuts after 8 more requests."
}

// plainText is what comes of output that is no JSON object.
func plainText(event Event, a Answer, text string) Effect {
	var e Effect
	if a.ExitCode != 0 {
		e = failure(a)
	} else if a.Async {
		e = Effect{Verdict: VerdictNothing, What: "Plain text of an async hook is dropped.", Codes: []string{CodeAsync}}
	} else {
		switch event.Plain {
		case ToModel:
			e = inject(event.Name+" hook success: ", text, "The model reads it as plain text.")
		case ToCompaction:
			e = Effect{
				Verdict: VerdictCompaction, ToModel: text, Codes: []string{CodeNotTaken},
				What: "It is appended to the prompt of the compaction, and stands in the history as a command's output.",
			}
		default:
			e = Effect{Verdict: VerdictNothing, What: "Plain text is not read on this event."}
		}
	}
	if mixed(text) {
		e.Codes = append(e.Codes, CodeMixed)
		e.What += " There is JSON in it, but with text before or after: then it counts as text alone."
	}
	return e
}
