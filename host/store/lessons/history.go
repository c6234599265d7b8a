package lessons

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Written is one change of a lesson's file, to be taken back.
type Written struct {
	Path   string    `json:"path"`
	ID     string    `json:"id"`
	Before []byte    `json:"before"` // nil: there was no file
	After  []byte    `json:"after"`  // nil: there is none any more
	Told   bool      `json:"told"`   // what was there before might be told
	At     time.Time `json:"at"`

	Workspace string `json:"workspace,omitempty"` // where it was made, and is taken back
	Group     string `json:"group,omitempty"`     // changes of one command; all of them are taken back at once
	Proposed  []byte `json:"proposed,omitempty"`  // the proposal that a yes made this file of; it waits again once that is taken back
}

const (
	historyFile = "written.json"
	historyMax  = 400

	historyBytesMax = 5 << 20
	historyAge      = 90 * 24 * time.Hour
)

// FileBytesMax is how large a file may be that is changed and can be taken back.
const FileBytesMax = 256 << 10

// ErrNothing reports that there is nothing to take back.
var ErrNothing = errors.New("no change of a lesson is known here that could be taken back; one is taken back in the folder in which it was made")

// Write writes a lesson's file, or removes it where after is nil, and keeps what was there
// before. It refuses where the file is not as it was when it was read.
func (f Folder) Write(change Written) error {
	return f.Change(func(known *Known) error {
		if err := same(change.Path, change.Before); err != nil {
			return err
		}
		past, err := f.History()
		if err != nil {
			return err
		}
		if err := f.writeHistory(append(past, change)); err != nil {
			return err
		}
		if err := put(change.Path, change.After); err != nil {
			return errors.Join(err, f.writeHistory(past))
		}
		if change.After == nil {
			known.remove(change.Path)
		}
		return nil
	})
}

// Undo takes the last change of a workspace back, with all of its group, if the files are still as
// they were written. What was done elsewhere since stays: nobody means that here. If it was done to
// the same file, it has to be taken back first. A change that was noted and not made, because the
// process was killed between, is gone with that. It returns what it took back, the last first, also
// where it then stopped.
func (f Folder) Undo(workspace string) (undone []Written, err error) {
	err = f.Change(func(*Known) error {
		past, err := f.History()
		if err != nil {
			return err
		}
		for i := len(past) - 1; i >= 0; i-- {
			last := past[i]
			if last.Workspace != workspace || len(undone) > 0 && (last.Group == "" || last.Group != undone[0].Group) {
				continue
			}
			err := changedSince(past[i+1:], last.Path)
			if err == nil {
				err = f.takeBack(last)
			}
			if err != nil {
				return errors.Join(err, f.writeHistory(past))
			}
			past, undone = slices.Delete(past, i, i+1), append(undone, last)
		}
		if len(undone) == 0 {
			return ErrNothing
		}
		return f.writeHistory(past)
	})
	return undone, err
}

// changedSince names the folder in which a file was last changed among later changes.
func changedSince(later []Written, path string) error {
	for _, change := range slices.Backward(later) {
		if change.Path == path {
			return fmt.Errorf("%s was changed since, in %s: take that back there first", path, change.Workspace)
		}
	}
	return nil
}

// takeBack undoes one change. A file that is as it was before already is not written again: it would
// count as changed. The proposal is there before its file is gone: a process that is killed between
// loses neither.
func (f Folder) takeBack(last Written) error {
	was := same(last.Path, last.Before) == nil
	if !was {
		if err := same(last.Path, last.After); err != nil {
			return err
		}
	}
	if last.Proposed != nil {
		if err := f.putProposal(last.ID, last.Proposed); err != nil {
			return err
		}
	}
	if was {
		return nil
	}
	return put(last.Path, last.Before)
}

// History returns the changes that can be taken back, the oldest first.
func (f Folder) History() (past []Written, err error) {
	path := filepath.Join(f.dir, historyFile)
	data, err := foreign.Read(path, historyBytesMax)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &past)
	}
	if err != nil {
		return nil, fmt.Errorf("read the changes of lessons: %s: %s; remove the file to go on without them", path, foreign.Reason(err))
	}
	return past, nil
}

func (f Folder) writeHistory(past []Written) error {
	past = past[max(0, len(past)-historyMax):]
	size := 0
	for i := len(past) - 1; i >= 0; i-- { // contents are in base64
		if size += 2 * (len(past[i].Before) + len(past[i].After) + len(past[i].Proposed) + len(past[i].Path) + 200); size > historyBytesMax {
			past = past[i+1:]
			break
		}
	}
	for len(past) > 0 && past[0].At.Before(past[len(past)-1].At.Add(-historyAge)) {
		past = past[1:]
	}
	path := filepath.Join(f.dir, historyFile)
	data, err := json.Marshal(past)
	if err == nil {
		err = atomicfile.WriteFile(path, data, 0o600)
	}
	if err == nil && len(past) > 0 { // the file is as old as its oldest change: Expire looks at nothing else
		err = os.Chtimes(path, time.Time{}, past[0].At)
	}
	if err != nil {
		return fmt.Errorf("keep what a lesson was before: %w", err)
	}
	return nil
}

// Expire forgets changes of more than 90 days ago. Where there is none it looks at one file's time.
func (f Folder) Expire(now time.Time) error {
	before := now.Add(-historyAge)
	info, err := os.Lstat(filepath.Join(f.dir, historyFile))
	if err != nil || !info.ModTime().Before(before) {
		return nil //nolint:nilerr // there is none
	}
	return f.Change(func(*Known) error {
		past, err := f.History()
		if err != nil {
			return err
		}
		past = slices.DeleteFunc(past, func(w Written) bool { return w.At.Before(before) })
		if len(past) == 0 {
			return removed(filepath.Join(f.dir, historyFile))
		}
		return f.writeHistory(past)
	})
}

// same returns why a file is not what it should be; nil content: there is no file.
func same(path string, content []byte) error {
	data, err := foreign.Read(path, FileBytesMax)
	switch {
	case errors.Is(err, fs.ErrNotExist) && content == nil:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("read %s: %s", path, foreign.Reason(err))
	case content == nil || err != nil || !bytes.Equal(data, content):
		return fmt.Errorf("%s was changed by somebody else meanwhile; nothing was written", path)
	}
	return nil
}

func put(path string, content []byte) error {
	if content == nil {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove a lesson: %w", err)
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("make the folder of lessons: %w", err)
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := atomicfile.WriteFile(path, content, mode); err != nil {
		return fmt.Errorf("write a lesson: %w", err)
	}
	return nil
}
