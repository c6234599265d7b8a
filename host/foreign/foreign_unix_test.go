//go:build unix

package foreign_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/host/foreign"
)

// odd makes one path of each sort that is no regular file.
func odd(t *testing.T) (folder string, names []string) {
	t.Helper()
	folder = t.TempDir()
	for name, makeOne := range map[string]func(path string) error{
		"pipe":           func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"folder":         func(path string) error { return os.Mkdir(path, 0o700) },
		"link-to-pipe":   func(path string) error { return os.Symlink("pipe", path) },
		"link-to-device": func(path string) error { return os.Symlink("/dev/zero", path) },
		"link-to-itself": func(path string) error { return os.Symlink("link-to-itself", path) },
	} {
		if err := makeOne(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return folder, names
}

// Ensure nothing that is no regular file is opened, whichever way it is asked for.
func TestOnlyRegularFiles(t *testing.T) {
	folder, names := odd(t)
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, name := range names {
		path := filepath.Join(folder, name)
		_, opened := foreign.Open(path)
		_, read := foreign.Read(path, 100)
		_, inDir := foreign.ReadIn(foreign.Dir(folder), name, 100)
		for how, err := range map[string]error{"Open": opened, "Read": read, "Dir": inDir} {
			if name == "link-to-itself" {
				if !errors.Is(err, syscall.ELOOP) {
					t.Errorf("%s %s: got %v, want ELOOP", how, name, err)
				}
			} else if !errors.Is(err, foreign.ErrNotRegular) {
				t.Errorf("%s %s: got %v, want ErrNotRegular", how, name, err)
			}
		}
		for how, files := range map[string]fs.FS{"Dir": foreign.Dir(folder), "Inside": foreign.Inside(root)} {
			if file, err := files.Open(name); (err == nil) != (name == "folder") {
				t.Errorf("%s.Open %s: got %v, %v", how, name, file, err)
			}
		}
		if _, err := foreign.ReadDir(path, 100); (err == nil) != (name == "folder") {
			t.Errorf("ReadDir %s: got %v", name, err)
		}
	}
}

// Ensure a pipe that takes a file's place after it was looked at is neither
// waited for nor read.
func TestExchangedForAPipe(t *testing.T) {
	folder := t.TempDir()
	path, pipe, file := filepath.Join(folder, "x"), filepath.Join(folder, "pipe"), filepath.Join(folder, "file")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.WriteFile(file, []byte("text"), 0o600), os.Symlink(file, path)); err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() { // it exchanges the two until the test has seen enough
		defer close(stopped)
		targets, next := []string{pipe, file}, filepath.Join(folder, "next")
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				_, _ = os.Symlink(targets[i%2], next), os.Rename(next, path) // the reader tells what went wrong
			}
		}
	}()
	for range 20_000 {
		data, err := foreign.Read(path, 100)
		if err == nil && string(data) != "text" || err != nil && !errors.Is(err, foreign.ErrNotRegular) {
			t.Errorf("got %q, %v", data, err)
			break
		}
	}
	close(stop)
	<-stopped
}

// Ensure files that claim to be empty, as those of /proc, are read up to the limit.
func TestSizeIsNotBelieved(t *testing.T) {
	const path = "/proc/self/status"
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skip("there is no /proc")
	}
	if data, err := foreign.Read(path, 1<<20); err != nil || len(data) == 0 {
		t.Errorf("got %d bytes, %v", len(data), err)
	}
	if _, err := foreign.Read(path, 10); !errors.Is(err, foreign.ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
}
