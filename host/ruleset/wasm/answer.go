package wasm

import (
	"bytes"
	"fmt"
)

// outputSet takes the answer, if it is not too large.
func outputSet(g *guest, s []uint64) {
	if limit := g.sandbox.Budgets.AnswerBytes; s[1] > uint64(max(0, limit)) {
		g.end("answer", fmt.Sprintf("%d bytes were returned, at most %d are taken", s[1], limit))
	}
	content, ok := g.part(s[0], s[1])
	if !ok {
		trap("output_set: %d bytes at offset %d are outside of all blocks", s[1], s[0])
	}
	g.copied(len(content))
	g.answer, g.answered = append([]byte{}, content...), true
}

// errorSet takes the guest's text about its failure; offset 0 takes it back.
func errorSet(g *guest, s []uint64) {
	content := g.content(s[0])
	content = content[:min(len(content), messageBytesMax+1)] // one more shows that it was cut
	g.copied(len(content))
	g.failure = bytes.Clone(content)
}

// What variables hold: they last for one event.
const (
	varsMax     = 1000
	varOverhead = 200 // of the table, for each
)

func varGet(g *guest, s []uint64) {
	name := g.content(s[0])
	g.copied(len(name)) // all of it is read to find the variable
	value := g.vars[string(name)]
	g.copied(len(value))
	s[0] = g.put(value)
}

// varSet keeps a copy of a block under a name; offset 0 removes it. What was
// taken is not given back: nothing collects it in a hook.
func varSet(g *guest, s []uint64) {
	block, value := g.content(s[0]), g.content(s[1])
	g.copied(len(block) + len(value))
	name := string(block)
	if len(value) == 0 {
		delete(g.vars, name)
		return
	}
	kept, known := g.vars[name]
	if !known {
		if len(g.vars) >= varsMax {
			g.end("memory", fmt.Sprintf("more than %d variables", varsMax))
		}
		g.hold(int64(len(name)) + varOverhead)
	}
	if cap(kept) < len(value) {
		g.hold(int64(len(value)))
		kept = make([]byte, 0, len(value))
	}
	if g.vars == nil {
		g.vars = map[string][]byte{}
	}
	g.vars[name] = append(kept[:0], value...)
}
