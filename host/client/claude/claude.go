// Package claude is Claude Code as a client. Only this package and those below it know
// the client's words, files and variables.
package claude

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/claude/hook"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/claude/servers"
	"github.com/ed-irl/impressionism/host/client/claude/transcript"
	"github.com/ed-irl/impressionism/host/look"
)

// Client returns the client.
func Client() client.Client {
	return client.Client{
		ID: "claude", Name: "Claude Code",
		Read: read, Encode: hook.Encode, Invoked: hook.Invoked, Steps: transcript.Steps, Heard: transcript.Heard,
		Example: `{"hook_event_name": "UserPromptSubmit", "session_id": "s1", "cwd": ".",
    "prompt": "write a database migration"}`,
		Program: client.Program{
			Command: "claude",
			Install: func(market, plugin string) string {
				return fmt.Sprintf("claude plugin marketplace add %q && claude plugin install %s@%s", market, plugin, plugin)
			},
			Try:       func(plugin string) string { return fmt.Sprintf("claude --plugin-dir %q", plugin) },
			Enable:    func(key string) string { return "claude plugin enable " + key },
			Uninstall: func(key string) string { return "claude plugin uninstall " + key },
		},
		Headless: headless,
		Variables: client.Variables{
			Home: "CLAUDE_CONFIG_DIR", PluginRoot: "CLAUDE_PLUGIN_ROOT", ProjectDir: "CLAUDE_PROJECT_DIR",
			Session: "CLAUDE_CODE_SESSION_ID", Running: "CLAUDECODE", Tool: "CLAUDE_CODE_EXECPATH",
			Read: servers.Variables,
		},
		Phrases: client.Phrases{
			Loader: "the Skill tool",
			Hint:   "anthropic/searchHint",
			Templates: map[string]string{
				"lead_firm": "Load the {{kind}} {{id}} with the Skill tool before answering: it fits this request.",
				"tool_load": `If they are not loaded: ToolSearch "select:{{list}}".`,
				"load":      `To load one in full, call the Skill tool with its name, as in skill: "{{id}}".`,
			},
		},
		Places: client.Places{
			Home: home, Project: ".claude", Skills: "skills", Commands: "commands", Rules: "rules",
			Folders: plugins.ProjectFolders, Settings: settings, Instructions: instructions,
			Servers: func(home, workspace string, lookup func(string) (string, bool), installed []client.Plugin) client.Servers {
				here := servers.Here(home, workspace, lookup)
				here.Installed = installed
				return here.Servers()
			},
			Launch: func(home, workspace string, server client.Server, lookup func(string) (string, bool)) (client.Launch, error) {
				return servers.Here(home, workspace, lookup).Launch(server)
			},
			ToolID:   servers.ToolID,
			Manifest: ".claude-plugin/plugin.json", Plugin: has("plugin.json"), Market: has("marketplace.json"), Version: plugins.VersionOf,
		},
		Transcripts: client.Transcripts{
			Folder: transcript.Projects, Find: transcript.Find, Open: transcript.Open, Began: transcript.Began,
			Session: func(path string) string { return strings.TrimSuffix(filepath.Base(path), transcript.Ending) },
			Of:      transcript.Of, Work: transcript.ReadWork, Voices: transcript.ReadVoices,
			Layout: transcript.Layout(), Tokens: transcript.Tokens,
		},
	}
}

// read is hook.Read without a nil pointer in an interface.
func read(r io.Reader, event string) (client.Input, error) {
	input, err := hook.Read(r, event)
	if err != nil {
		return nil, err
	}
	return input, nil
}

func home(lookup func(string) string, userDir string) string {
	if dir := lookup("CLAUDE_CONFIG_DIR"); dir != "" {
		return dir
	}
	return filepath.Join(userDir, ".claude")
}

func settings(home, workspace string) client.Settings {
	found := plugins.LoadSettings(plugins.Home(home), plugins.ManagedFolder(), workspace)
	off := map[string]string{}
	for id, value := range found.SkillOverrides {
		if value == plugins.OverrideOff || value == plugins.OverrideUserOnly {
			off[id] = "skillOverrides in the client's settings sets it to " + value
		}
	}
	return client.Settings{
		Added: found.AdditionalDirectories, Off: off, Warnings: found.Warnings,
		DescriptionChars: found.ListingDescCharsMax,
		Plugins: func(looks *look.Looks) ([]client.Plugin, []string) {
			return plugins.Installed(plugins.Home(home), workspace, found, looks)
		},
	}
}

// has reports whether a folder has a file among those that make it a plugin or a market.
func has(name string) func(folder string) bool {
	return func(folder string) bool {
		_, err := os.Stat(filepath.Join(folder, ".claude-plugin", name))
		return err == nil
	}
}
