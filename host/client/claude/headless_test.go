package claude

import (
	"encoding/json"
	"slices"
	"testing"
)

// Ensure that the choice and the tokens of what the client prints are read, that a failure is
// one, and that anything else is no choice.
func TestReadResult(t *testing.T) {
	for output, want := range map[string]struct {
		choice   string
		in, out  int
		isFailed bool
	}{
		`{"type":"result","is_error":false,"result":"{}","structured_output":{"ids":["skill:pdf"]},"usage":{"input_tokens":100,"cache_creation_input_tokens":7,"cache_read_input_tokens":20,"output_tokens":12}}`: {`{"ids":["skill:pdf"]}`, 127, 12, false},
		`{"type":"result","is_error":true,"result":"Invalid API key · Please run /login"}`:                                                                                                                        {"", 0, 0, true},
		`{"type":"result","is_error":false,"result":"DONE"}`:                                                                                                                                                      {"", 0, 0, false},
		`Error: no such option`: {"", 0, 0, false},
		`[]`:                    {"", 0, 0, false},
		``:                      {"", 0, 0, false},
	} {
		got := readResult([]byte(output))
		if string(got.Choice) != want.choice || got.TokensIn != want.in || got.TokensOut != want.out || got.Failed != want.isFailed {
			t.Errorf("%s: got %+v, %s", output, got, got.Choice)
		}
	}
}

// Ensure that no output breaks the reader, and that a choice is JSON.
func FuzzReadResult(f *testing.F) {
	f.Add([]byte(`{"structured_output":{"ids":[]},"usage":{"input_tokens":1}}`))
	f.Add([]byte(`{"structured_output":null,"is_error":1}`))
	f.Fuzz(func(t *testing.T, output []byte) {
		if got := readResult(output); got.Choice != nil && !json.Valid(got.Choice) {
			t.Errorf("got %q", got.Choice)
		}
	})
}

// Ensure that a client which is started for a question does not take itself for a part of
// the session in which it is started, and keeps the user's login.
func TestWithoutSession(t *testing.T) {
	environ := []string{"HOME=/h", "CLAUDECODE=1", "CLAUDE_CODE_SESSION_ID=s", "CLAUDE_CODE_MESSAGING_TOKEN=t", "CLAUDE_CONFIG_DIR=/c", "CLAUDE_CODE_OAUTH_TOKEN=o", "ANTHROPIC_API_KEY=k"}
	want := []string{"HOME=/h", "CLAUDE_CONFIG_DIR=/c", "CLAUDE_CODE_OAUTH_TOKEN=o", "ANTHROPIC_API_KEY=k"}
	if got := withoutSession(environ); !slices.Equal(got, want) || len(environ) != 7 {
		t.Errorf("got %q", got)
	}
}
