package markdown

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Ensure that the hash is that of the bytes in the file, byte order mark and all.
func TestReadHash(t *testing.T) {
	entry := fileOf(t, []byte("\xEF\xBB\xBFtext\r\n"))
	data, hash, rejection, err := Read(entry)
	if err != nil || rejection != nil {
		t.Fatal(rejection, err)
	}
	sum := sha256.Sum256([]byte("\xEF\xBB\xBFtext\r\n"))
	if hash != hex.EncodeToString(sum[:]) || len(data) != 9 {
		t.Errorf("got %d bytes with hash %s, want 9 with %x", len(data), hash, sum)
	}
}

// Ensure that a file over the limit is rejected with a reason, and one at the
// limit is read.
func TestReadLimit(t *testing.T) {
	if _, _, rejection, err := Read(fileOf(t, make([]byte, FileBytesMax))); err != nil || rejection != nil {
		t.Errorf("at the limit: got %v, %v, want it read", rejection, err)
	}
	_, _, rejection, err := Read(fileOf(t, make([]byte, FileBytesMax+1)))
	if err != nil || rejection == nil || rejection.Code != "too-large" || rejection.Path == "" {
		t.Errorf("over the limit: got %+v, %v, want too-large", rejection, err)
	}
}

// Ensure that a file that has vanished since it was listed is told as that.
func TestReadVanished(t *testing.T) {
	entry := fileOf(t, []byte("x"))
	if err := os.Remove(entry.Path); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := Read(entry); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want fs.ErrNotExist", err)
	}
}

// Ensure that a file that became a link out of its root, or a directory, since
// it was listed is not read.
func TestReadSwapped(t *testing.T) {
	entry := fileOf(t, []byte("x"))
	outside := fileOf(t, []byte("secret"))
	swap := func(make func() error) {
		if err := errors.Join(os.RemoveAll(entry.Path), make()); err != nil {
			t.Fatal(err)
		}
	}
	swap(func() error { return os.Symlink(outside.Path, entry.Path) })
	if data, _, rejection, err := Read(entry); rejection == nil || rejection.Code != "outside-root" || data != nil {
		t.Errorf("link: got %q, %+v, %v, want outside-root", data, rejection, err)
	}
	swap(func() error { return os.Mkdir(entry.Path, 0o755) })
	if _, _, rejection, err := Read(entry); rejection == nil || rejection.Code != "not-a-file" {
		t.Errorf("directory: got %+v, %v, want not-a-file", rejection, err)
	}
}

// Ensure that a file that does not come to rest is an error for now, and never
// an item from half a file.
func TestReadWhileWritten(t *testing.T) {
	entry := fileOf(t, bytes.Repeat([]byte("x"), FileBytesMax/4))
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		grow(entry.Path, stop)
	}()
	defer func() { close(stop); <-done }()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		_, _, rejection, err := Read(entry)
		if errors.Is(err, ErrChanged) {
			return
		}
		if err != nil || rejection != nil {
			t.Fatalf("got %v, %v, want ErrChanged or the file", rejection, err)
		}
	}
	t.Error("a file that grew all the time was never told as changing")
}

// grow changes a file without pause, below the limit of its size.
func grow(path string, stop <-chan struct{}) {
	file, err := os.OpenFile(path, os.O_WRONLY, 0o644)
	if err != nil {
		return
	}
	defer file.Close()
	for size := int64(1); ; size++ {
		select {
		case <-stop:
			return
		default:
			_ = file.Truncate(FileBytesMax/4 + size%1000) // a failure shows as a file at rest
		}
	}
}

func fileOf(t *testing.T, data []byte) catalog.Entry {
	t.Helper()
	root := t.TempDir()
	path := filepath.Join(root, "SKILL.md")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return catalog.Entry{Path: path, Root: root}
}
