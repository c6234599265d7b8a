package lessons

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure what a person was shown is known in its order, by workspace, that seeing a lesson again
// counts only for one that was shown, and that what is not of this form, or too much, has no number.
func TestShown(t *testing.T) {
	folder := In(t.TempDir())
	want := []Shown{{"L-bbbbb", "2"}, {"L-aaaaa", "1"}}
	must(t, folder.Show("/w", want))
	must(t, folder.Saw("/w", Shown{"L-ccccc", "2"}, "3"))
	must(t, folder.Saw("/other", Shown{"L-aaaaa", "1"}, "4"))
	must(t, folder.Saw("/w", Shown{"L-aaaaa", "1"}, "5"))
	want[1].Hash = "5"
	got, err := folder.Shown("/w")
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, (-want +got):\n%s", err, diff)
	}
	if got, err = folder.Shown("/other"); err != nil || got != nil {
		t.Errorf("of another workspace: %+v, %v", got, err)
	}
	var many []Shown
	for i := range 2000 {
		many = append(many, Shown{fmt.Sprint("L-", i), strings.Repeat("0", 64)})
	}
	must(t, folder.Show("/w", many))
	if got, err = folder.Shown("/w"); err != nil || len(got) < 800 || got[799] != many[799] {
		t.Errorf("of many: %d, %v", len(got), err)
	}
	must(t, os.WriteFile(folder.shown("/w"), []byte("L-aaaaa\nL-bbbbb\n"), 0o600))
	if got, err = folder.Shown("/w"); err != nil || got != nil {
		t.Errorf("without contents: %+v, %v", got, err)
	}
	must(t, folder.Show("/w", nil))
	if got, err = folder.Shown("/w"); err != nil || got != nil {
		t.Errorf("after an empty review: %+v, %v", got, err)
	}
}
