package shrink_test

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/shrink"
)

// Ensure that whatever text a prompt, a keyword or a parameter holds, the file
// that is written is YAML that reads back as the same.
func FuzzYAML(f *testing.F) {
	for _, text := range []string{"plain", "a: b # c", "\"'\\", "two\nlines\t", "ümläut 🦀 \U000e0001", "\u2028\ufeff\u0085\x7f\x00", "- [x]", "<&>", "~", "0", "*a &b !c"} {
		f.Add(text, 0.5)
	}
	f.Fuzz(func(t *testing.T, text string, number float64) {
		if !utf8.ValidString(text) || number != number || number-number != 0 {
			t.Skip()
		}
		want := scenario.Scenario{Why: "why " + text, Context: abi.Context{UserPrompt: text, HookEvent: abi.EventPrompt}}
		want.Items = []abi.Item{{Ref: abi.Skill("a" + text), Keywords: []string{text}, Embedding: abi.Embedding{Values: []float32{1, 0}}}}
		want.Search = map[abi.Ref]float64{abi.Skill("a" + text): 0}
		want.Parameters = map[string]any{"x": text, "y": false, "n": number, "z" + text: []any{}}
		want.Expect.Activate = []abi.Entry{{Ref: abi.Skill("a" + text), Reason: text}}
		want.Expect.Deactivate = []abi.Entry{}
		written, err := shrink.YAML(want, "a comment")
		if err != nil {
			t.Fatal(err)
		}
		got, err := scenario.Decode(written)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s\n%s", diff, written)
		}
	})
}
