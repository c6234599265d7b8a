package sqlite

import (
	"path/filepath"
	"testing"
)

// Ensure a snapshot sees one moment, keeps nobody from writing, and gives the
// connection back when it is closed, once or twice.
func TestSnapshot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	reader, writer := openTest(t, path), openTest(t, path)
	run(t, writer, "INSERT INTO notes (text) VALUES ('before')")
	snapshot, err := reader.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	count := func() (n int) {
		t.Helper()
		if err := snapshot.QueryRow("SELECT count(*) FROM notes").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := count()
	run(t, writer, "INSERT INTO notes (text) VALUES ('meanwhile')")
	if after := count(); before != 1 || after != 1 {
		t.Errorf("the snapshot saw %d rows, then %d", before, after)
	}
	for range 2 {
		if err := snapshot.Close(); err != nil {
			t.Error(err)
		}
	}
	if got := ask[int](t, reader, "SELECT count(*) FROM notes"); got != 2 {
		t.Errorf("afterwards: got %d rows want 2", got)
	}
}
