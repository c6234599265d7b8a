package wasm

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// newSystemGuest gives a guest that has a memory and no code.
func newSystemGuest(t *testing.T, door func(string, []byte) []byte) *guest {
	t.Helper()
	g := newGuest(abi.Program{Name: "x.wasm"}, sandboxOf(door), func() {})
	g.linear.Allocate(0, 1<<20)
	g.linear.Reallocate(1 << 16)
	t.Cleanup(g.linear.Free)
	return g
}

func (g *guest) wasi(name string, arguments ...uint64) uint64 {
	stack := append(arguments, make([]uint64, 4)...)
	wasiFunctions[name].call(g, stack)
	return stack[0]
}

func (g *guest) poke(address int, values ...uint32) {
	for i, value := range values {
		binary.LittleEndian.PutUint32(g.linear.bytes[address+4*i:], value)
	}
}

func (g *guest) peek(address int) uint64 {
	return binary.LittleEndian.Uint64(g.linear.bytes[address:])
}

// Ensure the clock stands still but for sleep, that it starts at a fixed time,
// and never goes back however absurd the sleep.
func TestClock(t *testing.T) {
	g := newSystemGuest(t, nil)
	now := func() uint64 {
		if code := g.wasi("clock_time_get", 0, 0, 8); code != wasiOK {
			t.Fatalf("code %d", code)
		}
		return g.peek(8)
	}
	sleep := func(timeout uint64, flags uint32) {
		clear(g.linear.bytes[100:200])
		binary.LittleEndian.PutUint64(g.linear.bytes[100:], 77)
		binary.LittleEndian.PutUint64(g.linear.bytes[124:], timeout)
		g.poke(140, flags)
		if code := g.wasi("poll_oneoff", 100, 200, 1, 300); code != wasiOK || g.peek(300)&0xffffffff != 1 || g.peek(200) != 77 {
			t.Fatalf("code %d, %d events", code, g.peek(300))
		}
	}
	for range 2 {
		if now() != 946684800e9 {
			t.Errorf("it is %d", now())
		}
	}
	before := now()
	sleep(1e9, 0)
	if now() != before+1e9 {
		t.Errorf("after a second %d have passed", now()-before)
	}
	sleep(before+5e9, 1)
	if now() != before+5e9 {
		t.Errorf("after a sleep until 5 s it is %d", now()-before)
	}
	for _, timeout := range []uint64{0, math.MaxUint64, 1 << 63, math.MaxUint64 - before} {
		for _, flags := range []uint32{0, 1} {
			was := now()
			sleep(timeout, flags)
			if now() < was {
				t.Errorf("a sleep of %d (%d) led back", timeout, flags)
			}
		}
	}
}

// Ensure what is not there is said so, and addresses outside of memory too.
func TestNoWorld(t *testing.T) {
	g := newSystemGuest(t, nil)
	g.poke(16, 9, 9)
	if g.wasi("args_sizes_get", 16, 20) != wasiOK || g.peek(16) != 0 {
		t.Errorf("arguments: %x", g.peek(16))
	}
	for call, want := range map[string]uint64{
		"environ_get 0 0": wasiOK, "args_get 0 0": wasiOK, "sched_yield": wasiOK,
		"environ_sizes_get 65533 0": wasiFault, "args_sizes_get 0 4294967295": wasiFault,
		"fd_prestat_get 3 0": wasiBadFile, "fd_prestat_dir_name 3 0 0": wasiBadFile,
		"fd_read 0 0 1 100": wasiOK, "fd_read 1 0 1 100": wasiBadFile, "fd_read 0 0 1 65533": wasiFault,
		"fd_close 1": wasiOK, "fd_close 3": wasiBadFile, "fd_close 4294967295": wasiBadFile,
		"fd_fdstat_get 2 100": wasiOK, "fd_fdstat_get 2 65520": wasiFault, "fd_fdstat_get 9 100": wasiBadFile,
		"fd_fdstat_set_flags 0 4": wasiOK, "fd_seek 1 0 0 100": wasiNoSeek, "fd_seek 7 0 0 100": wasiBadFile,
		"clock_time_get 1 0 65529": wasiFault, "random_get 65530 8": wasiFault, "random_get 0 4294967295": wasiFault,
		"fd_write 0 0 0 0": wasiBadFile, "fd_write 1 0 4294967295 0": wasiInvalid, "fd_write 1 65530 1 0": wasiFault, "fd_write 1 0 0 65534": wasiFault,
		"poll_oneoff 0 0 0 0": wasiInvalid, "poll_oneoff 0 0 65 0": wasiInvalid, "poll_oneoff 65500 0 1 0": wasiFault, "poll_oneoff 0 65520 1 0": wasiFault, "poll_oneoff 0 0 1 65534": wasiFault,
	} {
		fields := strings.Fields(call)
		var arguments []uint64
		for _, field := range fields[1:] {
			var number uint64
			if _, err := fmt.Sscan(field, &number); err != nil {
				t.Fatal(err)
			}
			arguments = append(arguments, number)
		}
		if got := g.wasi(fields[0], arguments...); got != want {
			t.Errorf("%s: got %d, want %d", call, got, want)
		}
	}
}

// Ensure what is written to the two streams goes to the log line by line, the
// last line too, and that long ones are cut.
func TestStreams(t *testing.T) {
	var lines []string
	g := newSystemGuest(t, func(_ string, request []byte) []byte {
		lines = append(lines, string(request))
		return []byte(`{"ok":null}`)
	})
	print := func(stream uint64, parts ...string) {
		address := 1000
		for i, part := range parts {
			g.poke(100+8*i, uint32(address), uint32(len(part)))
			address += copy(g.linear.bytes[address:], part)
		}
		if code := g.wasi("fd_write", stream, 100, uint64(len(parts)), 50); code != wasiOK || int(uint32(g.peek(50))) != address-1000 {
			t.Fatalf("code %d, %d written", code, uint32(g.peek(50)))
		}
	}
	print(1, "one\n\ntw", "o\nthr")
	print(2, "error")
	print(1, "ee")
	print(1, "\n"+strings.Repeat("x", 2500)+"\n")
	g.flush()
	want := []string{
		`{"level":"info","message":"one"}`, `{"level":"info","message":"two"}`, `{"level":"info","message":"three"}`,
		`{"level":"info","message":"` + strings.Repeat("x", 1024) + `"}`, `{"level":"info","message":"` + strings.Repeat("x", 1024) + `"}`,
		`{"level":"info","message":"` + strings.Repeat("x", 2500-2048) + `"}`, `{"level":"warn","message":"error"}`,
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("logged %s", got)
	}
	if got := g.stderr.text(); got != "error" {
		t.Errorf("kept %q", got)
	}
	print(2, strings.Repeat("y", 20_000))
	if len(g.stderr.tail) != streamTailMax || len(g.stderr.text()) != messageBytesMax {
		t.Errorf("kept %d bytes", len(g.stderr.tail))
	}
}

// Ensure random bytes are those of the seed, of any length.
func TestRandom(t *testing.T) {
	draw := func(seed uint64, length uint64) string {
		g := newSystemGuest(t, nil)
		g.system = newSystem(seed)
		if code := g.wasi("random_get", 10, length); code != wasiOK {
			t.Fatalf("code %d", code)
		}
		return string(g.linear.bytes[:100])
	}
	bytes, again, other := draw(1, 13), draw(1, 13), draw(2, 13)
	if bytes != again || bytes == other {
		t.Error("random bytes are not those of the seed")
	}
	if strings.Trim(bytes[:10]+bytes[23:], "\x00") != "" || strings.Trim(bytes[15:23], "\x00") == "" {
		t.Errorf("%q: not 13 bytes at 10", bytes)
	}
}
