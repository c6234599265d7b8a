package logfile

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"
)

// Tallied is how often a code was written.
type Tallied struct {
	Code  string
	Count int
	Last  time.Time
}

// Tally counts the lines of the log and of its older files by code, most often
// first. An absent log is empty; lines that are none are passed over.
func Tally(path string, files int) ([]Tallied, error) {
	byCode := map[string]*Tallied{}
	for n := range max(1, files) {
		if err := tallyFile(numbered(path, n), byCode); err != nil {
			return nil, fmt.Errorf("count reasons in %s: %w", numbered(path, n), err)
		}
	}
	all := make([]Tallied, 0, len(byCode))
	for _, t := range byCode {
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b Tallied) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code)) })
	return all, nil
}

func tallyFile(path string, byCode map[string]*Tallied) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var l line
		if json.Unmarshal(lines.Bytes(), &l) != nil || l.Code == "" {
			continue
		}
		t := byCode[l.Code]
		if t == nil {
			t = &Tallied{Code: l.Code}
			byCode[l.Code] = t
		}
		t.Count++
		if at, err := time.Parse(time.RFC3339, l.Time); err == nil && at.After(t.Last) {
			t.Last = at
		}
	}
	if err := lines.Err(); !errors.Is(err, bufio.ErrTooLong) {
		return err
	}
	return nil // no line of ours is that long: the rest of the file is not ours
}
