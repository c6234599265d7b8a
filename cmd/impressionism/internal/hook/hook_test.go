package hook

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/all"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/decide/suggest"
)

// Ensure no client's answer cuts what counts as told, however long the texts of all pools are.
func TestNoClientCutsSuggestions(t *testing.T) {
	text := strings.Repeat("é", suggest.CharsMax-1) + "."
	for _, c := range all.Clients() {
		if answer := c.Encode(client.Answer{Event: abi.EventPrompt, Context: text}); !bytes.Contains(answer, []byte(text)) {
			t.Errorf("%s: %d bytes of an answer lack the end of a text", c.ID, len(answer))
		}
	}
}

// Ensure a long answer to one of our commands ends at a line, below what a client shows, with the
// whole command that prints the rest where it is one that only shows, and else with how much more
// there is.
func TestOwnAnswerFits(t *testing.T) {
	lines := strings.Repeat("L-aaaa2 Set lock_timeout – 😀 first\n", 400)
	line := strings.Repeat("😀", ownUnitsMax)
	for _, test := range []struct{ name, typed, text, end string }{
		{"lessons", "a b", "one line", "one line"},
		{"lessons", "'a  b'", lines, "first\nThe rest: impressionism lessons list 'a  b'"},
		{"handoff", "", lines, "first\nThe rest: impressionism handoff show"},
		{"lessons", strings.Repeat("x", againCharsMax), lines, "first\nAnd 137 more lines."},
		{"keep", "1 2", lines, "first\nAnd 137 more lines."},
		{"learn", "Pin the seed", lines, "first\nAnd 137 more lines."},
		{"keep", "1", line, "😀…"},
		{"keep", "1", line + "\nlast", "😀…\nAnd 1 more line."},
		{"why", "", line, "😀…\nThe rest: impressionism why --limit=3"},
	} {
		command := ownCommands[test.name]
		got := fitting(test.text, command.again(append(slices.Clone(command.args), typedArgs(test.name, test.typed)...)))
		kept, is := strings.CutSuffix(got, test.end)
		if n := cut.Units(got); !is || n > ownUnitsMax || !strings.HasPrefix(test.text, kept) || len(test.text) > 100 && n < ownUnitsMax-100 {
			t.Errorf("%s %.40s: got %d units, with the end %q", test.name, test.typed, n, got[max(0, len(got)-100):])
		}
	}
}
