package wasm

import (
	"encoding/binary"
	"math/bits"
)

// arena is the memory that guest and host share: blocks by their offset, as the
// Extism kernel has them. Offsets are multiples of 8; 0 is no block. Memory that
// is freed serves later blocks; nothing is cleared, for all of it is one guest's.
type arena struct {
	account *account
	bytes   []byte // first 8 unused
	blocks  map[uint64]block
	freed   [32][]uint64 // offsets of freed blocks, by the logarithm of their room
	rooms   map[uint64]uint64
}

type block struct {
	length uint64 // as asked for
	room   uint64 // a multiple of 8
}

const (
	arenaBytesMax = 64 << 20 // in all; under it the guest's own budget counts
	arenaAlign    = 8
	blockBytes    = 96 // what a block costs beside its bytes
	freedTries    = 4  // freed blocks of the same size class that are looked at
)

func newArena(a *account) arena {
	return arena{account: a, bytes: make([]byte, arenaAlign), blocks: map[uint64]block{}, rooms: map[uint64]uint64{}}
}

// alloc makes a block, of which only the length is defined. A length of 0 gives
// no block.
func (a *arena) alloc(length uint64) uint64 {
	if length == 0 {
		return 0
	}
	if length > arenaBytesMax {
		a.account.refused = true
		a.account.end("memory", a.account.memoryText())
	}
	room := (length + arenaAlign - 1) &^ (arenaAlign - 1)
	if offset, ok := a.reuse(room); ok {
		a.blocks[offset] = block{length, a.rooms[offset]}
		delete(a.rooms, offset)
		return offset
	}
	offset := uint64(len(a.bytes))
	if offset+room > arenaBytesMax {
		a.account.refused = true
		a.account.end("memory", a.account.memoryText())
	}
	a.account.hold(int64(room) + blockBytes)
	a.grow(offset + room)
	a.blocks[offset] = block{length, room}
	return offset
}

func (a *arena) grow(size uint64) {
	if uint64(cap(a.bytes)) < size {
		grown := make([]byte, len(a.bytes), min(max(2*size, 4096), arenaBytesMax))
		copy(grown, a.bytes)
		a.bytes = grown
	}
	a.bytes = a.bytes[:size]
}

// reuse finds a freed block with enough room: the last ones of the same class,
// then any of the next class, which all fit.
func (a *arena) reuse(room uint64) (uint64, bool) {
	class := bits.Len64(room) - 1
	same := a.freed[class]
	for i := len(same) - 1; i >= 0 && i >= len(same)-freedTries; i-- {
		if a.rooms[same[i]] >= room {
			offset := same[i]
			a.freed[class] = append(same[:i], same[i+1:]...)
			return offset, true
		}
	}
	next := a.freed[class+1]
	if len(next) == 0 {
		return 0, false
	}
	a.freed[class+1] = next[:len(next)-1]
	return next[len(next)-1], true
}

// free gives a block back; an offset that is none does nothing, for PDKs free
// twice.
func (a *arena) free(offset uint64) {
	b, ok := a.blocks[offset]
	if !ok {
		return
	}
	delete(a.blocks, offset)
	if offset+b.room == uint64(len(a.bytes)) {
		a.bytes = a.bytes[:offset]
		a.account.give(int64(b.room) + blockBytes)
		return
	}
	class := bits.Len64(b.room) - 1
	a.freed[class] = append(a.freed[class], offset)
	a.rooms[offset] = b.room
}

// length is that of a block, 0 where there is none.
func (a *arena) length(offset uint64) uint64 { return a.blocks[offset].length }

// part returns bytes of the arena, or false where it has none there. They are the
// arena's own, and good until the next alloc.
func (a *arena) part(offset, length uint64) ([]byte, bool) {
	size := uint64(len(a.bytes))
	if offset < arenaAlign || offset > size || length > size-offset {
		return nil, length == 0
	}
	return a.bytes[offset : offset+length], true
}

// content returns the bytes of a block, or none where there is no block.
func (a *arena) content(offset uint64) []byte {
	content, _ := a.part(offset, a.length(offset))
	return content
}

// put makes a block of these bytes.
func (a *arena) put(content []byte) uint64 {
	offset := a.alloc(uint64(len(content)))
	copy(a.content(offset), content)
	return offset
}

// loadU64 reads 8 bytes; the last ones of the arena may be fewer.
func (a *arena) loadU64(offset uint64) (uint64, bool) {
	part, ok := a.part(offset, 8)
	if !ok {
		return 0, false
	}
	return binary.LittleEndian.Uint64(part), true
}
