package session

import (
	"testing"
)

// Ensure that a version which took a decision stays as long as the decision's trace,
// so that it can be taken again however often the ruleset changed since.
func TestVersionsStayWithTheirTraces(t *testing.T) {
	store := openTest(t)
	save := func(hash string) {
		t.Helper()
		must(t, store.SaveGood("custom/a", hash, []byte("code "+hash), began))
	}
	kept := func(hash string) bool {
		t.Helper()
		bundle, err := store.Version("custom/a", hash)
		must(t, err)
		if bundle != nil && string(bundle) != "code "+hash {
			t.Errorf("%s is %q", hash, bundle)
		}
		return bundle != nil
	}
	decided := func(hash string) int64 {
		t.Helper()
		d := fullDecision
		d.RulesetID, d.RulesetHash = "custom/a", hash
		id := decide(t, store, Change{}, d)
		must(t, store.SaveTrace(id, []byte(`{}`), nil, TracesKeptDefault))
		return id
	}
	save("1")
	first := decided("1")
	save("2") // nothing was decided by it
	save("3")
	decided("3")
	save("1") // back to an old one
	save("4")
	for hash, want := range map[string]bool{"1": true, "2": false, "3": true, "4": true, "5": false} {
		if kept(hash) != want {
			t.Errorf("version %s: kept %v, want %v", hash, !want, want)
		}
	}
	_, err := store.db.Exec(`DELETE FROM traces WHERE decision_id = ?`, first)
	must(t, err)
	save("5")
	if kept("1") || !kept("3") || !kept("5") {
		t.Errorf("after its trace went: 1 %v, 3 %v, 5 %v", kept("1"), kept("3"), kept("5"))
	}
	if _, err := store.db.Exec(dropExcessPast, 3); err != nil || kept("3") || !kept("5") {
		t.Errorf("over the limit: 3 %v, 5 %v, %v", kept("3"), kept("5"), err)
	}
}
