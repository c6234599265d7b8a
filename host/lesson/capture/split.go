package capture

import (
	"strings"

	"github.com/ed-irl/impressionism/host/rank"
)

// split parts a message into what its author wrote and what is only shown in it: fenced and
// quoted lines, blocks between tags, logs and code, and whatever follows a line that announces
// a text of somebody else. Both keep their lines.
func split(message string) (own, shown string) {
	var mine, others strings.Builder
	var state shownState
	state.summary = startsSummary(message)
	for line := range strings.Lines(message) {
		if state.shows(strings.TrimSpace(line)) {
			others.WriteString(line)
			mine.WriteByte('\n')
		} else {
			mine.WriteString(line)
		}
	}
	own, pasted := withoutPaste(mine.String())
	return own, others.String() + pasted
}

// withoutPaste takes out the lines that rank.Clean knows as pasted. It keeps all of a text
// of which too little would be left.
func withoutPaste(text string) (own, pasted string) {
	if !strings.Contains(strings.TrimSpace(text), "\n") {
		return text, ""
	}
	cleaned := strings.Split(rank.Clean(text), "\n")
	var mine, others strings.Builder
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, " \t\r\n")
		switch {
		case len(cleaned) > 0 && bare == strings.TrimRight(cleaned[0], " \t\r"):
			cleaned = cleaned[1:]
			mine.WriteString(line)
		case strings.TrimSpace(bare) == "":
			mine.WriteString(line)
		default:
			mine.WriteByte('\n')
			others.WriteString(line)
		}
	}
	return mine.String(), others.String()
}

// shownState remembers what the lines so far have opened.
type shownState struct {
	fence   string // its sign
	tag     string // that closes a block
	rest    bool   // a line announced the text of somebody else
	summary bool
}

// shows reports that a trimmed line is only shown.
func (s *shownState) shows(line string) bool {
	switch {
	case s.summary, s.rest:
		return true
	case s.fence != "":
		if strings.HasPrefix(line, s.fence) {
			s.fence = ""
		}
		return true
	case s.tag != "":
		if strings.Contains(line, s.tag) {
			s.tag = ""
		}
		return true
	case strings.HasPrefix(line, "```"), strings.HasPrefix(line, "~~~"):
		s.fence = line[:3]
		return true
	case strings.HasPrefix(line, ">"), strings.HasPrefix(line, "|"):
		return true
	}
	if name, whole := opensTag(line); name != "" {
		if !whole {
			s.tag = "</" + name + ">"
		}
		return true
	}
	s.rest = announces(line)
	return false
}

// opensTag returns the name of the tag that a line begins with, and whether it is closed on
// the same line.
func opensTag(line string) (name string, whole bool) {
	if !strings.HasPrefix(line, "<") {
		return "", false
	}
	end := strings.IndexAny(line, "> ")
	if end < 2 || !isLetter(line[1]) {
		return "", false
	}
	name = strings.TrimRight(line[1:end], "/")
	return name, strings.Contains(line, "</"+name+">") || strings.Contains(line, "/>")
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// startsSummary reports that a message is the summary with which a session goes on, which
// no person wrote.
func startsSummary(message string) bool {
	head := strings.ToLower(strings.TrimSpace(message[:min(len(message), 400)]))
	return strings.HasPrefix(head, "this session is being continued") || strings.HasPrefix(head, "summary of the conversation") ||
		strings.HasPrefix(head, "conversation summary")
}

// announces reports that a line says that what follows is a text of somebody else: "what do
// you make of this mail?", "translate:".
func announces(line string) bool {
	if !strings.HasSuffix(line, ":") && !strings.HasSuffix(line, "?") {
		return false
	}
	for _, s := range sentences(line) {
		if s.announces() {
			return true
		}
	}
	return false
}

// announces reports that a sentence speaks of a text that is shown to be worked on.
func (s sentence) announces() bool {
	shown := s.has("this", "these", "following", "below", "here's", "says", "said", "wrote", "writes", "reads") && s.has(materials...)
	return shown || s.begins("translate", "summarize", "summarise", "rephrase", "reword", "proofread", "paraphrase", "shorten", "quote")
}

// materials are texts that people show.
var materials = []string{
	"mail", "email", "message", "text", "review", "comment", "comments", "issue", "ticket", "config", "log", "logs", "error", "output",
	"snippet", "article", "page", "readme", "doc", "docs", "document", "documentation", "thread", "note", "notes", "paragraph", "policy",
	"post", "chat", "transcript", "announcement", "section", "description", "changelog", "letter", "wiki", "slide", "guide", "guideline",
	"proposal", "feedback", "tweet", "blog", "answer", "reply", "quote", "sentence", "prompt", "memo", "runbook", "instructions",
}

// introduces reports that a line of an answer announces an example or a quotation.
func introduces(line string) bool {
	if !strings.HasSuffix(line, ":") {
		return false
	}
	for _, s := range sentences(line) {
		if s.has("example", "e.g", "format", "such", "template", "says", "said", "reads", "contains", "quote", "quoted", "found", "wrote", "states", "asks") || s.announces() {
			return true
		}
	}
	return false
}
