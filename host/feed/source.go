package feed

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// busyWait is how long a look waits for a lock. A reader meets one only while another process
// mends the file.
const busyWait = 100 * time.Millisecond

// source is state.db, opened to be read. The file may come, go, be replaced, be damaged and
// be mended: each use looks whether it is still the same one.
type source struct {
	path  string
	mu    sync.Mutex
	store *session.Store
	mark  sqlite.Mark
}

// use runs work on the open file. opened tells that it was opened for this: it may be
// another one than before. After an error the file is opened anew, unless somebody was only
// in the way.
func (s *source) use(work func(store *session.Store, opened bool) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	opened, err := s.ready()
	if err == nil {
		err = work(s.store, opened)
	}
	if err != nil && !sqlite.IsBusy(err) {
		s.shut()
	}
	return err
}

func (s *source) ready() (opened bool, err error) {
	if s.store != nil {
		mark, err := s.store.Mark()
		if err == nil && mark.Same(s.mark) {
			return false, nil
		}
		if sqlite.IsBusy(err) {
			return false, err
		}
		s.shut()
	}
	before, err := os.Stat(s.path)
	if err != nil {
		return false, err
	}
	store, err := session.Open(s.path, session.Options{ReadOnly: true, Patient: true, Kept: true, Busy: busyWait})
	if err != nil {
		return false, err
	}
	mark, err := store.Mark()
	if err == nil && !mark.IsOf(before) {
		err = errors.New("it was replaced while it was opened")
	}
	if err != nil {
		_ = store.Close() // nothing was written
		return false, err
	}
	s.store, s.mark = store, mark
	return true, nil
}

func (s *source) shut() {
	if s.store != nil {
		_ = s.store.Close() // nothing was written
		s.store = nil
	}
}

func (s *source) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut()
}

// inWords says what keeps state.db from being read; "" where nothing does.
func inWords(path string, err error) string {
	_, newer := errors.AsType[*sqlite.NewerError](err)
	switch {
	case err == nil:
		return ""
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("nothing is stored yet: %s does not exist; it is made by the first prompt", path)
	case newer:
		return err.Error()
	case sqlite.IsOlder(err):
		return fmt.Sprintf("%s is being made, or an earlier version wrote it; the next prompt brings it up to date", path)
	case sqlite.IsForeign(err):
		return fmt.Sprintf("%s is another program's database; see: impressionism doctor", path)
	case sqlite.IsCorrupt(err):
		return fmt.Sprintf("%s is damaged; it is mended when the next session starts, or by: impressionism status", path)
	}
	return fmt.Sprintf("%s cannot be read: %v; see: impressionism doctor", path, err)
}
