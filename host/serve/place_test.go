//go:build unix

package serve

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/internal/filelock"
	"github.com/ed-irl/impressionism/host/serve/relay"
)

// Ensure a folder that others could have made or can write to is used by neither
// side.
func TestFolderIsOurs(t *testing.T) {
	for name, spoil := range map[string]func(folder string) error{
		"open to others": func(folder string) error { return os.Chmod(folder, 0o755) },
		"a link": func(folder string) error {
			return errors.Join(os.Rename(folder, folder+"2"), os.Symlink(folder+"2", folder))
		},
		"a file": func(folder string) error {
			return errors.Join(os.Remove(folder), os.WriteFile(folder, nil, 0o600))
		},
		"another's": func(folder string) error { return os.Chown(folder, 12345, 12345) },
	} {
		t.Run(name, func(t *testing.T) {
			if name == "another's" && os.Geteuid() != 0 {
				t.Skip("only root gives folders away")
			}
			place, l := newPlace(t), &ledger{}
			if err := errors.Join(os.MkdirAll(place.Folder, 0o700), spoil(place.Folder)); err != nil {
				t.Fatal(err)
			}
			if err := (&Server{Announce: announcing(t, 0), Take: l.turn(tellAll)}).Serve(t.Context(), place, func() { t.Error("it serves") }); err == nil {
				t.Error("a server used it")
			}
			if err := place.Check(); err == nil || errors.Is(err, os.ErrNotExist) {
				t.Errorf("a hook used it: %v", err)
			}
		})
	}
}

// awaitOpened waits until this process has a file open so many times.
func awaitOpened(t *testing.T, path string, times int) {
	t.Helper()
	const files = "/proc/self/fd"
	if _, err := os.Stat(files); err != nil {
		t.Skip("this system does not tell which files a process has open")
	}
	for until := time.Now().Add(patience); time.Now().Before(until); soon(t.Context()) {
		links, err := os.ReadDir(files)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, link := range links {
			if target, err := os.Readlink(filepath.Join(files, link.Name())); err == nil && target == path {
				found++
			}
		}
		if found >= times {
			return
		}
	}
	t.Fatalf("%s was not opened %d times", path, times)
}

// Ensure a server that begins while others end goes round again where their folder goes under
// its hands.
func TestLockWhileOthersLeave(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // one of them removes
	place, end := newPlace(t), make(chan struct{})
	var others sync.WaitGroup
	defer others.Wait()
	defer close(end)
	others.Go(func() {
		for {
			select {
			case <-end:
				return
			default:
				_ = os.Remove(place.Folder) // unless a lock is in it
			}
		}
	})
	for until := time.Now().Add(500 * time.Millisecond); time.Now().Before(until); {
		held, err := lock(place, filelock.TryLock)
		if err == nil && held != nil {
			err = leave(place, held)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Ensure a lock on a file that has lost its name is none: another server may hold
// the file that has it.
func TestLockOfNoName(t *testing.T) {
	place := newPlace(t)
	first, err := lock(place, filelock.TryLock)
	if err != nil || first == nil {
		t.Fatal(first, err)
	}
	second := make(chan *os.File, 1)
	go func() {
		held, err := lock(place, filelock.Lock)
		if err != nil {
			t.Error(err)
		}
		second <- held
	}()
	awaitOpened(t, place.Lock, 2)
	if err := errors.Join(os.Remove(place.Lock), os.WriteFile(place.Lock, nil, 0o600), first.Close()); err != nil {
		t.Fatal(err)
	}
	if held := <-second; held != nil {
		t.Error("it holds the lock of a removed file")
	}
}

// Ensure a server that ends leaves the place to the one that took it after the files there
// were removed.
func TestLeaveToAnother(t *testing.T) {
	place := newPlace(t)
	begin := func() (*os.File, net.Listener) {
		held, err := lock(place, filelock.TryLock)
		if err != nil || held == nil {
			t.Fatal(held, err)
		}
		listener, err := listenAt(place, relay.Terms{})
		if err != nil {
			t.Fatal(err)
		}
		return held, listener
	}
	end := func(held *os.File, listener net.Listener) {
		if err := errors.Join(listener.Close(), leave(place, held)); err != nil {
			t.Fatal(err)
		}
	}
	first, listener := begin()
	if err := os.RemoveAll(place.Folder); err != nil { // as uninstall does
		t.Fatal(err)
	}
	second, another := begin()
	end(first, listener)
	for _, path := range []string{place.Lock, place.Terms, place.Socket} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	end(second, another)
	if _, err := os.Stat(place.Folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder stays: %v", err)
	}
}
