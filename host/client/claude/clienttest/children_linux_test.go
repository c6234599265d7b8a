package clienttest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/servers"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// Events are this many in a soak, and each day.
const (
	eventsAll = 1000
	eventsDay = 60
)

// Ensure that no event, whether a hook answers it or the plugin's server, starts a server
// that the client's files name, and that none of them leaves a process.
func TestEventsStartNoServer(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	log := filepath.Join(home, "started.log")
	binary := program(t)
	stand := filepath.Join(filepath.Dir(binary), "server")
	put := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	one := fmt.Sprintf(`{"mcpServers": {"%%s": {"command": %q, "args": ["-log", %q, "-tools", "open_issue=Open an issue."]}}}`, stand, log)
	put(filepath.Join(home, ".claude.json"), fmt.Sprintf(one, "tracker"))
	put(filepath.Join(project, ".mcp.json"), fmt.Sprintf(one, "other"))
	put(filepath.Join(home, ".claude", "settings.json"), `{"enableAllProjectMcpServers": true}`)
	found := servers.Here(filepath.Join(home, ".claude"), project, func(string) (string, bool) { return "", false }).Servers()
	if len(found.Running()) != 2 {
		t.Fatalf("got %+v, want two servers that run", found)
	}
	for _, server := range found.Running() {
		put(filepath.Join(home, ".local", "share", "impressionism", "tools", server.Folder(), "open_issue.json"), fmt.Sprintf(
			`{"server": %q, "name": "open_issue", "description": "Open an issue on the tracker.", "scope": %q, "hash": %q, "listed_at": "2026-01-01T00:00:00Z"}`,
			server.Name, server.Scope, server.Hash()))
	}
	mark := "CHILD_OF=" + home
	environ := []string{"HOME=" + home, "PATH=/usr/bin:/bin", "TMPDIR=" + home, "CLAUDE_PROJECT_DIR=" + project, mark}
	events := eventsDay
	if sampletest.Soak() {
		events = eventsAll
	}
	alone := sendEvents(t, binary, project, environ, 0, events/2)
	stop := startOurServer(t, binary, project, environ)
	served := sendEvents(t, binary, project, environ, events/2, events)
	stop()
	for _, said := range []string{alone, served} {
		if !strings.Contains(said, "mcp__tracker__open_issue") {
			t.Errorf("no tool is told, so no hook has looked at any: %s", said)
		}
	}
	if noted, err := os.ReadFile(log); err == nil {
		t.Errorf("a server was started: %s", noted)
	}
	if left := marked(mark, 50); len(left) > 0 {
		t.Errorf("processes are left: %q", left)
	}
}

// sendEvents runs the small program that the client starts, once an event, and returns all
// that it said.
func sendEvents(t *testing.T, binary, project string, environ []string, from, to int) string {
	t.Helper()
	var all strings.Builder
	for i := from; i < to; i++ {
		payload := map[string]any{"session_id": fmt.Sprintf("s%d", i/12), "cwd": project, "transcript_path": ""}
		switch i % 6 {
		case 0:
			payload["hook_event_name"], payload["source"] = "SessionStart", "startup"
		case 1:
			payload["hook_event_name"], payload["prompt"] = "UserPromptSubmit", "open an issue on the tracker about the broken build"
		case 2:
			payload["hook_event_name"], payload["tool_name"] = "PostToolUse", "mcp__tracker__open_issue"
			payload["tool_input"], payload["tool_response"] = map[string]string{"title": "x"}, []map[string]string{{"type": "text", "text": "done"}}
		case 3:
			payload["hook_event_name"] = "Stop"
		case 4:
			payload["hook_event_name"], payload["trigger"] = "PreCompact", "manual"
		case 5:
			payload["hook_event_name"], payload["reason"] = "SessionEnd", "other"
		}
		stdin, err := json.Marshal(payload)
		if err != nil {
			t.Fatal(err)
		}
		command := exec.CommandContext(t.Context(), binary+"-hook")
		command.Dir, command.Env, command.Stdin = project, environ, bytes.NewReader(stdin)
		said, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("event %d: %v\n%s", i, err, said)
		}
		all.Write(said)
	}
	return all.String()
}

// startOurServer starts the server that comes with the plugin, and returns what ends it as
// the client does.
func startOurServer(t *testing.T, binary, project string, environ []string) (stop func()) {
	t.Helper()
	command := exec.CommandContext(t.Context(), binary, "mcp")
	command.Dir, command.Env = project, environ
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(stdin, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	if n, err := stdout.Read(make([]byte, 1<<16)); err != nil || n == 0 {
		t.Fatalf("our server does not answer: %v", err)
	}
	return func() {
		_ = stdin.Close() // a server that is gone is told by its exit
		if err := command.Wait(); err != nil {
			t.Errorf("our server ended with %v", err)
		}
	}
}

// marked returns the commands of processes whose environment has a variable. It looks
// several times, a tenth of a second apart: some may be about to end.
func marked(variable string, times int) (commands []string) {
	for range times {
		commands = nil
		paths, _ := filepath.Glob("/proc/[0-9]*/environ") // without processes there is nothing to find
		for _, path := range paths {
			environ, err := os.ReadFile(path)
			if err == nil && strings.Contains("\x00"+string(environ), "\x00"+variable+"\x00") {
				command, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline")) // for the message only
				commands = append(commands, string(command))
			}
		}
		if len(commands) == 0 {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return commands
}

// Ensure a process that is left would be seen.
func TestMarkedSeesProcesses(t *testing.T) {
	mark := "CHILD_OF=" + t.TempDir()
	command := exec.CommandContext(t.Context(), "sleep", "60")
	command.Env = []string{mark}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	seen := marked(mark, 1)
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait() // it was killed
	if len(seen) != 1 {
		t.Errorf("got %q, want the one process", seen)
	}
	if left := marked(mark, 1); len(left) > 0 {
		t.Errorf("got %q after its end", left)
	}
}
