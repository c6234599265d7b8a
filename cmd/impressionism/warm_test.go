//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/claude/hook"
)

// Ensure that a hook prints and stores with a warm server, byte for byte, what it
// prints and stores alone: whoever looks at a session cannot tell.
func TestWarmAnswersAsCold(t *testing.T) {
	t.Run("words", func(t *testing.T) {
		base := warmHome(t, "")
		answerBothWays(t, base, "", append(warmSession(filepath.Join(base, "work")), warmPayloads(t)...))
	})
	t.Run("model", func(t *testing.T) {
		models := testModels()
		if models == "" {
			t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
		}
		base := warmHome(t, models)
		answerBothWays(t, base, models, warmSession(filepath.Join(base, "work")))
	})
}

// answerBothWays compares all that is said and stored.
func answerBothWays(t *testing.T, base, models string, events [][]byte) {
	homes := map[string][]string{}
	for _, way := range []string{"cold", "warm"} {
		data := filepath.Join(t.TempDir(), "data")
		must(t, os.CopyFS(data, os.DirFS(filepath.Join(base, "data"))))
		linkModels(t, models, data)
		homes[way] = append(warmEnviron(base), "IMPRESSIONISM_HOME="+data, fmt.Sprintf("IMPRESSIONISM_WARM_ENABLED=%t", way == "warm"))
	}
	taken, answerable := serveWarm(t, homes["warm"]), int64(0)
	for i, input := range events {
		cold, warmly := warmHook(t, homes["cold"], input, i), warmHook(t, homes["warm"], input, i)
		if cold != warmly {
			t.Errorf("event %.300s\ncold: %s\nwarm: %s", input, cold, warmly)
		}
		if event, err := hook.Decode(bytes.NewReader(input), warmClock); err == nil && known(event.Name) {
			answerable++
		}
	}
	if taken.Load() != answerable {
		t.Errorf("the server was handed %d of %d events", taken.Load(), answerable)
	}
	if diff := cmp.Diff(dumpState(t, homes["cold"]), dumpState(t, homes["warm"])); diff != "" {
		t.Errorf("state.db differs (-cold +warm):\n%.4000s", diff)
	}
}

// warmSession are events of two sessions: what is said, repeated, withdrawn, used.
func warmSession(work string) [][]byte {
	var events [][]byte
	add := func(session, event string, fields map[string]string) {
		all := map[string]string{"hook_event_name": event, "session_id": session, "cwd": work}
		for key, value := range fields {
			all[key] = value
		}
		events = append(events, encodeEvent(all))
	}
	prompt := func(session, text string) { add(session, "UserPromptSubmit", map[string]string{"prompt": text}) }
	add("s1", "SessionStart", map[string]string{"source": "startup"})
	for _, text := range []string{
		"write a database migration that adds a column", "thanks", "write a database migration that adds a column",
		"the pages of our shop take ages until they show anything", "", "/database-migrations now",
	} {
		prompt("s1", text)
		add("s1", "Stop", map[string]string{"last_assistant_message": "Done: " + text})
	}
	prompt("s2", "write the notes that users read with a new version\x00 with <b>&amp;</b> \u2028 and my key AKIAIOSFODNN7EXAMPLE")
	add("s2", "PostToolUse", map[string]string{"tool_name": "Bash"})
	add("s1", "PreCompact", map[string]string{"trigger": "manual"})
	add("s1", "SessionStart", map[string]string{"source": "compact"})
	prompt("s1", "write a database migration that adds a column")
	add("s1", "SessionEnd", map[string]string{"reason": "other"})
	return events
}

// warmPayloads are what clients really sent, and what they never should.
func warmPayloads(t *testing.T) [][]byte {
	files, err := filepath.Glob("../../host/client/claude/hook/testdata/payloads/*.json")
	must(t, err)
	var events [][]byte
	for _, file := range files {
		payload, err := os.ReadFile(file)
		must(t, err)
		events = append(events, payload)
	}
	return events
}
