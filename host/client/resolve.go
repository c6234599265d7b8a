package client

import (
	"cmp"
	"os"
	"path/filepath"
)

// Resolve makes a path from a settings file absolute: "~" is the user's home
// directory, a relative path starts at base. It is empty where either is
// needed and unknown.
func Resolve(path, user, base string) string {
	switch {
	case path == "":
		return ""
	case path == "~" || len(path) > 1 && path[0] == '~' && os.IsPathSeparator(path[1]):
		return joinKnown(user, path[1:])
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	}
	return joinKnown(base, path)
}

func joinKnown(base, path string) string {
	if base == "" {
		return ""
	}
	return filepath.Join(base, cmp.Or(path, "."))
}
