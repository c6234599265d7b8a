// Package probe searches a catalog for its own items: it makes prompts of an item's
// text, checks which item each prompt reaches, and finds pairs that reach each other's
// prompts and the words that would part them. The caller searches; probe
// knows no files, no index and no model.
package probe

import (
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// Where a prompt comes from.
const (
	FromDescription = "description" // a sentence of it
	FromWhen        = "when"        // what follows "use when" and the like
	FromQuoted      = "quoted"      // a phrase in quotes
	FromBody        = "body"        // a line below a heading such as "When to use"
	FromRecorded    = "recorded"    // the user typed it
	FromFile        = "file"        // somebody keeps it
)

// Item is a skill or command with its words.
type Item struct {
	ID       string
	Document rank.Document
	When     string // when_to_use
}

// Prompt is what somebody might type.
type Prompt struct {
	Text  string
	From  string
	Owner string // id of the item whose words it is made of, or empty
}

// Limits of the prompts made of one item's words.
const (
	promptsMax     = 8
	promptCharsMax = 160
	perSourceMax   = 3
)

// Prompts makes prompts of an item's own words, at most 8: quoted phrases, what
// it says about when to use it, other sentences of its description, and lines of
// its body about its use. Those that keep refuses, such as ones about nothing,
// are left out.
func Prompts(item Item, keep func(text string) bool) []Prompt {
	made := &making{owner: item.ID, keep: keep, seen: map[string]bool{}}
	told := item.Document.Description
	if item.When != "" {
		told += ". Use when " + item.When
	}
	made.add(FromQuoted, quoted(told))
	var sentences, situations []string
	for _, sentence := range split(inQuotes().ReplaceAllString(told, ","), sentenceEnd()) {
		if elsewhere().MatchString(sentence) {
			continue
		}
		if at := whenMark().FindStringIndex(sentence); at != nil {
			situations = append(situations, pieces(sentence[at[1]:], keep)...)
			sentence = sentence[:at[0]]
		}
		sentences = append(sentences, bare(sentence))
	}
	made.add(FromWhen, situations)
	made.add(FromDescription, sentences)
	made.add(FromBody, usageLines(item.Document.Body))
	return made.prompts
}

// making collects prompts of one item.
type making struct {
	owner   string
	keep    func(string) bool
	seen    map[string]bool // by stems
	prompts []Prompt
}

func (m *making) add(from string, texts []string) {
	added := 0
	for _, text := range texts {
		text = strings.Trim(shorten(strings.Join(strings.Fields(text), " ")), " ,;:.-–—*\"'“”")
		key := stems(text)
		if key == "" || m.seen[key] || !m.keep(text) {
			continue
		}
		m.seen[key] = true
		if added++; added > perSourceMax || len(m.prompts) == promptsMax {
			return
		}
		m.prompts = append(m.prompts, Prompt{Text: text, From: from, Owner: m.owner})
	}
}

// stems are a text's, in an order of their own: two texts with the same ones ask
// for the same.
func stems(text string) string {
	terms := language.Terms(text)
	slices.Sort(terms)
	return strings.Join(terms, " ")
}

// Distinct leaves out prompts with the stems of an earlier one.
func Distinct(prompts []Prompt) []Prompt {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(prompts), func(p Prompt) bool {
		key := stems(p.Text)
		again := seen[key]
		seen[key] = true
		return again
	})
}
