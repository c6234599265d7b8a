// Package codeset reads labelled questions about the sources of published packages, and
// scores what a search answered. It knows no search.
package codeset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of a set.
const (
	lineBytesMax   = 1 << 20
	rowsMax        = 20_000
	corporaMax     = 1_000
	corporaBytes   = 1 << 20
	bareSuffix     = ".bare"
	variantBare    = "bare"
	corporaName    = "corpora.json"
	queriesName    = "queries.jsonl"
	labelsName     = "qrels.jsonl"
	noneName       = "none.jsonl"
	linesOfFileMax = 10_000_000
)

// Set is a folder of questions with the places that answer them.
type Set struct {
	Corpora   []Corpus
	Questions []Question
	None      []Question // that the sources have no answer to; of sets that have some
}

// Corpus is a published package whose sources are searched.
type Corpus struct {
	Name  string   `json:"name"`
	Roots []string `json:"roots"` // folders that count

	// The client that fetches it ("go", "pip", …), and by what names.
	Client  string `json:"client"`
	Package string `json:"package"`
	Version string `json:"version"`
}

// Question is asked of one corpus.
type Question struct {
	ID     string
	Text   string
	Corpus string    // its Name
	Folder string    // of its sources below the folder that has all: Corpus, or its copy without doc comments
	Kind   string    // who wrote it: "hand", "doc", "commit", …
	Level  string    // how far its words are from the code's
	Gold   [][]Place // groups of places that do equally well; none: the sources have no answer
}

// Place is a stretch of lines, from 1 and both included.
type Place struct {
	Path   string `json:"path"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Symbol string `json:"symbol,omitempty"`
}

type queryRow struct {
	ID      string `json:"id"`
	Repo    string `json:"repo"`
	Text    string `json:"text"`
	Variant string `json:"variant"`
}

type labelRow struct {
	ID    string    `json:"id"`
	Kind  string    `json:"kind"`
	Level string    `json:"level"`
	Gold  [][]Place `json:"gold"`
}

// Open reads a set. Each question must have a label and a corpus, each label a question.
func Open(dir string) (Set, error) {
	var s Set
	if err := openSet(dir, &s); err != nil {
		return Set{}, fmt.Errorf("open the code set %s: %w", dir, err)
	}
	return s, nil
}

func openSet(dir string, s *Set) error {
	if err := readWith(filepath.Join(dir, corporaName), s.readCorpora); err != nil {
		return err
	}
	at := map[string]int{}
	if err := readWith(filepath.Join(dir, queriesName), func(r io.Reader) error { return s.readQueries(r, at) }); err != nil {
		return err
	}
	if err := readWith(filepath.Join(dir, labelsName), func(r io.Reader) error { return s.readLabels(r, at) }); err != nil {
		return err
	}
	none := Set{Corpora: s.Corpora}
	err := readWith(filepath.Join(dir, noneName), func(r io.Reader) error { return none.readQueries(r, at) })
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	s.None = none.Questions
	return err
}

func readWith(path string, read func(io.Reader) error) error {
	f, err := foreign.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := read(f); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return nil
}

func (s *Set) readCorpora(r io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(r, corporaBytes+1))
	if err != nil {
		return err
	}
	if len(data) > corporaBytes {
		return fmt.Errorf("larger than %d MiB", corporaBytes>>20)
	}
	if err := json.Unmarshal(data, &s.Corpora); err != nil {
		return err
	}
	if len(s.Corpora) > corporaMax {
		return fmt.Errorf("more than %d corpora", corporaMax)
	}
	for _, c := range s.Corpora {
		if !filepath.IsLocal(c.Name) || strings.ContainsAny(c.Name, `/\`) {
			return fmt.Errorf("%q is no name of a folder", c.Name)
		}
		for _, root := range c.Roots {
			if !filepath.IsLocal(root) {
				return fmt.Errorf("%s: the root %q leads out of it", c.Name, root)
			}
		}
	}
	return nil
}

func (s *Set) readQueries(r io.Reader, at map[string]int) error {
	return eachLine(r, func(line []byte) error {
		var row queryRow
		if err := json.Unmarshal(line, &row); err != nil {
			return err
		}
		if row.ID == "" || strings.TrimSpace(row.Text) == "" {
			return errors.New("a question needs an id and a text")
		}
		if _, twice := at[row.ID]; twice {
			return fmt.Errorf("two questions have the id %q", row.ID)
		}
		if _, known := s.corpus(row.Repo); !known {
			return fmt.Errorf("%s: there is no corpus %q", row.ID, row.Repo)
		}
		q := Question{ID: row.ID, Text: row.Text, Corpus: row.Repo, Folder: row.Repo}
		switch row.Variant {
		case "":
		case variantBare:
			q.Folder += bareSuffix
		default:
			return fmt.Errorf("%s: there is no variant %q", row.ID, row.Variant)
		}
		at[row.ID] = len(s.Questions)
		s.Questions = append(s.Questions, q)
		return nil
	})
}

func (s *Set) readLabels(r io.Reader, at map[string]int) error {
	labelled := map[string]bool{}
	err := eachLine(r, func(line []byte) error {
		var row labelRow
		if err := json.Unmarshal(line, &row); err != nil {
			return err
		}
		i, known := at[row.ID]
		if !known || labelled[row.ID] {
			return fmt.Errorf("the label %q has no question of its own", row.ID)
		}
		for _, group := range row.Gold {
			for _, p := range group {
				if p.Path == "" || p.Start < 1 || p.End < p.Start || p.End > linesOfFileMax {
					return fmt.Errorf("%s: %q has the lines %d to %d", row.ID, p.Path, p.Start, p.End)
				}
			}
		}
		labelled[row.ID] = true
		s.Questions[i].Kind, s.Questions[i].Level, s.Questions[i].Gold = row.Kind, row.Level, row.Gold
		return nil
	})
	if err == nil && len(labelled) < len(s.Questions) {
		return fmt.Errorf("%d questions have no label", len(s.Questions)-len(labelled))
	}
	return err
}

func (s *Set) corpus(name string) (Corpus, bool) {
	for _, c := range s.Corpora {
		if c.Name == name {
			return c, true
		}
	}
	return Corpus{}, false
}

func eachLine(r io.Reader, each func([]byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), lineBytesMax)
	for number := 1; lines.Scan(); number++ {
		if number > rowsMax {
			return fmt.Errorf("more than %d lines", rowsMax)
		}
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if err := each(line); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return lines.Err()
}
