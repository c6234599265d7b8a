package place

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/ed-irl/impressionism/host/rank/language"
)

//go:embed data/synonyms.txt
var synonymData string

// synonyms returns for each stem the stems of words that programmers use for the same.
var synonyms = sync.OnceValue(func() map[string][]string {
	table := map[string][]string{}
	for line := range strings.Lines(synonymData) {
		words := strings.Fields(line)
		for i, word := range words {
			words[i] = language.Stem(word)
		}
		for i, word := range words {
			for j, other := range words {
				if i != j {
					table[word] = append(table[word], other)
				}
			}
		}
	}
	return table
})
