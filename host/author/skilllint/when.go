package skilllint

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// sayWhen are the many ways to say when a skill is of use. It is generous: to
// miss a phrase is worse than to take one too many.
var sayWhen = lazyregexp.New(`(?i)\b(` + strings.Join([]string{
	`when|whenever|if|unless|once|before|after|while|during|until|upon|every time|any ?time|in case|as soon as|wherever|in response to|on demand`,
	`trigger\w*|activat\w+|invok\w+|keywords|use[- ]cases?|slash command`,
	`(use[ds]?|useful|usable|appl(y|ies|ied|icable)|consult|reach|prefer|call|load|run|helpful|handy|required|needed|ideal|perfect|best|suited|suitable|great|good|designed|meant|intended|made|built|helps?|essential|recommended)` +
		`( (this|it|these|them|the|skill|here|only|also|mainly|primarily|especially|exclusively|proactively|immediately|used|out))* (for|to|as|in|on|at|with|by|about|you|users?|whenever)`,
	`(users?|someone|somebody|anyone|anybody|you|people|developers?|engineers?|teams?|customers?|clients?|requests?|prompts?|questions?|conversations?)\b[^.]{0,30}\b(ask|want|need|say|said|mention|request|provid|share|upload|paste|type|involv|requir|concern|contain|report|describ|encounter|see|is|are|has|have|would like)\w*`,
	`asks? (for|to|about|how|what|why|whether)|(need|want)(s|ed|ing)? (to|a|an|help|the)|who (want|need|ask|work|use|write)\w*`,
	`for\b[^.]{0,60}\b(tasks?|requests?|questions?|prompts?|projects?|work|scenarios?|situations?|workflows?|cases?|issues?|problems?|needs)`,
}, "|") + `)\b`)

// sayWhenElsewhere are such words of other languages, as far as their users
// write skills.
var sayWhenElsewhere = lazyregexp.New(`(?i)当|當|时|時|如果|若|用于|用於|适用|適用|使用|触发|觸發|需要|场景|場景|场合|場合|とき|際に|場合|使い|使う|ため|때|경우|사용|위한|` +
	`\b(wenn|falls|sobald|verwenden|nutze|cuando|si|usar|usa|úsalo|para|quando|quand|lorsque|lors|utiliser|pour|se|когда|если|при|для|используй\w*|gdy|jeśli|khi|nếu)\b`)

// english are words that nearly every English description has; without any of
// them there is no telling in which language a text says when.
var english = []string{"the", "and", "for", "of", "with", "to", "from", "in", "on", "or", "your"}

// saysWhen reports that a description gives a hint when to use the skill, or
// that it is in a language that cannot be judged.
func saysWhen(text string) bool {
	if sayWhen().MatchString(text) || sayWhenElsewhere().MatchString(text) {
		return true
	}
	return !isEnglish(text)
}

// foreignShare is the share of letters outside ASCII, one in so many, from which
// on a text is not English.
const foreignShare = 25

func isEnglish(text string) bool {
	letters, foreign := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if r > unicode.MaxASCII {
				foreign++
			}
		}
	}
	if foreign*foreignShare > letters {
		return false
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains(english, word) {
			return true
		}
	}
	return false
}
