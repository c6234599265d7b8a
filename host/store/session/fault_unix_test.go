//go:build unix

package session

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

const nobody = 65534

func init() { // the jobs that exist on Unix only
	jobs["fill"], jobs["locked"] = fillJob, lockedJob
}

// fillJob records until the limit on file sizes stops it.
func fillJob(j job) (d done) {
	signal.Ignore(syscall.SIGXFSZ) // a write then fails instead
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(j.Limit), Max: uint64(j.Limit)}); err != nil {
		return done{Err: err.Error()}
	}
	store, err := Open(j.Path, Options{})
	for ; err == nil && d.Recorded < j.Events; d.Recorded++ {
		_, err = store.Record(abi.Event{Name: abi.EventPrompt, SessionID: j.Sessions[0], Time: began, Prompt: strings.Repeat("words ", 80)}, Policy{})
	}
	if err == nil {
		return done{Recorded: d.Recorded, Err: "the disk never became full"}
	}
	return done{Recorded: d.Recorded - 1, Err: err.Error(), Full: sqlite.IsFull(err)}
}

// Ensure a full disk is told as that, that nothing committed before is lost,
// and that the store works on once there is room.
func TestFullDisk(t *testing.T) {
	for _, limit := range []int64{400 << 10, 1 << 20} { // an empty store's log has 280 KiB; the log's limit is met first, then the file's
		path := filepath.Join(t.TempDir(), "state.db")
		if err := recordOnce(path, "s", 0); err != nil {
			t.Fatal(err)
		}
		d := start(t, job{Kind: "fill", Path: path, Sessions: []string{"s"}, Events: 100_000, Limit: limit})()
		if !d.Full || d.Recorded < 5 {
			t.Errorf("limit %d: after %d messages got error %q, full: %v", limit, d.Recorded, d.Err, d.Full)
		}
		store := openAt(t, path)
		checkSequence(t, store, "s", 1+d.Recorded)
		if _, err := store.Record(abi.Event{Name: abi.EventPrompt, SessionID: "s", Time: began, Prompt: "room again"}, Policy{}); err != nil {
			t.Error(err)
		}
		checkSequence(t, store, "s", 2+d.Recorded)
		var verdict string
		if err := store.db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
			t.Errorf("limit %d: %s, %v", limit, verdict, err)
		}
	}
}

// Ensure a full disk does not stop the very first use with anything but a plain
// error, and leaves a file that works later.
func TestFullDiskAtFirst(t *testing.T) {
	for _, limit := range []int64{0, 100, 4 << 10, 20 << 10, 40 << 10} {
		path := filepath.Join(t.TempDir(), "state.db")
		d := start(t, job{Kind: "fill", Path: path, Sessions: []string{"s"}, Events: 100_000, Limit: limit})()
		if !d.Full {
			t.Errorf("limit %d: got error %q", limit, d.Err)
		}
		if err := recordOnce(path, "later", 0); err != nil {
			t.Errorf("limit %d: afterwards: %v", limit, err)
		}
	}
}

// lockedJob uses the store as a user who may not write to its folder.
func lockedJob(j job) done {
	if os.Getuid() == 0 {
		if err := syscall.Setuid(nobody); err != nil {
			return done{Err: err.Error()}
		}
	}
	err := recordOnce(j.Path, "s", 0)
	if err == nil {
		return done{Recorded: 1}
	}
	return done{Err: err.Error(), ReadOnly: sqlite.IsReadOnly(err)}
}

// Ensure a folder that may not be written is told as that, whether or not the
// file is there already and whoever owns it.
func TestReadOnlyFolder(t *testing.T) {
	for _, state := range []string{"no file", "own file", "another's file"} {
		folder := t.TempDir()
		path := filepath.Join(folder, "state.db")
		if state != "no file" {
			if err := recordOnce(path, "s", 0); err != nil {
				t.Fatal(err)
			}
			_ = os.Remove(path + "-wal")
			_ = os.Remove(path + "-shm")
		}
		if state == "own file" && os.Getuid() == 0 {
			if err := os.Chown(path, nobody, nobody); err != nil {
				t.Fatal(err)
			}
		}
		if state == "another's file" && os.Getuid() != 0 {
			if err := os.Chmod(path, 0); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{filepath.Dir(folder), folder} {
			if err := os.Chmod(name, 0o555); err != nil {
				t.Fatal(err)
			}
		}
		d := start(t, job{Kind: "locked", Path: path})()
		if !d.ReadOnly {
			t.Errorf("%s: got %d recorded, error %q", state, d.Recorded, d.Err)
		}
		_ = os.Chmod(filepath.Dir(folder), 0o700) // so that it can be removed
		_ = os.Chmod(folder, 0o700)
	}
}
