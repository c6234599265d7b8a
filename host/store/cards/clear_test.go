package cards_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/store/cards"
)

// Ensure that all cards go, with files that are none and what a killed process left, that
// what somebody else put there stays, and that an empty folder goes.
func TestClear(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cards")
	folder := cards.In(dir)
	if n, err := folder.Clear(); n != 0 || err != nil {
		t.Errorf("nothing: got %d, %v", n, err)
	}
	hash := strings.Repeat("ab", 32)
	put := func() {
		if _, err := folder.Put(hash, abi.Ref{Kind: abi.KindSkill, ID: "pdf"}, card.Card{Asks: []string{"fill the form"}}); err != nil {
			t.Fatal(err)
		}
	}
	put()
	for _, of := range []string{hash, strings.ToUpper(hash), "a text's name", "abc", ""} {
		if name := folder.Name(of); folder.Path(name) != folder.Path(of) || len(name) != len(hash) || strings.Trim(name, "0123456789abcdef") != "" {
			t.Errorf("%q: got %s", of, name)
		}
	}
	if got := folder.Path(hash); got != filepath.Join(dir, hash+".json") {
		t.Errorf("got %s", got)
	}
	for _, name := range []string{"broken.json", "." + hash + ".json.123.tmp", "mine.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := folder.Clear(); n != 2 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 || left[0].Name() != "mine.txt" {
		t.Errorf("left %v, %v", left, err)
	}
	if err := os.Remove(filepath.Join(dir, "mine.txt")); err != nil {
		t.Fatal(err)
	}
	put()
	if n, err := folder.Clear(); n != 1 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
	if n, err := (cards.Folder{}).Clear(); n != 0 || err != nil {
		t.Errorf("the zero folder: got %d, %v", n, err)
	}
}
