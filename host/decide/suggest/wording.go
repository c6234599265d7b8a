package suggest

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"

	"github.com/ed-irl/impressionism/host/cut"
)

// Worded is the wording in which an item was suggested, and its cost.
type Worded struct {
	// Wording names the words: how the item stands in the text, a hyphen, and a
	// hash of the templates that the text is made of. Texts of different templates
	// are told apart by it, whoever wrote them.
	Wording string
	Units   int // UTF-16: its own line and an equal share of the others
}

// How an item may stand in a text; a Wording begins with one.
const (
	Firm   = "firm"   // it is asked for by its name
	Soft   = "soft"   // it is offered
	Beside = "beside" // it is offered beside one that is asked for
	Wished = "wished" // it is offered because the user's settings want it
)

// worded tells of each item how it stands in a text.
func worded(in Input, items []Suggestion, told composed) []Worded {
	rest := cut.Units(told.text)
	for _, own := range told.lines {
		rest -= own
	}
	rest = max(0, rest)
	lead := leadOf(in, items[0])
	hash := in.wordingHash(lead, slices.ContainsFunc(items, func(item Suggestion) bool { return item.Wished }),
		slices.ContainsFunc(items, func(item Suggestion) bool { return item.Doubt != "" }))
	all := make([]Worded, len(items))
	for i := range items {
		manner := Soft
		switch {
		case lead == leadFirm && i == 0:
			manner = Firm
		case items[i].Wished:
			manner = Wished
		case lead == leadFirm:
			manner = Beside
		}
		all[i] = Worded{Wording: manner + "-" + hash, Units: told.lines[i] + rest/len(items)}
	}
	all[0].Units += rest % len(items)
	return all
}

// wordingHashBytes tell some thousand wordings apart.
const wordingHashBytes = 4

// wordingHash sums up every line that a text with this lead may have.
func (in Input) wordingHash(lead string, wished, doubt bool) string {
	sum := sha256.New()
	write := func(name, line string) { _, _ = io.WriteString(sum, name+"\x00"+line+"\x00") } // a hash never fails
	write(lead, in.line(lead))
	for _, kind := range in.Kinds.In(in.pool) {
		write(kind.Name, in.Templates[kind.Name])
		write(kind.Name+"_bare", in.Templates[kind.Name+"_bare"])
	}
	write("similar", in.line("similar"))
	write("load", in.line("load"))
	if wished {
		write("wished", in.line("wished"))
	}
	if doubt {
		write("doubt", in.line("doubt"))
	}
	return hex.EncodeToString(sum.Sum(nil)[:wordingHashBytes])
}
