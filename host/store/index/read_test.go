package index

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// Ensure an index that is opened to be read answers as any, cannot be written,
// is never made or rebuilt, and tells what of a listing it has not read.
func TestOpenRead(t *testing.T) {
	absent := filepath.Join(t.TempDir(), "index.db")
	if _, err := OpenRead(absent); err == nil {
		t.Fatal("a file that is not there was opened")
	}
	if _, err := os.Stat(absent); err == nil {
		t.Error("it was made")
	}
	s := newShelf(t)
	s.put("one", "Write database migrations.")
	s.put("two", "Lay out pages.")
	s.refresh(false, Options{})
	listing := s.listing()
	read, err := OpenRead(s.path())
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	if outdated, err := read.Outdated(listing, pools); err != nil || outdated != 0 {
		t.Errorf("got %d outdated, %v", outdated, err)
	}
	listing.Entries[0].Stat.Size++
	listing.Entries[1].Path += ".moved"
	if outdated, err := read.Outdated(listing, pools); err != nil || outdated != 2 {
		t.Errorf("got %d outdated, %v", outdated, err)
	}
	if _, err := read.Refresh(context.Background(), listing, s.sources(false), Options{}); err == nil {
		t.Error("it was written")
	}
	damaged := filepath.Join(t.TempDir(), "index.db")
	noise := bytes.Repeat([]byte("noise"), 4096)
	if err := os.WriteFile(damaged, noise, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenRead(damaged); err == nil {
		t.Error("a damaged file was opened")
	}
	if after, err := os.ReadFile(damaged); err != nil || !bytes.Equal(after, noise) {
		t.Errorf("a damaged file was changed: %v", err)
	}
}
