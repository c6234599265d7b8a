package feed

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/session"
)

// FuzzDecision holds that whatever stands in a stored decision, its change is bounded, can be
// encoded and read back.
func FuzzDecision(f *testing.F) {
	f.Add(`[{"ref": "skill:db", "similarity": 0.9, "enough": true, "matched": ["a"], "fit": {"needed": {"similarity": 0.7}}}]`, `{"activate":[{"ref":"skill:db"}]}`, "prompt", "why", "firm-0a", 42)
	f.Add(`[{"ref": "", "fit": {"needed": null}}, {"ref": "skill:x", "similarity": -1e300}]`, `{`, "\xff", "\x00", "", -1)
	f.Add(`null`, ``, "", "", "-", 1<<40)
	f.Fuzz(func(t *testing.T, scores, answer, text, why, wording string, chars int) {
		d := session.FollowedDecision{Text: text, Suggestions: []session.FollowedSuggestion{{Ref: abi.Skill("db"), Wording: wording, Chars: chars}}}
		d.Answer, d.Scores = []byte(answer), []byte(scores)
		d.Event, d.Dropped, d.Durations = abi.EventPrompt, []session.Dropped{{Ref: abi.Skill("x"), Why: why}}, map[string]int64{why: int64(chars)}
		c := ofDecision(d)
		if len(c.Candidates) > candidatesMax || utf8.RuneCountInString(c.Text) > textCharsMax || len(c.Told) != 1 {
			t.Errorf("%d candidates, %d bytes, %d told", len(c.Candidates), len(c.Text), len(c.Told))
		}
		for _, candidate := range c.Candidates {
			if len(candidate.Matched) > matchedMax || candidate.Ref.IsZero() {
				t.Errorf("candidate %+v", candidate)
			}
		}
		encoded, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var back Change
		if err := json.Unmarshal(encoded, &back); err != nil {
			t.Errorf("%v: %s", err, encoded)
		}
	})
}
