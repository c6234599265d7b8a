package plugins

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// managedFilesMax bounds how many files beside managed-settings.json are looked at.
const managedFilesMax = 100

// ManagedFolder is where the client looks for the files of whoever administers the machine.
func ManagedFolder() string { return managedFolder(runtime.GOOS) }

func managedFolder(system string) string {
	switch system {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "windows":
		return `C:\Program Files\ClaudeCode`
	}
	return "/etc/claude-code"
}

// ManagedFiles are the administrator's settings, the file that decides first. Not all need to
// be there; mostly there is no such folder, and none is returned.
func ManagedFiles(folder string) []string {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var files []string
	added := filepath.Join(folder, "managed-settings.d")
	entries, _ := foreign.ReadDir(added, managedFilesMax) // mostly there is none
	for _, entry := range slices.Backward(entries) {      // of two, the later by name decides
		isFile := entry.Type()&^fs.ModeSymlink == 0
		if name := entry.Name(); isFile && strings.HasSuffix(name, ".json") && !strings.HasPrefix(name, ".") {
			files = append(files, filepath.Join(added, name))
		}
	}
	return append(files, filepath.Join(folder, "managed-settings.json"))
}
