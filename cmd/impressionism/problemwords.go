package main

import (
	"strings"

	"github.com/ed-irl/impressionism/host"
)

// The codes of problems that hooks have before there is an event, and after its answer.
const (
	problemDecode = "decode"
	problemStdout = "stdout"
)

// problemWords are what problems in the log are called for people; --json has their codes.
var problemWords = map[string]string{
	host.ProblemDeadline: "out of time",
	host.ProblemLate:     "the model was late",
	host.ProblemModel:    "the model could not be used",
	host.ProblemVectors:  "items without vectors",
	host.ProblemRuleset:  "the ruleset failed",
	host.ProblemWarning:  "a ruleset answered with mistakes",
	host.ProblemShadow:   "a ruleset that looks on failed",
	host.ProblemConfig:   "mistakes in settings",
	host.ProblemState:    "what is remembered could not be read or written",
	host.ProblemMemory:   "nothing could be written",
	host.ProblemIndex:    "the index could not be read or written",
	host.ProblemRebuilt:  "the index was built anew",
	host.ProblemWarm:     "the server gave up",
	host.ProblemPanic:    "a fault of the program",
	problemDecode:        "an event could not be decoded",
	problemStdout:        "an answer could not be printed",
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
