package ledger

import (
	"strings"
	"testing"
)

// Ensure no transcript, whatever it holds, fails an import, counts what was not
// suggested, or is counted twice.
func FuzzImport(f *testing.F) {
	f.Add([]byte(prompt("s", minute(1), "one") + skill("s", minute(2), "db", false)))
	f.Add([]byte(prompt("s", minute(1), "/db") + skill("s", minute(0), "db", true) + "{\"type\":"))
	f.Add([]byte(strings.Repeat(prompt("s", minute(3), "<command-name>/db</command-name>"), 9)))
	f.Fuzz(func(t *testing.T, data []byte) {
		store, projects := openStore(t), folder{t, t.TempDir()}
		tell(t, store, "s", minute(1), "db")
		projects.add("s", string(data))
		first := projects.read(store)
		if first.Found > 1 || first.Found != len(first.Items) {
			t.Errorf("one suggestion, and %+v", first)
		}
		projects.add("s", "\n"+string(data))
		if second := projects.read(store); first.Found+second.Found > 1 {
			t.Errorf("counted twice: %+v, then %+v", first, second)
		}
	})
}
