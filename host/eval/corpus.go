// Package eval measures choosing on labelled prompts: a corpus becomes a
// catalog, each prompt goes through the same host as in a hook, and rankings
// come out. It never sees the labels.
package eval

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
)

// lineBytesMax and rowsMax bound what is read of a data set.
const (
	lineBytesMax = 4 << 20
	rowsMax      = 200_000
)

// Corpus is the catalog of a data set.
type Corpus struct {
	Hash  string // SHA-256 of the file, hex
	items []corpusItem
	byID  map[string]int
}

type corpusItem struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Keywords    []string `json:"keywords"`
	Body        string   `json:"body"`
}

// ReadCorpus reads a corpus.jsonl: one item a line, ids unique.
func ReadCorpus(r io.Reader) (Corpus, error) {
	sum := sha256.New()
	c := Corpus{byID: map[string]int{}}
	err := readLines(io.TeeReader(r, sum), func(line []byte) error {
		var item corpusItem
		if err := json.Unmarshal(line, &item); err != nil {
			return err
		}
		if item.ID == "" {
			return fmt.Errorf("id is missing")
		}
		if _, twice := c.byID[item.ID]; twice {
			return fmt.Errorf("id %q comes twice", item.ID)
		}
		c.byID[item.ID] = len(c.items)
		c.items = append(c.items, item)
		return nil
	})
	if err != nil {
		return Corpus{}, fmt.Errorf("read corpus: %w", err)
	}
	c.Hash = hex.EncodeToString(sum.Sum(nil))
	return c, nil
}

// Listing is the corpus as a workspace's catalog.
func (c Corpus) Listing() catalog.Listing {
	listing := catalog.Listing{}
	for _, item := range c.items {
		listing.Entries = append(listing.Entries, catalog.Entry{
			Kind: abi.KindSkill, ID: item.ID, Source: catalog.SourceUser, Path: corpusPath(item.ID),
			Stat: catalog.Stat{Size: int64(len(item.Body))},
		})
	}
	return listing
}

// corpusPath is the made-up path of an item: corpora have no files.
func corpusPath(id string) string { return "/corpus/" + id + "/SKILL.md" }

// Load gives the item behind an entry of Listing.
func (c Corpus) Load(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
	at, ok := c.byID[entry.ID]
	if !ok {
		return catalog.Item{}, "", nil, fmt.Errorf("the corpus has no item %q", entry.ID)
	}
	item := c.items[at]
	encoded, err := json.Marshal(item)
	if err != nil {
		return catalog.Item{}, "", nil, err
	}
	sum := sha256.Sum256(encoded)
	return catalog.Item{
		Name: item.Name, Description: item.Description, ListedDescription: item.Description,
		Keywords: item.Keywords, Body: item.Body,
	}, hex.EncodeToString(sum[:]), nil, nil
}

// readLines hands on every non-blank line, with its number in errors.
func readLines(r io.Reader, each func([]byte) error) error {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 64<<10), lineBytesMax)
	for number := 1; scanner.Scan(); number++ {
		if number > rowsMax {
			return fmt.Errorf("more than %d lines", rowsMax)
		}
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 {
			continue
		}
		if err := each(line); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return scanner.Err()
}
