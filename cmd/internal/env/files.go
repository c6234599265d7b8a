package env

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/atomicfile"
)

// ReplaceFile writes a file of the user's whole or not at all and keeps its mode.
func ReplaceFile(name string, data []byte) error {
	return atomicfile.WriteFile(name, data, ModeOf(name))
}

// ModeOf returns the mode that a file of the user's has, or is to have.
func ModeOf(name string) os.FileMode {
	if info, err := os.Stat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// WriteOutput writes a file that a person names as an output, whole or not at all. A link stays
// one, and what is no regular file, as a device or a pipe, is written to and keeps its mode.
func WriteOutput(path string, data []byte, mode os.FileMode) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, mode) // also where a link leads to no path, as that of an open pipe
	}
	return atomicfile.WriteFile(path, data, mode)
}

// WriteConfig replaces config.yaml. A link to the file, as dotfiles are kept, stays one,
// and what its user made read-only is left as it is.
func WriteConfig(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil && info.Mode()&0o200 == 0 {
		return fmt.Errorf("%s is read-only; make it writable, or edit it by hand", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make the folder of config.yaml: %w", err)
	}
	if err := ReplaceFile(path, data); err != nil {
		return fmt.Errorf("write %s: %w; edit it by hand", path, err)
	}
	return nil
}

// CreateFile writes a file unless it exists, whole or not at all.
func CreateFile(path string, data []byte) (bool, error) {
	if what := InPlaceOfFile(path); what != "" {
		return false, fmt.Errorf("write %s: there is %s; remove it, then run this again", path, what)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return false, err
	}
	created, err := atomicfile.Create(path, data, 0o600)
	if err != nil {
		return false, fmt.Errorf("write %s: %w; make room or mend the folder's permissions, then run this again", path, err)
	}
	return created, nil
}

// Resolved follows links as far as the path exists.
func Resolved(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(Resolved(parent), filepath.Base(path))
}

// IsBelow reports whether a path is a folder or lies below it.
func IsBelow(folder, path string) bool {
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}

// SizeOf returns the bytes of a file; 0 where there is none.
func SizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// InPlaceOfFile says what there is at the path of a file that is none; empty: a file or nothing.
func InPlaceOfFile(path string) string {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return "a folder"
	}
	if _, linkErr := os.Lstat(path); err != nil && linkErr == nil {
		return "a link that leads nowhere"
	}
	return ""
}

// Exists reports whether there is something at a path.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
