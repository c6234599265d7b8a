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

// partBytesMax bounds the file CORPUS.
const partBytesMax = 1 << 20

// OpenSet reads the folder of a data set: queries.jsonl, qrels.jsonl, and
// corpus.jsonl or CORPUS (OpenCorpus).
func OpenSet(dir string) (Set, error) {
	set := Set{}
	path, err := CorpusPath(dir)
	if err != nil {
		return Set{}, err
	}
	if set.Corpus, err = OpenCorpus(path); err != nil {
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

// CorpusPath is where the corpus of a data set's folder is, for OpenCorpus.
func CorpusPath(dir string) (string, error) {
	for _, name := range []string{"corpus.jsonl", partName} {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return path, err
		}
	}
	return "", fmt.Errorf("%s is no data set: it has neither corpus.jsonl nor CORPUS", dir)
}

// partName is the file that a set has whose corpus is another's, or a part of it.
const partName = "CORPUS"

// OpenCorpus reads a corpus.jsonl, or a file CORPUS: in its first line the path of one,
// relative to it, and then the ids of the items that it takes, a line each; none: all.
func OpenCorpus(path string) (Corpus, error) {
	if filepath.Base(path) != partName {
		var corpus Corpus
		err := readFile(path, func(r io.Reader) (err error) {
			corpus, err = ReadCorpus(r)
			return err
		})
		return corpus, err
	}
	text, err := foreign.Read(path, partBytesMax)
	if err != nil {
		return Corpus{}, fmt.Errorf("read CORPUS: %w", err)
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return Corpus{}, fmt.Errorf("%s is empty; it wants the path of a corpus.jsonl", path)
	}
	whole := filepath.Join(filepath.Dir(path), filepath.FromSlash(lines[0]))
	if filepath.Base(whole) == partName {
		return Corpus{}, fmt.Errorf("%s leads to another CORPUS; it wants the path of a corpus.jsonl", path)
	}
	corpus, err := OpenCorpus(whole)
	if err != nil || len(lines) == 1 {
		return corpus, err
	}
	if corpus, err = corpus.part(lines[1:]); err != nil {
		return Corpus{}, fmt.Errorf("%s: %w", path, err)
	}
	return corpus, nil
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
