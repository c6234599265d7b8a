package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// ScoreText formats the score of an entry; empty where it has none.
func ScoreText(entry abi.Entry) string {
	if entry.Score == nil {
		return ""
	}
	return fmt.Sprintf(" (%.4f)", *entry.Score)
}

// EventWord returns what an event is called for people.
func EventWord(event string) string {
	if word := eventWords[event]; word != "" {
		return word
	}
	return event
}

var eventWords = map[string]string{
	abi.EventSessionStarted: "a session's start",
	abi.EventPrompt:         "a prompt",
	abi.EventToolUsed:       "a tool use",
	abi.EventFileTouched:    "a tool use on a file",
	abi.EventTurnEnded:      "a turn's end",
	abi.EventCompacting:     "a compaction",
	abi.EventSessionEnded:   "a session's end",
}

// problemWords are what problems in the log are called for people; --json has their codes.
var problemWords = map[string]string{
	decide.ProblemDeadline: "out of time",
	decide.ProblemLate:     "the model was late",
	decide.ProblemModel:    "the model could not be used",
	decide.ProblemVectors:  "items without vectors",
	decide.ProblemRuleset:  "the ruleset failed",
	decide.ProblemWarning:  "a ruleset answered with mistakes",
	decide.ProblemShadow:   "a ruleset that looks on failed",
	decide.ProblemConfig:   "mistakes in settings",
	decide.ProblemState:    "what is remembered could not be read or written",
	decide.ProblemMemory:   "nothing could be written",
	decide.ProblemIndex:    "the index could not be read or written",
	decide.ProblemRebuilt:  "the index was built anew",
	decide.ProblemWarm:     "the server gave up",
	decide.ProblemPanic:    "a fault of the program",
	wire.ProblemDecode:     "an event could not be decoded",
	wire.ProblemStdout:     "an answer could not be printed",
}

// ProblemWord is what a code of the log is called; one of another program is shown as it is.
func ProblemWord(code string) string {
	kind := code
	if strings.HasPrefix(code, wire.ProblemDecode+"-") {
		kind = wire.ProblemDecode
	}
	if words := problemWords[kind]; words != "" {
		return words
	}
	return textline.Plain(code)
}

// TierWord returns what a tier is called for people.
func TierWord(tier string) string {
	if tier == index.TierModel {
		return "words and meaning"
	}
	return "words only"
}

// ToldWord returns what was made of an item in a stored decision, for people.
func ToldWord(m session.Made, item abi.Ref) string {
	if slices.Contains(m.Told, item) {
		return "suggested"
	}
	return "active"
}

// WordsShown bounds the words in common that one line names.
const WordsShown = 12
