package clienttest_test

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
)

// ask posts one request for a message.
func ask(t *testing.T, api *clienttest.API, body string) string {
	t.Helper()
	response, err := http.Post(api.URL()+"/v1/messages?beta=true", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Ensure the script is used up by the conversation alone, in its order, and that
// there is always an answer.
func TestScript(t *testing.T) {
	api := clienttest.StartAPI()
	defer api.Close()
	api.Reply(clienttest.Reply{Text: "first"}, clienttest.Reply{Tool: "Bash", Input: `{"command":"ls"}`})
	const conversation = `{"model":"m","tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"hi"}]}`
	const aside = `{"model":"m","messages":[{"role":"user","content":"a title?"}]}`
	for i, step := range []struct{ body, want string }{
		{aside, "DONE"}, {conversation, "first"}, {aside, "DONE"}, {conversation, "toolu_0001"}, {conversation, "DONE"},
	} {
		got := ask(t, api, step.body)
		if !json.Valid([]byte(got)) || !strings.Contains(got, step.want) {
			t.Errorf("%d: got %s, want %q", i, got, step.want)
		}
	}
	if got := len(api.Requests()); got != 5 {
		t.Errorf("kept %d requests", got)
	}
}

// Ensure a stream has the events of the real one, each named twice, in order.
func TestStream(t *testing.T) {
	api := clienttest.StartAPI()
	defer api.Close()
	api.Reply(clienttest.Reply{Tool: "Skill", Input: `{"skill":"x"}`})
	var names []string
	for event := range strings.SplitSeq(strings.TrimSpace(ask(t, api, `{"model":"m","stream":true,"tools":[{"name":"Skill"}]}`)), "\n\n") {
		name, data, _ := strings.Cut(strings.TrimPrefix(event, "event: "), "\ndata: ")
		var body struct{ Type string }
		if err := json.Unmarshal([]byte(data), &body); err != nil || body.Type != name {
			t.Errorf("event %q has %s: %v", name, data, err)
		}
		names = append(names, name)
	}
	want := []string{"message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

// Ensure what a client should not ask for is refused and told, and broken
// requests are.
func TestStrays(t *testing.T) {
	api := clienttest.StartAPI()
	defer api.Close()
	response, err := http.Get(api.URL() + "/api/telemetry")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if got := ask(t, api, `{"messages":[{"content":7}]}`); response.StatusCode != http.StatusNotFound || !strings.Contains(got, "not_found_error") {
		t.Errorf("got %d and %s", response.StatusCode, got)
	}
	if got := api.Strays(); len(got) != 2 || !strings.Contains(got[0], "/api/telemetry") || len(api.Requests()) != 0 {
		t.Errorf("got %q", got)
	}
}

// Ensure texts are found wherever a request may hold them, and a hook's text is
// told from the rest, as both kinds of models get it.
func TestContexts(t *testing.T) {
	for name, body := range map[string]string{
		"in the prompt's message": `{"tools":[{"name":"Skill"}],"messages":[
			{"role":"user","content":[{"type":"text","text":"UserPromptSubmit hook additional context: old"},{"type":"text","text":"before"}]},
			{"role":"assistant","content":[{"type":"tool_use","name":"Bash"}]},
			{"role":"user","content":[{"type":"tool_result","content":[{"type":"text","text":"listed"}]},{"type":"tool_result","content":"plain"}]},
			{"role":"user","content":[
				{"type":"text","text":"<system-reminder>\nUserPromptSubmit hook additional context: use\nthis\n</system-reminder>"},
				{"type":"text","text":"do it"}]}]}`,
		"in a message after it": `{"tools":[{"name":"Skill"}],"messages":[
			{"role":"user","content":"before"},{"role":"system","content":"UserPromptSubmit hook additional context: old"},
			{"role":"assistant","content":"listed plain"},
			{"role":"user","content":"do it"},
			{"role":"system","content":[{"type":"text","text":"Skills: x\nUserPromptSubmit hook additional context: use\nthis"}]}]}`,
	} {
		api := clienttest.StartAPI()
		ask(t, api, body)
		turn := clienttest.Turn{Prompt: "do it", Requests: api.Requests()}
		api.Close()
		if got := turn.Contexts(); !slices.Equal(got, []string{"use\nthis"}) {
			t.Errorf("%s: got %q", name, got)
		}
		for _, text := range []string{"before", "old", "listed", "plain", "do it"} {
			if !strings.Contains(turn.Last().Text(), text) {
				t.Errorf("%s: lost %q", name, text)
			}
		}
	}
}

// Ensure that the tools are known which the client found for the last call of its search,
// and none of an earlier one.
func TestFound(t *testing.T) {
	const earlier = `{"role":"user","content":[{"type":"tool_result","content":[{"type":"tool_reference","tool_name":"old"}]}]}`
	for message, want := range map[string][]string{
		`{"role":"user","content":[{"type":"tool_result","content":[{"type":"tool_reference","tool_name":"a"},{"type":"text","text":"b"},{"type":"tool_reference","tool_name":"c"}]},{"type":"text","text":"d"}]}`: {"a", "c"},
		`{"role":"user","content":[{"type":"tool_result","content":"No matching deferred tools found"}]}`:                                                                                                          nil,
		`{"role":"user","content":"old"}`: nil,
	} {
		api := clienttest.StartAPI()
		ask(t, api, `{"tools":[{"name":"ToolSearch"}],"messages":[`+earlier+`,`+message+`]}`)
		if got := api.Requests()[0].Found; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", message, got, want)
		}
		api.Close()
	}
}

// Ensure the client's complaints of hooks are told from its other notes.
func TestComplaints(t *testing.T) {
	const at = "2026-01-01T00:00:00.000Z "
	for line, want := range map[string]bool{
		`[ERROR] Failed to load hooks for a: unknown event`:                                                    true,
		`[DEBUG] Hook JSON output validation failed`:                                                           true,
		`[ERROR] "Hook SessionStart:startup (SessionStart) error: status code 127\nstderr:\nnot found"`:        true,
		`[DEBUG] "Hook UserPromptSubmit (UserPromptSubmit) error:\nPermission denied\n"`:                       true,
		`[DEBUG] Hooks: SessionStart:startup ["/x" hook] (plugin a@inline) finished with status 127 (37ms)`:    true,
		`[DEBUG] SessionEnd:other ["/x" hook] completed with status 126`:                                       true,
		`[DEBUG] Hook UserPromptSubmit (UserPromptSubmit) cancelled`:                                           true,
		`[DEBUG] hook /x timed out after 5000ms`:                                                               true,
		`[DEBUG] Hooks: SessionStart:startup ["/x" hook] (plugin a@inline) finished with status 0 (37ms)`:      false,
		`[DEBUG] "Hook SessionStart:startup (SessionStart) success:\nstderr:\na: disk I/O error: no room"`:     false,
		`[DEBUG] "Hook SessionStart:startup (SessionStart) success:\nstderr:\na: (b) error: no room"`:          false,
		`[DEBUG] Hook output does not start with {, treating as plain text`:                                    false,
		`[DEBUG] [3P telemetry] Event dropped (no event logger initialized): hook_execution_start error (a) b`: false,
	} {
		if got := clienttest.Complaints("before\n" + at + line + "\nafter"); (len(got) == 1) != want {
			t.Errorf("%s: got %q, want one: %v", line, got, want)
		}
	}
}

// Ensure nothing but this machine can be reached where the tests say so.
func TestIsolated(t *testing.T) {
	if !clienttest.Isolated() {
		t.Log("not isolated: the machine permits no network namespace")
		return
	}
	connection, err := net.DialTimeout("tcp", "192.0.2.1:443", 5*time.Second) // TEST-NET-1 of RFC 5737
	if err == nil {
		connection.Close()
	}
	if !errors.Is(err, syscall.ENETUNREACH) {
		t.Errorf("got %v", err)
	}
}
