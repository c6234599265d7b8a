package tune

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of a bank's files.
const (
	bankBytesMax = 16 << 20
	bankRowsMax  = 50_000
)

// Bank is what a recipe is fitted on besides labelled prompts, in a folder:
// concepts.jsonl, more.jsonl with further ones, neighbours.jsonl and tools.jsonl, of which
// these three may be absent, nulls.jsonl
// ({"text": …} a line) and calibration.json, a list of the null prompts that become
// part of the recipe.
type Bank struct {
	Concepts    []Concept
	More        []Concept
	Neighbours  []Concept
	Tools       []Concept // of servers; the fit of tools has them bid
	Nulls       []string
	Calibration []string
}

// ReadBank reads the files.
func ReadBank(dir string) (Bank, error) {
	var b Bank
	var err error
	if b.Concepts, err = readConcepts(filepath.Join(dir, "concepts.jsonl"), true); err != nil {
		return b, err
	}
	if b.More, err = readConcepts(filepath.Join(dir, "more.jsonl"), true); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return b, err
	}
	if b.Neighbours, err = readConcepts(filepath.Join(dir, "neighbours.jsonl"), false); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return b, err
	}
	if b.Tools, err = readConcepts(filepath.Join(dir, "tools.jsonl"), true); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return b, err
	}
	err = readRows(filepath.Join(dir, "nulls.jsonl"), func(line []byte) error {
		var null struct {
			Text string `json:"text"`
		}
		if err := json.Unmarshal(line, &null); err != nil {
			return err
		}
		b.Nulls = append(b.Nulls, null.Text)
		return nil
	})
	if err != nil {
		return b, err
	}
	data, err := foreign.Read(filepath.Join(dir, "calibration.json"), bankBytesMax)
	if err != nil {
		return b, err
	}
	if err := json.Unmarshal(data, &b.Calibration); err != nil {
		return b, fmt.Errorf("read %s: %w", filepath.Join(dir, "calibration.json"), err)
	}
	return b, nil
}

func readConcepts(path string, asked bool) ([]Concept, error) {
	var all []Concept
	err := readRows(path, func(line []byte) error {
		var c Concept
		if err := json.Unmarshal(line, &c); err != nil {
			return err
		}
		if c.Name == "" || c.About == "" || asked != (len(c.Asks) > 0) {
			return errors.New("a concept needs a name and what it is about, and asks but in neighbours.jsonl")
		}
		all = append(all, c)
		return nil
	})
	return all, err
}

func readRows(path string, each func(line []byte) error) error {
	data, err := foreign.Read(path, bankBytesMax)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, bankBytesMax)
	for n := 1; lines.Scan(); n++ {
		if n > bankRowsMax {
			return fmt.Errorf("%s has more than %d lines", path, bankRowsMax)
		}
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := each(lines.Bytes()); err != nil {
			return fmt.Errorf("read %s, line %d: %w", path, n, err)
		}
	}
	return lines.Err()
}
