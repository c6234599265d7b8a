// Package lint finds in a lesson's text what a person has to look at before it is told: words
// that would rather act than inform.
package lint

import (
	"regexp"
	"strings"

	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/visible"
)

var rules = []struct {
	finding string
	is      *regexp.Regexp
}{
	{"it asks to set other instructions aside", regexp.MustCompile(`(?i)\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|other|all|any|system)\b.{0,30}\b(?:instruction|rule|prompt|message|direction)`)},
	{"it speaks as if it were the system or the client", regexp.MustCompile(`(?i)(?:^|[^a-z])(?:system (?:prompt|message|reminder)\b|</?(?:system|assistant|user|human|tool)\b|you are (?:now|no longer)\b)`)},
	{"it has a tag", regexp.MustCompile(`</?[a-zA-Z][a-zA-Z-]{2,30}(?:\s[^<>]{0,200})?>`)},
	{"it asks to hide something from the user", regexp.MustCompile(`(?i)\b(?:do not|don'?t|never|without)\b.{0,20}\b(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|show(?:ing)?|ask(?:ing)?)\b.{0,20}\b(?:the )?(?:user|human|person|developer|anyone|anybody)\b`)},
	{"it pipes something into a shell", regexp.MustCompile(`(?i)\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\b(?:ba|z)?sh\s+<\(|\beval\s+["'$(]`)},
	{"it sends something away", regexp.MustCompile(`(?i)\b(?:curl|wget)\b[^\n]{0,200}(?:\s-d\b|\s--data|\s-F\b|\s-T\b|\s--upload-file|--post-)`)},
	{"it names an address", regexp.MustCompile(`(?i)\bhttps?://(?:[a-z0-9-]+\.)+[a-z]{2,}`)},
	{"it asks for rights to be given away", regexp.MustCompile(`(?i)--dangerously-|\bchmod\s+(?:-R\s+)?0?777\b|\bdisable\b.{0,30}\b(?:permission|sandbox|hook|approval)s?\b`)},
}

// Findings returns what was found in the texts of a lesson as its file has them, each once;
// nil: nothing.
func Findings(raw string) []string {
	var found []string
	if visible.Text(raw) != raw {
		found = append(found, "it holds characters that cannot be seen")
	}
	if redact.Text(raw) != raw {
		found = append(found, "it holds what looks like a secret")
	}
	text := strings.Join(strings.Fields(raw), " ")
	for _, rule := range rules {
		if rule.is.MatchString(text) {
			found = append(found, rule.finding)
		}
	}
	return found
}
