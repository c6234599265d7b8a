package claude

import "path/filepath"

// instructions are the files that the client reads into each session of a workspace.
func instructions(home, workspace string) []string {
	files := []string{filepath.Join(home, "CLAUDE.md")}
	if workspace != "" {
		for _, name := range []string{"CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"} {
			files = append(files, filepath.Join(workspace, filepath.FromSlash(name)))
		}
	}
	return files
}
