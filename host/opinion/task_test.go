package opinion

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

var task = Task{
	Name: "write_cards", About: "The cards.", System: "Write cards.", User: "one item", TokensMax: 4321,
	Schema: map[string]any{"type": "object", "properties": map[string]any{"cards": map[string]any{"type": "array"}}},
}

// Ensure that a task is sent as it is, and that its answer comes back as it was written, with
// what it cost.
func TestDo(t *testing.T) {
	replies := map[string]string{
		ProviderAnthropic: `{"content": [{"type": "tool_use", "name": "write_cards", "input": {"cards": [1]}}], "stop_reason": "tool_use", "usage": {"input_tokens": 7, "output_tokens": 5}}`,
		ProviderOpenAI:    `{"choices": [{"message": {"content": "{\"cards\": [1]}"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 7, "completion_tokens": 5}}`,
	}
	for provider, reply := range replies {
		sent := ""
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			sent = string(body)
			_, _ = io.WriteString(w, reply)
		}))
		t.Cleanup(server.Close)
		asker, err := New(Config{Provider: provider, Model: "m", URL: server.URL})
		if err != nil {
			t.Fatal(err)
		}
		answer, tokens, err := asker.Do(t.Context(), task)
		if string(answer) != `{"cards": [1]}` || tokens != (Tokens{7, 5}) || err != nil {
			t.Errorf("%s: got %s, %v, %v", provider, answer, tokens, err)
		}
		for _, part := range []string{`"write_cards"`, `"Write cards."`, `"one item"`, `4321`, `"properties":{"cards"`} {
			if !strings.Contains(sent, part) {
				t.Errorf("%s: %s is not in %s", provider, part, sent)
			}
		}
	}
}

// Ensure that an answer under another name is none, and that one which is cut off is not
// taken for whole.
func TestDoFails(t *testing.T) {
	for reply, want := range map[string]string{
		`{"content": [{"type": "tool_use", "name": "choose_skills", "input": {"cards": []}}], "stop_reason": "tool_use"}`: CauseMalformed,
		`{"content": [{"type": "tool_use", "name": "write_cards", "input": {"cards": []}}], "stop_reason": "max_tokens"}`: CauseMalformed,
		`{"content": [], "stop_reason": "refusal"}`: CauseRefusal,
	} {
		if _, _, err := readAnthropic([]byte(reply), task); causeOf(err) != want {
			t.Errorf("%s: got %v, want %s", reply, err, want)
		}
	}
}
