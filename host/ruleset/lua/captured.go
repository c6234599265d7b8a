package lua

// closed charges for a closure. Ending a function visits every variable that a
// closure has captured and that is still on the stack, so their number is
// bounded, and each instruction costs more while there are many.
func closed(c call) int {
	function := c.function(1)
	// The interpreter looks for each of them among all that are alive.
	c.g.work(len(function.Upvalues) * (1 + len(c.g.captured)/capturedPerUnit))
	c.g.hold(closureBytes + upvalueBytes*len(function.Upvalues))
	for _, variable := range function.Upvalues {
		if !variable.IsClosed() {
			c.g.captured[variable] = struct{}{}
		}
	}
	if len(c.g.captured) > c.g.pruneAt {
		c.g.work(len(c.g.captured))
		c.g.prune()
	}
	c.L.SetTop(1)
	return 1
}

const (
	capturedMax   = 256 // variables that are alive at once
	capturedFree  = 32  // of them at the normal price
	capturedAtOne = 64  // of them to be looked through again, at least

	capturedPerUnit = 24 // of them are passed in the time of a unit
)

// prune forgets captured variables that have left the stack.
func (g *guest) prune() {
	for variable := range g.captured {
		if variable.IsClosed() {
			delete(g.captured, variable)
		}
	}
	alive := len(g.captured)
	if alive > capturedMax {
		g.exhaust("stack", "too many captured variables are alive at once")
	}
	g.price = g.base + int64(alive/capturedFree)
	g.pruneAt = max(capturedAtOne, 2*alive)
}
