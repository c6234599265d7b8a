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

// Ensure what the model is told is printed on prompts, at the start of a session and where a
// tool touched a file that an item is about, there without a line for the user, and on no
// other event: there the client shows it as an error, or goes on forever.
func TestContextIsForThreeEvents(t *testing.T) {
	for _, event := range []string{
		abi.EventSessionStarted, abi.EventPrompt, abi.EventToolUsed, abi.EventTurnEnded, abi.EventCompacting, abi.EventSessionEnded, abi.EventFileTouched, "other",
	} {
		got := string(hook.Encode(client.Answer{Event: event, Context: "where it stood", SystemMessage: "a line"}))
		atFile := event == abi.EventFileTouched
		want := event == abi.EventSessionStarted || event == abi.EventPrompt || atFile
		if strings.Contains(got, "a line") != (want && !atFile) || atFile && !strings.Contains(got, `"hookEventName":"PostToolUse"`) {
			t.Errorf("%s: got %q", event, got)
		}
		if strings.Contains(got, `"additionalContext":"where it stood"`) != want || (got != "") != want {
			t.Errorf("%s: got %q", event, got)
		}
	}
}
