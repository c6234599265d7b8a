package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/author/rulefuzz"
)

// Ensure that a scenario is kept beside what has its name, and that a folder in which
// nothing can be looked up ends the command instead of trying names for ever.
func TestKeepShown(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "fuzz-any-order.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	file, err := keepShown(folder, rulefuzz.Shown{Name: "any-order", YAML: "why: x"})
	if want := filepath.Join(folder, "fuzz-any-order-2.yaml"); file != want || err != nil {
		t.Errorf("beside a folder with its name: %s, %v; want %s", file, err, want)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := keepShown(folder, rulefuzz.Shown{Name: strings.Repeat("x", 1000)})
		ended <- err
	}()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("a name that is too long was kept")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("names are tried without end")
	}
}
