package session

import "testing"

// Ensure the rule of decisions.md: told once a session; withdrawn and back,
// again only after 10 prompts.
func TestMayTell(t *testing.T) {
	for _, test := range []struct {
		name   string
		told   Telling
		prompt int
		want   bool
	}{
		{"never told", Telling{}, 1, true},
		{"told and standing", Telling{Count: 1, Prompt: 1}, 2, false},
		{"told and standing for long", Telling{Count: 1, Prompt: 1}, 500, false},
		{"withdrawn just now", Telling{Count: 1, Prompt: 3, Withdrawn: true}, 4, false},
		{"one prompt too early", Telling{Count: 1, Prompt: 3, Withdrawn: true}, 12, false},
		{"ten prompts later", Telling{Count: 1, Prompt: 3, Withdrawn: true}, 13, true},
		{"told twice, counted from the last", Telling{Count: 2, Prompt: 13, Withdrawn: true}, 14, false},
	} {
		if got := MayTell(test.told, test.prompt, RetellPromptsDefault); got != test.want {
			t.Errorf("%s: got %v want %v", test.name, got, test.want)
		}
	}
}
