package meter

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Ensure every module of WebAssembly's own tests (they lie in the engine's
// module) that the engine accepts is accepted metered, or refused for a feature
// by name.
func TestSpecification(t *testing.T) {
	listed, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/tetratelabs/wazero").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(strings.TrimSpace(string(listed)), "internal", "integration_test", "spectest")
	e := interpreter(t)
	accepted, unsupported := 0, 0
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".wasm" {
			return err
		}
		module, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		plain := accepts(e, module)
		metered, err := Instrument(module)
		var feature *binary.Unsupported
		switch {
		case errors.As(err, &feature):
			unsupported++
		case err != nil && plain:
			t.Errorf("%s: %v", name, err)
		case err == nil && accepts(e, metered) != plain:
			t.Errorf("%s: the engine accepts the plain module: %v, the metered one not so", name, plain)
		case err == nil:
			accepted++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d accepted, %d use what is not run", accepted, unsupported)
	if accepted < 3000 {
		t.Errorf("only %d modules were accepted", accepted)
	}
}
