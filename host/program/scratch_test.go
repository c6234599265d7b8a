package program

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Ensure a folder of a process that was killed is removed by the next, and neither one that is
// in use nor one that only has such a name.
func TestScratch(t *testing.T) {
	data := t.TempDir()
	others := filepath.Join(data, Dir+partial+"notes", "mine.txt")
	check(t, os.MkdirAll(filepath.Dir(others), 0o700))
	check(t, os.WriteFile(others, []byte("mine"), 0o600))
	killed, err := NewScratch(data)
	check(t, err)
	check(t, os.WriteFile(killed.Place("a.zip"), []byte("x"), 0o600))
	check(t, killed.lock.Close()) // as the system does
	used, err := NewScratch(data)
	check(t, err)
	if _, err := NewScratch(data); !errors.Is(err, ErrAtWork) {
		t.Errorf("beside another one: got %v", err)
	}
	if _, err := os.Stat(killed.folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of a killed process: got %v", err)
	}
	for _, path := range []string{others, used.folder} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	used.Remove()
	if entries, err := os.ReadDir(data); err != nil || len(entries) != 1 {
		t.Errorf("left: %v, %v", entries, err)
	}
}

// Ensure that of processes which begin at once one works at a time, and nothing is left.
func TestScratchAtOnce(t *testing.T) {
	data := t.TempDir()
	var begun sync.WaitGroup
	var working atomic.Int32
	for range 16 {
		begun.Go(func() {
			scratch, err := NewScratch(data)
			if errors.Is(err, ErrAtWork) {
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			defer scratch.Remove()
			defer working.Add(-1)
			if working.Add(1) > 1 {
				t.Error("two work at once")
			}
			if err := os.WriteFile(scratch.Place("a.zip"), []byte("x"), 0o600); err != nil {
				t.Error(err)
			}
		})
	}
	begun.Wait()
	if entries, err := os.ReadDir(data); err != nil || len(entries) != 0 {
		t.Errorf("left: %v, %v", entries, err)
	}
}

// Ensure a context that ends ends the copying and the unpacking of an archive.
func TestInterrupted(t *testing.T) {
	scratch, err := NewScratch(t.TempDir())
	check(t, err)
	defer scratch.Remove()
	path := archive(t, "a.tar.gz", map[string]string{"bin/impressionism": strings.Repeat("x", 1000)})
	ctx, stop := context.WithCancel(t.Context())
	taken, err := scratch.Take(ctx, path)
	check(t, err)
	stop()
	if _, err := scratch.Replace(ctx, taken, "linux", accept); !errors.Is(err, context.Canceled) {
		t.Errorf("unpack: got %v", err)
	}
	check(t, os.Remove(taken))
	if _, err := scratch.Take(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("copy: got %v", err)
	}
}
