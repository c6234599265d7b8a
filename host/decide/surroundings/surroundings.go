// Package surroundings collects the context of a prompt as plain words: manifests and
// languages of the workspace, files, commands and servers of recent tool uses; and
// which items the prompt names. It reads a workspace within limits, and tools' inputs
// loosely, by keys that name files and commands. It weighs each source and decides
// nothing.
package surroundings

import (
	"cmp"
	"slices"
)

// Word is a word or name, or a few of them, as people write them.
type Word struct {
	Text   string
	Weight float64 // how much its place says of what is worked on, above 0, at most 1
}

// collection gathers words; of the same text the heaviest counts.
type collection struct {
	words Words
	at    map[string]int
}

func (c *collection) add(text string, weight float64) {
	if text == "" || len(text) > wordBytesMax {
		return
	}
	if at, found := c.at[text]; found {
		c.words[at].Weight = max(c.words[at].Weight, weight)
		return
	}
	if c.at == nil {
		c.at = map[string]int{}
	}
	c.at[text] = len(c.words)
	c.words = append(c.words, Word{text, weight})
}

// heaviest returns the words that weigh most, in the same order every time.
func (c *collection) heaviest() Words {
	slices.SortFunc(c.words, func(a, b Word) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Text, b.Text))
	})
	return c.words[:min(len(c.words), wordsMax)]
}

// Limits of one list of words.
const (
	wordsMax     = 96 // each becomes a look into the index
	wordBytesMax = 100
)
