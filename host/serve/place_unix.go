//go:build unix

package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/ed-irl/impressionism/host/internal/filelock"
)

func user() int { return os.Geteuid() }

// Program names the file that this process runs, as it is: while the process
// lives, no other file on the machine has its number, and what runs cannot be
// written to. That is as sure as a hash of twenty megabytes, which would take
// longer than a hook may.
func Program() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	if runtime.GOOS == "linux" {
		path = "/proc/self/exe" // what was started, even where its name is another file's by now
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", fmt.Errorf("look at %s: it has no number", path)
	}
	return fmt.Sprintf("device %d, inode %d, %d bytes, modified %d", stat.Dev, stat.Ino, info.Size(), info.ModTime().UnixNano()), nil
}

// isOurs reports whether a folder exists and belongs to this user.
func isOurs(folder string) bool {
	info, err := os.Stat(folder)
	if err != nil || !info.IsDir() {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == user()
}

// check refuses a folder that somebody else could have put there or put things
// into: whoever owns the socket sees prompts and says what the model reads.
func (p Place) check() error {
	info, err := os.Lstat(p.Folder)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", p.Folder)
	case !ok || int(stat.Uid) != user():
		return fmt.Errorf("%s belongs to another user", p.Folder)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s is open to other users; run: chmod 700 %s", p.Folder, p.Folder)
	}
	return nil
}

// claim waits until no other server has the place and takes it. The kernel gives
// the lock free when a process ends, however it ends, and the wait costs nothing.
func (p Place) claim() (*os.File, error) {
	for {
		held, err := p.lock(filelock.Lock)
		if err != nil || held != nil {
			return held, err
		}
	}
}

// lock returns the locked file, or nil where its name has been given to another file
// meanwhile.
func (p Place) lock(take func(*os.File) error) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(p.Folder), 0o700); err != nil {
		return nil, err
	}
	if err := os.Mkdir(p.Folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(p.Lock, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // whoever ended just now removed the folder
	}
	if err != nil {
		return nil, err
	}
	if err := take(file); err != nil {
		_ = file.Close() // the first error is the one to tell
		return nil, err
	}
	mine, err := file.Stat()
	if named, statErr := os.Stat(p.Lock); err != nil || statErr != nil || !os.SameFile(mine, named) {
		return nil, file.Close()
	}
	return file, nil
}

// listen makes the socket. What lies there is left by a server that was killed, or is
// about it: the lock is held.
func (p Place) listen() (net.Listener, error) {
	if err := errors.Join(ignoreAbsent(os.Remove(p.Socket)), p.forgetLate(true)); err != nil {
		return nil, err
	}
	listener, err := net.Listen("unix", p.Socket)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(p.Socket, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// leave removes what a server made, while it still holds the lock.
func (p Place) leave(held *os.File) error {
	err := errors.Join(ignoreAbsent(os.Remove(p.Socket)), p.forgetLate(true), ignoreAbsent(os.Remove(p.Lock)))
	_ = os.Remove(p.Folder) // others may be in there
	return errors.Join(err, held.Close())
}

// markLate touches a workspace's mark at a place that is in use: where the server has
// ended, nobody would remove it.
func (p Place) markLate(workspace string) error {
	if err := p.check(); err != nil {
		return err
	}
	if _, err := os.Lstat(p.Socket); err != nil {
		return err
	}
	mark := p.lateMark(workspace)
	file, err := os.OpenFile(mark, os.O_CREATE|os.O_WRONLY|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	now := time.Now()
	return errors.Join(file.Close(), os.Chtimes(mark, now, now), p.forgetLate(false))
}

// sweep removes what a killed server left, unless another one is about to begin.
func (p Place) sweep() {
	if held, err := p.lock(filelock.TryLock); err == nil && held != nil {
		_ = p.leave(held) // the next server does it again
	}
}
