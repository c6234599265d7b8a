package serve

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// magic comes first on a connection; it changes with the bytes that follow.
const magic = "imprwar2"

// Limits of what is read from the other side.
const (
	offerBytesMax = 17 << 20 // a hook's stdin may have 16 MiB
	frameBytesMax = 1 << 20  // answers are cut at thousands of characters
)

// Single bytes of the two sides, and the kinds of frames.
const (
	sayTaken   = 'y'
	sayRefused = 'n'
	sayGo      = 'g'
	sayPrint   = 'k' // the hook will print what was rendered

	frameRecorded = 'r'
	frameHeld     = 'h' // an answer to print if no other comes, and how long one may take
	frameRendered = 'a'
	frameDone     = 'd'
)

// writeOffer writes all that a hook says before it is answered, in one piece.
func writeOffer(w io.Writer, identity Identity, offer Offer) error {
	encoded, err := json.Marshal(offer)
	if err != nil {
		return fmt.Errorf("encode the event: %w", err)
	}
	if len(encoded) > offerBytesMax {
		return fmt.Errorf("the event has %d bytes, at most %d are handed over", len(encoded), offerBytesMax)
	}
	message := append([]byte(magic), identity[:]...)
	message = binary.BigEndian.AppendUint32(message, uint32(len(encoded)))
	_, err = w.Write(append(message, encoded...))
	return err
}

// errStranger says that the other side is not of this build and these settings.
var errStranger = errors.New("the hook is of another build or has other settings")

// readOffer reads what writeOffer wrote. A stranger's event is not read.
func readOffer(r io.Reader, identity Identity) (Offer, error) {
	var offer Offer
	head := make([]byte, len(magic)+len(identity)+4)
	if _, err := io.ReadFull(r, head); err != nil {
		return offer, fmt.Errorf("read a hook's greeting: %w", err)
	}
	if string(head[:len(magic)]) != magic || string(head[len(magic):len(magic)+len(identity)]) != string(identity[:]) {
		return offer, errStranger
	}
	size := binary.BigEndian.Uint32(head[len(head)-4:])
	if size > offerBytesMax {
		return offer, fmt.Errorf("read an event: %d bytes, at most %d are taken", size, offerBytesMax)
	}
	encoded, err := readSized(r, size)
	if err != nil {
		return offer, fmt.Errorf("read an event: %w", err)
	}
	if err := json.Unmarshal(encoded, &offer); err != nil {
		return offer, fmt.Errorf("read an event: %w", err)
	}
	return offer, nil
}

// readSized reads so many bytes, and takes no more memory than arrives.
func readSized(r io.Reader, size uint32) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(size)))
	if err == nil && len(data) < int(size) {
		err = io.ErrUnexpectedEOF
	}
	return data, err
}

func writeFrame(w io.Writer, kind byte, payload []byte) error {
	message := binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(payload)))
	_, err := w.Write(append(message, payload...))
	return err
}

func readFrame(r io.Reader) (kind byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	size := binary.BigEndian.Uint32(head[1:])
	if size > frameBytesMax {
		return 0, nil, fmt.Errorf("a message has %d bytes, at most %d are read", size, frameBytesMax)
	}
	payload, err = readSized(r, size)
	return head[0], payload, err
}
