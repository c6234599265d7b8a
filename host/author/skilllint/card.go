package skilllint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/rank/language"
	"github.com/ed-irl/impressionism/host/visible"
)

const (
	// asksMin and notMin are how many lines a card should have at least: people say the same
	// need in as many ways.
	asksMin = 8
	notMin  = 3
	// frameWords at the beginning or end of frameShare of all asks are a frame. Of 821 cards
	// by three honest hands none has them in more than a third.
	frameWords  = 2
	frameShare  = .5
	frameAsks   = 4  // and of at least so many
	copyCharsIn = 25 // a part of the description at least so long is no coincidence
)

// cardFile judges the author's card: card.json, not the prompts of trigger tests.
func (s *subject) cardFile(l Linter) {
	found := s.Card
	switch {
	case found.Path == "" && l.MissingCards && !s.isHidden():
		s.add("card-missing", 1, "There is no "+card.FileName+" beside the skill, so a prompt finds it by its description and body alone.",
			"Write one: at least eight prompts that people would type when they need the skill, and three that only sound like it.")
		return
	case filepath.Base(found.Path) != card.FileName:
		return
	case found.Card == nil:
		s.addCard("card-broken", faultLine(found.Data), "It does not count: "+found.Fault+".", `Write {"asks": ["…", "…"], "not": ["…"]}: at most 16 asks and 8 of not, in 2 KB of UTF-8.`)
		return
	case s.isHidden():
		return
	}
	c, lines := *found.Card, cardLines(found.Data)
	if n := len(c.Asks); n < asksMin {
		s.addCard("card-few-asks", lines.of("asks"), fmt.Sprintf("It has %d of at least %d asks.", n, asksMin),
			"Add what else people would type: a question, an order, an error message, a file's name, a beginner's words.")
	}
	if n := len(c.Not); n < notMin {
		s.addCard("card-few-not", lines.of("not"), fmt.Sprintf("It has %d of at least %d lines of not.", n, notMin),
			"Add prompts that share words with the skill and need something else: a neighbour's work, the same tool for another end.")
	}
	s.copies(l, c, lines)
	if frame, n := frameOf(c.Asks); n > 0 {
		s.addCard("card-one-frame", lines.of(c.Asks[0]), fmt.Sprintf("%d of %d asks have the same frame: %s.", n, len(c.Asks), quote(frame)),
			"Write each as another person would: questions, orders, half sentences, pasted errors.")
	}
	if !slices.ContainsFunc(c.Asks, func(ask string) bool { return !language.Foreign(ask) }) {
		s.addCard("card-no-english", lines.of(c.Asks[0]), "No ask is in English.", "Keep these, and add some in English: the model that compares prompts with them knows it best.")
	}
}

// addCard notes a finding in the card's file.
func (s *subject) addCard(code string, line int, reason, fix string) {
	s.add(code, line, reason, fix)
	s.findings[len(s.findings)-1].File = s.Card.Path
}

// copies tells the asks that only repeat the description.
func (s *subject) copies(l Linter, c card.Card, lines cardPlaces) {
	text := visible.Line(s.doc.Text("description") + ". " + s.doc.Text("when_to_use"))
	var copied []string
	for _, ask := range c.Asks {
		if l.isCopy(ask, text) {
			copied = append(copied, ask)
		}
	}
	if len(copied) > 0 {
		s.addCard("card-copy", lines.of(copied[0]), fmt.Sprintf("%d of %d asks repeat the description, which is compared with prompts already: %s.", len(copied), len(c.Asks), quote(copied[0])),
			"Say it as somebody would who does not know the skill.")
	}
}

// isCopy reports that an ask stands in the description, or is nearly one of its sentences.
func (l Linter) isCopy(ask, description string) bool {
	plain := strings.ToLower(strings.TrimRight(ask, ".?! "))
	if len(plain) >= copyCharsIn && strings.Contains(strings.ToLower(description), plain) {
		return true
	}
	stems := distinct(language.Terms(ask))
	if len(stems) < twinStemsMin {
		return false
	}
	sentences := strings.FieldsFunc(description, func(r rune) bool { return strings.ContainsRune(".;:!?", r) })
	return slices.ContainsFunc(append(sentences, description), func(sentence string) bool {
		return l.share(stems, distinct(language.Terms(sentence))) >= twinShare
	})
}

// share is the part of two sets' weight that both have (weighted Jaccard), 0 to 1.
func (l Linter) share(a, b []string) float64 {
	common, all := 0.0, 0.0
	for _, stem := range distinct(slices.Concat(a, b)) {
		weight := l.rarity(stem)
		all += weight
		if slices.Contains(a, stem) && slices.Contains(b, stem) {
			common += weight
		}
	}
	if all == 0 {
		return 0
	}
	return common / all
}

// frameOf returns the words with which so many of the asks begin or end that they look
// like one sentence with a gap, and how many do; 0: there are none.
func frameOf(asks []string) (frame string, n int) {
	starts, ends := map[string]int{}, map[string]int{}
	for _, ask := range asks {
		words := strings.FieldsFunc(strings.ToLower(ask), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
		if len(words) <= frameWords {
			continue
		}
		starts[strings.Join(words[:frameWords], " ")+" …"]++
		ends["… "+strings.Join(words[len(words)-frameWords:], " ")]++
	}
	for _, frames := range []map[string]int{starts, ends} {
		for words, count := range frames {
			if count >= frameAsks && float64(count) >= frameShare*float64(len(asks)) && (count > n || count == n && words < frame) {
				frame, n = words, count
			}
		}
	}
	return frame, n
}

// cardPlaces are the lines of a card's file in which its fields and texts stand.
type cardPlaces map[string]int

// of is the line of a text or field, from 1; the first where that is not known.
func (p cardPlaces) of(text string) int { return max(1, p[strings.ToLower(text)]) }

// cardLines notes where the texts of a card stand, the first time.
func cardLines(data []byte) cardPlaces {
	places := cardPlaces{}
	decoder := json.NewDecoder(bytes.NewReader(data))
	for {
		token, err := decoder.Token()
		if err != nil {
			return places
		}
		if text, isText := token.(string); isText {
			if key := strings.ToLower(visible.Line(text)); places[key] == 0 {
				places[key] = lineAt(data, decoder.InputOffset())
			}
		}
	}
}

// faultLine is the line at which a file stops being a card's JSON, else the first.
func faultLine(data []byte) int {
	err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), &card.Card{})
	if syntax, is := errors.AsType[*json.SyntaxError](err); is {
		return lineAt(data, syntax.Offset)
	}
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return lineAt(data, wrong.Offset)
	}
	return 1
}

func lineAt(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(max(0, int(offset)), len(data))], []byte("\n"))
}
