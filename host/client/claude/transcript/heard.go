package transcript

import (
	"path/filepath"
	"slices"
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

// isOurs reports our own tools, whose texts are of items that are installed and of the workspace.
func isOurs(name string) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(name, "mcp__"), "plugin_impressionism_")
	return slices.Contains([]string{"impressionism__search", "impressionism__search_code", "impressionism__remember"}, rest)
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
		if word == "git" {
			if command := gitCommand(words[i+1:]); command == "clone" || command == "fetch" || command == "pull" {
				return shown + " with git " + command
			}
		}
	}
	return ""
}

// gitValued are the options before a command of git whose value is the next word, in lower case.
var gitValued = []string{"-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source"}

// gitCommand returns the command among the words after git, "" where there is none.
func gitCommand(words []string) string {
	for i := 0; i < len(words); i++ {
		switch {
		case slices.Contains(gitValued, words[i]):
			i++
		case !strings.HasPrefix(words[i], "-"):
			return words[i]
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
