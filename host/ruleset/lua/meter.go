package lua

import (
	"fmt"
	"sync/atomic"
	"time"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

// meter counts what a guest uses. The interpreter asks its context before every
// instruction whether it is done, so the meter is that context: counting there
// makes fuel deterministic. A budget that is gone unwinds the guest by a panic
// that pcall passes on.
//
// One unit of fuel is about 20 ns. Whatever takes longer than one instruction
// pays for it: library functions by work, and operators whose cost depends on
// their operands by the helpers that rewrite.go puts in their place.
type meter struct {
	fuel   int64 // left
	price  int64 // of one instruction
	memory int64 // left; counts what was allocated, for garbage may never be collected in a hook
	stop   *atomic.Bool
	spent  *abi.Fault // set once and for all when a budget is gone
	place  func() string

	fuelMax, memoryMax int64
}

func newMeter(sandbox abi.Sandbox) meter {
	m := meter{
		price: 1, fuel: sandbox.Budgets.Fuel, memory: sandbox.Budgets.MemoryBytes, stop: sandbox.Stop,
		fuelMax: sandbox.Budgets.Fuel, memoryMax: sandbox.Budgets.MemoryBytes,
	}
	if m.stop == nil {
		m.stop = new(atomic.Bool)
	}
	return m
}

// FuelUsed is how much fuel is gone; see abi.Metered.
func (m *meter) FuelUsed() int64 { return m.fuelMax - max(0, m.fuel) }

// MemoryUsed is what was taken so far; see abi.Weighed.
func (m *meter) MemoryUsed() int64 { return m.memoryMax - m.memory }

// Done is called by the interpreter before each instruction. A nil channel is
// never ready, which is the cheapest way to say "go on".
func (m *meter) Done() <-chan struct{} {
	m.fuel -= m.price
	if m.fuel < 0 || m.stop.Load() {
		m.halt()
	}
	return nil
}

// work charges fuel for something that takes as long as that many instructions.
func (m *meter) work(units int) {
	if units < 0 || int64(units) > m.fuel {
		m.fuel = -1
	} else {
		m.fuel -= int64(units)
	}
	if m.fuel < 0 || m.stop.Load() {
		m.halt()
	}
}

// hold charges memory; it has to be called before the memory is taken.
func (m *meter) hold(bytes int) {
	if bytes < 0 || int64(bytes) > m.memory {
		m.exhaust("memory", fmt.Sprintf("more than %d bytes asked for", m.memoryMax))
	}
	m.memory -= int64(bytes)
}

// text charges for making a string of that length.
func (m *meter) text(length int) {
	m.hold(length + stringBytes)
	m.work(1 + length/bytesPerUnit)
}

func (m *meter) halt() {
	if m.stop.Load() {
		m.exhaust("time", "stopped by the host")
	}
	m.exhaust("fuel", fmt.Sprintf("all %d units used", m.fuelMax))
}

// exhaust ends the guest: the first budget that is gone stays the reason.
func (m *meter) exhaust(budget, text string) {
	if m.spent == nil {
		message := budget + ": " + text
		if place := m.place(); place != "" {
			message += " at " + place
		}
		m.spent = &abi.Fault{Code: abi.Limit, Message: message}
	}
	panic(spentError(m.spent))
}

func spentError(fault *abi.Fault) *vm.ApiError {
	return &vm.ApiError{Type: vm.ApiErrorRun, Object: vm.LString(fault.Message), StackTrace: noTrace}
}

// The rest of context.Context, which the interpreter never calls.
func (m *meter) Deadline() (time.Time, bool) { return time.Time{}, false }
func (m *meter) Err() error                  { return nil }
func (m *meter) Value(any) any               { return nil }

// What things cost, measured; see TestAccountCoversAllocation.
const (
	bytesPerUnit = 32 // of a string that is read or written once
	// askedBytesPerUnit is for a long request, which the host reads: it searches a query's
	// words and looks for secrets in a line of the log, some 20 ns a byte. A short one is in
	// hostCallUnits.
	askedBytesPerUnit = 4
	askedBytesFree    = 4 << 10
	stringBytes       = 32   // beside a string's own bytes
	tableBytes        = 3400 // a table, with the hash part that its first string key makes
	smallTableBytes   = 700  // a table that the host makes, before its entries
	smallTableHint    = 8    // entries of the hash part of tables that the host makes
	slotBytes         = 64   // one more array element, growth included
	fieldBytes        = 320  // one more hash entry, growth included
	closureBytes      = 160
	upvalueBytes      = 72
	errorBytes        = 1 << 10 // an error that was raised and caught

	tableUnits = 5
	slotUnits  = 4
	fieldUnits = 20
	tryUnits   = 40 // a protected call
	errorUnits = 400
)

var (
	_ abi.Metered = (*guest)(nil)
	_ abi.Weighed = (*guest)(nil)
)
