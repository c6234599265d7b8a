//go:build unix

package project

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/host/code/files"
)

const nobody = 65534

func init() { // what only Unix can restrict
	restrict = func(j job) error {
		if j.Bytes > 0 {
			signal.Ignore(syscall.SIGXFSZ) // a write then fails instead
			limit := syscall.Rlimit{Cur: uint64(j.Bytes), Max: uint64(j.Bytes)}
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
				return err
			}
		}
		if j.Owner > 0 && os.Getuid() == 0 {
			return syscall.Setuid(j.Owner)
		}
		return nil
	}
}

// Ensure on a full disk an index is searched, lines are right or said to be stale, indexing says
// what is the matter, and goes on once there is room.
func TestFullDisk(t *testing.T) {
	folder, indexes := newTree(t, 150)
	home, err := HomeOf(indexes, folder)
	must(t, err)
	p, err := Open(home, options())
	must(t, err)
	refresh(t, p)
	must(t, p.Close())
	fill(t, folder, 150, 450)
	write(t, folder, "d5/f5.go", "package d\n\n\n// Word5 does what number 5 does.\nfunc Word5() {}\n")
	for _, bytes := range []int{1, 4 << 10, 40 << 10} {
		if d := start(t, job{Kind: "search", Home: home, Rounds: 2, Bytes: bytes})(); d.Err != "" || d.Hits == 0 {
			t.Errorf("%d bytes: search: %+v", bytes, d)
		}
		if d := start(t, job{Kind: "index", Home: home, Rounds: 1, Bytes: bytes})(); !d.Unwritable {
			t.Errorf("%d bytes: index: %+v", bytes, d)
		}
	}
	p = openAt(t, indexes, folder, options())
	if p.Replaced() != "" {
		t.Errorf("replaced: %s", p.Replaced())
	}
	if report := refresh(t, p); report.Files != 450 {
		t.Errorf("with room: %+v", report)
	}
	if got := said(ask(t, p, "Word5")); !strings.Contains(got, "d5/f5.go:4-5 Word5") {
		t.Errorf("with room: %s", got)
	}
}

// Ensure a file that could not be read once is read again, though what opens it leaves its time.
func TestUnreadableOnce(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Log("root reads everything: what follows is for others")
		return
	}
	folder, indexes := newTree(t, 3)
	p := openAt(t, indexes, folder, options())
	closed := filepath.Join(folder, "d1", "f1.go")
	must(t, os.Chmod(closed, 0))
	if report := refresh(t, p); report.Skipped.Count[files.Unreadable] != 1 {
		t.Errorf("closed: got %+v", report)
	}
	must(t, os.Chmod(closed, 0o600))
	refresh(t, p)
	if got := said(ask(t, p, "Word1")); !strings.Contains(got, "d1/f1.go:3-4 Word1") {
		t.Errorf("opened: got %s", got)
	}
}

// Ensure in a data folder of another user an index is found and searched, and that indexing says
// what is the matter.
func TestReadOnlyFolder(t *testing.T) {
	folder, indexes := newTree(t, 9)
	home, err := HomeOf(indexes, folder)
	must(t, err)
	p, err := Open(home, options())
	must(t, err)
	refresh(t, p)
	must(t, p.Close())
	for path, all := folder, tempFolderOf(t); path != all && strings.HasPrefix(path, all); path = filepath.Dir(path) {
		must(t, os.Chmod(path, 0o755)) // the test's own folders, and no other
	}
	must(t, filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil {
			err = os.Chmod(path, 0o755)
		}
		return err
	}))
	must(t, os.Chmod(home.File, 0o444))
	must(t, os.Chmod(indexes, 0o555))
	t.Cleanup(func() { _ = os.Chmod(indexes, 0o700) }) // so that it can be removed
	must(t, os.WriteFile(filepath.Join(folder, "d5", "f5.go"), []byte("package d\n\n\n// Word5 does what number 5 does.\nfunc Word5() {}\n"), 0o644))
	if d := start(t, job{Kind: "search", Home: home, Rounds: 3, Owner: nobody})(); d.Err != "" || d.Hits == 0 || d.Stale == 0 {
		t.Errorf("search: %+v", d)
	}
	if d := start(t, job{Kind: "index", Home: home, Rounds: 1, Owner: nobody})(); !d.Unwritable {
		t.Errorf("index: %+v", d)
	}
}

// tempFolderOf is the folder of all temporary files, links resolved.
func tempFolderOf(t *testing.T) string {
	t.Helper()
	all, err := filepath.EvalSymlinks(os.TempDir())
	must(t, err)
	return all
}
