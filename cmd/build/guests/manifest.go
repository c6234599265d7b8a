package guests

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// manifestSection is where a module of one file carries its manifest.
const manifestSection = "impressionism.manifest"

// addManifest puts the ruleset.json of a source folder into a module that has
// none yet. A folder without one makes a module with an implied manifest.
func addManifest(root, source, module string) error {
	manifest, err := os.ReadFile(filepath.Join(root, source, "ruleset.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := abi.DecodeManifest(manifest); err != nil {
		return fmt.Errorf("%s/ruleset.json: %w", source, err)
	}
	code, err := os.ReadFile(module)
	if err != nil {
		return err
	}
	_, has, err := binary.Custom(code, manifestSection)
	if err != nil || has {
		return err
	}
	code, err = binary.WithCustom(code, manifestSection, manifest)
	if err != nil {
		return err
	}
	return os.WriteFile(module, code, 0o644)
}
