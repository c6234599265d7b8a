//go:build !linux && !darwin

// Package filesystem knows which file systems tell their own machine of each change.
package filesystem

import (
	"path/filepath"
	"strings"
)

// Foreign says that a folder is on another machine, else "".
func Foreign(path string) string {
	if strings.HasPrefix(filepath.VolumeName(path), `\\`) {
		return "a share"
	}
	return ""
}
