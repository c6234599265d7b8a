package wasm

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

const logCall = "log"

// logAt makes a function that writes a block to the log.
func logAt(level string) func(*guest, []uint64) {
	return func(g *guest, s []uint64) { g.log(level, g.content(s[0])) }
}

// logLevel tells a PDK what is worth sending: everything, or, where the ruleset
// may not log, nothing.
func logLevel(g *guest, s []uint64) {
	s[0] = 0
	if !g.linked(logCall) {
		s[0] = math.MaxInt32
	}
}

// log passes a line to the host call of that name, where the ruleset has it. One
// line more than the budget is passed on, which is how the host learns that some
// are lost.
func (g *guest) log(level string, message []byte) {
	if g.logged > g.sandbox.Budgets.LogLines || !g.linked(logCall) {
		return
	}
	g.logged++
	text := strings.ToValidUTF8(string(message[:min(len(message), g.sandbox.Budgets.LogLineBytes)]), "\uFFFD")
	request, err := json.Marshal(abi.LogRequest{Level: level, Message: text})
	if err != nil {
		return // two strings always encode
	}
	g.work(hostCallPrice)
	g.ask(logCall, request)
}
