//go:build unix

package places

import (
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
)

const nobody = 65534

func init() { // the jobs that exist on Unix only
	jobs["fill"], jobs["locked"] = fillJob, lockedJob
}

// fillJob writes until the limit on file sizes stops it.
func fillJob(j job) done {
	signal.Ignore(syscall.SIGXFSZ) // a write then fails instead
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(j.Limit), Max: uint64(j.Limit)}); err != nil {
		return done{Err: err.Error()}
	}
	j.Rounds = 100_000
	return writeJob(j)
}

// Ensure a full disk is told as that, loses nothing that was stored before, and that the
// store works on once there is room.
func TestFullDisk(t *testing.T) {
	for _, limit := range []int64{0, 4 << 10, 60 << 10, 400 << 10, 1 << 20} {
		path := filepath.Join(t.TempDir(), "a.db")
		d := start(t, job{Kind: "fill", Path: path, Root: "/r", Limit: limit})()
		if !d.Full {
			t.Errorf("limit %d: after %d batches: %s", limit, d.Rounds, d.Err)
		}
		s := openTest(t, path)
		if s.Replaced() != "" {
			t.Errorf("limit %d: replaced: %s", limit, s.Replaced())
		}
		files, err := s.Files("/r")
		must(t, err)
		for n := max(0, d.Rounds-2); n < d.Rounds; n++ { // of the one before the next may be in place
			for _, f := range batch(n) {
				if files[f.Path].Hash != f.Hash {
					t.Errorf("limit %d: %s of batch %d is lost", limit, f.Path, n)
				}
			}
		}
		apply(t, s, "/r", batch(d.Rounds)...)
		must(t, s.Check())
	}
}

// lockedJob uses the store as a user who may not write to its folder.
func lockedJob(j job) done {
	if os.Getuid() == 0 {
		if err := syscall.Setuid(nobody); err != nil {
			return done{Err: err.Error()}
		}
	}
	if d := searchJob(job{Path: j.Path, Root: "/r", Rounds: 1}); d.Err != "" {
		return d
	}
	return writeJob(job{Path: j.Path, Root: "/r", Rounds: 1})
}

// Ensure in a folder that may not be written searches go on, and storing says that it cannot.
func TestReadOnlyFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	s, err := Open(path)
	must(t, err)
	apply(t, s, "/r", batch(0)...)
	must(t, s.db.EmptyLog())
	must(t, s.Close())
	_ = os.Remove(path + "-wal")
	_ = os.Remove(path + "-shm")
	folder := filepath.Dir(path)
	must(t, os.Chmod(path, 0o444))
	for _, name := range []string{filepath.Dir(folder), folder} {
		must(t, os.Chmod(name, 0o555))
	}
	d := start(t, job{Kind: "locked", Path: path})()
	if !d.Unwritable {
		t.Errorf("got %+v", d)
	}
	_ = os.Chmod(filepath.Dir(folder), 0o700) // so that it can be removed
	_ = os.Chmod(folder, 0o700)
}
