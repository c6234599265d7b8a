package logfile

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Tallied is how often a code was written. Codes are counted here and not in state.db,
// because a state.db that cannot be opened is one of the reasons.
type Tallied struct {
	Code   string
	Count  int
	Errors int // of them, those of LevelError
	Last   time.Time
	Text   string // of the newest line
}

// Tally counts what went wrong, by the lines of the log and of its older files,
// by code, most often first. Lines about events as they should be do not count, nor those
// that are none; an absent log is empty.
func Tally(path string, files int) ([]Tallied, error) { return TallySince(path, files, time.Time{}) }

// TallySince counts those from a time on.
func TallySince(path string, files int, since time.Time) ([]Tallied, error) {
	byCode := map[string]*Tallied{}
	for n := range max(1, files) {
		if err := tallyFile(numbered(path, n), since, byCode); err != nil {
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

func tallyFile(path string, since time.Time, byCode map[string]*Tallied) error {
	file, err := foreign.Open(path)
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
		if json.Unmarshal(lines.Bytes(), &l) != nil || l.Code == "" || l.Level == LevelDebug {
			continue
		}
		at, err := time.Parse(time.RFC3339, l.Time)
		if err == nil && at.Before(since) || err != nil && !since.IsZero() {
			continue
		}
		t := byCode[l.Code]
		if t == nil {
			t = &Tallied{Code: l.Code}
			byCode[l.Code] = t
		}
		t.Count++
		if l.Level == LevelError {
			t.Errors++
		}
		if err == nil && at.After(t.Last) {
			t.Last, t.Text = at, l.Message
		}
	}
	if err := lines.Err(); !errors.Is(err, bufio.ErrTooLong) {
		return err
	}
	return nil // no line of ours is that long: the rest of the file is not ours
}
