package capture

import (
	"slices"
	"strings"
)

// What follows are the forms of English in which people state rules, and those that look
// alike and state none. A sentence is judged by its form; what it names is for the gate.

// lasting reports words that make a rule of whatever the sentence says.
func (s sentence) lasting() bool {
	if s.has("from now on", "from here on", "from today on", "going forward", "henceforth", "as a rule", "by convention", "our convention",
		"house rule", "our rule", "the rule is", "rule of thumb", "team rule", "our policy is", "our standard is", "in all cases",
		"stays so", "stays that way", "stay that way", "won't change", "without exception", "no exceptions", "by policy") {
		return true
	}
	if s.has("for everything") && s.has("use", "take", "call", "go through", "goes through", "prefer") {
		return true
	}
	if s.begins("rule", "rule here", "convention", "policy", "house style", "for reference", "fyi for the future") && strings.Contains(s.text, ":") {
		return true
	}
	if s.clause("in future", "in the future", "for the future", "next time", "for next time") {
		return !s.undecided() && !s.has("we want", "we will", "we'll", "we'd", "i'll", "i will", "i'd", "there will", "it will", "should be")
	}
	if s.begins("in this repo", "in this repository", "in this project", "in this codebase") ||
		s.endsWith("in future", "in the future", "next time", "every time", "each time") {
		return s.directs() && (!s.endsWith("every time", "each time") || s.has("please", "first", "tell", "show", "run", "ask", "use", "check", "you"))
	}
	return s.has("whenever you", "every time you", "each time you", "any time you") && s.directs() && !s.has("you did", "you do that", "you were", "you said")
}

// clause reports whether a clause begins with one of some phrases.
func (s sentence) clause(phrases ...string) bool {
	for i := range s.words {
		if !s.heads[i] && (i == 0 || !slices.Contains([]string{"but", "and", "so", "please", "then"}, s.words[i-1])) {
			continue
		}
		rest := " " + strings.Join(s.words[i:min(len(s.words), i+4)], " ") + " "
		if slices.ContainsFunc(phrases, func(phrase string) bool { return strings.HasPrefix(rest, " "+phrase+" ") }) {
			return true
		}
	}
	return false
}

// always reports "always" and "never" where they rule: at the head of a clause, behind its
// subject, or before a thing.
func (s sentence) always() bool {
	for i, w := range s.words {
		if w != "always" && w != "never" && !(w == "only" && i+1 < len(s.words) && s.words[i+1] == "ever") {
			continue
		}
		if i+1 == len(s.words) {
			return i >= 2 && !s.request()
		}
		before := ""
		if i > 0 {
			before = s.words[i-1]
		}
		next := s.words[i+1]
		switch {
		case slices.Contains([]string{"mind", "again", "late", "full", "been", "written", "seen", "heard", "knew", "thought", "noticed", "worked", "got", "used", "done", "had", "tried", "said", "wanted", "loved", "liked", "happy", "curious", "learned"}, next):
		case strings.HasSuffix(next, "ed") && len(next) > 4, slices.Contains([]string{"as", "like", "almost", "nearly", "sometimes", "was", "were", "had", "have", "has", "did", "would", "will", "not"}, before):
		case slices.Contains([]string{"and", "but", "so", "or", "then"}, before):
			if i > 1 && slices.Contains([]string{"use", "run", "keep", "put", "call", "write", "always", "we", "you", "please", "ask", "don't", "pass", "set", "return", "no", "ok"}, s.words[0]) {
				return true
			}
		case before == "i":
			if slices.Contains([]string{"use", "want", "prefer", "need", "run", "work", "write", "keep", "review", "deploy", "rebase", "squash", "commit", "push"}, next) {
				return true
			}
		case s.heads[i], slices.Contains([]string{"we", "you", "are", "please", "should", "must", "to", "folks", "people"}, before):
			return !s.request() || s.heads[i] && i == 0 || slices.Contains([]string{"we", "you"}, before)
		case before == "is", before == "it", before == "this", before == "that", before == "they", before == "he", before == "she":
			if before == "is" && i > 1 && !slices.Contains([]string{"it", "this", "that", "there"}, s.words[i-2]) {
				return true
			}
		case slices.Contains([]string{"with", "for", "in", "on", "before", "after", "when", "if", "by", "at", "from", "under", "inside"}, s.words[0]) && !s.has("it", "they", "i", "is", "are", "gets", "was"):
			return true
		default: // behind a subject: "migrations never drop columns"
			if strings.HasSuffix(before, "s") && !s.request() {
				return true
			}
		}
	}
	return false
}

// insists reports "always" and "never" at the head of a sentence or behind the team or the
// assistant: a rule, whatever stands around it.
func (s sentence) insists() bool {
	for i, w := range s.words[:min(len(s.words), 6)] {
		if w != "always" && w != "never" || i+1 >= len(s.words) {
			continue
		}
		before := ""
		if i > 0 {
			before = s.words[i-1]
		}
		if (i == 0 || i == 1 && slices.Contains([]string{"please", "no", "but", "and", "so", "ok"}, before) || before == "please" || before == "we" && i <= 2 || before == "you" && i <= 2 && s.has("must", "should") || before == "must" && i > 1 && (s.words[i-2] == "you" || s.words[i-2] == "we")) && s.always() {
			return true
		}
	}
	return false
}

// directive reports "use X in file names so that they sort": an instruction with its reason.
func (s sentence) directive() bool {
	return s.begins("use", "prefer", "import", "store", "write", "return", "report", "call", "name", "pass", "put", "log", "measure", "keep", "take") &&
		s.has("so that", "because", "otherwise", "since", "or else", "breaks", "break", "when you", "whenever", "without it")
}

// excepts reports a rule with its exception: "const unless it is reassigned".
func (s sentence) excepts() bool {
	return s.has("unless") && !s.begins("unless", "it", "that", "this", "i", "they") && !s.request() && !s.troubled()
}

// owes reports what the assistant is to do in general: "you should use the type for every amount".
func (s sentence) owes() bool {
	return s.has("you should", "you must", "you have to", "you need to", "you are supposed to") && s.has("every", "all", "any", "each", "anything", "everything", "always", "whenever")
}

// remembers reports that the user asks to keep in mind what the sentence says.
func (s sentence) remembers() bool {
	if len(s.words) >= 7 && s.endsWith("remember that", "remember this", "please remember", "remember please", "remember it", "don't forget that", "don't forget") && !s.begins("do", "did", "can", "i") {
		return true
	}
	for _, phrase := range []string{"remember that", "remember", "keep in mind that", "keep in mind", "bear in mind that", "bear in mind", "don't forget that", "do not forget that", "note that", "for the record"} {
		rest, found := strings.CutPrefix(strings.TrimPrefix(s.line, " please"), " "+phrase+" ")
		if found && countWords(rest) >= 4 && !pointsAtOnce(rest) {
			return !strings.HasPrefix(phrase, "remember") || phrase == "remember that" || !strings.HasPrefix(rest, "when ") && !strings.HasPrefix(rest, "the ")
		}
	}
	return false
}

// pointsAtOnce reports what follows "remember that" where "that" is all there is.
func pointsAtOnce(rest string) bool {
	first, _, _ := strings.Cut(rest, " ")
	return slices.Contains([]string{"for", "next", "please", "and", "when", "in", "from", "to", "one", "before", "after", "this", "that", "it"}, first)
}

// pointsBack reports that the user asks to keep what the answer said.
func (s sentence) pointsBack() bool {
	for _, phrase := range []string{"remember that", "remember this", "remember it", "note that", "note this"} {
		before, rest, found := strings.Cut(s.line, " "+phrase+" ")
		if found && countWords(before) <= 4 && !strings.HasSuffix(before, " you") && !strings.HasSuffix(before, " to") && (rest == "" || pointsAtOnce(rest)) {
			return true
		}
	}
	return s.has("keep that in mind", "keep this in mind", "bear that in mind", "note that down", "note this down", "write that down", "worth remembering",
		"make a note of that", "make a note of this", "don't forget that", "don't forget this", "save that for later", "good to know for next time", "memorize that", "memorise that") &&
		len(s.words) <= 16
}

// stresses reports that the user asks to keep what the sentence before said.
func (s sentence) stresses() bool {
	return len(s.words) <= 5 && s.has("remember", "note", "memorize", "memorise", "keep", "forget") && (s.pointsBack() || s.has("please remember", "remember please", "don't forget") || len(s.words) == 1)
}

// tells reports a sentence of the user's that says something to keep.
func (s sentence) tells() bool {
	return len(s.words) >= 4 && !s.question() && !s.aside() && !s.undecided()
}

// explains reports that a sentence says why something is so or how it works.
func (s sentence) explains() bool {
	return s.has("because", "since", "so", "therefore", "cannot", "can't", "must", "only", "needs", "has to", "have to", "unless", "otherwise", "instead", "reason", "cause", "due to", "turns out", "works", "requires", "never", "always")
}

// house reports "we use …", "I use …": how things are done here.
func (s sentence) house() bool {
	for i, w := range s.words {
		if i+1 >= len(s.words) || !s.heads[i] && (i == 0 || !slices.Contains([]string{"here", "but", "and", "because", "as", "since"}, s.words[i-1])) {
			continue
		}
		rest := s.words[i+1:]
		switch w {
		case "we":
			if slices.Contains(customs, rest[0]) && (len(rest) < 2 || !strings.HasSuffix(rest[1], "ing")) || len(rest) > 1 && (rest[0] == "don't" || rest[0] == "only" || rest[0] == "all") && slices.Contains(customs, rest[1]) || len(rest) > 2 && rest[0] == "do" && rest[1] == "not" {
				return !s.has("for now", "currently", "at the moment")
			}
		case "i":
			if slices.Contains([]string{"use", "prefer", "work", "type", "run"}, rest[0]) || len(rest) > 1 && (rest[0] == "don't" || rest[0] == "only") && slices.Contains([]string{"use", "run", "write"}, rest[1]) {
				return true
			}
		}
	}
	return false
}

// owns reports "our default branch is master": a fact about what is one's own.
func (s sentence) owns() bool {
	for i, w := range s.words[:max(len(s.words)-3, 0)] {
		if (w == "my" || w == "our") && (i == 0 || i == 1 && s.words[0] == "no") && s.binds() && !s.troubled() {
			return !slices.Contains(private, s.words[i+1])
		}
	}
	return false
}

// private are nouns of what a person means, asks or sees just now.
var private = []string{
	"question", "guess", "mistake", "bad", "opinion", "idea", "problem", "point", "concern", "goal", "plan", "suggestion", "change", "changes", "fault", "issue",
	"branch", "pr", "commit", "bug", "test", "tests", "feeling", "impression", "boss", "screen", "tab", "terminal", "connection", "build", "session", "app", "site", "page", "users", "customers",
}

// customs are verbs of what a team does all the time; what it has, needs or wants is no rule.
var customs = []string{
	"use", "keep", "put", "write", "name", "run", "test", "store", "log", "deploy", "build", "format", "call", "return", "pass", "wrap",
	"avoid", "prefer", "follow", "commit", "squash", "rebase", "merge", "branch", "tag", "pin", "ship", "import", "export", "validate",
	"throw", "raise", "handle", "document", "number", "prefix", "mock", "stub", "inject", "target", "support", "serve", "render", "style",
	"indent", "generate", "vendor", "measure", "count", "round", "spell", "capitalise", "capitalize", "sign", "encrypt", "hash", "read",
}

// forbids reports a prohibition with what to do in its place or why: without one it is about
// the change at hand.
func (s sentence) forbids() bool {
	if s.bansThing() {
		return true
	}
	for i, w := range s.words {
		if w == "don't" && s.heads[i] && i >= 4 && i+2 < len(s.words) {
			return true // the reason stands before it
		}
		dont := w == "don't" || w == "avoid" || w == "not" && i > 0 && s.words[i-1] == "do" || w == "stop"
		if !dont || !(s.heads[i] || i > 0 && (w == "not" && s.heads[i-1] || slices.Contains([]string{"please", "and", "so", "but", "you"}, s.words[i-1]))) {
			continue
		}
		for j := i + 2; j < len(s.words); j++ {
			if len(s.words)-j >= 3 && s.heads[j] || slices.Contains([]string{"because", "since", "otherwise", "instead", "rather", "unless", "but"}, s.words[j]) {
				return true
			}
		}
		return i+3 < len(s.words) && slices.ContainsFunc(s.words[i+2:], isPlural) && s.has("in", "for", "on", "from", "to", "with")
	}
	return false
}

// bansThing reports "no raw strings, …": things of which there are to be none, and why or what
// in their place.
func (s sentence) bansThing() bool {
	if len(s.words) < 4 || s.words[0] != "no" || s.heads[1] {
		return false
	}
	for i, w := range s.words[1:min(len(s.words), 5)] {
		if slices.Contains(absences, w) {
			return false
		}
		if isPlural(w) {
			return i+2 == len(s.words) || s.heads[i+2] || i == 0 || slices.Contains([]string{"in", "for", "of", "from", "with"}, s.words[i+2])
		}
	}
	return false
}

// absences are what there is none of just now.
var absences = []string{
	"errors", "warnings", "failures", "problems", "worries", "issues", "changes", "complaints", "objections", "comments", "questions", "doubts", "results", "bugs", "differences", "conflicts", "news", "updates", "tests", "files", "matches", "hits", "rows", "logs", "others", "regrets",
}

// contrasts reports "X, not Y", "not X but Y", "X instead of Y".
func (s sentence) contrasts() bool {
	if s.request() && !s.begins("use", "call", "import", "run", "prefer", "write", "put", "name", "return", "store") {
		return false
	}
	if s.has("instead of", "rather than") && !s.begins("instead of", "rather than") {
		return true
	}
	if at := slices.Index(s.words, "instead"); at > 1 && at+3 < len(s.words) && s.heads[at+1] {
		return true // "from the root instead, deep imports break"
	}
	for i, w := range s.words {
		if w != "not" && w != "never" && w != "no" || i+1 >= len(s.words) {
			continue
		}
		next := s.words[i+1]
		switch {
		case i > 1 && s.heads[i]:
			return !slices.Contains([]string{"just", "sure", "yet", "really", "even", "only"}, next)
		case i == 0 && w == "not":
			for j := 2; j < len(s.words); j++ {
				if s.heads[j] || s.words[j] == "but" {
					return len(s.words)-j >= 2 && !slices.Contains(pronouns, next) && !slices.Contains([]string{"sure", "yet", "quite", "really", "exactly", "only", "necessarily", "what", "like", "so", "bad", "now", "today", "working", "fixed", "good"}, next)
				}
			}
		case i > 0 && w == "not" && len(s.words) >= 4 && (i < 3 || s.begins("use")): // "tabs not spaces in templates"
			if !auxiliary(s.words[i-1]) && !s.heads[i-1] || i == 1 && !auxiliary(s.words[0]) {
				return slices.ContainsFunc(s.words[i:], isPlural) && !slices.Contains([]string{"sure", "yet", "only", "even", "working", "enough"}, next)
			}
		}
	}
	return false
}

func auxiliary(word string) bool {
	return slices.Contains([]string{"is", "are", "was", "were", "do", "does", "did", "will", "would", "should", "could", "can", "may", "might", "must", "have", "has", "had", "am", "i", "it's", "that's", "still", "why", "if", "or", "and", "but", "please", "hope", "probably"}, word)
}

// names reports "wrong linter. Ours is …": a tool that was taken for another.
func (s sentence) names() bool {
	rest, found := strings.CutPrefix(s.line, " wrong ")
	if !found {
		rest, found = strings.CutPrefix(s.line, " that's the wrong ")
	}
	if !found {
		rest, found = strings.CutPrefix(s.line, " not the right ")
	}
	thing, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	return found && thing != "" && len(s.words) > 1 && !s.heads[1] && !slices.Contains(things, thing) && !slices.Contains(pronouns, thing)
}

// pronouns and articles point at what is at hand.
var pronouns = []string{"it", "this", "that", "these", "those", "they", "he", "she", "i", "you", "there", "here", "the", "a", "an", "its"}

// things are what is wrong in the change at hand rather than always.
var things = []string{
	"file", "branch", "test", "tests", "line", "button", "place", "folder", "directory", "one", "function", "variable", "name", "order",
	"way", "direction", "page", "column", "row", "repo", "project", "window", "tab", "answer", "number", "commit", "method", "class", "color",
	"colour", "side", "date", "word", "key", "link", "image", "screenshot", "ticket", "issue", "pr", "query", "endpoint", "field", "format",
	"type", "value", "path", "import", "log", "error", "message", "case", "spelling", "size", "user", "again", "thing", "approach", "idea",
}

// replaced reports "X is deprecated, use Y".
func (s sentence) replaced() bool {
	return s.has("deprecated", "obsolete", "retired", "decommissioned", "gone", "dead", "frozen", "read-only", "broken", "replaced", "unmaintained", "end of life", "no longer") &&
		slices.ContainsFunc([]string{"use", "take", "call", "go", "goes", "write", "read", "import", "everything", "all"}, func(verb string) bool {
			at := slices.Index(s.words, verb)
			return at > 0 && s.heads[at] || at > 0 && s.words[at-1] == "so"
		}) || s.endsWith("now") && s.has("is gone", "are gone", "is dead", "is deprecated", "is retired", "no longer")
}

// complains reports that it is not the first time.
func (s sentence) complains() bool {
	return s.has("you did that last", "you did the same", "last week too", "yesterday too", "last time too", "i told you", "told you before", "as i said", "how many times", "how often do i",
		"you keep", "same mistake", "already said", "already told", "third time", "second time", "once more", "yet again", "every single time", "you always forget", "you forgot again") ||
		s.endsWith("again") && len(s.words) > 2 && s.has("you", "please", "not") ||
		s.has("again") && s.has("you forgot", "you did", "you used", "you put", "you wrote", "you missed", "you broke", "you added")
}

// fact reports a sentence that says how something is.
func (s sentence) fact() bool {
	return !s.complains() && len(s.words) >= 4 && s.has("is", "are", "needs", "need", "must", "belongs", "belong", "goes", "go", "use", "uses", "has", "have", "lives", "live", "runs", "run", "don't", "starts", "start")
}

// generic reports a rule about things in plural by its first words: "prices are integers",
// "comments in English only".
func (s sentence) generic() bool {
	if s.troubled() || len(s.words) < 4 {
		return false
	}
	for i, w := range s.words[:3] {
		if slices.Contains(pronouns, w) || slices.Contains([]string{"my", "your", "our", "we", "most", "some", "many", "few", "people", "two", "three", "both", "users", "customers", "clients", "no", "yes", "tests", "thanks"}, w) {
			return false
		}
		if isPlural(w) && i < 2 {
			next := s.words[i+1]
			return slices.Contains([]string{"are", "go", "live", "belong", "need", "must", "start", "end", "have", "get"}, next) || s.has("only") && slices.Contains([]string{"in", "with", "from", "for", "on", "as"}, next)
		}
	}
	return false
}

// plural reports a general fact about things in plural: "Timestamps are UTC here".
func (s sentence) plural() bool {
	words := s.words
	for len(words) > 0 && slices.Contains([]string{"no", "nope", "wrong", "stop", "all", "our"}, words[0]) {
		words = words[1:]
	}
	for i, w := range words {
		if i > 0 && i <= 3 && slices.Contains([]string{"are", "go", "live", "belong", "need", "use", "have", "start", "end", "must", "should", "run", "come"}, w) {
			return isPlural(words[i-1]) && len(words)-i >= 2
		}
	}
	return false
}

func isPlural(word string) bool {
	return len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "'s") && !strings.HasSuffix(word, "is") &&
		!slices.Contains([]string{"this", "does", "always", "tests'", "thanks", "sometimes", "perhaps", "gives", "makes", "breaks", "fails", "works", "needs", "means"}, word)
}

// universal reports a rule by its reach: "anything in pricing/ needs a review", "one on every
// machine", "messages start with a verb in this repo".
func (s sentence) universal() bool {
	if s.troubled() || s.begins("it", "this", "that", "they", "i", "he", "she", "there's", "it's", "that's", "all good", "all of", "all right", "any idea", "anything else", "yes", "ok") {
		return false
	}
	placed := s.has("in this repo", "in this repository", "in this project", "in this codebase", "in this team", "in this company", "in this workspace", "in our", "around here")
	reaches := placed || s.has("all", "every", "each", "any", "anything", "everything", "anyone", "everyone", "nobody", "everywhere", "anywhere") && !s.has("all of them", "all of it", "all of those", "at all", "after all", "that's all", "all the time", "every time i", "each time i", "every time it", "all day", "any more", "anything else")
	return reaches && s.binds()
}

// binds reports a verb in the present that says how things are or have to be.
func (s sentence) binds() bool {
	return s.has("is", "are", "must", "needs", "need", "has to", "have to", "goes", "go", "please", "only", "should", "may", "belongs", "belong", "lives", "live", "gets", "get", "starts", "start", "ends", "end", "uses", "use", "runs", "run", "wants", "requires", "require", "carry", "carries", "stays", "stay", "comes", "come")
}

// demands reports what has to be, of things in general: "bare ignores need a code".
func (s sentence) demands() bool {
	if s.troubled() || s.request() {
		return false
	}
	for i, w := range s.words {
		if i == 0 || i > 6 || !slices.Contains([]string{"must", "needs", "need", "requires", "require", "has", "have", "may", "cannot", "can't", "goes", "go", "belongs", "belong", "lives", "live"}, w) {
			continue
		}
		if (w == "has" || w == "have") && (i+1 >= len(s.words) || s.words[i+1] != "to") {
			continue
		}
		if before := s.words[i-1]; before == "you" {
			return slices.ContainsFunc(s.words[i:], isPlural) && w != "can't" && w != "cannot" && w != "may"
		}
		return !slices.Contains(pronouns, s.words[0]) && !slices.Contains(pronouns, s.words[i-1]) && s.words[i-1] != "we" && s.words[0] != "we"
	}
	return false
}

// troubled reports what does not work just now.
func (s sentence) troubled() bool {
	if s.has("broken", "missing", "failing", "fails", "failed", "red", "slow", "wrong", "gone", "empty", "down", "blank", "stuck", "lost", "crashed", "404", "500", "error", "errors", "since the", "after the update", "after the upgrade", "looks", "works", "work now", "worked", "passes", "pass now", "still", "not working", "doesn't work", "don't work", "the reason", "the cause", "weird", "strange", "fixed", "done", "fine", "good") {
		return !s.has("must", "needs", "need") || s.has("still", "fixed", "done")
	}
	return false
}
