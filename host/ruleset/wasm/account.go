package wasm

import (
	"fmt"
	"sync/atomic"

	"github.com/tetratelabs/wazero/api"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/meter"
)

// What a host function costs in instructions, beside the guest's own code.
// Measured: an instruction of a hot loop takes about 0.8 ns with its metering,
// the way to the host and back 60 ns.
const (
	touchPrice    = meter.PerUnit       // one that reads or writes a few bytes
	workPrice     = 4 * meter.PerUnit   // one that allocates or looks something up
	hostCallPrice = 200 * meter.PerUnit // a host call; Lua's pay the same
	bytesPerUnit  = 32                  // copied, written or read once; as in host/ruleset/lua
	bytePrice     = meter.PerUnit / bytesPerUnit
	// A long request is more to the host than bytes; as in host/ruleset/lua.
	askedBytePrice = meter.PerUnit / 4
	askedBytesFree = 4 << 10
)

// account counts what a guest uses. The first budget that is gone ends the guest
// for good.
type account struct {
	fuelMax   int64 // in units
	fuel      api.MutableGlobal
	fuelLeft  int64 // in instructions, where there is no global (any more)
	memoryMax int64
	memory    int64 // held: linear memory, blocks, variables
	peak      int64 // the most that was held
	refused   bool  // memory was asked for and not given
	stop      *atomic.Bool
	spent     *abi.Fault
}

func newAccount(sandbox abi.Sandbox) account {
	a := account{
		fuelMax: sandbox.Budgets.Fuel, fuelLeft: instructions(sandbox.Budgets.Fuel),
		memoryMax: sandbox.Budgets.MemoryBytes, stop: sandbox.Stop,
	}
	if a.stop == nil {
		a.stop = new(atomic.Bool)
	}
	return a
}

// instructions returns a number of units in instructions; beyond what fits there
// is no limit.
func instructions(units int64) int64 {
	const most = 1 << 62
	if units > most/meter.PerUnit {
		return most
	}
	return max(0, units) * meter.PerUnit
}

// left is how many instructions the guest may still run.
func (a *account) left() int64 {
	if a.fuel == nil {
		return a.fuelLeft
	}
	return int64(a.fuel.Get())
}

func (a *account) setLeft(instructions int64) {
	a.fuelLeft = instructions
	if a.fuel != nil {
		a.fuel.Set(uint64(instructions))
	}
}

// FuelUsed is how many units are gone, begun ones included; see abi.Metered.
func (a *account) FuelUsed() int64 {
	used := instructions(a.fuelMax) - max(0, a.left())
	return min(a.fuelMax, (used+meter.PerUnit-1)/meter.PerUnit)
}

// MemoryUsed is the most that was held at once; see abi.Weighed.
func (a *account) MemoryUsed() int64 { return a.peak }

// work charges instructions for something that a host function does, before it
// is done.
func (a *account) work(instructions int64) {
	left := a.left()
	if instructions < 0 || instructions > left {
		a.setLeft(-1)
		a.end("fuel", fmt.Sprintf("all %d units used", a.fuelMax))
	}
	a.setLeft(left - instructions)
}

// look ends the guest if the host wants it ended.
func (a *account) look() {
	if a.stop.Load() {
		a.end("time", "stopped by the host")
	}
}

// copied charges for bytes that cross.
func (a *account) copied(bytes int) { a.work(int64(bytes) * bytePrice) }

// hold takes memory, or ends the guest.
func (a *account) hold(bytes int64) {
	if !a.take(bytes) {
		a.end("memory", a.memoryText())
	}
}

// take takes memory where there is some left.
func (a *account) take(bytes int64) bool {
	if bytes < 0 || bytes > a.memoryMax-a.memory {
		a.refused = true
		return false
	}
	a.memory += bytes
	a.peak = max(a.peak, a.memory)
	return true
}

func (a *account) give(bytes int64) { a.memory -= bytes }

func (a *account) memoryText() string {
	return fmt.Sprintf("more than %d bytes asked for", a.memoryMax)
}

// end ends the guest because a budget is gone. It does not return: the panic
// unwinds the guest and arrives where it was called.
func (a *account) end(budget, text string) {
	if a.spent == nil {
		a.spent = &abi.Fault{Code: abi.Limit, Message: budget + ": " + text}
	}
	panic(errEnded)
}

// trap ends what the guest is doing because it used a host function wrongly.
func trap(format string, arguments ...any) {
	panic(misuse(fmt.Sprintf(format, arguments...)))
}

// misuse is a trap that the host raises.
type misuse string

func (m misuse) Error() string { return string(m) }

type endedError struct{}

func (endedError) Error() string { return "a budget is gone" }

var errEnded error = endedError{}
