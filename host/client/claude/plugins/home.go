// Package plugins reads what Claude Code keeps on disk about skills and
// plugins: folders, settings, installed plugins, counts of use. It alone knows
// these files, and it does not know how they are used.
package plugins

import (
	"os"
	"path/filepath"
)

// Home is the client's directory: CLAUDE_CONFIG_DIR, or .claude in the user's
// home directory. Absolute.
type Home string

// Skills is the folder of the user's skills.
func (h Home) Skills() string { return filepath.Join(string(h), "skills") }

// Plugins is the folder in which the client keeps plugins and their registries.
func (h Home) Plugins() string { return filepath.Join(string(h), "plugins") }

// State is .claude.json: inside a relocated home, else beside it.
func (h Home) State() string {
	inside := filepath.Join(string(h), ".claude.json")
	if _, err := os.Stat(inside); err == nil {
		return inside
	}
	return filepath.Join(filepath.Dir(string(h)), ".claude.json")
}

// projectFoldersMax bounds how far up a workspace's parents are looked at.
const projectFoldersMax = 64

// ProjectFolders are those whose skills and commands the client lists in a
// workspace, the nearest first: the workspace and its parents up to the repository's
// root, or, outside of a repository, up to the user's home directory, which is none
// of them, or the root of the file system. Measured on 2.1.197 and 2.1.329, which
// read settings from the workspace alone.
func ProjectFolders(workspace, user string) []string {
	if workspace == "" {
		return nil
	}
	folders := []string{workspace}
	for dir := workspace; len(folders) < projectFoldersMax; {
		parent := filepath.Dir(dir)
		if dir == user || parent == user || parent == dir || isRepository(dir) {
			break
		}
		folders = append(folders, parent)
		dir = parent
	}
	return folders
}

// isRepository reports whether a folder is a repository's root; in a worktree .git
// is a file.
func isRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}
