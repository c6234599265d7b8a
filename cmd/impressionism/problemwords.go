package main

import (
	"strings"

	"github.com/ed-irl/impressionism/host/decide"
)

// The codes of problems that hooks have before there is an event, and after its answer.
const (
	problemDecode = "decode"
	problemStdout = "stdout"
)

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
	problemDecode:          "an event could not be decoded",
	problemStdout:          "an answer could not be printed",
}

// problemWord is what a code of the log is called; one of another program is shown as it is.
func problemWord(code string) string {
	kind := code
	if strings.HasPrefix(code, problemDecode+"-") {
		kind = problemDecode
	}
	if words := problemWords[kind]; words != "" {
		return words
	}
	return plain(code)
}
