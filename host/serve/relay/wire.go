package relay

import (
	"encoding/binary"
	"errors"
	"io"
	"time"
)

// magic comes first on a connection; it changes with the bytes that follow.
const magic = "imprwar3"

// Limits of what is read from the other side, in bytes.
const (
	InputBytesMax    = 16 << 20 // of an event, as the client writes it
	FrameBytesMax    = 1 << 20  // answers are cut at thousands of characters
	identityBytesMax = 1 << 20  // of program, flags and variables
)

// pieceBytes is how much is read or written at once: the socket counts its time anew for
// each piece.
const pieceBytes = 64 << 10

// Single bytes of the two sides.
const (
	SayTaken   = 'y' // with how long the hook waits for the answer
	SayRefused = 'n'
	SayGo      = 'g'
	SayPrint   = 'k' // the hook will print what was rendered
	SayLate    = 'l' // the hook has waited in vain
)

// Kinds of frames, and of greetings.
const (
	FrameRecorded = 'r'
	FrameHeld     = 'h' // what to do if no answer comes, and how much longer one may take
	FrameRendered = 'a' // the same, and it will be stored as suggested if the hook says that it prints
	FrameDone     = 'd' // an answer, and a line for stderr

	AsksEvent = 'e' // answer the event
	AsksLook  = 'l' // say whether an event of this workspace would be taken
)

// Offer is what a hook hands over: an event as the client wrote it. What is in it the
// server finds out.
type Offer struct {
	Asks    byte          // AsksEvent, or AsksLook with a workspace as Input
	At      time.Time     // of the event
	Elapsed time.Duration // since the hook began
	Input   []byte        // at most InputBytesMax
}

// Encode returns all that a hook says before it is answered.
func (o Offer) Encode(identity Identity) []byte {
	message := append(make([]byte, 0, len(identity)+len(o.Input)+64), magic...)
	message = binary.BigEndian.AppendUint32(message, uint32(len(identity)))
	message = append(append(message, identity...), o.Asks)
	message = binary.BigEndian.AppendUint64(message, uint64(o.At.UnixNano()))
	message = binary.BigEndian.AppendUint64(message, uint64(o.Elapsed))
	message = binary.BigEndian.AppendUint32(message, uint32(len(o.Input)))
	return append(message, o.Input...)
}

// Errors of ReadOffer and ReadFrame.
var (
	ErrStranger = errors.New("the hook is of another build or has other settings")
	errTooLarge = errors.New("a message is larger than what is read")
)

// ReadOffer reads what Encode wrote. A stranger's event is not read.
func ReadOffer(r io.Reader, identity Identity) (Offer, error) {
	var offer Offer
	head := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(r, head); err != nil {
		return offer, err
	}
	size := binary.BigEndian.Uint32(head[len(magic):])
	if string(head[:len(magic)]) != magic || size > identityBytesMax {
		return offer, ErrStranger
	}
	theirs, err := readSized(r, size)
	if err != nil {
		return offer, err
	}
	if Identity(theirs) != identity {
		return offer, ErrStranger
	}
	fixed := make([]byte, 1+8+8+4)
	if _, err := io.ReadFull(r, fixed); err != nil {
		return offer, err
	}
	offer.Asks = fixed[0]
	offer.At = time.Unix(0, int64(binary.BigEndian.Uint64(fixed[1:])))
	offer.Elapsed = time.Duration(binary.BigEndian.Uint64(fixed[9:]))
	if size = binary.BigEndian.Uint32(fixed[17:]); size > InputBytesMax {
		return offer, errTooLarge
	}
	offer.Input, err = readSized(r, size)
	return offer, err
}

// readSized reads so many bytes, and takes no more memory than arrives.
func readSized(r io.Reader, size uint32) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(size)))
	if err == nil && len(data) < int(size) {
		err = io.ErrUnexpectedEOF
	}
	return data, err
}

// WriteFrame writes one message of a server.
func WriteFrame(w io.Writer, kind byte, payload []byte) error {
	message := binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(payload)))
	_, err := w.Write(append(message, payload...))
	return err
}

// ReadFrame reads what WriteFrame wrote.
func ReadFrame(r io.Reader) (kind byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	size := binary.BigEndian.Uint32(head[1:])
	if size > FrameBytesMax {
		return 0, nil, errTooLarge
	}
	payload, err = readSized(r, size)
	return head[0], payload, err
}

// WithTime returns a duration and what belongs to it, as SayTaken and FrameHeld have it.
// Durations are sent in microseconds and bounded by 0 and an hour.
func WithTime(left time.Duration, rest []byte) []byte {
	left = min(max(left, 0), time.Hour)
	return append(binary.BigEndian.AppendUint32(nil, uint32(left.Microseconds())), rest...)
}

// timed undoes WithTime.
func timed(payload []byte) (left time.Duration, rest []byte, ok bool) {
	if len(payload) < 4 {
		return 0, nil, false
	}
	return time.Duration(binary.BigEndian.Uint32(payload)) * time.Microsecond, payload[4:], true
}

// Done returns a FrameDone's payload.
func Done(answer []byte, note string) []byte {
	return append(append(binary.BigEndian.AppendUint32(nil, uint32(len(answer))), answer...), note...)
}

// done undoes Done.
func done(payload []byte) (answer []byte, note string, ok bool) {
	if len(payload) < 4 {
		return nil, "", false
	}
	size := binary.BigEndian.Uint32(payload)
	if uint64(size) > uint64(len(payload)-4) {
		return nil, "", false
	}
	return payload[4 : 4+size], string(payload[4+size:]), true
}
