package explain

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/store/index"
)

// CardsWorth says what cards are worth, wherever the program says it.
const CardsWorth = "with cards a quarter to a third more needs are found, and fewer suggestions are wrong"

// Study is the plugin's command by which the client's model writes cards.
const Study = "/" + env.PluginName + ":study"

// CardsLine says how many items have a card, and whose.
func CardsLine(c index.CardCounts) string {
	var whose []string
	if c.Own > 0 {
		whose = append(whose, fmt.Sprintf("%d yours", c.Own))
	}
	if c.Author > 0 {
		whose = append(whose, fmt.Sprintf("%d by authors", c.Author))
	}
	if len(whose) == 0 {
		return fmt.Sprintf("none of %s has a card", textline.Count(c.Items, "item", "items"))
	}
	verb := "have"
	if c.Have() == 1 {
		verb = "has"
	}
	return fmt.Sprintf("%d of %s %s a card (%s)", c.Have(), textline.Count(c.Items, "item", "items"), verb, strings.Join(whose, ", "))
}

// CardsWorthLine says what cards are worth, and how the items without one get it.
func CardsWorthLine(c index.CardCounts) string {
	switch left := c.Items - c.Have(); {
	case left == 0:
		return CardsWorth
	case c.Have() == 0:
		return CardsWorth + ": " + Study
	default:
		return fmt.Sprintf("%s; for the other %d: %s", CardsWorth, left, Study)
	}
}
