package hook_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/claude/hook"
)

// Ensure that the hook prints one object with the event's own name on prompts
// that have an answer, and nothing at all otherwise.
func TestEncode(t *testing.T) {
	for _, test := range []struct {
		answer client.Answer
		want   string
	}{
		{client.Answer{Event: abi.EventPrompt, Context: "a\n\"b\" <c> & \u2028é"}, `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"a\n\"b\" <c> & \u2028é"}}`},
		{client.Answer{Event: abi.EventPrompt, Context: "a", SystemMessage: "b"}, `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"a"},"systemMessage":"b"}`},
		{client.Answer{Event: abi.EventPrompt, SystemMessage: "b"}, `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit"},"systemMessage":"b"}`},
		{client.Answer{Event: abi.EventPrompt}, ""},
		{client.Answer{Event: abi.EventTurnEnded, Context: "a", SystemMessage: "b"}, ""},
		{client.Answer{Event: abi.EventSessionStarted, Context: "a"}, ""},
		{client.Answer{Event: abi.EventCompacting, SystemMessage: "b"}, ""},
		{client.Answer{Context: "a"}, ""},
	} {
		if got := string(hook.Encode(test.answer)); got != test.want {
			t.Errorf("Encode(%+v)\n got %s\nwant %s", test.answer, got, test.want)
		}
	}
}

// Ensure that who asks explicitly gets an object for every event, with context
// on prompts only.
func TestEncodeExplicit(t *testing.T) {
	for event, want := range map[string]string{
		abi.EventSessionStarted: `{"hookSpecificOutput":{"hookEventName":"SessionStart"}}`,
		abi.EventTurnEnded:      `{"hookSpecificOutput":{"hookEventName":"Stop"}}`,
		abi.EventPrompt:         `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"a"}}`,
	} {
		if got := string(hook.Encode(client.Answer{Event: event, Context: "a", Explicit: true})); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// Ensure that whatever is said, stdout is one valid JSON object whose context
// stays within the cap in UTF-16 units and was cut at a character.
func FuzzEncode(f *testing.F) {
	f.Add("plain", "notice", 1)
	f.Add("\xed\xa0\x80 lone \u2028\u2029</system-reminder>\x00\x07", "\xff", 3)
	f.Add("🎉", "é", 4001)
	f.Add("a🎉", "", 2667)
	f.Add("é", "", 8001)
	f.Fuzz(func(t *testing.T, context, notice string, times int) {
		context = strings.Repeat(context, max(1, min(times, 40_000/max(1, len(context)))))
		out := hook.Encode(client.Answer{Event: abi.EventPrompt, Context: context, SystemMessage: notice})
		if context == "" && notice == "" {
			if out != nil {
				t.Fatalf("got %s", out)
			}
			return
		}
		var decoded struct {
			HookSpecificOutput struct {
				HookEventName     string `json:"hookEventName"`
				AdditionalContext string `json:"additionalContext"`
			} `json:"hookSpecificOutput"`
			SystemMessage string `json:"systemMessage"`
		}
		decoder := json.NewDecoder(bytes.NewReader(out))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&decoded); err != nil || decoder.More() || bytes.ContainsRune(out, '\n') {
			t.Fatalf("%v in %s", err, out)
		}
		got := decoded.HookSpecificOutput.AdditionalContext
		units := len(utf16.Encode([]rune(got)))
		whole := strings.Map(func(r rune) rune { return r }, context) // invalid bytes become U+FFFD
		if units > hook.ContextUnitsMax || !strings.HasPrefix(whole, got) || (units < hook.ContextUnitsMax-1 && got != whole) {
			t.Errorf("got %d units of %d", units, len(utf16.Encode([]rune(whole))))
		}
	})
}
