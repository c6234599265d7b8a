package suggest

import (
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
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

// leadOn begins the names of the lines with which texts on other occasions than prompts begin.
const leadOn = "lead_"

func leadOf(in Input, best Suggestion) string {
	if in.Occasion != catalog.AtPrompt {
		return leadOn + in.Occasion
	}
	if best.Score >= in.FirmAbove || best.Firm && in.FirmAbove <= 1 {
		return leadFirm
	}
	return leadSoft
}

// doubtUnitsMax bounds what is said of things that are gone.
const doubtUnitsMax = 140

func compose(in Input, items []Suggestion, descriptionChars int, named map[abi.Ref]abi.Ref) composed {
	best := items[0]
	id, _ := QuoteID(best.Ref.ID)
	lines := []string{fill(in.line(leadOf(in, best)), "id", id, "kind", best.Ref.Kind, "group", in.group(best))}
	var told composed
	for _, item := range items {
		line := in.bullet(item, descriptionChars)
		if wished := in.line("wished"); item.Wished && wished != "" {
			line += " " + fill(wished)
		}
		line += in.doubt(item)
		if other := named[item.Ref].ID; other != "" {
			line += " " + fill(in.line("similar"), "id", other, "name", nameOf(other))
		}
		lines = append(lines, line)
		told.lines = append(told.lines, cut.Units(line))
	}
	if load := fill(in.line("load"), "id", best.Ref.ID, "kind", best.Ref.Kind, "list", strings.Join(together(best), ",")); load != "" {
		lines = append(lines, "", load)
	}
	told.text = strings.TrimSpace(strings.Join(lines, "\n"))
	return told
}

func (in Input) bullet(item Suggestion, descriptionChars int) string {
	id, _ := QuoteID(item.Ref.ID)
	description := quoteText(in.text(item), descriptionChars)
	template := in.Templates[item.Ref.Kind]
	if description == "" && item.Places == "" {
		template = in.Templates[item.Ref.Kind+"_bare"]
	}
	return fill(template, "id", id, "name", nameOf(item.Ref.ID), "description", description,
		"ids", strings.Join(together(item), ", "), "group", in.group(item), "places", item.Places)
}

// text is what is told of an item besides its name.
func (in Input) text(item Suggestion) string {
	if whole := in.Kinds.BudgetAt(in.pool, in.Occasion).TextChars > 0; !whole || strings.HasPrefix(item.Description, strings.TrimSuffix(item.Title, "…")) {
		return item.Description
	}
	return item.Title + ": " + item.Description
}

// doubt is what is told of things that an item names and that are gone; "": nothing is.
func (in Input) doubt(item Suggestion) string {
	line := in.line("doubt")
	if item.Doubt == "" || line == "" {
		return ""
	}
	return " " + fill(line, "gone", shorten(visible.Line(item.Doubt), doubtUnitsMax))
}

// Whole returns what a prompt tells of an item besides its id, if it is told as a whole; else "".
// A text for which there is no room is cut, with an ellipsis at its end.
func Whole(templates Templates, kinds catalog.Kinds, item Suggestion) (text string, isCut bool) {
	in := Input{Templates: templates, Kinds: kinds, pool: kinds.Pool(item.Ref.Kind)}
	units := kinds.BudgetAt(in.pool, in.Occasion).TextChars
	if units == 0 {
		return "", false
	}
	whole := visible.Line(in.text(item))
	text = shorten(whole, units)
	return text + in.doubt(item), text != whole
}

// together are the ids of an item and of those that it is suggested with, each a plain word:
// a list of ids has no quotes.
func together(item Suggestion) []string {
	var ids []string
	for _, ref := range append([]abi.Ref{item.Ref}, item.With...) {
		if id, ok := QuoteID(ref.ID); ok && id == ref.ID {
			ids = append(ids, id)
		}
	}
	return ids
}

// group is the name of an item's group, as it can be quoted, or "".
func (in Input) group(item Suggestion) string {
	kind, _ := in.Kinds.Find(item.Ref.Kind)
	if kind.Group == nil {
		return ""
	}
	name, _ := kind.Group(item.Ref.ID)
	name, _ = QuoteID(name)
	return name
}

// nameOf is an id as people type it: with a slash, or in quotes.
func nameOf(id string) string {
	quoted, _ := QuoteID(id)
	if quoted == id {
		return "/" + id
	}
	return quoted
}
