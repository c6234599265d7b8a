package expand

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// frontMatter is what the client takes off a file: up to the first three dashes behind the
// opening ones, wherever in a line they stand, with the blanks behind them.
var frontMatter = lazyregexp.New(`\A---\s*\n([\s\S]*?)---\s*\n?`)

// take returns a file's text without front matter, and the names that this gives to arguments.
func take(data string, fields map[string]any) (body string, names []string) {
	found := frontMatter().FindStringIndex(data)
	if found == nil {
		return data, nil
	}
	return data[found[1]:], namesOf(fields["arguments"])
}

// fieldsOf returns the values of a front matter, none where the file has none for the client.
func fieldsOf(file inspect.CommandFile) map[string]any {
	var fields map[string]any
	if !frontMatter().MatchString(strings.TrimPrefix(string(file.Data), mark)) || json.Unmarshal(file.FrontMatter, &fields) != nil {
		return nil
	}
	return fields
}

// mark is the byte order mark.
const mark = "\uFEFF"

// Head returns what a command's file says of calling it.
func Head(file inspect.CommandFile) inspect.CommandHead {
	fields := fieldsOf(file)
	return inspect.CommandHead{
		Hint: hint(fields["argument-hint"]), Arguments: namesOf(fields["arguments"]), Tools: tools(fields["allowed-tools"]),
		ByUser: !isWord(fields["user-invocable"], "false"), ByModel: !isWord(fields["disable-model-invocation"], "true"),
	}
}

// hint returns a hint as its author wrote it: [file] without quotes is a list for YAML.
func hint(value any) string {
	if list, ok := value.([]any); ok {
		return "[" + strings.Join(words(list), ", ") + "]"
	}
	return strings.Join(words([]any{value}), "")
}

// tools returns the tools of a list, or of a text with commas; one in brackets divides nothing.
func tools(value any) []string {
	if list, ok := value.([]any); ok {
		return words(list)
	}
	text, _ := value.(string)
	var found []string
	depth, from := 0, 0
	for i, r := range text + "," {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth = max(0, depth-1)
		case r == ',' && (depth == 0 || i == len(text)):
			found = append(found, text[from:i])
			from = i + 1
		}
	}
	return words(anys(found))
}

func anys(texts []string) []any {
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}

// wordsMax bounds how many values of a list are kept, wordBytesMax the length of one.
const (
	wordsMax     = 100
	wordBytesMax = 1000
)

// words returns the texts and numbers of a list, each as one line.
func words(list []any) []string {
	var found []string
	for _, value := range list {
		if value == nil || len(found) == wordsMax {
			continue
		}
		if text := strings.Join(strings.Fields(fmt.Sprint(value)), " "); text != "" {
			found = append(found, cut.Bytes(text, wordBytesMax))
		}
	}
	return found
}

// isWord reports that a value is a word, as a boolean or as a text.
func isWord(value any, word string) bool {
	return value != nil && strings.EqualFold(fmt.Sprint(value), word)
}

// namesOf returns the names of arguments as front matter has them: a list of words, or words
// in a text. Numbers are none.
func namesOf(value any) []string {
	var names []string
	switch value := value.(type) {
	case string:
		names = strings.Fields(value)
	case []any:
		for _, each := range value {
			if name, ok := each.(string); ok {
				names = append(names, name)
			}
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.TrimSpace(name) == "" || digitsOf(name) == name
	})
	return names[:min(len(names), namesMax)]
}

// namesMax bounds how many names of arguments are looked for.
const namesMax = 100
