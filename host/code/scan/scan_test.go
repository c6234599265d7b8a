package scan

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/code"
)

func TestSmoke(t *testing.T) {
	for _, f := range []string{"scan.go", "golang.go"} {
		b, err := os.ReadFile(filepath.Join(f))
		if err != nil {
			t.Fatal(err)
		}
		x := Cut(code.Go, b, DefaultLimits())
		t.Log(x.Windows, x.Imports)
		for _, p := range x.Places {
			t.Logf("%+v", p)
		}
	}
}
