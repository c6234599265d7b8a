package claude

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client"
)

// headless runs one question without tools, plugins, hooks, servers, settings of a project,
// and without a record of the session. The user's login stays.
var headless = client.Headless{
	Args: func(model, system, schema string) []string {
		return []string{
			"--print", "--safe-mode", "--strict-mcp-config", "--disable-slash-commands", "--no-session-persistence", "--setting-sources", "", "--tools", "",
			"--model", model, "--system-prompt", system, "--json-schema", schema, "--output-format", "json",
		}
	},
	Model:   "sonnet",
	Environ: withoutSession,
	Read:    readResult,
}

// sessionVariables belong to the session that a server or hook was started in; another
// client that finds them would take itself for a part of that session.
var sessionVariables = []string{
	"CLAUDECODE", "CLAUDE_PID", "CLAUDE_ENV_FILE", "CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA",
	"CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ATTENDED", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_MESSAGING_TOKEN", "CLAUDE_CODE_SSE_PORT",
}

func withoutSession(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(sessionVariables, name)
	})
}

// readResult reads what --output-format json prints.
func readResult(output []byte) client.HeadlessReply {
	var result struct {
		IsError    bool            `json:"is_error"`
		Structured json.RawMessage `json:"structured_output"`
		Usage      struct {
			Input   int `json:"input_tokens"`
			Written int `json:"cache_creation_input_tokens"`
			Read    int `json:"cache_read_input_tokens"`
			Output  int `json:"output_tokens"`
		} `json:"usage"`
	}
	if json.Unmarshal(output, &result) != nil {
		return client.HeadlessReply{}
	}
	return client.HeadlessReply{
		Choice: result.Structured, Failed: result.IsError,
		TokensIn: result.Usage.Input + result.Usage.Written + result.Usage.Read, TokensOut: result.Usage.Output,
	}
}
