package explain

import (
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

func ScoreText(entry abi.Entry) string {
	if entry.Score == nil {
		return ""
	}
	return fmt.Sprintf(" (%.4f)", *entry.Score)
}

func EventWord(event string) string {
	if event == abi.EventPrompt {
		return "a prompt"
	}
	return event
}

func TierWord(tier string) string {
	if tier == index.TierModel {
		return "words and meaning"
	}
	return "words only"
}

func ToldWord(m session.Made, item abi.Ref) string {
	if slices.Contains(m.Told, item) {
		return "suggested"
	}
	return "active"
}

// WordsShown bounds the words in common that one line names.
const WordsShown = 12
