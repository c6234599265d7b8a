package wasm

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
)

const (
	messageBytesMax = 2 << 10 // of an error; as in host/ruleset/lua
	traceLinesMax   = 6
	frameBytesMax   = 120
	limitsMax       = 8 // faults of host calls that are remembered
)

// trapped makes the Fault of a call that did not return. Nothing of the guest's
// making leads to a Limit: the counters are out of its reach.
func (g *guest) trapped(function string, err error) *abi.Fault {
	frames := g.framesOf(err)
	place := ""
	if len(frames) > 0 {
		place = " in " + frames[0]
	}
	switch {
	case g.spent != nil:
		g.spent.Message = cut.BytesEllipsis(visible.Text(g.spent.Message+place), messageBytesMax)
		return g.spent
	case g.fuel != nil && g.left() < 0:
		return g.limit("fuel", fmt.Sprintf("all %d units used%s", g.fuelMax, place))
	case g.depth != nil && int64(g.depth.Get()) < 0, isOverflow(err):
		return g.limit("recursion", fmt.Sprintf("calls nested deeper than the stack allows%s", place))
	case g.refused:
		return g.limit("memory", g.memoryText()+place)
	}
	if fault := g.passedOn(); fault != nil {
		g.broken = fault
		return fault
	}
	text := g.ownText()
	if text == "" {
		text = g.program.Name + ": " + g.reason(function, err)
	}
	for _, frame := range frames {
		text += "\n  from " + frame
	}
	g.broken = &abi.Fault{Code: abi.Internal, Message: cut.BytesEllipsis(visible.Text(text), messageBytesMax)}
	return g.broken
}

// refusal makes the Fault of a call that returned an error. The guest is whole
// and may be asked again.
func (g *guest) refusal(function string, code int32) *abi.Fault {
	if g.refused {
		text := g.memoryText()
		if own := g.ownText(); own != "" {
			text += ", and the guest failed: " + own
		}
		return g.limit("memory", text)
	}
	if fault := g.passedOn(); fault != nil {
		return fault
	}
	text := g.ownText()
	if text == "" {
		text = fmt.Sprintf("%s: %s returned %d and set no error", g.program.Name, function, code)
	}
	return &abi.Fault{Code: abi.Internal, Message: cut.BytesEllipsis(visible.Text(text), messageBytesMax)}
}

// limit ends the guest for good.
func (g *guest) limit(budget, text string) *abi.Fault {
	g.spent = &abi.Fault{Code: abi.Limit, Message: cut.BytesEllipsis(visible.Text(budget+": "+text), messageBytesMax)}
	return g.spent
}

// passedOn returns the limit that a host call answered, where that is what the
// guest reports.
func (g *guest) passedOn() *abi.Fault {
	own := string(g.failure)
	for i := len(g.limits) - 1; i >= 0; i-- {
		if strings.Contains(own, abi.Limit+": "+g.limits[i]) {
			return &abi.Fault{Code: abi.Limit, Message: cut.BytesEllipsis(visible.Text(g.limits[i]), messageBytesMax)}
		}
	}
	return nil
}

// ownText is what the guest itself said about its failure, without the code that
// the Fault has anyway.
func (g *guest) ownText() string {
	said := strings.TrimSpace(strings.TrimPrefix(string(g.failure), abi.Internal+": "))
	if written := strings.TrimSpace(g.stderr.text()); written != "" {
		if said != "" {
			said += "\n"
		}
		said += written
	}
	return said
}

// reason returns why a guest that said nothing has trapped.
func (g *guest) reason(function string, err error) string {
	if g.exit != nil {
		return fmt.Sprintf("it ended itself with code %d (proc_exit) instead of returning from %s", *g.exit, function)
	}
	if wrong, ok := errors.AsType[misuse](err); ok {
		return string(wrong)
	}
	text := cut.Line(err.Error())
	return strings.TrimPrefix(text, "wasm error: ")
}

func isOverflow(err error) bool { return strings.HasPrefix(err.Error(), "wasm error: stack overflow") }

// framesOf returns the innermost functions of a trap's trace, without their types.
// A function without a name is called by its export or "$" and its number.
func (g *guest) framesOf(err error) []string {
	_, trace, found := strings.Cut(err.Error(), "wasm stack trace:\n")
	if !found {
		return nil
	}
	var frames []string
	for line := range strings.Lines(trace) {
		name := frameName(strings.TrimSpace(line))
		if exported, ok := strings.CutPrefix(name, "$"); ok {
			name = g.exportName(exported, name)
		}
		if name != "" {
			frames = append(frames, cut.BytesEllipsis(name, frameBytesMax))
		}
		if len(frames) == traceLinesMax {
			break
		}
	}
	return frames
}

// frameName takes the signature, and the dot of a module without a name, off a
// line of the engine's trace: ".add(i32,i32) i32".
func frameName(line string) string {
	if at := strings.LastIndex(line, ") ("); at > 0 { // several results
		line = line[:at]
	}
	if at := strings.LastIndexByte(line, '('); at > 0 {
		line = line[:at]
	}
	return strings.TrimPrefix(line, ".")
}

// exportName returns the name under which a function is exported.
func (g *guest) exportName(index, fallback string) string {
	number, err := strconv.ParseUint(index, 10, 32)
	if err != nil || g.module == nil {
		return fallback
	}
	for name, function := range g.module.ExportedFunctionDefinitions() {
		if uint64(function.Index()) == number && (fallback[0] == '$' || name < fallback) {
			fallback = name
		}
	}
	return fallback
}
