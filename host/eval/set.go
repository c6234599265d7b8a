package eval

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Set is a data set: prompts and their labels, over a corpus.
type Set struct {
	Corpus  Corpus
	Queries []Query
	Labels  []Label // in the order of Queries
}

// setPathBytesMax bounds the file CORPUS.
const setPathBytesMax = 4 << 10

// OpenSet reads the folder of a data set: queries.jsonl, qrels.jsonl, and
// corpus.jsonl or CORPUS, a relative path to another set's.
func OpenSet(dir string) (Set, error) {
	set := Set{}
	path, err := CorpusPath(dir)
	if err != nil {
		return Set{}, err
	}
	err = readFile(path, func(r io.Reader) (err error) {
		set.Corpus, err = ReadCorpus(r)
		return err
	})
	if err != nil {
		return Set{}, err
	}
	err = readFile(filepath.Join(dir, "queries.jsonl"), func(r io.Reader) (err error) {
		set.Queries, err = ReadQueries(r)
		return err
	})
	if err != nil {
		return Set{}, err
	}
	err = readFile(filepath.Join(dir, "qrels.jsonl"), func(r io.Reader) error {
		labels, err := ReadLabels(r, set.Corpus.Has)
		if err != nil {
			return err
		}
		set.Labels, err = align(set.Queries, labels)
		return err
	})
	return set, err
}

// CorpusPath returns the corpus of a data set's folder.
func CorpusPath(dir string) (string, error) {
	path := filepath.Join(dir, "corpus.jsonl")
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	line, err := foreign.Read(filepath.Join(dir, "CORPUS"), setPathBytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s is no data set: it has neither corpus.jsonl nor CORPUS", dir)
	}
	if err != nil {
		return "", fmt.Errorf("read CORPUS: %w", err)
	}
	relative := filepath.FromSlash(strings.TrimSpace(string(line)))
	if relative == "" {
		return "", fmt.Errorf("%s/CORPUS is empty; it wants the path of a corpus.jsonl", dir)
	}
	return filepath.Join(dir, relative), nil
}

func readFile(path string, read func(io.Reader) error) error {
	file, err := foreign.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	if err := read(file); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// align returns the labels in the order of the queries; each has the other.
func align(queries []Query, labels []Label) ([]Label, error) {
	byID := make(map[string]Label, len(labels))
	for _, label := range labels {
		byID[label.ID] = label
	}
	aligned := make([]Label, 0, len(queries))
	for _, query := range queries {
		label, ok := byID[query.ID]
		if !ok {
			return nil, fmt.Errorf("query %q has no label, or comes twice", query.ID)
		}
		if query.Session != label.Session {
			return nil, fmt.Errorf("%q is of session %q in the queries and of %q in the labels", query.ID, query.Session, label.Session)
		}
		delete(byID, query.ID)
		aligned = append(aligned, label)
	}
	for _, label := range labels {
		if _, left := byID[label.ID]; left {
			return nil, fmt.Errorf("label %q has no query", label.ID)
		}
	}
	return aligned, nil
}

// Sessions reports whether the prompts are turns of sessions.
func (s Set) Sessions() bool { return len(s.Queries) > 0 && s.Queries[0].Session != "" }
