package capture

import (
	"strings"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// keptWordsMax is up to how many words a correction is kept as it was typed; of a longer
// prompt only the sentences with the rule are.
const keptWordsMax = 60

// correctionBytesMax is how much a person types to correct something; more is a task.
const correctionBytesMax = 8 << 10

// quoteCharsMax bounds the sentence that a correction answers.
const quoteCharsMax = 200

// Correction returns what a prompt corrects for good: sentences that state a rule for more
// than the change at hand, in the user's words, with the sentence of the answer that they
// are about. "Remember that" returns the answer's sentence, with the user's words as quote.
func Correction(answer, prompt string) (draft Draft, quote string, ok bool) {
	own, _ := split(prompt)
	if len(own) > correctionBytesMax || strings.HasPrefix(strings.TrimSpace(own), "/") || hasMarkerInside(prompt) {
		return Draft{}, "", false
	}
	all := sentences(withoutQuotations(own))
	talk := talkOf(answer, all)
	if text, words := talk.confirmed(all); text != "" {
		return Draft{Title: titleOf(text), Text: text, Category: "gotcha", ByModel: true}, words, true
	}
	rules, ruled := 0, -2
	var rule, kept []string
	for i, s := range all {
		switch {
		case talk.states(s), i+1 < len(all) && all[i+1].stresses() && s.tells():
			ruled = i
			rules++
			rule, kept = append(rule, s.text), append(kept, s.text)
		case !s.aside(), ruled == i-1 && all[ruled].negates() && s.replaces():
			kept = append(kept, s.text)
		}
	}
	if rules == 0 {
		return Draft{}, "", false
	}
	text := strings.Join(kept, " ")
	if countWords(text) > keptWordsMax {
		text = strings.Join(rule, " ")
	}
	text = withoutHead(cut.Bytes(text, draftBytesMax))
	return Draft{Title: titleOf(withoutHead(rule[0])), Text: text, Category: talk.category()}, talk.quote(text), true
}

// hasMarkerInside reports a marker that is not at the head: the prompt speaks about lessons
// or shows somebody's.
func hasMarkerInside(prompt string) bool {
	for line := range strings.Lines(prompt) {
		line = strings.TrimLeft(line, " \t>#/-*`'\"")
		if _, ok := afterMarker(line, false); ok {
			return true
		}
	}
	return false
}

// withoutQuotations blanks what stands between quotation marks, if it is more than a name.
func withoutQuotations(text string) string {
	var kept strings.Builder
	for line := range strings.Lines(text) {
		for {
			open := strings.IndexAny(line, "\"“")
			if open < 0 {
				break
			}
			_, size := firstRune(line[open:])
			end := strings.IndexAny(line[open+size:], "\"”")
			if end < 0 {
				break
			}
			end += open + size
			_, closing := firstRune(line[end:])
			if countWords(line[open:end]) > quotedNameWords {
				kept.WriteString(line[:open] + " ")
			} else {
				kept.WriteString(line[:end+closing])
			}
			line = line[end+closing:]
		}
		kept.WriteString(line)
	}
	return kept.String()
}

// quotedNameWords is how many words in quotation marks are a name rather than a quotation.
const quotedNameWords = 3

func firstRune(text string) (r rune, size int) {
	for i, c := range text {
		if i > 0 {
			return r, i
		}
		r = c
	}
	return r, len(text)
}

// withoutHead takes "No." and the like from the beginning.
func withoutHead(text string) string {
	for {
		word, rest, found := strings.Cut(text, " ")
		switch strings.ToLower(strings.Trim(word, ",.!;:")) {
		case "no", "nope", "nah", "hm", "hmm", "ok", "okay", "well", "actually", "please", "but", "also", "and", "though":
		case "":
		default:
			return text
		}
		if !found {
			return text
		}
		text = strings.TrimLeft(rest, " ,;–—-")
	}
}

// How long a prompt is that corrects something: a longer one is a task, and what it says of
// "we" and "always" describes it. Sentences that say by themselves that they rule count in any.
const (
	correctionWordsMax = 45
	remarkWordsMax     = 20 // of one that need not share a word with what it corrects
)

// talk is what a prompt was typed into.
type talk struct {
	answered bool // the model had said something that can be corrected
	asked    bool // it ended with a question
	complain bool // the user says that it is not the first time
	denied   bool // the prompt begins with a no
	decided  bool
	tasked   bool // the prompt begins with work to do
	words    int  // of the prompt
	answer   string
	terms    map[string]bool // of the answer
}

func talkOf(answer string, prompt []sentence) talk {
	own, _ := split(answer)
	t := talk{answered: strings.TrimSpace(answer) != "", answer: own, asked: strings.HasSuffix(strings.TrimSpace(answer), "?"), terms: termSet(cut.Tail(answer, answerBytesMax))}
	for i, s := range prompt {
		t.words += len(s.words)
		t.complain = t.complain || s.complains()
		t.denied = t.denied || i == 0 && s.begins("no", "nope", "wrong", "that's wrong", "that is wrong", "not quite", "incorrect", "stop", "don't", "please") || i == 0 && len(s.words) <= 4 && s.begins("not")
		t.decided = t.decided || s.has("from now on", "going forward", "from here on")
		t.tasked = t.tasked || i == 0 && s.request() && !s.contrasts() && !s.begins("please")
	}
	return t
}

// answerBytesMax is how much of an answer's end a correction is held against.
const answerBytesMax = 16 << 10

// stemAlikeMin is from how many letters on a stem that begins another is of one word with it:
// "jenkins" and "jenkinsfile".
const stemAlikeMin = 5

func (t talk) alike(term string) bool {
	for other := range t.terms {
		if len(other) >= stemAlikeMin && (strings.HasPrefix(other, term) || strings.HasPrefix(term, other)) {
			return true
		}
	}
	return false
}

// names reports that a sentence names another tool for what the answer did: npm, where it
// is yarn.
func (t talk) names(s sentence) bool {
	return t.words <= remarkWordsMax && !s.request() && !s.troubled() && len(s.words) >= 3 && rank.TechnologiesOf(t.answer).Another(rank.TechnologiesOf(s.text)) > 0
}

// touches reports that a sentence speaks of something that the answer speaks of.
func (t talk) touches(s sentence) bool {
	for _, w := range s.words {
		if language.Grammar(w) {
			continue
		}
		for term := range termSet(w) {
			if len(term) >= stemAlikeMin && t.alike(term) || len(term) > 2 && t.terms[term] || len(term) > 3 && isNumber(term) && t.terms[term] {
				return true
			}
		}
	}
	return false
}

func (t talk) category() string {
	switch {
	case t.decided:
		return "decision"
	case t.answered && !t.asked:
		return "correction"
	}
	return "preference"
}

// states reports whether a sentence states a rule.
func (t talk) states(s sentence) bool {
	if s.question() || s.undecided() || s.reported() || s.bug() || s.material() {
		return false
	}
	if s.lasting() || s.remembers() {
		return !s.about()
	}
	if t.words > correctionWordsMax && !s.insists() || t.tasked && !s.insists() {
		return false
	}
	near := t.answered && (t.denied || t.touches(s))
	if s.insists() || s.always() && (near || t.answered && t.words <= remarkWordsMax) {
		return !s.about()
	}
	if !t.answered || t.asked || s.once() {
		return false
	}
	if s.complains() && s.contrasts() || t.complain && s.fact() || s.names() {
		return true
	}
	if s.house() || s.forbids() || s.replaced() || s.generic() || s.directive() || s.excepts() || s.owes() || s.universal() && s.demands() || t.names(s) {
		return near || t.words <= remarkWordsMax
	}
	return (near || s.has("please") && t.words <= remarkWordsMax) && (s.contrasts() || s.owns() || s.universal() || s.demands() || s.plural())
}

// quote is the sentence of the answer that shares most words with a text; the last of
// several, and the first of all where none does.
func (t talk) quote(text string) string {
	best, quote := 0, ""
	in := termSet(text)
	for i, s := range sentences(t.answer) {
		shared := 0
		for term := range termSet(s.text) {
			if in[term] {
				shared++
			}
		}
		if i == 0 || shared > 0 && shared >= best {
			best, quote = shared, s.text
		}
	}
	return cut.RunesEllipsis(oneLine(quote), quoteCharsMax)
}

// confirmed returns the answer's finding that a user asks to remember, and the user's words.
func (t talk) confirmed(prompt []sentence) (text, words string) {
	if !t.answered || t.asked {
		return "", ""
	}
	for i, s := range prompt {
		if s.question() || !s.pointsBack() {
			continue
		}
		if i > 0 && prompt[i-1].tells() {
			return "", "" // the user's own words are meant
		}
		for _, found := range sentences(t.answer) {
			if found.question() || countWords(found.text) < wordsMin {
				continue
			}
			if text == "" || found.explains() {
				text = found.text
			}
		}
		return text, s.text
	}
	return "", ""
}
