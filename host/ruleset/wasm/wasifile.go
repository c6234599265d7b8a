package wasm

import "encoding/binary"

const (
	vectorsMax       = 1024 // parts of one fd_write
	subscriptionsMax = 64   // of one poll_oneoff
	subscriptionSize = 48
	eventSize        = 32
)

// read tells that there is no input: its end is reached at once.
func read(g *guest, s []uint64) {
	count, ok := g.view(uint64(uint32(s[3])), 4)
	switch {
	case uint32(s[0]) != 0:
		s[0] = wasiBadFile
	case !ok:
		s[0] = wasiFault
	default:
		binary.LittleEndian.PutUint32(count, 0)
		s[0] = wasiOK
	}
}

// write takes what goes to the streams 1 and 2.
func write(g *guest, s []uint64) {
	to := map[uint32]*stream{1: &g.stdout, 2: &g.stderr}[uint32(s[0])]
	if to == nil {
		s[0] = wasiBadFile
		return
	}
	count := uint64(uint32(s[2]))
	if count > vectorsMax {
		s[0] = wasiInvalid
		return
	}
	vectors, ok := g.view(uint64(uint32(s[1])), count*8)
	written, okToo := g.view(uint64(uint32(s[3])), 4)
	if !ok || !okToo {
		s[0] = wasiFault
		return
	}
	total := uint32(0)
	for ; len(vectors) > 0; vectors = vectors[8:] {
		address, length := binary.LittleEndian.Uint32(vectors), binary.LittleEndian.Uint32(vectors[4:])
		part, ok := g.view(uint64(address), uint64(length))
		if !ok {
			s[0] = wasiFault
			return
		}
		g.copied(len(part))
		to.write(part, g.log)
		total += length
	}
	binary.LittleEndian.PutUint32(written, total)
	s[0] = wasiOK
}

// poll answers at once: whoever sleeps wakes up, and the clock has moved on by as
// much. Files are always ready.
func poll(g *guest, s []uint64) {
	count := uint64(uint32(s[2]))
	if count == 0 || count > subscriptionsMax {
		s[0] = wasiInvalid
		return
	}
	asked, ok := g.view(uint64(uint32(s[0])), count*subscriptionSize)
	events, okToo := g.view(uint64(uint32(s[1])), count*eventSize)
	happened, okThird := g.view(uint64(uint32(s[3])), 4)
	if !ok || !okToo || !okThird {
		s[0] = wasiFault
		return
	}
	g.sleep(asked)
	for i := range count {
		from := asked[i*subscriptionSize:]
		user, kind := binary.LittleEndian.Uint64(from), from[8]
		to := events[i*eventSize : (i+1)*eventSize]
		clear(to)
		binary.LittleEndian.PutUint64(to, user)
		to[10] = kind
	}
	binary.LittleEndian.PutUint32(happened, uint32(count))
	s[0] = wasiOK
}

// sleep moves the clock to the latest moment that is waited for.
func (g *guest) sleep(asked []byte) {
	const clock, absolute = 0, 1
	now := clockStart + g.slept
	until := now
	for ; len(asked) >= subscriptionSize; asked = asked[subscriptionSize:] {
		if asked[8] != clock {
			continue
		}
		moment := binary.LittleEndian.Uint64(asked[24:])
		if asked[40]&absolute == 0 {
			moment += now
		}
		const most = 1 << 62 // what lies beyond is no time that anybody means
		until = max(until, min(moment, most))
	}
	g.slept = until - clockStart
}
