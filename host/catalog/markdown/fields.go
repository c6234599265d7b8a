package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Limits of what is kept of one field.
const (
	textBytesMax = 8 << 10 // twice the longest real description
	nameBytesMax = 200
	listMax      = 64
)

// literal is a number or a boolean together with its spelling.
type literal struct {
	text  string
	value any
}

// Text returns a field as one clean line; empty where it is missing or null.
func (d Document) Text(key string) string {
	return Shorten(catalog.Clean(spell(d.fields[key])), textBytesMax)
}

// True reports whether a field is true, as a boolean or as the word.
func (d Document) True(key string) bool { return strings.EqualFold(d.Text(key), "true") }

// Has reports whether a field has a value.
func (d Document) Has(key string) bool { return d.Text(key) != "" }

// List returns a field that is a list, or a text with commas, as clean words.
func (d Document) List(key string) []string {
	var words []string
	add := func(text string) {
		word := Shorten(catalog.Clean(text), textBytesMax)
		if word != "" && len(words) < listMax && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	switch value := d.fields[key].(type) {
	case []any:
		for _, each := range value {
			add(spell(each))
		}
	case string:
		for part := range strings.SplitSeq(strings.Trim(value, "[]"), ",") {
			add(strings.Trim(strings.TrimSpace(part), `"'`))
		}
	default:
		add(spell(value))
	}
	return words
}

// spell writes a value as its author would; lists and maps in YAML's flow style.
func spell(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case literal:
		return v.text
	}
	return flow(value)
}

func flow(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case literal:
		return v.text
	case string:
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	case []any:
		parts := make([]string, len(v))
		for i, each := range v {
			parts[i] = flow(each)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		parts := make([]string, 0, len(v))
		for key, each := range v {
			parts = append(parts, flow(key)+": "+flow(each))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(value)
}
