package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const (
	salvageRows = 3000
	testPage    = 4096
)

// makeFile writes a file of the given version with salvageRows notes, half of
// them only in the log where that is wanted.
func makeFile(t *testing.T, version int, inLog bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := Migrate(db, first(t, version)); err != nil {
		t.Fatal(err)
	}
	for _, part := range [][2]int{{1, salvageRows / 2}, {salvageRows/2 + 1, salvageRows}} {
		run(t, db, `
WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
INSERT INTO notes (id, text) SELECT i, printf('note %d %s', i, hex(zeroblob(100 + i % 50))) FROM n`, part[0], part[1])
		run(t, db, "INSERT INTO names (name, note) SELECT 'name' || id, id FROM notes WHERE id BETWEEN ? AND ? AND id % 10 = 0", part[0], part[1])
		if part[0] == 1 || !inLog {
			if err := db.EmptyLog(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := db.DB.Close(); err != nil { // leaves the log as it is
		t.Fatal(err)
	}
	return path
}

func damage(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(data), 0o600); err != nil {
		t.Fatal(err)
	}
}

func scramble(data []byte) {
	random := rand.New(rand.NewPCG(1, uint64(len(data))))
	for i := range data {
		data[i] = byte(random.Uint32())
	}
}

// Ensure whatever a damaged file still holds is kept, that what is kept is what
// was written, that the damaged file stays beside it unchanged, and that the
// result is sound and can be written.
func TestSalvage(t *testing.T) {
	const all = salvageRows
	for _, test := range []struct {
		name    string
		version int
		inLog   bool
		change  func([]byte) []byte
		atLeast int // rows kept of notes
		gaps    bool
	}{
		{"ten pages", 3, false, func(b []byte) []byte {
			for page := 20; page < 120; page += 10 {
				scramble(b[page*testPage : (page+1)*testPage])
			}
			return b
		}, all - 10*20, true},
		{"first leaf", 3, false, func(b []byte) []byte { scramble(b[10*testPage : 11*testPage]); return b }, all - 20, true},
		{"cut in half", 3, false, func(b []byte) []byte { return b[:len(b)/2/testPage*testPage] }, all / 3, true},
		{"header zeroed", 3, false, func(b []byte) []byte { clear(b[:100]); return b }, all, false},
		{"first page garbage", 3, false, func(b []byte) []byte { scramble(b[:testPage]); return b }, all, false},
		{"garbage", 3, false, func(b []byte) []byte { scramble(b); return b }, 0, true},
		{"text", 3, false, func([]byte) []byte { return []byte("this is not a database") }, 0, false},
		{"damage, half in the log", 3, true, func(b []byte) []byte { scramble(b[40*testPage : 41*testPage]); return b }, all - 20, true},
		{"earlier version", 1, false, func(b []byte) []byte { scramble(b[60*testPage : 61*testPage]); return b }, all - 20, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := makeFile(t, test.version, test.inLog)
			damage(t, path, test.change)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			report, err := Salvage(path, "20260301", notes, "INSERT INTO moods VALUES ('mended')")
			if err != nil {
				t.Fatal(err)
			}
			if moved, err := os.ReadFile(report.Moved); err != nil || !bytes.Equal(moved, before) {
				t.Errorf("the damaged file is not at %q as it was: %v", report.Moved, err)
			}
			checkSalvaged(t, path, report, test.atLeast, test.gaps)
		})
	}
}

func checkSalvaged(t *testing.T, path string, report Report, atLeast int, gaps bool) {
	t.Helper()
	db := openTest(t, path)
	kept := ask[int](t, db, "SELECT count(*) FROM notes")
	t.Logf("%s; %d notes", report, kept)
	if kept < atLeast {
		t.Errorf("kept %d notes, want at least %d", kept, atLeast)
	}
	wrong := ask[int](t, db, "SELECT count(*) FROM notes WHERE text <> printf('note %d %s', id, hex(zeroblob(100 + id % 50)))")
	if wrong > 0 {
		t.Errorf("%d notes are not what was written", wrong)
	}
	if got := ask[string](t, db, "PRAGMA integrity_check"); got != "ok" {
		t.Errorf("the result is not sound: %s", got)
	}
	if got := ask[int](t, db, "SELECT count(*) FROM moods WHERE mood = 'mended'"); got != 1 {
		t.Error("the mending script did not run")
	}
	run(t, db, "INSERT INTO notes (text) VALUES ('after')")
	said := report.String()
	if !strings.Contains(said, report.Moved) || strings.Contains(said, "may be missing in notes") != gaps {
		t.Errorf("the report says: %s", said)
	}
	if report.Tables != nil && !strings.Contains(said, "refused 0") { // page by page, damage makes no false rows
		t.Errorf("rows were refused: %+v", report.Tables)
	}
	left, err := filepath.Glob(path + ".*")
	if err != nil || len(left) > 2 { // the damaged file and its log
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Ensure a sound file is not touched, so that trying costs nothing.
func TestSalvageSound(t *testing.T) {
	path := makeFile(t, 3, true)
	report, err := Salvage(path, "20260301", notes, "")
	if err != nil || !report.Sound {
		t.Fatalf("got %+v, %v", report, err)
	}
	db := openTest(t, path)
	if got := ask[int](t, db, "SELECT count(*) FROM notes"); got != salvageRows {
		t.Errorf("rows: got %d want %d", got, salvageRows)
	}
}

// Ensure a damaged file of a later version stays where it is: a later program
// can rescue more of it.
func TestSalvageNewer(t *testing.T) {
	path := makeFile(t, 3, false)
	damage(t, path, func(b []byte) []byte { scramble(b[60*testPage : 61*testPage]); return b })
	_, err := Salvage(path, "20260301", first(t, 2), "")
	if _, ok := errors.AsType[*NewerError](err); !ok {
		t.Fatalf("got %v, want a NewerError", err)
	}
	if left, _ := filepath.Glob(path + ".corrupt*"); len(left) > 0 {
		t.Errorf("the file was moved: %v", left)
	}
}

// Ensure that of many who notice the damage at once only one moves the file:
// the second would throw the rescued rows away.
func TestSalvageAtOnce(t *testing.T) {
	path := makeFile(t, 3, false)
	damage(t, path, func(b []byte) []byte { scramble(b[60*testPage : 61*testPage]); return b })
	var group sync.WaitGroup
	reports := make([]Report, 4)
	for i := range reports {
		group.Go(func() {
			var err error
			if reports[i], err = Salvage(path, fmt.Sprint(i), notes, ""); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	moved := 0
	for _, report := range reports {
		if !report.Sound {
			moved++
		}
	}
	if moved != 1 {
		t.Errorf("the file was replaced %d times: %+v", moved, reports)
	}
}
