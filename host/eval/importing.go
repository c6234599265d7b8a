package eval

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Levels of imported prompts.
const (
	LevelAuthored   = "authored"   // the author says what should happen
	LevelUnlabelled = "unlabelled" // written for the skill; taken as wanting it
)

// Claim is an author's verdict on one skill at one prompt.
type Claim struct {
	Text, Skill string
	Wanted      bool
	Unlabelled  bool
}

// Imported is a data set made of claims.
type Imported struct {
	Queries   []Query
	Labels    []Label
	Conflicts []string // prompts of which the same is wanted and not
}

// Import makes a data set of claims. Those about the same prompt become one
// query. What is wanted becomes gold, a group each: every author asks for their
// own. What is not wanted says only "not this one": it becomes not, so that
// whatever else is told at such a prompt is neither right nor wrong.
func Import(claims []Claim) Imported {
	at := map[string]int{}
	var merged []claimed
	for _, c := range claims {
		number, known := at[c.Text]
		if !known {
			number = len(merged)
			at[c.Text] = number
			merged = append(merged, claimed{text: c.Text, level: LevelUnlabelled})
		}
		merged[number].add(c)
	}
	imported := Imported{}
	for _, m := range merged {
		if m.conflict() {
			imported.Conflicts = append(imported.Conflicts, m.text)
			continue
		}
		id := fmt.Sprintf("q%04d", len(imported.Queries)+1)
		imported.Queries = append(imported.Queries, Query{ID: id, Text: m.text})
		imported.Labels = append(imported.Labels, m.label(id))
	}
	return imported
}

// claimed is all that is said of one prompt.
type claimed struct {
	text, level      string
	wanted, unwanted []string
}

func (m *claimed) add(c Claim) {
	list := &m.unwanted
	if c.Wanted {
		list = &m.wanted
	}
	if !slices.Contains(*list, c.Skill) {
		*list = append(*list, c.Skill)
	}
	if !c.Unlabelled {
		m.level = LevelAuthored
	}
}

func (m *claimed) conflict() bool {
	return slices.ContainsFunc(m.wanted, func(id string) bool { return slices.Contains(m.unwanted, id) })
}

func (m *claimed) label(id string) Label {
	label := Label{ID: id, Gold: [][]string{}, OK: []string{}, Not: m.unwanted, Level: m.level, Family: slices.Concat(m.wanted, m.unwanted)[0]}
	for _, skill := range m.wanted {
		label.Gold = append(label.Gold, []string{skill})
	}
	switch len(m.wanted) {
	case 0:
		label.Kind = kindNegative
	case 1:
		label.Kind = "positive"
	default:
		label.Kind = "multi"
	}
	return label
}

// Write writes a data set's folder, which must not hold anything yet.
func (i Imported) Write(dir string, items []Item) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("write data set: %w", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		return cmp.Or(err, fmt.Errorf("write data set: %s is not empty; choose another folder", dir))
	}
	return errors.Join(
		writeLines(filepath.Join(dir, "corpus.jsonl"), items),
		writeLines(filepath.Join(dir, "queries.jsonl"), i.Queries),
		writeLines(filepath.Join(dir, "qrels.jsonl"), i.Labels),
	)
}

func writeLines[T any](path string, rows []T) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write data set: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return encodeLines(file, rows)
}

func encodeLines[T any](out io.Writer, rows []T) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, row := range rows {
		if err := encoder.Encode(row); err != nil {
			return fmt.Errorf("write data set: %w", err)
		}
	}
	return nil
}
