//go:build !linux && !darwin

package notify

import (
	"path/filepath"
	"strings"
)

// entriesMax bounds the entries of a notified folder; 0: it does not matter how many they are.
const entriesMax = 0

// foreignSystem says that a folder is on another machine, else "".
func foreignSystem(path string) string {
	if strings.HasPrefix(filepath.VolumeName(path), `\\`) {
		return "a share"
	}
	return ""
}
