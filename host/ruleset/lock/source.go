package lock

import (
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Of describes a ruleset as it lies at a path, which may be empty.
func Of(r engine.Ruleset, source string) Entry {
	entry := Entry{ID: r.Manifest.ID, Version: r.Manifest.Version, ABI: r.Manifest.ABI, SHA256: r.FilesHash(), Source: source}
	switch {
	case source == "":
	case r.IsFile() && filepath.Ext(source) == filepath.Ext(r.Manifest.Code):
		entry.Kind = KindFile
	default:
		entry.Kind = KindFolder
	}
	return entry
}

// Source is how a lock file in folder names the absolute path of a source: inside
// root, which is what moves along with the lock, by the way there; elsewhere as
// it is.
func Source(folder, root, path string) string {
	if !within(root, path) || !within(root, folder) {
		return path
	}
	relative, err := filepath.Rel(folder, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(relative)
}

// Locate returns the path of an entry's source.
func (e Entry) Locate(folder string) string {
	path := filepath.FromSlash(e.Source)
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

func within(root, path string) bool {
	relative, err := filepath.Rel(root, path)
	return err == nil && relative != ".." && !strings.HasPrefix(relative, ".."+string(filepath.Separator))
}
