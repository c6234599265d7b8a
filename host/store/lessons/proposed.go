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
	Origin
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

// ErrSame reports that a proposal with the same text waits.
var ErrSame = errors.New("the same waits already")

const proposedDir = "proposed"

func (f Folder) proposals() string { return filepath.Join(f.dir, proposedDir) }

// Propose keeps a lesson until a person says yes or no. A session proposes at most so many in
// all, whatever became of them; the error is ErrEnough then. It wraps ErrSame where the same text
// waits: of calls at the same time one is kept.
func (f Folder) Propose(l lesson.Lesson, o Origin, most int) error {
	if !lesson.IsID(l.ID) {
		return fmt.Errorf("%q is no lesson's id", l.ID)
	}
	content, err := encode(l, o)
	if err != nil {
		return err
	}
	if err := f.makeProposals(); err != nil {
		return err
	}
	unlock, err := f.lock()
	if err != nil {
		return err
	}
	defer unlock()
	all, err := f.proposed(time.Time{})
	if err != nil { // also where they were not all read: there may be too many
		return err
	}
	if len(all) >= ProposedMax {
		return ErrFull
	}
	for _, p := range all {
		if p.Fault == nil && p.Text == l.Text && p.ID != l.ID {
			return fmt.Errorf("%w, as %s", ErrSame, p.ID)
		}
	}
	if err := f.book(o, l.ID, most); err != nil {
		return err
	}
	return f.putProposal(l.ID, content)
}

// makeProposals makes the folder of proposals.
func (f Folder) makeProposals() error {
	if err := os.MkdirAll(f.proposals(), 0o700); err != nil {
		return fmt.Errorf("make the folder of proposed lessons: %w", err)
	}
	return nil
}

// putProposal writes a proposal's file, which waits from now on.
func (f Folder) putProposal(id string, content []byte) error {
	if !lesson.IsID(id) {
		return fmt.Errorf("%q is no lesson's id", id)
	}
	if err := f.makeProposals(); err != nil {
		return err
	}
	if err := atomicfile.WriteFile(filepath.Join(f.proposals(), id+lesson.Suffix), content, 0o600); err != nil {
		return fmt.Errorf("keep a proposed lesson: %w", err)
	}
	return nil
}

// Proposals are those that wait, the oldest first. Those made before a time are removed. Where more
// lies beside them than is read they are those that were read.
func (f Folder) Proposals(since time.Time) ([]Proposed, error) {
	all, err := f.proposed(since)
	if errors.Is(err, foreign.ErrTooLarge) {
		err = nil
	}
	return all, err
}

// Limits of a look at the folder of proposals: of entries that are read at once, and of how often
// it is read again after marks were removed. A hook is waiting.
const (
	entriesMax = 10 * ProposedMax
	looksMax   = 4
)

// proposed is Proposals, with foreign.ErrTooLarge where not all was read.
func (f Folder) proposed(since time.Time) ([]Proposed, error) {
	files, err := foreign.ReadDir(f.proposals(), entriesMax)
	for look := 1; look < looksMax && errors.Is(err, foreign.ErrTooLarge) && f.tidy(files, since); look++ {
		files, err = foreign.ReadDir(f.proposals(), entriesMax)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		err = fmt.Errorf("read the proposed lessons: %w", err)
		if !errors.Is(err, foreign.ErrTooLarge) {
			return nil, err
		}
	}
	return f.readAll(files, since), err
}

// tidy removes marks that are too old, and of the others those without which rulesets are only
// asked again. It reports whether there were any.
func (f Folder) tidy(files []fs.DirEntry, since time.Time) (some bool) {
	for _, file := range files {
		info, err := file.Info()
		if err != nil || !isMark(file.Name()) || !strings.HasPrefix(file.Name(), declinedPrefix) && !info.ModTime().Before(since) {
			continue
		}
		some = os.Remove(filepath.Join(f.proposals(), file.Name())) == nil || some
	}
	return some
}

func isMark(name string) bool {
	return slices.ContainsFunc([]string{markPrefix, shownPrefix, declinedPrefix}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// readAll reads proposals, and removes what was made before a time.
func (f Folder) readAll(files []fs.DirEntry, since time.Time) (all []Proposed) {
	for _, file := range files {
		id, is := strings.CutSuffix(file.Name(), lesson.Suffix)
		mark := isMark(file.Name())
		info, err := file.Info()
		if !mark && (!is || !lesson.IsID(id)) || err != nil {
			continue
		}
		path := filepath.Join(f.proposals(), file.Name())
		if info.ModTime().Before(since) {
			_ = os.Remove(path) // it goes at the next look
			continue
		}
		if mark {
			continue
		}
		p := Proposed{At: info.ModTime().UTC()}
		if p.Content, p.Fault = foreign.Read(path, lesson.FileBytesMax); p.Fault == nil {
			parsed, _, rejection := lesson.Parse(id, p.Content)
			if p.Lesson = parsed; rejection != nil {
				p.Fault = errors.New(rejection.Reason)
			}
			p.Origin = originOf(p.Content)
		}
		p.ID = id
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b Proposed) int { return a.At.Compare(b.At) })
	return all
}

// Forget removes the proposals, what lessons' files were before, and what is known of files
// that are gone. What is known of files that are there stays: without it one that a session
// wrote would look like a person's. It returns how many proposals and changes there were.
func (f Folder) Forget() (proposals, changes int, err error) {
	if _, err := os.Stat(f.dir); errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	return proposals, changes, f.Change(func(known *Known) error {
		all, _ := f.Proposals(time.Time{}) // what cannot be read goes, too
		proposals = len(all)
		if past, err := f.History(); err == nil {
			changes = len(past)
		}
		known.prune()
		return errors.Join(os.RemoveAll(f.proposals()), removed(filepath.Join(f.dir, historyFile)))
	})
}

// prune drops what is known of files that are gone, and of contents that no file has.
func (k *Known) prune() {
	k.Files = slices.DeleteFunc(k.Files, func(file File) bool {
		_, err := os.Lstat(file.Path)
		return errors.Is(err, fs.ErrNotExist)
	})
	k.Kept = slices.DeleteFunc(k.Kept, func(kept Kept) bool {
		return !slices.ContainsFunc(k.Files, func(file File) bool { return file.Hash == kept.Hash })
	})
}

// removed removes a file, which need not be there.
func removed(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Withdraw removes a proposal.
func (f Folder) Withdraw(id string) error {
	if !lesson.IsID(id) {
		return fmt.Errorf("%q is no lesson's id", id)
	}
	unlock, err := f.lock() // a look at its session must not write it again
	if err != nil {
		return err
	}
	defer unlock()
	if err := removed(filepath.Join(f.proposals(), id+lesson.Suffix)); err != nil {
		return fmt.Errorf("remove a proposed lesson: %w", err)
	}
	return nil
}
