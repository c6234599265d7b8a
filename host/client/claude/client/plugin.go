package client

import "path/filepath"

// PluginFiles are what a plugin in a folder needs to have one command called for every
// prompt: values that are JSON, by path.
func PluginFiles(folder, name, version, command string, timeoutSeconds int) map[string]any {
	type anyMap = map[string]any
	return map[string]any{
		filepath.Join(folder, ".claude-plugin", "plugin.json"): anyMap{
			"name": name, "version": version, "description": "Suggests the skills that fit a prompt.", "author": anyMap{"name": name},
		},
		filepath.Join(folder, "hooks", "hooks.json"): anyMap{"hooks": anyMap{"UserPromptSubmit": []any{
			anyMap{"hooks": []any{anyMap{"type": "command", "command": command, "timeout": timeoutSeconds}}},
		}}},
	}
}

// Skills is the folder of the skills of a user whose home directory this is.
func Skills(home string) string { return filepath.Join(home, ".claude", "skills") }
