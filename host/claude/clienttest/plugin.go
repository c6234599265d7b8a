package clienttest

import (
	"fmt"
	"os"
	"path/filepath"
)

// hooksJSON wires every event that the program answers or records, in the form
// that all clients know: through a shell, quoted.
const hooksJSON = `{"hooks": {
  "SessionStart":     [{"hooks": [{"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}/bin/impressionism\" hook", "timeout": 10}]}],
  "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}/bin/impressionism\" hook", "timeout": 5}]}],
  "PostToolUse":      [{"hooks": [{"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}/bin/impressionism\" hook", "timeout": 5}]}],
  "Stop":             [{"hooks": [{"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}/bin/impressionism\" hook", "timeout": 5}]}],
  "PreCompact":       [{"hooks": [{"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}/bin/impressionism\" hook", "timeout": 5}]}],
  "SessionEnd":       [{"hooks": [{"type": "command", "command": "\"${CLAUDE_PLUGIN_ROOT}/bin/impressionism\" hook", "timeout": 5}]}]
}}
`

const manifestJSON = `{"name": "impressionism", "version": "0.0.0", "description": "Suggests the skills that fit a prompt.",
 "author": {"name": "the authors"}, "license": "MIT"}
`

// WritePlugin makes a plugin that has the program and its hooks.
func WritePlugin(folder, program string) error {
	for name, text := range map[string]string{".claude-plugin/plugin.json": manifestJSON, "hooks/hooks.json": hooksJSON} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("write the plugin: %w", err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return fmt.Errorf("write the plugin: %w", err)
		}
	}
	return placeProgram(filepath.Join(folder, "bin", "impressionism"), program)
}

// placeProgram puts the program there without copying its bytes, where it can.
func placeProgram(to, program string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fmt.Errorf("place the program: %w", err)
	}
	if os.Link(program, to) == nil {
		return nil
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return fmt.Errorf("place the program: %w", err)
	}
	if err := os.WriteFile(to, data, 0o755); err != nil {
		return fmt.Errorf("place the program: %w", err)
	}
	return nil
}
