package lua

// closed charges for a closure. Ending a function visits every variable that a
// closure has captured and that is still on the stack, so their number is
// bounded, and each instruction costs more while there are many.
func closed(c call) int {
	function := c.function(1)
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
	g.price = 1 + int64(alive/capturedFree)
	g.pruneAt = max(capturedAtOne, 2*alive)
}
