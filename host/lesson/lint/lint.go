// Package lint finds in a lesson's text what a person has to look at before it is told: words
// that would rather act than inform.
package lint

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/visible"
)

var rules = []struct {
	finding string
	is      func() *regexp.Regexp
}{
	{"it asks to set other instructions aside", lazyregexp.New(`(?i)\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:(?:previous|prior|above|earlier|system)\b.{0,30}\b(?:instruction|rule|prompt|message|direction|guidance)|(?:instruction|rule|prompt|message|direction|guideline)s?\b.{0,20}\b(?:above|before|so far|until now|you (?:have|were given|got))\b|(?:all|any|other|your|the user'?s)\b.{0,20}\b(?:instructions|prompts|directions|guidelines)\b)`)},
	{"it speaks as if it were the system or the client", lazyregexp.New(`(?i:^system\s*:|\bsystem (?:prompt|message|reminder|notice)\s*:|</?(?:system|assistant|human)\b|<(?:user|tool)[_-]|\byou are (?:now|no longer)\b)|\b(?:SYSTEM|ASSISTANT|HUMAN)\s*:|\[(?:SYSTEM|INST)\]`)},
	{"it has a tag", lazyregexp.New(`</[a-zA-Z][\w-]{0,30}>|<[a-zA-Z][\w-]{0,30}\s[^<>=]{0,100}=[^<>]{0,200}>`)},
	{"it asks to hide something from the user", lazyregexp.New(`(?i)\b(?:do not|don'?t|never|without)\b.{0,20}\b(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|ask(?:ing)?|report(?:ing)?|reveal(?:ing)?|show(?:ing)? (?:this|it|that|them)\b)\b.{0,20}\b(?:user|human|person|developer|anyone|anybody)\b`)},
	{"it pipes something into a shell", lazyregexp.New(`(?i)\|\s*(?:sudo\s+)?(?:/\S*/)?(?:env\s+)?(?:ba|z|da|k|fi)?sh\b|\b(?:ba|z)?sh\s+<\(|\b(?:source|\.)\s+<\(|\bsh\s+-c\s+["']?\$\(|\beval\s+["'$(]|\b(?:curl|wget)\b.{0,200}\|\s*(?:sudo\s+)?(?:python|perl|ruby|node|php)|\|\s*iex\b|\bInvoke-Expression\b`)},
	{"it sends something away", lazyregexp.New(`(?i)\b(?:curl|wget)\b[^\n]{0,200}(?:\s-d\b|\s--data|\s-F\b|\s-T\b|\s--upload-file|\s--json|\s--post-)|\b(?:nc|ncat|netcat)\s+(?:-\w+\s+)*[\w-]+\.[\w.-]+\s+\d`)},
	{"it asks for rights to be given away", lazyregexp.New(`(?i)--dangerously-|\bchmod\s+(?:-R\s+)?0?777\b|\b(?:disable|turn off|switch off)\b.{0,30}\b(?:permission|sandbox|hook|approval)s?\b`)},
}

// address is one with a scheme, and its host.
var address = lazyregexp.New(`(?i)\b(?:https?|ftp|wss?)://(?:[^\s/@]{1,100}@)?([a-z0-9-]+(?:\.[a-z0-9-]+)+|\[[0-9a-f:.]+\])`)

// nowhere are names that lead to nobody, or to this machine: of RFC 2606, 6761 and 8375.
var nowhere = lazyregexp.New(`(?i)(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost|home\.arpa)$|^127(?:\.\d+){3}$|^0\.0\.0\.0$|^\[::1?\]$`)

func namesAddress(text string) bool {
	for _, match := range address().FindAllStringSubmatch(text, -1) {
		if !nowhere().MatchString(match[1]) {
			return true
		}
	}
	return false
}

// hides reports whether a reader does not see all of a text. A mark of byte order, line ends
// of another system and wide blanks are nothing that somebody hides.
func hides(raw string) bool {
	raw = strings.ReplaceAll(strings.TrimPrefix(raw, "\uFEFF"), "\r\n", "\n")
	raw = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Zs, r) {
			return ' '
		}
		return r
	}, raw)
	return visible.Text(raw) != raw
}

// Findings returns what was found in the texts of a lesson as its file has them, each once;
// nil: nothing.
func Findings(raw string) []string {
	var found []string
	if hides(raw) {
		found = append(found, "it holds characters that cannot be seen")
	}
	if redact.Text(raw) != raw {
		found = append(found, "it holds what looks like a secret")
	}
	text := strings.Join(strings.Fields(raw), " ")
	for _, rule := range rules {
		if rule.is().MatchString(text) {
			found = append(found, rule.finding)
		}
	}
	if namesAddress(text) {
		found = append(found, "it names an address")
	}
	return found
}
