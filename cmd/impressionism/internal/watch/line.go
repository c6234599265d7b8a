package watch

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/store/session"
)

const (
	timeFormat = "15:04:05  "
	dayFormat  = "2006-01-02 15:04:05  " // of another day than today
	indent     = "          "            // as wide as a time
	sessionMax = 36                      // characters of a session's id
)

// page is what was printed for people.
type page struct {
	e       *env.Env
	session string // of the last line
}

// print prints a change in a line or two; of turns nothing is printed.
func (p *page) print(c feed.Change) {
	switch c.Kind {
	case feed.KindDecision:
		p.head(c)
		cli.PrintBeside(p.e, p.stamp(c), indent, asked(c), "→ "+became(c))
		for _, told := range c.Told {
			if told.Came != feed.CameOpen || told.Verdict != "" {
				cli.PrintWrapped(p.e, indent, indent+"  ", came(told.Ref, told.Came, told.By, told.Verdict, told.Between))
			}
		}
	case feed.KindOutcome:
		p.line(c, outcome(c))
	case feed.KindTool:
		p.line(c, call(c))
	case feed.KindCompaction:
		p.line(c, fmt.Sprintf("(the context was compacted or cleared: it lost %s)", textline.Count(c.Forgotten, "suggestion", "suggestions")))
	case feed.KindSession:
		p.line(c, sessionWords(c))
	case feed.KindFault:
		p.line(c, "fault: "+textline.OneLine(c.Code+": "+c.Reason))
	case feed.KindState:
		if c.Reason == "" {
			c.Reason = "state.db can be read"
		}
		p.line(c, c.Reason)
	case feed.KindMissed:
		words := "(some changes were missed: there were too many at once)"
		if c.Missed == 0 {
			words = "(what was stored of a session was deleted)"
		}
		cli.PrintWrapped(p.e, indent, indent, words)
	}
}

// head names the session where it is another one than that of the line before.
func (p *page) head(c feed.Change) {
	if c.Session == "" || c.Session == p.session {
		return
	}
	p.session = c.Session
	cli.PrintWrapped(p.e, "", indent, "session "+textline.Shorten(c.Session, sessionMax)+inWorkspace(p.e, c.Workspace))
}

func inWorkspace(e *env.Env, workspace string) string {
	switch path := cli.ShortPath(e, workspace); {
	case workspace == "":
		return ""
	case path == ".":
		return " in this folder"
	default:
		return " in " + path
	}
}

func (p *page) line(c feed.Change, words string) {
	if words == "" {
		return
	}
	p.head(c)
	cli.PrintWrapped(p.e, p.stamp(c), indent, words)
}

// stamp is when it happened; the absence of a time is as wide.
func (p *page) stamp(c feed.Change) string {
	at := c.At.Local()
	switch {
	case c.At.IsZero():
		return indent
	case at.Format("2006-01-02") != p.e.Now().Local().Format("2006-01-02"):
		return at.Format(dayFormat)
	}
	return at.Format(timeFormat)
}

// asked is what a line begins with: the prompt's first words, else the event.
func asked(c feed.Change) string {
	switch {
	case c.Event != abi.EventPrompt:
		return "(" + explain.EventWord(c.Event) + ")"
	case strings.TrimSpace(c.Text) == "":
		return "(a prompt that is not kept)"
	}
	return "“" + strings.Join(strings.Fields(c.Text), " ") + "”"
}

// became returns what became of an event that was decided on.
func became(c feed.Change) string {
	switch c.Outcome {
	case session.OutcomeSuggested:
		var told []string
		for _, item := range c.Told {
			told = append(told, strings.TrimSpace(item.Ref.ID+" "+similarity(item.Similarity)))
		}
		return strings.Join(told, ", ")
	case session.OutcomeNotTold:
		if len(c.Dropped) > 0 { // what else was chosen may have been told before
			return "nothing told" + inBrackets(c.Dropped[0].Ref.ID+": "+c.Dropped[0].Why)
		}
		return "nothing new"
	case session.OutcomeShort:
		return "nothing: too little said"
	case session.OutcomeCommand:
		return "nothing: it calls a command"
	case session.OutcomeLate:
		return "nothing: out of time"
	case session.OutcomeRuleset:
		return "nothing: the ruleset failed"
	case session.OutcomeFailed:
		return "nothing: it failed" + inBrackets(c.Reason)
	case session.OutcomeNone:
		return nothing(c)
	}
	return "what became of it is not known"
}

func nothing(c feed.Change) string {
	if c.Event != abi.EventPrompt {
		return "nothing changed"
	}
	if len(c.Candidates) == 0 {
		return "nothing fitted"
	}
	nearest := c.Candidates[0]
	if nearest.Enough {
		return "nothing was chosen"
	}
	return "nothing fitted" + inBrackets("nearest: "+nearest.Ref.ID+" "+similarity(&nearest.Similarity))
}

func inBrackets(words string) string {
	if words == "" {
		return ""
	}
	return " (" + textline.OneLine(words) + ")"
}

// similarity writes a similarity with two decimals, without a zero in front.
func similarity(x *float64) string {
	if x == nil {
		return ""
	}
	return strings.TrimPrefix(fmt.Sprintf("%.2f", *x), "0")
}

// outcome returns what came of a suggestion.
func outcome(c feed.Change) string {
	switch {
	case c.Came == feed.CameGone:
		return fmt.Sprintf("(decision %d was taken back or forgotten)", c.Decision)
	case c.Ref == nil:
		return ""
	}
	return came(*c.Ref, c.Came, c.By, c.Verdict, c.Between) + fmt.Sprintf(" (prompt %d)", c.Prompt)
}

// call says which tool was called, or that it failed; of the end of one that did not, nothing.
func call(c feed.Change) string {
	switch c.Ended {
	case "":
		return strings.TrimSpace(textline.OneLine(c.Tool) + ": " + textline.Shorten(textline.OneLine(c.Text), callChars))
	case "failed":
		return textline.OneLine(c.Tool) + " failed"
	}
	return ""
}

// callChars is how much of a tool's input is shown.
const callChars = 200

func came(ref abi.Ref, how, by, verdict string, between *int) string {
	words := ref.ID + " "
	switch how {
	case feed.CameUsed, feed.CameLate:
		words += "was used"
		if by == "user" {
			words += " by you"
		}
		words += after(between)
		if how == feed.CameLate {
			words += ": too late to count"
		}
	case feed.CameIgnored:
		words += "was not used"
	default:
		words += "may still be used"
	}
	if verdict != "" {
		words += "; you called it " + verdict
	}
	return words
}

func after(between *int) string {
	if between == nil || *between == 0 {
		return " in the same turn"
	}
	return " " + textline.Count(*between, "prompt", "prompts") + " later"
}

// sessionWords says what is different about a session; "" where it only began or was found: the
// next line names it.
func sessionWords(c feed.Change) string {
	switch {
	case c.State == nil:
		return ""
	case c.State.Ended != nil:
		return "(the session ended)"
	case c.State.Silent:
		return "(suggestions are off in this session)"
	}
	return ""
}
