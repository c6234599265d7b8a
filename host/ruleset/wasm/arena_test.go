package wasm

import (
	"math/rand/v2"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

func newTestArena(memory int64) (*account, *arena) {
	sandbox := abi.Sandbox{Budgets: abi.DefaultBudgets()}
	sandbox.Budgets.MemoryBytes = memory
	account := newAccount(sandbox)
	a := newArena(&account)
	return &account, &a
}

// Ensure blocks keep what is written to them, whatever is made and freed around
// them; that offsets are aligned and never 0; and that an offset that is no
// block's is of length 0 and freeing it does nothing.
func TestArena(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	account, a := newTestArena(64 << 20)
	type live struct {
		offset uint64
		length int
		mark   byte
	}
	var blocks []live
	for step := range 20_000 {
		if len(blocks) > 0 && random.IntN(2) == 0 {
			i := random.IntN(len(blocks))
			b := blocks[i]
			content := a.content(b.offset)
			if len(content) != b.length {
				t.Fatalf("step %d: length %d, want %d", step, len(content), b.length)
			}
			for _, c := range content {
				if c != b.mark {
					t.Fatalf("step %d: a block was written over", step)
				}
			}
			a.free(b.offset)
			a.free(b.offset)
			if got := a.length(b.offset); got != 0 {
				t.Fatalf("step %d: length %d after it was freed", step, got)
			}
			blocks = append(blocks[:i], blocks[i+1:]...)
			continue
		}
		b := live{length: 1 + random.IntN(1<<random.IntN(12)), mark: byte(step)}
		b.offset = a.alloc(uint64(b.length))
		if b.offset == 0 || b.offset%8 != 0 {
			t.Fatalf("step %d: offset %d", step, b.offset)
		}
		content := a.content(b.offset)
		for i := range content {
			content[i] = b.mark
		}
		blocks = append(blocks, b)
	}
	for _, offset := range []uint64{0, 1, 4, 1 << 40, ^uint64(0)} {
		a.free(offset)
		if a.length(offset) != 0 || a.content(offset) != nil {
			t.Errorf("offset %d is a block", offset)
		}
	}
	if held := int64(len(a.bytes)); account.memory < held || account.memory > 4*held {
		t.Errorf("%d bytes are accounted for %d", account.memory, held)
	}
}

// Ensure a guest that frees what it takes can go on for ever, in sizes that
// vary, and gives everything back when it frees last what it took last.
func TestArenaIsReused(t *testing.T) {
	_, busy := newTestArena(1 << 20)
	for i := range 10_000 {
		request, reply := busy.alloc(uint64(100+i%50)), busy.alloc(uint64(60_000+i%5_000))
		if i%2 == 0 {
			request, reply = reply, request
		}
		busy.free(reply)
		busy.free(request)
	}
	if len(busy.bytes) > 512<<10 {
		t.Errorf("%d bytes for blocks of 65,000", len(busy.bytes))
	}
	account, a := newTestArena(1 << 20)
	request, reply := a.alloc(100), a.alloc(1000)
	a.free(reply)
	a.free(request)
	if len(a.bytes) != arenaAlign || account.memory != 0 {
		t.Errorf("%d bytes are left, %d accounted for", len(a.bytes), account.memory)
	}
}

// Ensure no range outside of the arena can be reached.
func FuzzArenaPart(f *testing.F) {
	f.Add(uint64(8), uint64(8))
	f.Add(uint64(0), uint64(1))
	f.Add(^uint64(0), uint64(1))
	f.Add(uint64(1), ^uint64(0))
	f.Add(uint64(16), ^uint64(15))
	_, a := newTestArena(1 << 20)
	a.alloc(20)
	f.Fuzz(func(t *testing.T, offset, length uint64) {
		part, ok := a.part(offset, length)
		inside := offset >= 8 && offset <= 32 && length <= 32-min(offset, 32)
		if ok != (inside || length == 0) || ok && uint64(len(part)) != length && length != 0 {
			t.Errorf("%d bytes at %d: %d, %v", length, offset, len(part), ok)
		}
	})
}
