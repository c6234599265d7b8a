package capture

import (
	"slices"
	"strings"
)

// aside reports a sentence that is not kept beside a rule: questions, requests, thanks, a
// bare no, complaints.
func (s sentence) aside() bool {
	return s.question() || s.request() || s.complains() || len(s.words) <= 2 && s.begins("no", "nope", "thanks", "thank", "ok", "okay", "perfect", "great", "nice", "good", "yes", "right", "hi", "hello", "sorry", "stop", "hey") ||
		s.begins("thanks", "thank you", "perfect", "great", "sorry", "looks good", "well done", "ok for", "okay for", "fine for", "good find")
}

// requests are verbs that begin what is to be done now.
var requests = []string{
	"add", "fix", "make", "implement", "create", "build", "change", "update", "rename", "move", "refactor", "remove", "delete", "show",
	"explain", "now", "then", "next", "also", "let's", "lets", "let", "can", "could", "go", "try", "look", "check", "open", "find", "give", "tell",
	"start", "continue", "finish", "revert", "undo", "rerun", "retry", "commit", "push", "merge", "deploy", "generate", "convert", "set", "put",
	"write", "document", "review", "debug", "investigate", "extend", "replace", "split", "extract", "clean", "help", "please", "run", "draft", "prepare", "design", "plan", "list", "i want", "i need", "i'd like", "we need", "we want",
}

// nounsToo are those of them that also stand before a noun.
var nounsToo = []string{"commit", "build", "deploy", "change", "start", "design", "plan", "list", "draft", "merge", "review", "document", "test", "log"}

// request reports a sentence that asks for work.
func (s sentence) request() bool {
	if len(s.words) == 0 {
		return false
	}
	line := s.line
	for _, head := range []string{" no ", " ok ", " okay ", " please ", " and ", " so ", " right ", " yes ", " great ", " well ", " then ", " now "} {
		if rest, found := strings.CutPrefix(line, head); found {
			line = " " + rest
		}
	}
	if words := strings.Fields(line); len(words) > 2 && slices.Contains(nounsToo, words[0]) && isPlural(words[1]) {
		return false // "commit messages start with a verb"
	}
	return slices.ContainsFunc(requests, func(verb string) bool { return strings.HasPrefix(line, " "+verb+" ") })
}

// negates reports a prohibition, and replaces what may follow it: what to do in its place.
func (s sentence) negates() bool {
	return s.has("never", "don't", "do not", "not", "no", "stop", "avoid")
}

func (s sentence) replaces() bool {
	return s.request() && !s.begins("now", "then", "next", "also", "and", "can", "could", "please", "let's", "so", "ok", "undo", "revert", "go", "try", "continue")
}

// directs reports that a sentence says what is to be done.
func (s sentence) directs() bool {
	return !s.undecided() && s.has("please", "use", "run", "keep", "don't", "do not", "never", "always", "must", "should", "only", "first", "put", "write", "ask", "check", "start", "call", "add", "stop", "leave", "make sure", "instead", "no", "not", "goes", "go", "wants", "needs", "need", "commit", "test", "name", "set", "read", "prefer", "avoid", "are", "is")
}

// undecided reports wishes, doubts and corrections of oneself.
func (s sentence) undecided() bool {
	return s.has("might", "maybe", "perhaps", "could we", "would be", "not sure", "i think we", "i wonder", "i guess", "what if", "i meant", "i mean", "my mistake", "my bad",
		"my fault", "likely", "i suspect", "i believe", "seems", "looks like", "i don't think", "should have", "could have", "would have", "would you", "would rather see", "we may", "we could", "we should discuss", "or should", "let's see", "if only", "i hope", "probably") ||
		s.begins("sorry", "remember to", "don't forget to", "if we", "if i", "never mind", "nevermind", "as always", "like always", "undo", "revert")
}

// reported reports what somebody else said.
func (s sentence) reported() bool {
	if s.has("as i said", "i said", "like i said") {
		return false
	}
	return s.has("says", "said", "told me", "wrote", "claims", "claimed", "according to", "suggests", "suggested", "recommends", "recommended", "thinks", "insists that", "argues", "apparently", "they say", "i read", "i heard", "asks us to", "asked us to", "asked me to", "advises", "the docs say")
}

// symptoms are what programs do in reports of bugs.
var symptoms = []string{
	"fail", "fails", "failing", "failed", "crash", "crashes", "break", "breaks", "hang", "hangs", "return", "returns", "show", "shows", "throw", "throws",
	"error", "errors", "time", "times", "work", "works", "load", "loads", "appear", "appears", "end", "ends", "finish", "finishes", "happen", "happens",
	"get", "gets", "seem", "seems", "take", "takes", "reach", "reaches", "fire", "fires", "update", "updates", "resolve", "resolves", "stop", "stops",
	"come", "comes", "arrive", "arrives", "print", "prints", "true", "false", "null", "nil", "empty", "zero", "undefined", "red", "green", "stuck", "slow", "wrong", "there", "visible", "hidden",
	"respond", "responds", "close", "closes", "start", "starts", "render", "renders", "reset", "resets", "log", "logs", "triggers", "called", "executed", "reached", "set", "shown",
	"goes", "succeeds", "succeed", "passes", "pass", "forget", "forgets", "lose", "loses",
}

// bug reports a description of what a program does wrong: "the export never finishes", "it
// fails on the server, locally never".
func (s sentence) bug() bool {
	if last := len(s.words) - 1; last > 0 && s.words[last] == "never" && slices.ContainsFunc(s.words[:last], func(w string) bool { return slices.Contains(symptoms, w) }) {
		return true
	}
	for i, w := range s.words {
		if w != "always" && w != "never" || i == 0 || i+1 >= len(s.words) || s.heads[i] {
			continue
		}
		before, next := s.words[i-1], s.words[i+1]
		if slices.Contains([]string{"we", "you", "i", "and", "please", "must", "should", "to"}, before) {
			continue
		}
		if slices.Contains(symptoms, next) {
			return true
		}
	}
	return false
}

// once reports words that bind a sentence to the change at hand.
func (s sentence) once() bool {
	for i, w := range s.words {
		if w == "this" && i == 0 && len(s.words) > 4 && slices.Contains([]string{"is", "uses", "has", "runs", "targets", "needs"}, s.words[2]) && !slices.Contains(things, s.words[1]) {
			continue // "this solution is xUnit throughout"
		}
		if w == "this" && (i == 0 || i+1 == len(s.words) || !slices.Contains([]string{"in", "on", "for", "of", "at", "from", "to"}, s.words[i-1]) || slices.Contains(things, s.words[i+1])) && !s.has("this repo", "this repository", "this project", "this codebase", "this team", "this company", "this workspace", "this service") {
			return true
		}
	}
	if s.has("red", "blue", "green", "grey", "gray", "yellow", "orange", "bold", "italic", "pixels", "font", "margin", "padding") && !s.has("we", "always", "never") {
		return true
	}
	if s.has("these", "yet", "for now", "right now", "today", "tonight", "tomorrow", "yesterday", "later", "the first", "the second", "the other", "the last", "the left", "the right", "the top", "the bottom", "the old", "the new", "understand", "like it",
		"make it", "put it", "move it", "rename it", "change it", "leave it", "call it", "name it", "undo", "revert", "go on", "bother", "worry", "anymore", "this time", "still", "just", "meant", "px", "the middle", "the same", "i meant", "again", "left", "bigger", "smaller", "wider", "darker", "lighter", "the header", "it to", "that one", "in there", "over there", "up there") {
		return !s.has("doesn't work there", "don't work there") && !s.complains()
	}
	return s.request() && !s.contrasts()
}

// about reports that "always" and the like belong to what is to be built: "add a banner that
// is always visible".
func (s sentence) about() bool {
	if s.has("from now on", "in future", "going forward", "as a rule") {
		return false
	}
	at := -1
	for i, w := range s.words {
		if w == "always" || w == "never" {
			at = i
			break
		}
	}
	if at <= 0 {
		return s.request() && !s.lasting() && !s.remembers()
	}
	before := " " + strings.Join(s.words[:at], " ") + " "
	for _, joint := range []string{" so that ", " such that ", " that ", " which ", " where ", " so it ", " so they ", " so users ", " and it ", " ensure ", " make sure the ", " make sure that the ", " make sure it ", " should ", " users ", " user "} {
		if strings.Contains(before, joint) {
			return !slices.Contains([]string{"we", "you"}, s.words[at-1]) && !s.has("you should", "we should", "you must", "we must", "tests should", "code should", "commits should", "handlers should", "migrations should")
		}
	}
	return s.request() && !s.heads[at] && s.words[at-1] != "you" && s.words[at-1] != "we" && s.words[at-1] != "please"
}

// material reports that a rule stands in a text that is only handed over: "translate: never …".
func (s sentence) material() bool {
	head, _, found := strings.Cut(s.text, ": ")
	if !found {
		return false
	}
	h := newSentence(head)
	return h.announces() || h.request() && len(h.words) > 1 || h.has("readme", "heading", "title", "label", "placeholder", "tooltip", "caption", "copy", "banner")
}
