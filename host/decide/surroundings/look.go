package surroundings

import (
	"fmt"
	"iter"
	"os"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Words are the words from one source, heaviest first.
type Words []Word

// All returns texts with their weights.
func (w Words) All() iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for _, word := range w {
			if !yield(word.Text, word.Weight) {
				return
			}
		}
	}
}

// Look returns the words of a workspace's manifests and the manifests' stamp. While the
// stamp equals the known one, no manifest is opened and the words are nil.
func Look(workspace, known string) (words Words, stamp string, err error) {
	root, err := os.OpenRoot(workspace)
	if err != nil {
		return nil, "", fmt.Errorf("look into the workspace: %w", err)
	}
	defer root.Close() //nolint:errcheck // only read
	files := foreign.Inside(root)
	manifests := Find(files)
	if stamp = manifests.Stamp(); stamp == known {
		return nil, stamp, nil
	}
	return manifests.Words(files), stamp, nil
}

// Encode writes words as lines of a weight and a text.
func (w Words) Encode() string {
	var lines strings.Builder
	for _, word := range w {
		fmt.Fprintf(&lines, "%.2f %s\n", word.Weight, strings.Join(strings.Fields(word.Text), " "))
	}
	return lines.String()
}

// DecodeWords reads what Encode wrote; lines that are no words are left out.
func DecodeWords(text string) Words {
	var words Words
	for line := range strings.Lines(text) {
		number, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		weight, err := strconv.ParseFloat(number, 64)
		if err != nil || !(weight > 0 && weight <= 1) || text == "" || len(text) > wordBytesMax {
			continue
		}
		if words = append(words, Word{text, weight}); len(words) == wordsMax {
			break
		}
	}
	return words
}
