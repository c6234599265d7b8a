package relay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"
	"time"
)

const us = Identity("us")

// Ensure whatever a stranger sends is refused by an error, costs no memory that he
// did not send, and what we write is read back.
func FuzzReadOffer(f *testing.F) {
	whole := Offer{Asks: AsksEvent, At: time.Unix(1, 5), Elapsed: time.Millisecond, Input: []byte("{}")}.Encode(us)
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add(whole[:20])
	head := binary.BigEndian.AppendUint32([]byte(magic), 0xffffffff)
	f.Add(head)
	f.Fuzz(func(t *testing.T, data []byte) {
		offer, err := ReadOffer(bytes.NewReader(data), us)
		if err != nil {
			return
		}
		if same, err := ReadOffer(bytes.NewReader(offer.Encode(us)), us); err != nil || !bytes.Equal(same.Input, offer.Input) || same.Elapsed != offer.Elapsed || !same.At.Equal(offer.At) || same.Asks != offer.Asks {
			t.Errorf("got %+v, %v, want %+v", same, err, offer)
		}
	})
}

// Ensure frames of any length end in a frame or an error.
func FuzzReadFrame(f *testing.F) {
	f.Add([]byte{FrameRecorded, 0, 0, 0, 0})
	f.Add([]byte{FrameDone, 0, 0, 0, 2, '{', '}'})
	f.Add([]byte{FrameDone, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		kind, payload, err := ReadFrame(bytes.NewReader(data))
		if err == nil && (kind != data[0] || len(payload) > len(data)-5) {
			t.Errorf("got %q with %d bytes of %d", kind, len(payload), len(data))
		}
	})
}

// Ensure what a hook leaves to another program is read back whole, and whatever else lies
// there is an error.
func FuzzLeft(f *testing.F) {
	f.Add((&Left{Taken: true, Late: true, Held: []byte("held"), Read: []byte("read"), At: time.Unix(1, 5)}).encode())
	f.Add((&Left{Dead: true}).encode())
	f.Add([]byte{0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		left, err := decodeLeft(data)
		if err != nil {
			return
		}
		same, err := decodeLeft(left.encode())
		if err != nil || !bytes.Equal(same.Held, left.Held) || !bytes.Equal(same.Read, left.Read) || !same.At.Equal(left.At) ||
			same.Taken != left.Taken || same.Late != left.Late || same.Recorded != left.Recorded || same.Dead != left.Dead {
			t.Errorf("got %+v, %v, want %+v", same, err, left)
		}
	})
}

// Ensure lengths beyond the limits are refused before they are read.
func TestLimits(t *testing.T) {
	endless := func(head []byte) io.Reader { return io.MultiReader(bytes.NewReader(head), neverRead{t}) }
	head := Offer{Asks: AsksEvent}.Encode(us)
	head = binary.BigEndian.AppendUint32(head[:len(head)-4], InputBytesMax+1)
	if _, err := ReadOffer(endless(head), us); err == nil {
		t.Error("an event of any length was taken")
	}
	if _, _, err := ReadFrame(endless(binary.BigEndian.AppendUint32([]byte{FrameDone}, FrameBytesMax+1))); err == nil {
		t.Error("a frame of any length was taken")
	}
	stranger := Offer{}.Encode("stranger")
	if _, err := ReadOffer(endless(stranger[:len(magic)+4+len("stranger")]), us); !errors.Is(err, ErrStranger) {
		t.Errorf("a stranger's event was read: %v", err)
	}
}

type neverRead struct{ t *testing.T }

func (n neverRead) Read([]byte) (int, error) {
	n.t.Error("more was read")
	return 0, io.EOF
}
