package suggest

import (
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

// composed is a text and the units of each item's own line.
type composed struct {
	text  string
	lines []int
}

const (
	leadFirm = "lead_firm"
	leadSoft = "lead_soft"
)

func leadOf(in Input, best Suggestion) string {
	if best.Score >= in.FirmAbove || best.Firm && in.FirmAbove <= 1 {
		return leadFirm
	}
	return leadSoft
}

func compose(in Input, items []Suggestion, descriptionChars int, named map[abi.Ref]abi.Ref) composed {
	best := items[0]
	id, _ := QuoteID(best.Ref.ID)
	lines := []string{fill(in.line(leadOf(in, best)), "id", id, "kind", best.Ref.Kind)}
	var told composed
	for _, item := range items {
		line := bullet(in.Templates, item, descriptionChars)
		if wished := in.line("wished"); item.Wished && wished != "" {
			line += " " + fill(wished)
		}
		if other := named[item.Ref].ID; other != "" {
			line += " " + fill(in.line("similar"), "id", other, "name", nameOf(other))
		}
		lines = append(lines, line)
		told.lines = append(told.lines, cut.Units(line))
	}
	if load := fill(in.line("load"), "id", best.Ref.ID, "kind", best.Ref.Kind); load != "" {
		lines = append(lines, "", load)
	}
	told.text = strings.TrimSpace(strings.Join(lines, "\n"))
	return told
}

func bullet(templates Templates, item Suggestion, descriptionChars int) string {
	id, _ := QuoteID(item.Ref.ID)
	description := quoteText(item.Description, descriptionChars)
	if description == "" {
		return fill(templates[item.Ref.Kind+"_bare"], "id", id, "name", nameOf(item.Ref.ID))
	}
	return fill(templates[item.Ref.Kind], "id", id, "name", nameOf(item.Ref.ID), "description", description)
}

// nameOf is an id as people type it: with a slash, or in quotes.
func nameOf(id string) string {
	quoted, _ := QuoteID(id)
	if quoted == id {
		return "/" + id
	}
	return quoted
}
