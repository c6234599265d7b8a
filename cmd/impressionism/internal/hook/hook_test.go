package hook

import (
	"bytes"
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
// command that prints the rest.
func TestOwnAnswerFits(t *testing.T) {
	lines := strings.Repeat("L-aaaa2 Set lock_timeout – 😀 first\n", 400)
	got := fitting(lines, []string{"lessons", "list", "a b"})
	kept, is := strings.CutSuffix(got, "\nThe rest: impressionism lessons list 'a b'")
	if n := cut.Units(got); !is || n > ownUnitsMax || n < ownUnitsMax-100 || !strings.HasPrefix(lines, kept+"\n") {
		t.Errorf("got %d characters, with the end %q", n, got[len(got)-100:])
	}
	if got := fitting("one line", nil); got != "one line" {
		t.Errorf("got %q", got)
	}
}
