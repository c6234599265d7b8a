package skilllint

import (
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/author/assistant"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// orders looks for text that instructs the model beyond the skill's own task.
// What a skill quotes, warns of or forbids is no order.
func (s *subject) orders() {
	shown, line := s.item.ListedDescription, s.line("description")
	if s.isHidden() {
		shown = ""
	}
	s.overrides(shown, line)
	s.demands(shown, line)
	if tag := clientTag().FindString(shown); tag != "" {
		s.add("instructs-as-client", line, "The description imitates the client's own marks: "+quote(tag)+".", "Remove the mark; the client alone speaks in it.")
	}
	fenced := false
	s.bodyLines(func(number int, text string) {
		if mark := strings.TrimSpace(text); strings.HasPrefix(mark, "```") || strings.HasPrefix(mark, "~~~") {
			fenced = !fenced
		}
		if !fenced {
			s.overrides(text, number)
		}
	})
	s.comments()
}

var overriding = lazyregexp.New(`(?i)\b(ignore|disregard|forget)\s+(all\s+|any\s+)?(of\s+)?(the\s+|your\s+|my\s+)?(previous|prior|earlier|above|preceding|other|system|developer)\s+(system\s+|user\s+)?(instructions?|prompts?|rules|directives|guidelines|messages?|skills?)\b`)

func (s *subject) overrides(text string, line int) {
	for _, at := range overriding().FindAllStringIndex(text, -1) {
		if !isMentioned(text, at[0], at[1]) {
			s.add("instructs-to-ignore", line, "It tells the model to drop what others told it: "+quote(around(text, at))+".", "Say what to do in this skill's own task; the rest is not its business.")
			return
		}
	}
}

// aboutAttacks are words of a text that speaks of orders and gives none.
var aboutAttacks = lazyregexp.New(`(?i)attack|inject|malicious|adversar|jailbreak|untrusted|pattern|detect|attempt|suspicious|phish|poison|sanitiz|example|e\.g\.|such as|like\b|phrases?|red[ -]team|guardrail`)

var negation = lazyregexp.New(`(?i)\b(not|never|don't|don’t|cannot|can't|won't|without|must not|refuse to|no)\W+(\w+\W+){0,3}$`)

// isMentioned reports that a phrase is quoted, denied or named as an example.
func isMentioned(text string, from, to int) bool {
	before, after := text[:from], text[to:]
	return aboutAttacks().MatchString(text) || negation().MatchString(before) ||
		strings.ContainsAny(before, "\"'`“‘«|") && strings.ContainsAny(after, "\"'`”’»|")
}

// always is an order to use the skill; everything is that it be used for any
// prompt at all. Both count only where what follows does not narrow them.
var (
	always     = lazyregexp.New(`(?i)\b(always|must( always)?|mandatory( to)?:?)\s+(use|invoke|load|call|run|apply|activate|trigger|consult)\s+this\s+skill\b`)
	everything = lazyregexp.New(`(?i)\b(use[ds]?|invoked?|activated?|triggers?|triggered|loaded|called|appl(y|ies|ied)|runs?|required|mandatory|invocation)(\s+(this|it|the|skill|always|first|proactively|automatically|immediately))*\s+` +
		`(for|on|before|after|at|in|with|when|when\s+starting|at\s+the\s+start\s+of|to\s+answer)\s+(every|each|any|all)\s+(single\s+)?(user\s+|new\s+)?(requests?|prompts?|messages?|conversations?|responses?|interactions?|turns?|query|queries|questions?|tasks?|sessions?|repl(y|ies))\b`)
	unnarrowed = lazyregexp.New(`(?i)^\s*($|[.!;)]|[-–—]\s|(first|regardless|no matter|unconditionally|without exception|by default|including|whatever|even)\b)`)
)

var preferring = lazyregexp.New(`(?i)\b(instead of|over|rather than|takes? (precedence|priority) over|overrides?)\s+(any|all|every)\s+other\s+skills?\b`)

func (s *subject) demands(text string, line int) {
	fix := "Say for which prompts; a skill that wants them all takes the place of those that fit."
	if at := preferring().FindStringIndex(text); at != nil && !isMentioned(text, at[0], at[1]) {
		s.add("instructs-to-prefer", line, "The description wants to come before all others: "+quote(around(text, at))+".", fix)
		return
	}
	for _, at := range slices.Concat(always().FindAllStringIndex(text, -1), everything().FindAllStringIndex(text, -1)) {
		if unnarrowed().MatchString(text[at[1]:]) && !negation().MatchString(text[:at[0]]) {
			s.add("instructs-to-prefer", line, "The description demands the skill whatever the prompt is about: "+quote(around(text, at))+".", fix)
			return
		}
	}
}

// clientTag are marks in which clients speak to the model.
var clientTag = lazyregexp.New(`(?i)</?(system-reminder|system|function_calls|function_results|command-name|command-message|user-prompt-submit-hook|local-command-stdout|antml:\w+)>`)

var (
	comment = lazyregexp.New(`(?s)<!--(.*?)-->`)
	// ordering is what a note to fellow authors does not say.
	ordering = lazyregexp.New(`(?i)\b(you (must|should|are|will|have to)|(` + assistant.Names + `|assistant|agents?|model|ai)\b[^.]{0,20}\b(must|should|always|never|shall)|without (telling|asking|informing|notifying)|(do not|don't|never) (tell|mention|reveal|inform|show|disclose)|(silently|secretly|covertly))\b`)
)

// comments looks for orders where a reader of the rendered text sees nothing.
func (s *subject) comments() {
	for _, at := range comment().FindAllStringSubmatchIndex(s.doc.Body, -1) {
		text := s.doc.Body[at[2]:at[3]]
		if order := ordering().FindStringIndex(text); order != nil || overriding().MatchString(text) {
			if order == nil {
				order = overriding().FindStringIndex(text)
			}
			line := s.bodyLine + strings.Count(s.doc.Body[:at[0]], "\n")
			s.add("instructs-in-comment", line, "A comment, which a reader does not see, gives the model an order: "+quote(around(text, order))+".",
				"Write it where people can read it, or remove it.")
		}
	}
}

// around returns a phrase with some words on both sides.
func around(text string, at []int) string {
	from := strings.LastIndexAny(text[:max(0, at[0]-15)], " \n") + 1
	to := len(text)
	if end := at[1] + 25; end < len(text) {
		if space := strings.IndexAny(text[end:], " \n"); space >= 0 {
			to = end + space
		}
	}
	return text[from:to]
}
