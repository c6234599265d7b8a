package handoff

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// decision is something that the user settled.
type decision struct {
	text     string
	question string // of a choice
	terms    []string
	plan     bool
	choice   bool // else words of a prompt
}

// Limits of what is decided.
const (
	decidedMax = 6
	alsoMax    = 3
	notsMax    = 3
)

// decisions returns what the user settled in the present topic, in order, and what else the
// user said.
func (s *story) decisions() (decided, also []string) {
	var all []decision
	add := func(d decision) {
		if d.text == "" {
			return
		}
		all = slices.DeleteFunc(all, func(old decision) bool { return old.text == d.text || old.question != "" && old.question == d.question })
		if d.terms == nil {
			d.terms = language.Terms(d.text)
		}
		all = append(all, d)
	}
	answer := ""
	for i := s.from; i < len(s.steps); i++ {
		switch step := s.steps[i]; step.Kind {
		case work.Answered:
			answer = step.Text
			continue
		case work.Chosen:
			add(decision{text: Quoted(line(step.Question, todoChars)) + " → " + Quoted(line(step.Text, choiceChars)), question: step.Question, choice: true, terms: append(language.Terms(step.Text), numbers().FindAllString(step.Text, -1)...)})
		case work.Planned:
			add(decision{text: planned(step.Text), plan: true, question: "plan"})
		case work.Rejected, work.Refused:
			add(decision{text: Quoted(line(step.Reason, saidChars))})
		case work.Prompted:
			said, settles := s.said(i, answer)
			all = s.withoutReversed(all, step.Text)
			switch {
			case settles:
				add(decision{text: said})
			case said != "":
				also = append(also, said)
			}
			answer = ""
		}
	}
	all = all[max(0, len(all)-2*decidedMax):]
	for len(all) > decidedMax {
		at := max(0, slices.IndexFunc(all, func(d decision) bool { return !d.plan && !d.choice }))
		all = slices.Delete(all, at, at+1)
	}
	for _, d := range all {
		decided = append(decided, d.text)
	}
	return decided, also[max(0, len(also)-alsoMax):]
}

// said returns what of a prompt is worth keeping, and whether it settles something.
func (s *story) said(at int, answer string) (text string, settles bool) {
	prompt := strings.TrimSpace(s.steps[at].Text)
	switch {
	case at == s.goal: // what of a long request does not fit into the goal
		if rest := []rune(prompt); len(rest) > goalChars {
			return Quoted(line(choosing(string(rest[goalChars-20:])), saidChars)), true
		}
		return "", false
	case at < s.goal, strings.HasPrefix(prompt, "/"), saysLesson().MatchString(prompt):
		return "", false
	case trivial(prompt):
		question := lastQuestion(answer)
		if question == "" || routineAsk().MatchString(question) || !s.mine(question) || !answersYesOrNo().MatchString(prompt) {
			return "", false
		}
		return Quoted(line(question, saidChars)) + " → " + Quoted(line(prompt, todoChars)), true
	case isQuestion(prompt):
		return "", false
	}
	if option := picked(prompt, answer); option != "" && s.mine(option) {
		return Quoted(line(option, saidChars)) + " → " + Quoted(line(prompt, todoChars)), true
	}
	if question := lastQuestion(answer); question != "" && len(prompt) <= shortBytes && s.mine(question) {
		return Quoted(line(question, choiceChars)) + " → " + Quoted(line(prompt, todoChars)), true
	}
	if utf8.RuneCountInString(prompt) > saidChars {
		if part := choosing(prompt); part != "" {
			return Quoted(line(part, saidChars)), true
		}
	}
	settles = lastQuestion(answer) != "" || chooseWords().MatchString(prompt) || alternatives().MatchString(answer)
	return Quoted(line(prompt, saidChars)), settles
}

var (
	answersYesOrNo = lazyregexp.New(`(?i)^\W*(?:y|yes|yep|yeah|yup|no|nope|ok|okay|sure|right|good|great|fine|exactly|correct|agreed|please|do (?:it|that))\b`)
	alternatives   = lazyregexp.New(`(?i)\b(?:either|two (?:ways|options)|three (?:ways|options)|options?:|alternatively|i would|i'd)\b`)
	notLines       = lazyregexp.New(`(?i)^\W*(?:not\b|no\b|never\b|without\b|don'?t\b|do not\b|leave\b|skip(?:ped)?\b|excluded\b|unchanged\b|untouched\b|out of scope\b|non-?goals?\b|later\b|won'?t\b)|\b(?:not (?:in|part of) (?:this|scope|the plan)|out of scope|stays? (?:as (?:it|they)|untouched|unchanged)|will not|must not|do not|don'?t)\b`)
	notHeads       = lazyregexp.New(`(?i)^\W*(?:out of scope|non-?goals?|not (?:doing|included|now|part|in scope|planned)|not|what (?:we|i) (?:do not|don't) do|excluded|constraints?)\W*$`)
)

// pickBytesMax is how long a prompt may be that only picks an option.
const pickBytesMax = 60

// shortBytes is how long an answer is that says nothing without its question.
const shortBytes = 24

var (
	pickWords  = lazyregexp.New(`(?i)^\W*(?:(?:let'?s (?:do|take|go (?:with|for))|go (?:with|for)|take|do|i(?:'d| would) (?:take|go with|prefer)|option|number|no\.?|the)\W+)*(?:([1-9])|\(?([a-e])|(first|second|third|former|latter))\)?(?:\W+(?:one|option|way|please|pls|then|is fine|sounds good))*\W*$`)
	optionLine = lazyregexp.New(`(?i)^\W*(?:option )?(?:([1-9])|([a-e]))\W{1,4}(\S.*)$`)
)

// picked returns the option of an answer's list that a prompt picks by number, letter or
// place, or "".
func picked(prompt, answer string) string {
	if len(prompt) > pickBytesMax {
		return ""
	}
	m := pickWords().FindStringSubmatch(prompt)
	if m == nil {
		return ""
	}
	var options []string
	for part := range strings.Lines(answer) {
		if o := optionLine().FindStringSubmatch(strings.TrimSpace(part)); o != nil {
			if m[1] != "" && o[1] == m[1] || m[2] != "" && strings.EqualFold(o[2], m[2]) {
				return strings.Trim(o[3], "* ")
			}
			options = append(options, strings.Trim(o[3], "* "))
		}
	}
	at, ordinal := map[string]int{"first": 0, "former": 0, "second": 1, "third": 2, "latter": len(options) - 1}[strings.ToLower(m[3])]
	if !ordinal || at < 0 || at >= len(options) {
		return ""
	}
	return options[at]
}

func lastQuestion(answer string) string {
	all := sentences(answer)
	for _, sentence := range slices.Backward(all[max(0, len(all)-3):]) {
		if strings.HasSuffix(sentence, "?") {
			return sentence
		}
	}
	return ""
}

// choosing returns the sentences of a prompt that choose or forbid, the last that fit.
func choosing(prompt string) string {
	var kept []string
	left := saidChars
	for _, sentence := range slices.Backward(sentences(prompt)) {
		if n := utf8.RuneCountInString(sentence); n <= left && chooseWords().MatchString(sentence) {
			kept = append(kept, sentence)
			left -= n + 1
		}
	}
	slices.Reverse(kept)
	return strings.Join(kept, " ")
}

// planned returns the heading of a plan and its lines about what is not done.
func planned(plan string) string {
	heading, below := "", false
	var nots []string
	for part := range strings.Lines(plan) {
		text := strings.TrimSpace(part)
		switch {
		case text == "":
		case heading == "":
			heading = strings.TrimLeft(text, "# ")
		case notHeads().MatchString(text):
			below = true
		case strings.HasPrefix(text, "#"):
			below = false
		case (below || notLines().MatchString(text)) && len(nots) < notsMax:
			nots = append(nots, line(strings.TrimLeft(text, "-*•0123456789. "), choiceChars))
		}
	}
	text := "plan " + Quoted(line(heading, choiceChars)) + " approved"
	if len(nots) > 0 {
		text += ", with " + Quoted(strings.Join(nots, "; "))
	}
	return text
}

var numbers = lazyregexp.New(`\b\d+(?:[.,]\d+)*\b`)

// withoutReversed drops what a prompt takes back: decisions of which half of the words recur
// where it says so, and two thirds where it does not, not counting those of the goal.
func (s *story) withoutReversed(all []decision, prompt string) []decision {
	if len(all) == 0 {
		return nil
	}
	said, goal := append(language.Terms(prompt), numbers().FindAllString(prompt, -1)...), []string(nil)
	if s.goal >= 0 {
		goal = language.Terms(s.steps[s.goal].Text)
	}
	part := 2.0 / 3
	if reverseWords().MatchString(prompt) {
		part = 1.0 / 2
	}
	return slices.DeleteFunc(all, func(d decision) bool {
		own, shared := 0, 0
		for _, term := range d.terms {
			if slices.Contains(goal, term) {
				continue
			}
			own++
			if slices.Contains(said, term) {
				shared++
			}
		}
		return !d.plan && shared > 0 && float64(shared) >= part*float64(own)
	})
}
