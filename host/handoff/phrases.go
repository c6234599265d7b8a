package handoff

import (
	"strings"

	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// Words by which people and models say what a sentence is for. They are those of English
// working talk; a sentence without them is judged by its place.
var (
	opening    = `(?i)^\W*(?:(?:ok(?:ay)?|good|great|thanks|thank you|fine|perfect|right|alright|all right|lovely|cool|nice|and|so|now|well|then)\W+)*`
	aTopic     = `(?:topic|task|thing|issue|job|problem|subject|ticket|matter|story|bug|card|request|feature)\b`
	shiftWords = lazyregexp.New(opening + `(?:(?:something|anything) (?:else|different|new)\b|(?:a |the |an )?(?:different|separate|unrelated|new) ` + aTopic + `|unrelated\b|separately\b|change of (?:topic|subject)|switch(?:ing)? topics?|(?:forget|scrap|drop) (?:that|it|all that)\W*[.,;:])`)
	// in the middle of a list of todos these open only the next part
	nextWord = lazyregexp.New(opening + `(?:a |the )?(?:next|another|other) ` + aTopic)
	anaphora = lazyregexp.New(`(?i)\b(?:for|of|in|to|with|on|from|into) (?:it|that|this|them|those|these)\b|\b(?:too|also|there|as well|the same|instead|again)\b`)
	leadIn   = lazyregexp.New(opening)

	replyStart    = lazyregexp.New(`(?i)^\W*(?:yes|yep|yeah|yup|no|nope|nah|sure|exactly|correct|agreed|go|do it|do that|please do|continue|also|and|but|or|so|then|that|this|these|those|it|they|still|hm+|why|actually|wait|stop|not|instead|rather|same|just|looks?|sounds?|both|neither|either|the (?:first|second|former|latter|other))\b`)
	questionStart = lazyregexp.New(`(?i)^\W*(?:(?:by the way|btw|oh|hm+|nah|(?:a |one )?(?:quick|more|last)? ?question|just curious|out of curiosity)\W+)*(?:what|where|which|who|when|why|how|is|are|does|do|did|can you (?:explain|tell|show)|could you (?:explain|tell|show)|explain|show me|tell me|describe|walk me)\b`)
	suggests      = lazyregexp.New(`(?i)^\W*(?:(?:how|what) about|why (?:not|don'?t))\b`)
	requestWords  = lazyregexp.New(`(?i)\b(?:please|pls|fix|make|add|find|change|write|build|remove|move|need|want|should|must|let'?s|go|try|use|put|get|do (?:it|that)|implement|update|create|rename|switch|replace)\b`)

	chooseWords  = lazyregexp.New(`(?i)\b(?:no|not|never|don'?t|do not|without|avoid|only|always|instead|rather|keep|use|using|take|prefer|must|mustn'?t|should|shouldn'?t|leave|stay|stick|go (?:with|for|on)|going with|let'?s|want|drop|skip|make it|has to|have to|need(?:s)? to|nothing but|at most|at least|no more than|first one|second one|the former|the latter|option|decided?|choose|chose|pick(?:ed)?|agreed|allowed|forbid(?:den)?|nobody|none|hands off|untouched|wins|fine with|enough|stop|once|make sure|ensure|exactly|nothing|please|rule|default)\b`)
	reverseWords = lazyregexp.New(`(?i)\b(?:actually|on second thou?ghts?|scratch that|changed? my mind|instead|rather|after all|forget|no longer|not any ?more|back to|revert|undo|wait)\b`)
	waitWords    = lazyregexp.New(`(?i)\b(?:stop here|stop for|wait(?:ing|s)?|pause|hold (?:on|off)|until|tomorrow|later|on monday|next week|not yet|have to ask|need to ask|must ask|will ask|i'?ll ask|asked (?:them|for|the)|i asked|to hear|get back|blocked|pending|leave it (?:there|here|for)|for (?:today|now)|call it a day)\b`)
	nextWords    = lazyregexp.New(`(?i)\b(?:next|still|remain(?:s|ing)?|left (?:to|is|are|over)|to do|todo|ha(?:s|ve) to|must|need(?:s|ed)?|should|not (?:yet|done|there|finished|covered|wired|migrated|tested)|yet|wait(?:s|ing)?|until|then|i(?:'ll| will| would|'d)|let me|missing|pending|unfinished|open|to be (?:done|written|fixed|decided)|blocked|before (?:we|i|it)|want(?:s)? me to|shall i|should i|what remains|outstanding|follow-?up)\b`)
	vainWords    = lazyregexp.New(`(?i)(?:\b(?:does|do|did|would|will|could|can)(?: not|n'?t) (?:help|work|fix|change|solve|matter|apply|cut it)\b|\b(?:didn'?t|doesn'?t) (?:help|work|fix|change|solve)\b|\bno (?:effect|difference|luck|help|use)\b|\bmade (?:it|things|no)\b|\bworse\b|\bdead end\b|\bin vain\b|\b(?:took|taken|take|taking|rolled|roll|rolling|put|backed) (?:it |that |this |them )?(?:back|out)\b|\breverted?\b|\bundone\b|\bnot (?:an option|possible|enough|the cause|the culprit|the problem)\b|\bruled out\b|\bfailed (?:because|since|as|too|again)\b|\brather than helping\b)`)
	routineAsk   = lazyregexp.New(`(?i)\b(?:commit|push|continue|go on|proceed|carry on|start|run|apply it|do it|go ahead|merge)\b`)
	saysLesson   = lazyregexp.New(`(?i)^\s*[*_]*(?:\[lesson\]|lesson[*_ ]*:)`)
	blocked      = lazyregexp.New(`(?i)\b(?:ignore|disregard|forget) (?:all|any|the|your|previous|prior|earlier|everything)\b|\bassistants?\b|\bsystem (?:prompt|message)\b|\binstructions?\b|\byou (?:must|should|are now|will now|have to)\b|</?(?:system|user|assistant|human|tool|function|command|local-command|important)[a-z_-]*|\|\s*(?:ba|z|da)?sh\b|^\W*(?:human|user|assistant|system|goal|next(?: steps?)?|lesson|todo|important|note to|attention)\s*:|^\W*\[(?:lesson|system|user|request)`)
)

// vainNeeds are those without one of which vainWords do not match.
var vainNeeds = [...]string{"not ", "nt ", "'t ", "no ", "made ", "worse", "dead end", "in vain", " back", " out", "revert", "undone", "failed ", "rather than"}

// saysVain reports whether a sentence says that something was tried in vain.
func saysVain(sentence string) bool {
	return mayMatch(sentence, vainNeeds[:]) && vainWords().MatchString(sentence)
}

var thanks = lazyregexp.New(`(?i)\b(?:thanks|thank you|thx|cheers|merci|gracias|danke|grazie|obrigad[oa]|tack)\b`)

// trivialWords make up prompts that say no more than yes, thanks or go on.
const trivialWords = ` yes y yep yeah yup no nope ok okay k sure right good great fine perfect nice cool thanks thank you thx ty ` +
	`exactly correct agreed go on do it that please continue proceed carry ahead now then done hi hello hey morning looks sounds lgtm commit push ` +
	`and run again next well super lovely cheers ta brilliant amazing wonderful much you very so welcome appreciated merci gracias danke works nicely for today see ya later bye awesome excellent bye night all set up too also ship merge `

// trivial reports whether a prompt says no more than yes, thanks or go on.
func trivial(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' })
	for _, word := range words {
		if !strings.Contains(trivialWords, " "+word+" ") {
			return false
		}
	}
	return len(words) > 0 && len(words) <= 8 || len(words) <= 5 && thanks().MatchString(text) || strings.TrimSpace(text) == ""
}

// substantial reports whether a prompt can be a goal.
func substantial(text string) bool { return !trivial(text) && len(language.Terms(text)) >= 2 }

// isReply reports whether a prompt goes on from what was said before: by its first word, but
// for a word of thanks, or by what it points to.
func isReply(text string) bool {
	rest := text[len(leadIn().FindString(text)):]
	all := sentences(rest)
	return rest == "" || len(all) == 0 || replyStart().MatchString(rest) || anaphora().MatchString(all[0])
}

// isQuestion reports whether a prompt only asks: its first sentence is a question, and no
// other one wants something done.
func isQuestion(text string) bool {
	all := sentences(text)
	for len(all) > 1 && !strings.Contains(all[0], " ") {
		all = all[1:] // "Nah."
	}
	if len(all) == 0 || !strings.HasSuffix(all[0], "?") || !questionStart().MatchString(all[0]) || suggests().MatchString(all[0]) {
		return false
	}
	for _, sentence := range all[1:] {
		if requestWords().MatchString(sentence) {
			return false
		}
	}
	return true
}
