package ledger

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure no transcript, whatever it holds, fails an import, counts what was not
// suggested, or is counted twice.
func FuzzImport(f *testing.F) {
	f.Add([]byte(prompt("SESSION", minute(1), "one") + skill("SESSION", minute(2), "db", false)))
	f.Add([]byte(prompt("SESSION", minute(1), "/db") + skill("SESSION", minute(0), "db", true) + "{\"type\":"))
	f.Add([]byte(strings.Repeat(prompt("SESSION", minute(3), "<command-name>/db</command-name>"), 9)))
	store, err := session.Open(filepath.Join(f.TempDir(), "state.db"), session.Options{Scratch: true})
	must(f, err)
	f.Cleanup(func() { must(f, store.Close()) })
	count := 0
	f.Fuzz(func(t *testing.T, data []byte) {
		count++
		projects, id := folder{t, t.TempDir()}, fmt.Sprint("s", count)
		data = bytes.ReplaceAll(data, []byte("SESSION"), []byte(id))
		tell(t, store, id, minute(1), "db")
		projects.add(id, string(data))
		first := projects.read(store)
		if first.Found > 1 || first.Found != len(first.Items) {
			t.Errorf("one suggestion, and %+v", first)
		}
		projects.add(id, "\n"+string(data))
		if second := projects.read(store); first.Found+second.Found > 1 {
			t.Errorf("counted twice: %+v, then %+v", first, second)
		}
	})
}
