package recall

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/host/internal/filelock"
)

// lockSuffix is how the file is named, behind the name of the file that it locks, on which the
// tool holds a lock while it reads and writes. It never removes that file.
const lockSuffix = ".lock"

// lockWait is how long the tool is waited for: it holds a file for some milliseconds.
const lockWait = 3 * time.Second

// ErrLocked reports that the tool holds a file for longer than it should.
var ErrLocked = errors.New("the file is locked by the tool that it belongs to; nothing was done, try again")

// Lock takes the tool's lock of a file. Where its folder does not exist there is nothing to
// lock.
func Lock(path string) (unlock func(), err error) {
	name := path + lockSuffix
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file that could be locked", name)
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		return func() {}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", filepath.Base(path), err)
	}
	for end := time.Now().Add(lockWait); ; time.Sleep(20 * time.Millisecond) {
		err := filelock.TryLock(file)
		if err == nil {
			return func() { file.Close() }, nil
		}
		if !errors.Is(err, filelock.ErrLocked) || time.Now().After(end) {
			file.Close()
			return nil, fmt.Errorf("%s: %w", path, ErrLocked)
		}
	}
}
