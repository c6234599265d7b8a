package explain

import (
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// ScoreText formats the score of an entry; empty where it has none.
func ScoreText(entry abi.Entry) string {
	if entry.Score == nil {
		return ""
	}
	return fmt.Sprintf(" (%.4f)", *entry.Score)
}

// EventWord returns what an event is called for people.
func EventWord(event string) string {
	if event == abi.EventPrompt {
		return "a prompt"
	}
	return event
}

// TierWord returns what a tier is called for people.
func TierWord(tier string) string {
	if tier == index.TierModel {
		return "words and meaning"
	}
	return "words only"
}

// ToldWord returns what was made of an item in a stored decision, for people.
func ToldWord(m session.Made, item abi.Ref) string {
	if slices.Contains(m.Told, item) {
		return "suggested"
	}
	return "active"
}

// WordsShown bounds the words in common that one line names.
const WordsShown = 12
