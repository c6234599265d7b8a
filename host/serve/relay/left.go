package relay

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"time"
)

// Flags of a program that goes on with an event.
const (
	FlagSince = "since" // when the hook began, in nanoseconds of the epoch
	FlagLeft  = "left"  // the descriptor that has what is left to do; absent: nothing was done
)

// Bits of the first byte that encode writes.
const (
	bitTaken = 1 << iota
	bitLate
	bitRecorded
	bitHeld
	bitDead
)

func (l *Left) encode() []byte {
	var bits byte
	for bit, set := range map[byte]bool{bitTaken: l.Taken, bitLate: l.Late, bitRecorded: l.Recorded, bitHeld: l.Held != nil, bitDead: l.Dead} {
		if set {
			bits |= bit
		}
	}
	content := binary.BigEndian.AppendUint64([]byte{bits}, uint64(l.At.UnixNano()))
	content = binary.BigEndian.AppendUint32(content, uint32(len(l.Held)))
	return append(append(content, l.Held...), l.Read...)
}

var errLeft = errors.New("read what is left of an event: it is damaged")

// ReadLeft reads what Become left at a descriptor, and closes it.
func ReadLeft(fd int) (*Left, error) {
	file := os.NewFile(uintptr(fd), "left")
	if file == nil {
		return nil, errLeft
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, InputBytesMax+FrameBytesMax+2*pieceBytes))
	if err != nil {
		return nil, err
	}
	return decodeLeft(content)
}

func decodeLeft(content []byte) (*Left, error) {
	const head = 1 + 8 + 4
	if len(content) < head {
		return nil, errLeft
	}
	bits, at, held := content[0], int64(binary.BigEndian.Uint64(content[1:])), binary.BigEndian.Uint32(content[9:])
	content = content[head:]
	if uint64(held) > uint64(len(content)) {
		return nil, errLeft
	}
	l := &Left{Dead: bits&bitDead != 0, Taken: bits&bitTaken != 0, At: time.Unix(0, at), Late: bits&bitLate != 0, Recorded: bits&bitRecorded != 0, Read: content[held:]}
	if bits&bitHeld != 0 {
		l.Held = content[:held]
	}
	return l, nil
}
