package scripts_test

import (
	"testing"

	"github.com/ed-irl/impressionism/host/internal/scripts"
)

// Ensure that a word ends beside letters that are written without blanks, not within a word
// in Katakana, and not beside other foreign letters.
func TestParts(t *testing.T) {
	for text, want := range map[string]bool{
		"l修": true, "修b": true, "配置": true, "lコ": true, "すk": true, "ドを": true, "l를": true, "lก": true,
		"コマ": false, "リー": false, "ﾘｰ": false, "ab": false, "lü": false, "фl": false, "l，": false,
	} {
		runes := []rune(text)
		if got := scripts.Parts(runes[0], runes[1]); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}
