package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/internal/filelock"
)

// lockFile lies in each scratch folder, and is locked as long as its process lives.
const lockFile = "impressionism.lock"

// scratchTries is how often a folder is made where another process removes it at once.
const scratchTries = 3

// Scratch is a folder beside the program's that its user alone can write, in which a
// replacement is made ready.
type Scratch struct {
	data, folder string
	lock         *os.File
}

// ErrAtWork reports that another process replaces the program.
var ErrAtWork = errors.New("another upgrade is at work; wait for its end, and try again")

// NewScratch makes a folder in the data folder, and removes those of processes that were
// killed. Of processes at the same time at most one gets a folder until it removes it; the
// others get ErrAtWork.
func NewScratch(data string) (Scratch, error) {
	for range scratchTries {
		folder, err := os.MkdirTemp(data, Dir+partial)
		if err != nil {
			return Scratch{}, fmt.Errorf("make a folder for the archive: %w", err)
		}
		path := filepath.Join(folder, lockFile)
		lock, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, fileMode)
		if err == nil {
			err = filelock.Lock(lock)
		}
		s := Scratch{data, folder, lock}
		if err != nil {
			s.Remove()
			return Scratch{}, fmt.Errorf("lock the folder for the archive: %w", err)
		}
		alone := sweep(data, folder)
		if _, err := os.Stat(path); err == nil && alone {
			return s, nil
		}
		s.Remove()
		if !alone {
			return Scratch{}, ErrAtWork
		}
		// another process took it for one that nobody has, before it was locked
	}
	return Scratch{}, ErrAtWork
}

// sweep removes the scratch folders whose processes were killed: nobody has their lock. It
// reports whether there is no other one than own.
func sweep(data, own string) (alone bool) {
	alone = true
	entries, _ := os.ReadDir(data) // what cannot be listed is not removed
	for _, entry := range entries {
		if !entry.IsDir() || !strings.HasPrefix(entry.Name(), Dir+partial) {
			continue
		}
		folder := filepath.Join(data, entry.Name())
		if folder == own {
			continue
		}
		lock, err := os.OpenFile(filepath.Join(folder, lockFile), os.O_RDWR, fileMode)
		if err != nil {
			continue // it is no scratch folder
		}
		if filelock.TryLock(lock) == nil {
			_ = os.RemoveAll(folder) // under the lock: its process may be about to take it
			Scratch{data, folder, lock}.Remove()
			continue
		}
		lock.Close()
		alone = false
	}
	return alone
}

// Remove removes the folder. What is left of it only takes room.
func (s Scratch) Remove() {
	if s.lock != nil {
		s.lock.Close() // Windows removes no open file
	}
	_ = os.RemoveAll(s.folder)
}

// Place is where in the folder an archive of a name is to be put.
func (s Scratch) Place(name string) string {
	if strings.HasSuffix(name, ".zip") {
		return filepath.Join(s.folder, "impressionism_archive.zip")
	}
	return filepath.Join(s.folder, "impressionism_archive.tar.gz")
}

// Take copies an archive into the folder and returns the copy's path. Who hashes and unpacks
// the copy does so with the same bytes, whoever can write the archive meanwhile.
func (s Scratch) Take(ctx context.Context, archive string) (string, error) {
	in, err := foreign.Open(archive)
	if err != nil {
		return "", err
	}
	defer in.Close()
	path := s.Place(archive)
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return "", err
	}
	written, err := io.Copy(out, io.LimitReader(interruptible{ctx, in}, bytesMax+1))
	if err == nil && written > bytesMax {
		err = fmt.Errorf("more than %d bytes; is it an archive of impressionism?", bytesMax)
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return "", fmt.Errorf("copy %s: %w", archive, err)
	}
	return path, nil
}

// interruptible reads until the context ends.
type interruptible struct {
	ctx context.Context
	io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.Reader.Read(p)
}
