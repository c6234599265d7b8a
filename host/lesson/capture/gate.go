package capture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/redact"
)

// Limits of a lesson's length, and of a pattern's that the model wrote, which has to tell
// when it applies and what to do.
const (
	wordsMin        = 5
	wordsMax        = 120
	textCharsMax    = 600 // of a lesson's file, as lesson.TextMax has it; who writes the file looks
	patternWordsMin = 20
)

// Gate returns why a draft is not kept, in words for a person that say what is missing or
// what is wrong; empty if it may be kept. A reason never repeats a secret.
func (j Judge) Gate(d Draft) string {
	text := d.whole()
	for _, check := range []func(Draft, string) string{unseen, secret, long, command, short, asking, praising, j.stating, waiting, j.platitude, patterned} {
		if reason := check(d, text); reason != "" {
			return reason
		}
	}
	if place := j.Said(text); place != "" {
		return "it is said already: " + place
	}
	return ""
}

func secret(d Draft, text string) string {
	for _, part := range []string{text, d.Title + ": " + d.Text, d.When} {
		if redact.Text(part) != part || reveals(part) {
			return "it holds a secret or a personal number; nothing of it was kept. Say where the secret is kept instead"
		}
	}
	return ""
}

func long(_ Draft, text string) string {
	if n := countWords(text); n > wordsMax || len(text) >= draftBytesMax {
		return fmt.Sprintf("it has more than %d words; at most these and %d characters are kept: one lesson is one fact, with what to do about it", wordsMax, textCharsMax)
	}
	return ""
}

func short(_ Draft, text string) string {
	if n := countWords(text); n < wordsMin {
		return fmt.Sprintf("it has %d words; say in at least %d what to do or to avoid, and why", n, wordsMin)
	}
	return ""
}

// asking refuses questions.
func asking(_ Draft, text string) string {
	all := sentences(text)
	for _, s := range all {
		if !s.question() {
			return ""
		}
	}
	return "it is a question; say what the answer is"
}

// praising refuses what only praises or thanks.
func praising(_ Draft, text string) string {
	for _, s := range sentences(text) {
		if !s.begins("thanks", "thank you", "great", "good job", "nice", "well done", "perfect", "awesome", "excellent", "amazing", "good work", "congrats", "brilliant", "lovely") || s.has("always", "never", "must", "use", "don't", "only", "because") {
			return ""
		}
	}
	return "it is praise; say what to do or to avoid next time"
}

// states are words of unfinished or just finished work.
var states = []string{
	"half done", "half finished", "half-done", "half-finished", "in progress", "work in progress", "wip", "still missing", "still failing", "still fails", "still open", "still to do", "still broken", "is missing", "are missing",
	"not done", "not finished", "not yet", "to be continued", "remaining", "left to do", "next step", "next steps", "so far", "todo", "to do next",
	"tomorrow", "today i", "today we", "yesterday i", "yesterday we", "this morning", "this afternoon", "tonight", "later today", "this week", "next week", "this session", "currently working", "will continue", "continue with", "pick up",
	"on hold", "blocked by", "blocked on", "waiting for review", "is done", "are done", "is finished", "is complete", "has been merged", "was merged", "all tests pass", "tests pass now", "passes now", "works now", "is fixed now", "has been fixed", "was fixed in", "have been fixed", "i'll", "we'll continue", "i am going to", "i'm going to", "almost done", "nearly done",
}

// stating refuses the state of a task. A sentence that rules is none, whatever it tells
// beside: "we moved to X: use Y".
func (j Judge) stating(_ Draft, text string) string {
	const reason = "it is the state of a task, which a handoff tells; say what holds beyond it"
	told := false
	for _, s := range sentences(text) {
		switch {
		case s.has("today", "tomorrow", "tonight", "this afternoon", "this morning", "next week", "later today", "half done", "half finished", "half-done") && !s.rules():
			return reason
		case s.has(states...) && !s.rules(), s.narrates() && !s.rules():
			told = true
		case s.rules() || s.general():
			return ""
		}
	}
	if told {
		return reason
	}
	return ""
}

// rules reports that a sentence says what to do or to avoid beyond the task.
func (s sentence) rules() bool {
	return s.has("always", "never", "must", "must not", "don't", "do not", "only", "from now on", "instead", "avoid", "whenever", "needs to", "has to", "have to", "should", "before", "after", "every", "use", "make sure", "otherwise", "unless", "cannot", "can't")
}

// narrates reports what the author did.
func (s sentence) narrates() bool {
	for i, w := range s.words {
		if i > 4 || w != "i" && w != "we" && w != "i've" && w != "we've" || i+1 >= len(s.words) {
			continue
		}
		verb := s.words[i+1]
		if slices.Contains([]string{"have", "just", "already", "then", "also", "now", "had", "finally"}, verb) && i+2 < len(s.words) {
			verb = s.words[i+2]
		}
		if strings.HasSuffix(verb, "ed") && len(verb) > 4 || slices.Contains([]string{"wrote", "ran", "made", "did", "built", "split", "found", "got", "put", "began", "went", "left", "cut", "rewrote"}, verb) {
			return true
		}
	}
	verb := s.words[0]
	return strings.HasSuffix(verb, "ed") && len(verb) > 4 && !slices.Contains([]string{"need", "generated", "signed", "embed", "nested", "shared", "feed", "seed", "unused", "failed", "required", "cached", "versioned", "typed", "quoted", "pinned"}, verb) ||
		slices.Contains([]string{"fixed", "added", "done", "wrote"}, verb)
}

// general reports a sentence in the present that is about no work of the author.
func (s sentence) general() bool {
	return len(s.words) >= 4 && !s.narrates() && !s.has(states...) && !s.question()
}

// waiting refuses what has nothing to do or to avoid and names nothing either: a general
// truth in the present is a lesson if it names a thing.
func waiting(_ Draft, text string) string {
	for _, s := range sentences(text) {
		if !s.question() && !s.undecided() {
			return ""
		}
	}
	return "it leaves open what to do; say what to do or to avoid"
}

// patterned holds a pattern of the model to what makes one: context, insight and action.
func patterned(d Draft, text string) string {
	if !d.ByModel || d.Category != "pattern" {
		return ""
	}
	var missing []string
	if n := countWords(text); n < patternWordsMin {
		missing = append(missing, fmt.Sprintf("at least %d words (it has %d)", patternWordsMin, n))
	}
	if all := newSentence(text); !all.has("when", "if", "where", "while", "before", "after", "because", "since", "whenever", "in", "during", "for", "on") {
		missing = append(missing, "when it applies")
	}
	if len(missing) == 0 {
		return ""
	}
	return "a pattern of the model needs " + strings.Join(missing, " and ")
}

// command refuses what speaks to the assistant's machinery rather than about the work.
func command(d Draft, text string) string {
	s := newSentence(text)
	if s.overrides() {
		return "it tells the assistant to set rules aside, or to hide something; say what holds for the work"
	}
	if d.ByModel && pipesToShell(text) {
		return "it runs what it fetches from the net; a person has to write such a lesson"
	}
	if d.ByModel && namesID(text) {
		return "it has the id of a lesson in brackets, as a citation has; name the id without them"
	}
	return ""
}

// overrides reports instructions to ignore others, to load or say everything, or to keep
// something from the user.
func (s sentence) overrides() bool {
	verbs := []string{"ignore", "disregard", "forget", "override", "overrides", "bypass", "discard", "supersede", "supersedes"}
	objects := []string{"instruction", "instructions", "lesson", "lessons", "prompt", "prompts", "system", "guideline", "guidelines", "memory", "memories", "safety", "permissions", "confirmations", "warnings from the user"}
	for i, w := range s.words {
		if !slices.Contains(verbs, w) {
			continue
		}
		for _, object := range s.words[i+1 : min(len(s.words), i+6)] {
			if slices.Contains(objects, object) {
				return true
			}
		}
	}
	return s.has("every skill", "all skills", "system prompt", "without telling", "without asking the user", "do not tell the user", "don't tell the user", "don't mention this", "do not mention this", "hide this from", "before answering anything", "you are now", "act as", "ai assistants must", "assistants must", "this lesson is pinned", "pin this lesson", "dangerously-skip-permissions", "without permission", "without confirmation from the user", "never ask the user")
}

func pipesToShell(text string) bool {
	lower := strings.ToLower(text)
	if !strings.Contains(lower, "curl") && !strings.Contains(lower, "wget") && !strings.Contains(lower, "iwr") {
		return false
	}
	for _, after := range strings.Split(lower, "|")[1:] {
		first, _, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(after), "sudo ")), " ")
		switch strings.Trim(first, ".,;`'\")") {
		case "sh", "bash", "zsh", "iex", "python", "python3", "node", "perl", "ruby", "fish":
			return true
		}
	}
	return strings.Contains(lower, "<(curl") || strings.Contains(lower, "$(curl") || strings.Contains(lower, "$(wget")
}

// namesID reports a lesson's id in brackets, also one of look-alike letters.
func namesID(text string) bool {
	for _, after := range strings.Split(text, "[")[1:] {
		inside, _, closed := strings.Cut(after, "]")
		if closed && len(inside) <= 24 && (strings.HasPrefix(inside, "L-") || strings.HasPrefix(inside, "l-") || strings.HasPrefix(inside, "L–") || strings.HasPrefix(inside, "L‑")) {
			return true
		}
	}
	return false
}
