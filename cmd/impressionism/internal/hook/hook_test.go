package hook

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/all"
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
