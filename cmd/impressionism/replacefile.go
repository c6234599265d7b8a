package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/atomicfile"
)

// replaceFile writes a file of the user's whole or not at all and keeps its mode.
func replaceFile(name string, data []byte) error {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	return atomicfile.WriteFile(name, data, mode)
}

// writeConfig replaces config.yaml. A link to the file, as dotfiles are kept, stays one,
// and what its user made read-only is left as it is.
func writeConfig(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil && info.Mode()&0o200 == 0 {
		return fmt.Errorf("%s is read-only; make it writable, or edit it by hand", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make the folder of config.yaml: %w", err)
	}
	if err := replaceFile(path, data); err != nil {
		return fmt.Errorf("write %s: %w; edit it by hand", path, err)
	}
	return nil
}
