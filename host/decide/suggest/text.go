package suggest

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
)

// idUnitsMax bounds an id: longer ones are prose.
const idUnitsMax = 128

// QuoteID returns an id as it stands in a line: bare if it is a plain word, else
// in quotes, always exact. One that has quotes, tags or invisible characters,
// or is longer than any name, cannot be rendered.
func QuoteID(id string) (string, bool) {
	plain := true
	for _, r := range id {
		switch {
		case visible.Hidden(r), strings.ContainsRune("\"\\<>`{}", r):
			return "", false
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("-_.:/", r):
			plain = false
		}
	}
	if id == "" || strings.TrimSpace(id) != id || cut.Units(id) > idUnitsMax {
		return "", false
	}
	if plain {
		return id, true
	}
	return `"` + id + `"`, true
}

// QuotePlace returns a place of the sources as it stands in a line, as in "host/mux.go:94-105
// Mux.Use". One whose path or symbol is more than a plain word, which any prose could be, cannot
// be rendered.
func QuotePlace(path string, place *abi.Place) (string, bool) {
	if place == nil || !isPlain(path) || place.Start < 1 || place.End < place.Start {
		return "", false
	}
	text := fmt.Sprintf("%s:%d-%d", path, place.Start, place.End)
	if place.Symbol == "" {
		return text, true
	}
	return text + " " + place.Symbol, isPlain(place.Symbol)
}

func isPlain(id string) bool {
	quoted, ok := QuoteID(id)
	return ok && quoted == id
}

// quoteText returns a stranger's text as quoted data of at most unitsMax units
// between the quotes; "" where nothing is left of it.
func quoteText(text string, unitsMax int) string {
	text = strings.NewReplacer(`"`, "'", "<", "‹").Replace(visible.Line(text))
	if text = shorten(text, unitsMax); text == "" {
		return ""
	}
	return `"` + text + `"`
}

// shorten cuts to at most unitsMax units with an ellipsis, after a word where
// one ends in the last third, else at a character.
func shorten(text string, unitsMax int) string {
	if cut.Units(text) <= unitsMax {
		return text
	}
	if unitsMax < 1 {
		return ""
	}
	end, used, wordEnd := 0, 0, 0
	for at, r := range text {
		width := cut.Units(string(r))
		if used+width > unitsMax-1 {
			break
		}
		if r == ' ' {
			wordEnd = at
		}
		used += width
		end = at + utf8.RuneLen(r)
	}
	if text[end] == ' ' {
		wordEnd = end
	}
	if wordEnd*3 >= end*2 {
		end = wordEnd
	}
	return strings.TrimRight(text[:end], " ,;:-") + "…"
}
