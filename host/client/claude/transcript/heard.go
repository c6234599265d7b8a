package transcript

import (
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/cut"
)

// netPrograms bring texts of others when a command of the shell runs them.
var netPrograms = []string{"curl", "wget", "gh", "glab", "ssh", "scp", "rsync", "nc", "lynx", "w3m", "http", "https", "aria2c", "ftp", "iwr", "invoke-webrequest", "invoke-restmethod"}

// Heard returns where the use of a tool got a text from if that was not the workspace: the net, a
// server of tools, a file elsewhere; "" where it got none. Of a command of the shell only what
// it names is known: a script that reads the net is not noticed.
func Heard(tool, input, workspace string) string {
	name := toolName(tool)
	shown := cut.Bytes(tool, payload.NameBytesMax)
	switch {
	case name == "", isOurs(name):
		return ""
	case fetches(name):
		return shown
	case isShell(name):
		return ranElsewhere(shown, firstText(members([]byte(input)), "command"), input)
	case writes(name):
		return ""
	}
	path := pathOf(members([]byte(input)))
	if path != "" && isOutside(path, workspace) {
		return shown + " outside of the workspace"
	}
	return ""
}

// isOurs reports our own tools, whose texts are of items that are installed.
func isOurs(name string) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(name, "mcp__"), "plugin_impressionism_")
	return rest == "impressionism__search" || rest == "impressionism__remember"
}

// ranElsewhere looks at a command; where its input was cut, at all there is of it.
func ranElsewhere(shown, command, input string) string {
	if command == "" {
		command = input
	}
	if strings.Contains(command, "://") {
		return shown + " with an address"
	}
	words := strings.FieldsFunc(strings.ToLower(command), func(r rune) bool { return strings.ContainsRune(" \t\n;|&()`$\"'{}\\", r) })
	for i, word := range words {
		for _, program := range netPrograms {
			if word == program || strings.HasSuffix(word, "/"+program) {
				return shown + " with " + program
			}
		}
		if word == "git" && i+1 < len(words) && (words[i+1] == "clone" || words[i+1] == "fetch" || words[i+1] == "pull") {
			return shown + " with git " + words[i+1]
		}
	}
	return ""
}

// isOutside reports whether a path leads out of the workspace. Relative ones are taken from it.
func isOutside(path, workspace string) bool {
	if strings.HasPrefix(path, "~") {
		return true
	}
	if !filepath.IsAbs(path) {
		return !filepath.IsLocal(path)
	}
	relative, err := filepath.Rel(workspace, filepath.Clean(path))
	return workspace == "" || err != nil || !filepath.IsLocal(relative)
}
