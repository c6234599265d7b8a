package cards

import (
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
)

// How much of an item is read: its description says what it is for, the beginning of its
// body with which words.
const (
	descriptionChars = 1000
	bodyChars        = 1500
)

func visibleText(text string) string { return strings.TrimSpace(visible.Text(text)) }

// excerpt is what a model reads of an item.
func excerpt(s studied) shape.CardItem {
	description := s.item.Description
	if s.item.WhenToUse != "" && !strings.Contains(description, s.item.WhenToUse) {
		description += "\n" + s.item.WhenToUse
	}
	return shape.CardItem{
		ID: s.entry.ID, Ref: s.ref(), Hash: s.short(), Name: cleaned(s.item.Name),
		Description: cut.RunesEllipsis(cleaned(description), descriptionChars),
		Text:        cut.RunesEllipsis(cleaned(s.item.Body), bodyChars),
	}
}

// Rough sizes in tokens, to say beforehand what a study costs.
const (
	bytesPerToken    = 4   // of English; other languages take up to twice as many
	tokensOfCard     = 450 // twelve asks and five nots: of 497 cards by two hands, 1,650 bytes and what quotes cost
	tokensOfBatch    = 900 // what is said with each batch
	tokensOfItemKeys = 40
)

func tokensOf(texts ...string) int {
	bytes := 0
	for _, text := range texts {
		bytes += len(text)
	}
	return (bytes + bytesPerToken - 1) / bytesPerToken
}

// cost is about how many tokens a study of items reads and writes.
func cost(items []studied, batch int) (read, write int) {
	for _, item := range items {
		e := excerpt(item)
		read += tokensOf(e.ID, e.Name, e.Description, e.Text) + tokensOfItemKeys
	}
	batches := (len(items) + batch - 1) / batch
	return read + batches*tokensOfBatch, len(items) * tokensOfCard
}

// rounded is a number of tokens as people read it.
func rounded(tokens int) int {
	unit := 100
	if tokens >= 10_000 {
		unit = 1000
	}
	return (tokens + unit - 1) / unit * unit
}
