package lessons

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Proposed is a lesson that a person has not said yes or no to.
type Proposed struct {
	lesson.Lesson
	Content []byte // of its file
	At      time.Time
	Fault   error // why it cannot be read; nil: it can
}

// ProposedMax is how many proposals wait at most: more are not taken.
const ProposedMax = 100

// ProposalAge is after how long a proposal goes.
const ProposalAge = 30 * 24 * time.Hour

// ErrFull reports that as many proposals wait as may.
var ErrFull = fmt.Errorf("%d proposals wait; say yes or no to some: impressionism lessons review", ProposedMax)

func (f Folder) proposals() string { return filepath.Join(f.dir, "proposed") }

// Propose keeps a lesson until a person says yes or no.
func (f Folder) Propose(l lesson.Lesson) error {
	content, err := lesson.Encode(l)
	if err != nil {
		return err
	}
	all, err := f.Proposals(time.Time{})
	if err != nil {
		return err
	}
	if len(all) >= ProposedMax {
		return ErrFull
	}
	if err := os.MkdirAll(f.proposals(), 0o700); err != nil {
		return fmt.Errorf("make the folder of proposed lessons: %w", err)
	}
	if err := atomicfile.WriteFile(filepath.Join(f.proposals(), l.ID+lesson.Suffix), content, 0o600); err != nil {
		return fmt.Errorf("keep a proposed lesson: %w", err)
	}
	return nil
}

// Proposals are those that wait, the oldest first. Those made before a time are removed.
func (f Folder) Proposals(since time.Time) ([]Proposed, error) {
	files, err := foreign.ReadDir(f.proposals(), 10*ProposedMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the proposed lessons: %w", err)
	}
	var all []Proposed
	for _, file := range files {
		id, is := strings.CutSuffix(file.Name(), lesson.Suffix)
		info, err := file.Info()
		if !is || !lesson.IsID(id) || err != nil {
			continue
		}
		path := filepath.Join(f.proposals(), file.Name())
		if info.ModTime().Before(since) {
			_ = os.Remove(path) // it goes at the next look
			continue
		}
		p := Proposed{At: info.ModTime().UTC()}
		if p.Content, p.Fault = foreign.Read(path, lesson.FileBytesMax); p.Fault == nil {
			parsed, _, rejection := lesson.Parse(id, p.Content)
			if p.Lesson = parsed; rejection != nil {
				p.Fault = errors.New(rejection.Reason)
			}
		}
		p.ID = id
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b Proposed) int { return a.At.Compare(b.At) })
	return all, nil
}

// Withdraw removes a proposal that a person said yes or no to.
func (f Folder) Withdraw(id string) error {
	if !lesson.IsID(id) {
		return fmt.Errorf("%q is no lesson's id", id)
	}
	if err := os.Remove(filepath.Join(f.proposals(), id+lesson.Suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove a proposed lesson: %w", err)
	}
	return nil
}
