package lua

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that rewritten code means what Lua means: generated programs give what
// Lua 5.1.5 itself gave when the data was recorded. (The interpreter alone fails
// here: it miscompiles swaps, "and" and parenthesised calls in assignments, and
// closures after a caught error.)
func TestReference(t *testing.T) {
	prelude, err := os.ReadFile(filepath.Join("testdata", "reference", "prelude.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scripts(t, "reference") {
		t.Run(s.name, func(t *testing.T) {
			s.code = []byte(string(prelude) + string(s.code) + "return { evaluate_activation = function() return results end }")
			answer, err := s.play(abi.DefaultBudgets(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.ReplaceAll(string(answer), "�", "?"); got != s.expect {
				t.Errorf("got  %s\nwant %s", got, s.expect)
			}
		})
	}
}
