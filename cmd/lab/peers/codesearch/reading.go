package codesearch

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/eval/codeset"
)

// bytesPerToken is by how many bytes a token is counted. Real tokens of code have between
// three and four; all programs are counted alike.
const bytesPerToken = 4

func tokensOf(text string) int { return (len(text) + bytesPerToken - 1) / bytesPerToken }

// piece is something that is read whole: what a program printed, which answers nothing by
// itself (no lines), or lines of a file.
type piece struct {
	tokens int
	lines  codeset.Hit
}

// printed is the piece of what a program printed.
func printed(text string) piece { return piece{tokens: tokensOf(text)} }

// sources are the files that readers read.
type sources struct {
	folder string
	lines  map[string][]string // by path
}

// read is the piece of some lines of a file, as the client's tool Read shows them.
func (s *sources) read(folder string, at codeset.Hit) (piece, error) {
	lines, err := s.of(folder, at.Path)
	if err != nil {
		return piece{}, err
	}
	var text strings.Builder
	at.Start, at.End = max(1, at.Start), min(at.End, len(lines))
	for n := at.Start; n <= at.End; n++ {
		fmt.Fprintf(&text, "%6d\t%s\n", n, lines[n-1])
	}
	return piece{tokens: tokensOf(text.String()), lines: at}, nil
}

func (s *sources) of(folder, path string) ([]string, error) {
	name := filepath.Join(s.folder, folder, filepath.FromSlash(path))
	if lines, known := s.lines[name]; known {
		return lines, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")
	s.lines[name] = lines
	return lines, nil
}

// cost returns the tokens until a piece was read that answers a question, as a hit would;
// infinite: none does.
func cost(pieces []piece, gold [][]codeset.Place) float64 {
	sum := 0
	for _, p := range pieces {
		sum += p.tokens
		if p.lines.Path != "" && codeset.Judge([]codeset.Hit{p.lines}, gold).First == 1 {
			return float64(sum)
		}
	}
	return math.Inf(1)
}
