package wasm

import "github.com/tetratelabs/wazero/experimental"

// memoryReserve is the address space of one linear memory: no guest gets more,
// whatever its budget.
const memoryReserve = 1 << 30

// linearMemory is a guest's memory inside its account: what is over budget is
// not given, and the guest's memory.grow answers −1. The pages come from the
// system, where it can do that, so that they cost nothing before they are
// touched and leave nothing for the garbage collector.
type linearMemory struct {
	account *account
	bytes   []byte
	free    func()
	held    int64
}

// Allocate makes the guest's only memory.
func (m *linearMemory) Allocate(_, most uint64) experimental.LinearMemory {
	size := min(most, uint64(max(0, m.account.memoryMax)), memoryReserve)
	m.bytes, m.free = reserve(int(size))
	return m
}

// Reallocate changes the size, or returns nil.
func (m *linearMemory) Reallocate(size uint64) []byte {
	if size > memoryReserve || !m.account.take(int64(size)-m.held) {
		return nil
	}
	m.held = int64(size)
	if uint64(cap(m.bytes)) < size {
		grown := make([]byte, size, min(2*size, memoryReserve))
		copy(grown, m.bytes)
		m.bytes = grown
	}
	m.bytes = m.bytes[:size]
	return m.bytes
}

// Free frees the memory; further calls do nothing.
func (m *linearMemory) Free() {
	m.account.give(m.held)
	m.held, m.bytes = 0, nil
	if m.free != nil {
		m.free()
		m.free = nil
	}
}
