package session

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// damagedStore writes a store of 20 sessions, and one more that is in the log
// only, and damages the pages in [from, to) tenths of the file.
func damagedStore(t *testing.T, from, to int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "state.db")
	store, err := Open(path, Options{})
	must(t, err)
	for i := range 20 {
		id := fmt.Sprint("s", i)
		talk(t, store, id, began, 20)
		must(t, store.Say(id, Good, keys([]string{"used", "unused"}), began))
		_, err := store.AddInvocations(Transcript{Path: "/" + id + strings.Repeat("x", 400), SessionID: id, ModifiedAt: began, Position: []byte(`{}`)}, nil)
		must(t, err)
	}
	must(t, store.db.EmptyLog())
	talk(t, store, "late", began, 5)
	must(t, store.Close())
	data, err := os.ReadFile(path)
	must(t, err)
	pages := len(data) / 4096
	for i := pages * from / 10 * 4096; i < pages*to/10*4096; i++ {
		data[i] ^= 0x5a
	}
	must(t, os.WriteFile(path, data, 0o600))
	return path
}

// Ensure after damage anywhere the store opens again with what could be read,
// recording goes on in the sessions that were there without a collision of
// numbers, and the user is told.
func TestSalvage(t *testing.T) {
	for _, part := range [][2]int{{0, 1}, {2, 3}, {5, 6}, {9, 10}, {3, 10}, {0, 10}} {
		path := damagedStore(t, part[0], part[1])
		report, err := Salvage(path, began)
		must(t, err)
		t.Logf("tenths %v: %s", part, report)
		if report.Sound || !strings.HasSuffix(report.Moved, ".corrupt-20260301T090000.000Z") {
			t.Errorf("tenths %v: got %+v", part, report)
		}
		store := openAt(t, path)
		size, err := store.Size()
		must(t, err)
		if part[1]-part[0] == 1 && part[0] > 0 && size.Messages < 200 {
			t.Errorf("tenths %v: only %d of 420 messages were kept", part, size.Messages)
		}
		if late, err := store.Messages("late", 100); part == [2]int{2, 3} && len(late) == 0 {
			t.Errorf("tenths %v: nothing was kept of the log, %v", part, err)
		}
		feedback := 0
		for i := range 20 {
			id := fmt.Sprint("s", i)
			mustRecord(t, store, abi.Event{Name: abi.EventPrompt, SessionID: id, Prompt: "after"})
			if _, err := store.Decisions(id, 100); err != nil {
				t.Errorf("tenths %v: decisions of %s: %v", part, id, err)
			}
			said, err := store.Feedback(id)
			must(t, err)
			feedback += len(said)
		}
		if part == [2]int{5, 6} && feedback != 40 {
			t.Errorf("tenths %v: %d of 40 verdicts were kept", part, feedback)
		}
		if orphans, err := collect(store, "check", scanForeign, "PRAGMA foreign_key_check"); err != nil || len(orphans) > 0 {
			t.Errorf("tenths %v: rows without their parent in %v, %v", part, orphans, err)
		}
	}
}

// Ensure damage is told as such when the store is opened or first used, so that
// the host knows that salvage helps.
func TestDamageIsTold(t *testing.T) {
	for _, part := range [][2]int{{0, 1}, {0, 10}} {
		path := damagedStore(t, part[0], part[1])
		store, err := Open(path, Options{})
		if err == nil {
			_, err = store.Record(abi.Event{Name: abi.EventPrompt, SessionID: "s1", Time: began}, Policy{})
			must(t, store.Close())
		}
		if !sqlite.IsCorrupt(err) {
			t.Errorf("tenths %v: got %v", part, err)
		}
	}
}

func scanForeign(rows *sql.Rows) (table string, err error) {
	var row, parent, constraint any
	return table, rows.Scan(&table, &row, &parent, &constraint)
}

// Ensure a damaged file that was moved aside goes with its logs when rows of its age go, and
// nothing else that lies beside the store.
func TestRetainSalvaged(t *testing.T) {
	path := damagedStore(t, 0, 1)
	report, err := Salvage(path, began)
	must(t, err)
	for _, beside := range []string{report.Moved + "-wal", path + ".corrupt-mine", path + ".foreign-1"} {
		must(t, os.WriteFile(beside, []byte("x"), 0o600))
	}
	must(t, os.Mkdir(path+".corrupt-20250301T090000.000Z", 0o700))
	store := openAt(t, path)
	for _, step := range []struct {
		after time.Duration
		want  int // files of the rescue
	}{{RetainAgeDefault, 2}, {RetainAgeDefault + time.Second, 0}} {
		retain(t, store, began.Add(step.after), RetainAgeDefault, RetainBytesDefault)
		if left, err := filepath.Glob(report.Moved + "*"); err != nil || len(left) != step.want {
			t.Errorf("after %v: left %v, %v, want %d files", step.after, left, err, step.want)
		}
	}
	if left, err := store.Salvaged(); err != nil || len(left) != 1 || left[0] != path+".corrupt-mine" {
		t.Errorf("left %v, %v", left, err)
	}
	if n, err := store.ForgetSalvaged(); n != 1 || err != nil {
		t.Errorf("forgot %d files, %v, want 1", n, err)
	}
	if left, err := filepath.Glob(path + ".*"); err != nil || len(left) != 2 {
		t.Errorf("left %v, %v, want the folder and the other program's file", left, err)
	}
}
