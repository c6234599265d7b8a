package rules

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/lock"
)

// Ensure that a command changes its own entry of the lock file alone, and loses none
// that another one made while it asked its user.
func TestLockMeanwhile(t *testing.T) {
	path := t.TempDir()
	entry := func(id string) lock.Entry { return lock.Entry{ID: id, ABI: 2, SHA256: strings.Repeat("0", 64)} }
	begun, meanwhile := &folder{path: path}, &folder{path: path}
	for _, err := range []error{
		begun.keep(entry("acme/former")),
		meanwhile.keep(entry("acme/meanwhile")), meanwhile.drop("acme/former"),
		begun.keep(entry("acme/mine")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	got, err := lock.Read(path)
	if _, former := got.Find("acme/former"); err != nil || former || len(got.Rulesets) != 2 {
		t.Errorf("the lock file has %v, %v; want acme/meanwhile and acme/mine", got.Rulesets, err)
	}
	if err := meanwhile.drop("acme/mine"); err != nil {
		t.Fatal(err)
	}
	if got, err := lock.Read(path); err != nil || len(got.Rulesets) != 1 || got.Rulesets[0].ID != "acme/meanwhile" {
		t.Errorf("the lock file has %v, %v; want acme/meanwhile", got.Rulesets, err)
	}
}
