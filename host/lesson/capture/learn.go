package capture

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/lesson/category"
)

// Learn reads what a person typed behind the command learn: flags, then the lesson.
func Learn(arguments string) Draft {
	rest := strings.TrimSpace(arguments)
	var flags Draft
	for strings.HasPrefix(rest, "--") {
		name, after := word(rest)
		name, value, inline := strings.Cut(name, "=")
		if name == "--" {
			rest = after
			break
		}
		takes := flags.takes(name)
		switch {
		case takes == nil:
			return flags.with(drafted(unquoted(rest)))
		case name != "--user" && name != "--project" && name != "--pinned" && !inline:
			value, after = word(after)
		}
		takes(value)
		rest = after
	}
	return flags.with(drafted(unquoted(rest)))
}

// Words cuts what a person typed behind a command into words. Quotes keep words together.
func Words(typed string) (all []string) {
	for rest := strings.TrimSpace(typed); rest != ""; {
		var first string
		first, rest = word(rest)
		all = append(all, first)
	}
	return all
}

// unquoted takes the quotes away that stand around the whole of a text.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	if first, rest := word(text); rest == "" {
		return first
	}
	return text
}

// takes returns what a flag sets; nil where there is no such flag.
func (d *Draft) takes(flag string) func(value string) {
	switch flag {
	case "--user":
		return func(string) { d.User = true }
	case "--project":
		return func(string) { d.User = false }
	case "--pinned":
		return func(string) { d.Pinned = true }
	case "--category":
		return func(value string) { d.Category = cmp.Or(category.Of(value), value) }
	case "--when":
		return func(value string) { d.When = value }
	case "--path":
		return func(value string) { d.Paths = append(d.Paths, value) }
	case "--supersedes":
		return func(value string) { d.Supersedes = append(d.Supersedes, value) }
	}
	return nil
}

// with returns the text of a draft with the flags of d.
func (d Draft) with(text Draft) Draft {
	d.Title, d.Text = text.Title, text.Text
	if d.Category == "" {
		d.Category = text.Category
	}
	return d
}

// word cuts the first word off, which may stand in quotes, as may the value of a flag.
func word(text string) (first, rest string) {
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	flag := ""
	if name, _, _ := strings.Cut(text, "="); strings.HasPrefix(text, "--") && len(name) < len(text) && !strings.ContainsFunc(name, unicode.IsSpace) {
		flag = name + "="
	}
	if value := text[len(flag):]; value != "" && (value[0] == '"' || value[0] == '\'') {
		if end := strings.IndexByte(value[1:], value[0]); end >= 0 {
			return flag + value[1:1+end], strings.TrimLeftFunc(value[end+2:], unicode.IsSpace)
		}
	}
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		return text, ""
	}
	return text[:end], strings.TrimLeftFunc(text[end:], unicode.IsSpace)
}

// Called reads the arguments of the tool remember: title, text, when and paths.
func Called(arguments string) (Draft, error) {
	var call struct {
		Title, Text, When, Category string
		Paths                       []string
	}
	if len(arguments) > 4*draftBytesMax {
		return Draft{}, fmt.Errorf("it is too long; a lesson has at most %d words and %d characters", wordsMax, textCharsMax)
	}
	if err := json.Unmarshal([]byte(arguments), &call); err != nil {
		return Draft{}, errors.New("the arguments are not a JSON object with title and text")
	}
	d := Draft{Title: oneLine(call.Title), Text: oneLine(call.Text), When: oneLine(call.When), Paths: call.Paths, Category: category.Of(call.Category), ByModel: true}
	if d.Title == "" {
		d.Title = titleOf(d.Text)
	}
	return d, nil
}
