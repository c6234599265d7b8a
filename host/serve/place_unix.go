//go:build unix

package serve

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/ed-irl/impressionism/host/internal/filelock"
	"github.com/ed-irl/impressionism/host/serve/relay"
)

// prepare makes the folder of a place, with those above it.
func prepare(p relay.Place) error { return os.MkdirAll(p.Folder, 0o700) }

// claim waits until no other server has the place and takes it. The kernel gives
// the lock free when a process ends, however it ends, and the wait costs nothing. Where the
// folder above the place's is gone, the error is fs.ErrNotExist.
func claim(p relay.Place) (*os.File, error) {
	for {
		held, err := lock(p, filelock.Lock)
		if err != nil || held != nil {
			return held, err
		}
	}
}

// lock returns the locked file, or nil where its name has been given to another file
// meanwhile. It makes the place's folder, which each server that ends removes, and none above it.
func lock(p relay.Place, take func(*os.File) error) (*os.File, error) {
	if err := os.Mkdir(p.Folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	if err := p.Check(); errors.Is(err, fs.ErrNotExist) {
		return nil, nil // as below
	} else if err != nil {
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
	if !isAt(p, file) {
		return nil, file.Close()
	}
	return file, nil
}

// isAt reports whether a file is still the one that has the lock's name.
func isAt(p relay.Place, file *os.File) bool {
	mine, err := file.Stat()
	named, statErr := os.Stat(p.Lock)
	return err == nil && statErr == nil && os.SameFile(mine, named)
}

// isLost reports whether hooks find the server no more: somebody removed what it made, as systems
// do with folders for a login's files and for temporary ones. As long as the folder above is
// gone as well nobody else can be there, and it is not the server's to make.
func isLost(p relay.Place, held *os.File) bool {
	if _, err := os.Stat(filepath.Dir(p.Folder)); err != nil {
		return false
	}
	_, termsErr := os.Stat(p.Terms)
	_, socketErr := os.Stat(p.Socket)
	return !isAt(p, held) || errors.Is(termsErr, fs.ErrNotExist) || errors.Is(socketErr, fs.ErrNotExist)
}

// listenAt writes the terms and makes the socket. What lies there is left by a server that
// was killed, or is about it: the lock is held.
func listenAt(p relay.Place, terms relay.Terms) (net.Listener, error) {
	if err := ignoreAbsent(os.Remove(p.Socket)); err != nil {
		return nil, err
	}
	if err := os.WriteFile(p.Terms, terms.Encode(), 0o600); err != nil {
		return nil, err
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: p.Socket, Net: "unix"})
	if err != nil {
		return nil, err
	}
	listener.SetUnlinkOnClose(false) // leave does, if the socket there is still this one
	if err := os.Chmod(p.Socket, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// leave removes what a server made, while it still holds the lock. Where somebody removed that
// meanwhile, what lies there is of another server.
func leave(p relay.Place, held *os.File) error {
	if !isAt(p, held) {
		return held.Close()
	}
	err := errors.Join(ignoreAbsent(os.Remove(p.Terms)), ignoreAbsent(os.Remove(p.Socket)), ignoreAbsent(os.Remove(p.Lock)))
	_ = os.Remove(p.Folder) // others may be in there
	return errors.Join(err, held.Close())
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Sweep removes what a killed server left, unless another one is about to begin.
func Sweep(p relay.Place) {
	if held, err := lock(p, filelock.TryLock); err == nil && held != nil {
		_ = leave(p, held) // the next server does it again
	}
}

// Program returns the path of the file that this process runs, for relay.Program: what was
// started, even where its name is another file's by now.
func Program() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}
