package serve

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"
)

// Ensure whatever a stranger sends is refused by an error, costs no memory that he
// did not send, and what we write is read back.
func FuzzReadOffer(f *testing.F) {
	us := Identify("us")
	var whole bytes.Buffer
	if err := writeOffer(&whole, us, Offer{}); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.Bytes())
	f.Add(whole.Bytes()[:20])
	huge := append([]byte(magic), us[:]...)
	f.Add(binary.BigEndian.AppendUint32(huge, offerBytesMax))
	f.Add(binary.BigEndian.AppendUint32(huge, 0xffffffff))
	f.Fuzz(func(t *testing.T, data []byte) {
		offer, err := readOffer(bytes.NewReader(data), us)
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := writeOffer(&again, us, offer); err != nil {
			t.Fatal(err)
		}
		if same, err := readOffer(&again, us); err != nil || same.Event.Prompt != offer.Event.Prompt || same.Elapsed != offer.Elapsed {
			t.Errorf("got %+v, %v, want %+v", same, err, offer)
		}
	})
}

// Ensure frames of any length end in a frame or an error.
func FuzzReadFrame(f *testing.F) {
	f.Add([]byte{frameRecorded, 0, 0, 0, 0})
	f.Add([]byte{frameDone, 0, 0, 0, 2, '{', '}'})
	f.Add([]byte{frameDone, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, data []byte) {
		kind, payload, err := readFrame(bytes.NewReader(data))
		if err == nil && (kind != data[0] || len(payload) > len(data)-5) {
			t.Errorf("got %q with %d bytes of %d", kind, len(payload), len(data))
		}
	})
}

// Ensure lengths beyond the limits are refused before they are read.
func TestLimits(t *testing.T) {
	us := Identify("us")
	endless := func(head []byte) io.Reader { return io.MultiReader(bytes.NewReader(head), neverRead{t}) }
	head := binary.BigEndian.AppendUint32(append([]byte(magic), us[:]...), offerBytesMax+1)
	if _, err := readOffer(endless(head), us); err == nil {
		t.Error("an event of any length was taken")
	}
	if _, _, err := readFrame(endless(binary.BigEndian.AppendUint32([]byte{frameDone}, frameBytesMax+1))); err == nil {
		t.Error("a frame of any length was taken")
	}
	stranger := Identify("stranger")
	head = binary.BigEndian.AppendUint32(append([]byte(magic), stranger[:]...), 5)
	if _, err := readOffer(endless(head), us); !errors.Is(err, errStranger) {
		t.Errorf("a stranger's event was read: %v", err)
	}
}

type neverRead struct{ t *testing.T }

func (n neverRead) Read([]byte) (int, error) {
	n.t.Error("more was read")
	return 0, io.EOF
}
