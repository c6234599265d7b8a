package wasm

import (
	"encoding/binary"
)

// wasiFunctions are the part of WASI that programs in Go and C call when they
// start and print. Nothing is granted: no arguments, environment or files.
var wasiFunctions = map[string]hostFunction{
	"args_get":          {i32s(2), oneI32, touchPrice, succeed},
	"args_sizes_get":    {i32s(2), oneI32, touchPrice, noEntries},
	"environ_get":       {i32s(2), oneI32, touchPrice, succeed},
	"environ_sizes_get": {i32s(2), oneI32, touchPrice, noEntries},

	"clock_time_get": {[]byte{i32, i64, i32}, oneI32, touchPrice, clockTime},
	"poll_oneoff":    {i32s(4), oneI32, workPrice, poll},
	"sched_yield":    {nil, oneI32, touchPrice, succeed},
	"random_get":     {i32s(2), oneI32, touchPrice, random},
	"proc_exit":      {i32s(1), nil, touchPrice, exit},

	"fd_read":             {i32s(4), oneI32, touchPrice, read}, // Go links it wherever an io.Reader is used
	"fd_write":            {i32s(4), oneI32, workPrice, write},
	"fd_close":            {i32s(1), oneI32, touchPrice, onStreams(succeed)},
	"fd_fdstat_get":       {i32s(2), oneI32, touchPrice, onStreams(describeStream)},
	"fd_fdstat_set_flags": {i32s(2), oneI32, touchPrice, onStreams(succeed)},
	"fd_prestat_get":      {i32s(2), oneI32, touchPrice, noFile},
	"fd_prestat_dir_name": {i32s(3), oneI32, touchPrice, noFile},
	"fd_seek":             {[]byte{i32, i64, i32, i32}, oneI32, touchPrice, onStreams(notSeekable)},
}

// Results of WASI functions.
const (
	wasiOK       = 0
	wasiBadFile  = 8
	wasiFault    = 21 // an address outside of memory
	wasiInvalid  = 28
	wasiNoSeek   = 70
	streamsCount = 3 // 0, 1, 2
)

func i32s(count int) []byte {
	types := make([]byte, count)
	for i := range types {
		types[i] = i32
	}
	return types
}

func succeed(_ *guest, s []uint64)     { s[0] = wasiOK }
func noFile(_ *guest, s []uint64)      { s[0] = wasiBadFile }
func notSeekable(_ *guest, s []uint64) { s[0] = wasiNoSeek }

// onStreams serves the three streams and no other file.
func onStreams(serve func(*guest, []uint64)) func(*guest, []uint64) {
	return func(g *guest, s []uint64) {
		if uint32(s[0]) >= streamsCount {
			s[0] = wasiBadFile
			return
		}
		serve(g, s)
	}
}

// view returns a part of the guest's memory, or false.
func (g *guest) view(address, length uint64) ([]byte, bool) {
	memory := g.linear.bytes
	if size := uint64(len(memory)); address > size || length > size-address {
		return nil, false
	}
	return memory[address : address+length : address+length], true
}

// noEntries says that there are no arguments or variables, which need no bytes.
func noEntries(g *guest, s []uint64) {
	count, ok := g.view(uint64(uint32(s[0])), 4)
	size, okToo := g.view(uint64(uint32(s[1])), 4)
	if !ok || !okToo {
		s[0] = wasiFault
		return
	}
	binary.LittleEndian.PutUint32(count, 0)
	binary.LittleEndian.PutUint32(size, 0)
	s[0] = wasiOK
}

// clockTime is the same for all clocks.
func clockTime(g *guest, s []uint64) {
	to, ok := g.view(uint64(uint32(s[2])), 8)
	if !ok {
		s[0] = wasiFault
		return
	}
	binary.LittleEndian.PutUint64(to, clockStart+g.slept)
	s[0] = wasiOK
}

func random(g *guest, s []uint64) {
	to, ok := g.view(uint64(uint32(s[0])), uint64(uint32(s[1])))
	if !ok {
		s[0] = wasiFault
		return
	}
	g.copied(len(to))
	var eight [8]byte
	for len(to) > 0 {
		binary.LittleEndian.PutUint64(eight[:], g.random.Uint64())
		to = to[copy(to, eight[:]):]
	}
	s[0] = wasiOK
}

// exit ends the guest: a ruleset is no command that may.
func exit(g *guest, s []uint64) {
	code := uint32(s[0])
	g.exit = &code
	trap("proc_exit(%d)", code)
}

// describeStream says that a stream is a terminal to which all may be written.
func describeStream(g *guest, s []uint64) {
	to, ok := g.view(uint64(uint32(s[1])), 24)
	if !ok {
		s[0] = wasiFault
		return
	}
	clear(to)
	to[0] = 2 // a character device
	binary.LittleEndian.PutUint64(to[8:], 1<<6)
	s[0] = wasiOK
}
