//go:build unix

package serve

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/serve/relay"
)

// Ensure an event comes over byte for byte, its answer is printed once, and the server
// leaves nothing behind.
func TestAnswers(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	var got relay.Offer
	take := l.turn(tellAll)
	end := begin(t, place, patience, func(o relay.Offer) (Turn, error) { got = o; return take(o) })
	began := time.Now().Add(-time.Second)
	empty := []string{"IMPRESSIONISM_X="} // as good as none
	if a := ask(place, func(h *relay.Hook) { h.Began, h.Environ = began, empty }); a.left != nil || a.out.String() != prompt || a.errOut.Len() > 0 {
		t.Errorf("left %+v, printed %q, %q", a.left, &a.out, &a.errOut)
	}
	if string(got.Input) != prompt || got.Asks != relay.AsksEvent || got.Elapsed < time.Second || got.At.Sub(began).Round(time.Second) != got.Elapsed.Round(time.Second) {
		t.Errorf("the server was handed %+v", got)
	}
	end()
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the server left %v", left)
	}
}

// Ensure what goes wrong while an event is answered is one line on stderr.
func TestNote(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	begin(t, place, patience, l.turn(func(context.Context, Told) error { return errors.New("a line\n") }))
	if a := ask(place); a.left != nil || a.out.Len() > 0 || a.errOut.String() != "a line\n" {
		t.Errorf("left %+v, printed %q, %q", a.left, &a.out, &a.errOut)
	}
}

// Ensure a hook goes on alone where a file of the place does not answer, as on a disk that hangs,
// and has read nothing of its event: no watchdog runs yet.
func TestPlaceHangs(t *testing.T) {
	place := newPlace(t)
	if err := os.Mkdir(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(place.Terms, 0o600); err != nil { // to open it waits for a writer
		t.Fatal(err)
	}
	done := make(chan *asked, 1)
	go func() { done <- ask(place) }()
	select {
	case a := <-done:
		if a.left == nil || a.left.Read != nil || a.left.Dead || a.left.Taken || a.out.Len()+a.errOut.Len() > 0 {
			t.Errorf("left %+v, printed %q, %q", a.left, &a.out, &a.errOut)
		}
	case <-time.After(patience):
		t.Error("the hook waits for ever")
	}
	writer, err := os.OpenFile(place.Terms, os.O_RDWR, 0) // lets who waits go
	if err != nil {
		t.Fatal(err)
	}
	_ = writer.Close()
}

// Ensure who is refused or not heard in time has its event whole, of which the server has
// nothing.
func TestAlone(t *testing.T) {
	givenUp := make(chan struct{}) // by the hook that is not heard in time
	for name, test := range map[string]struct {
		change  func(*relay.Hook)
		wait    time.Duration
		take    func(*ledger) func(relay.Offer) (Turn, error)
		read    bool
		dropped int64
	}{
		"other flags":     {func(h *relay.Hook) { h.Flags = []string{"--set a=b"} }, patience, nil, true, 0},
		"other variables": {func(h *relay.Hook) { h.Environ = []string{"IMPRESSIONISM_X=1"} }, patience, nil, true, 0},
		"another program": {func(h *relay.Hook) { h.Program = "/bin/sh" }, patience, nil, true, 0},
		"no program":      {func(h *relay.Hook) { h.Program = "/absent" }, patience, nil, false, 0},
		"busy": {nil, patience, func(*ledger) func(relay.Offer) (Turn, error) {
			return func(relay.Offer) (Turn, error) { return Turn{}, errors.New("busy") }
		}, true, 0},
		"panic": {nil, patience, func(*ledger) func(relay.Offer) (Turn, error) {
			return func(relay.Offer) (Turn, error) { panic("over this event") }
		}, true, 0},
		"slow": {nil, 30 * time.Millisecond, func(l *ledger) func(relay.Offer) (Turn, error) {
			take := l.turn(tellAll)
			return func(o relay.Offer) (Turn, error) { <-givenUp; return take(o) }
		}, true, 1},
		"too large": {func(h *relay.Hook) {
			h.Read = func(buf []byte, _ time.Time) (int, error) { return len(buf), nil }
		}, patience, nil, true, 0},
		"never ends": {func(h *relay.Hook) {
			h.Read = func(buf []byte, _ time.Time) (int, error) { return copy(buf, prompt), os.ErrDeadlineExceeded }
		}, patience, nil, true, 0},
		"cannot be read": {func(h *relay.Hook) {
			h.Read = func(buf []byte, _ time.Time) (int, error) { return copy(buf, prompt), io.ErrClosedPipe }
		}, patience, nil, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			place, l := newPlace(t), &ledger{}
			take := l.turn(tellAll)
			if test.take != nil {
				take = test.take(l)
			}
			end := begin(t, place, test.wait, take)
			var change []func(*relay.Hook)
			if test.change != nil {
				change = append(change, test.change)
			}
			a := ask(place, change...)
			if name == "slow" {
				close(givenUp)
			}
			if a.left == nil || a.left.Taken || a.left.Dead || (len(a.left.Read) > 0) != test.read {
				t.Errorf("left %+v", a.left)
			}
			if name == "too large" && len(a.left.Read) <= relay.InputBytesMax {
				t.Errorf("%d bytes were read, too few to see that they are too many", len(a.left.Read))
			}
			end()
			// A machine that is busy may give up before the server hears of the event.
			if l.answered.Load() != 0 || l.dropped.Load() != l.taken.Load() || l.dropped.Load() > test.dropped {
				t.Errorf("the server took %d, answered %d and dropped %d events", l.taken.Load(), l.answered.Load(), l.dropped.Load())
			}
		})
	}
}

// Ensure terms of another protocol, or half written ones, are none.
func TestTerms(t *testing.T) {
	for _, content := range []string{"", "imprwar3 5", "imprwar2 5\n", "imprwar3 -5\n", "imprwar3\n", "imprwar3 x HOME\n", strings.Repeat("x", 20<<10)} {
		place, l := newPlace(t), &ledger{}
		begin(t, place, patience, l.turn(tellAll))
		if err := os.WriteFile(place.Terms, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if a := ask(place); a.left == nil || a.left.Taken || l.taken.Load() > 0 {
			t.Errorf("%q: left %+v", content, a.left)
		}
	}
}

// Ensure the server begins only with a hook's word that it leaves the event to it.
func TestNoWord(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	end := begin(t, place, patience, l.turn(tellAll))
	conn, err := net.Dial("unix", place.Socket)
	if err != nil {
		t.Fatal(err)
	}
	said := make([]byte, 1)
	if _, err := conn.Write((relay.Offer{Asks: relay.AsksEvent, Input: []byte(prompt)}).Encode(us(t))); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(said); err != nil || said[0] != relay.SayTaken {
		t.Fatalf("got %q, %v", said, err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	end()
	if l.answered.Load() != 0 || l.dropped.Load() != 1 {
		t.Errorf("the server answered %d and dropped %d events", l.answered.Load(), l.dropped.Load())
	}
}

// Ensure who looks learns what a hook would: nobody there, refused, or answered.
func TestLook(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	look := func(who relay.Identity, wantListens, wantTakes bool) {
		t.Helper()
		if listens, takes := Look(place, who, "/work"); listens != wantListens || takes != wantTakes {
			t.Errorf("listens %t, takes %t", listens, takes)
		}
	}
	look(us(t), false, false)
	end := begin(t, place, patience, l.turn(tellAll))
	look(us(t), true, true)
	look("another build", true, false)
	end()
	if l.answered.Load() != 0 || l.dropped.Load() != l.taken.Load() {
		t.Errorf("the server took %d, answered %d and dropped %d events", l.taken.Load(), l.answered.Load(), l.dropped.Load())
	}
}

// Ensure a hook whose time is up says so to the server and what is left to do: with the
// answer that it was to give instead, where there is one.
func TestLate(t *testing.T) {
	for name, wait := range map[string]time.Duration{"nothing held": 0, "an answer held": 30 * time.Millisecond, "held for an hour": time.Hour} {
		held := wait > 0
		place, l := newPlace(t), &ledger{}
		take := l.turn(func(ctx context.Context, told Told) error {
			told.Recorded()
			if held {
				if err := told.Held([]byte("instead"), wait); err != nil {
					return err
				}
			}
			<-ctx.Done()
			if err := told.Rendered([]byte("too late")); err == nil {
				t.Error("the answer of a hook that has ended counts as said")
			}
			return nil
		})
		end := begin(t, place, patience, func(o relay.Offer) (Turn, error) {
			turn, err := take(o)
			turn.Wait = 30 * time.Millisecond
			return turn, err
		})
		a := ask(place, func(h *relay.Hook) {
			if wait == time.Hour { // no hook waits as long, whatever a server says
				h.Began = time.Now().Add(-4400 * time.Millisecond)
			}
		})
		if a.left == nil || !a.left.Taken || !a.left.Late || !a.left.Recorded || (string(a.left.Held) == "instead") != held || a.out.Len() > 0 {
			t.Errorf("%s: left %+v, printed %q", name, a.left, &a.out)
		}
		end()
		if l.late.Load() != 1 {
			t.Errorf("the server heard %d times that it is late", l.late.Load())
		}
	}
}

// Ensure an answer is printed once, whatever a server says that keeps no rules, and that
// the hook ends.
func TestServerWithoutRules(t *testing.T) {
	frame := func(kind byte, payload string) string {
		var b bytes.Buffer
		if err := relay.WriteFrame(&b, kind, []byte(payload)); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	taken := string(append([]byte{relay.SayTaken}, relay.WithTime(patience, nil)...))
	done := frame(relay.FrameDone, string(relay.Done([]byte("A"), "")))
	whole := taken + frame(relay.FrameRecorded, "") + frame(relay.FrameRendered, "A") + done
	for name, test := range map[string]struct{ says, prints string }{
		"nothing":                  {"", ""},
		"refuses":                  {"n", ""},
		"garbage":                  {"\x00\x01garbage", ""},
		"garbage after taken":      {taken + "garbage garbage", ""},
		"done twice":               {whole + done, "A"},
		"renders twice":            {taken + frame(relay.FrameRendered, "B") + frame(relay.FrameRendered, "C") + done, "A"},
		"nothing after rendered":   {taken + frame(relay.FrameRendered, "A"), "A"},
		"an answer of 4 GB":        {taken + "a\xff\xff\xff\xff", ""},
		"done without length":      {taken + frame(relay.FrameDone, "x"), ""},
		"done with a wrong length": {taken + frame(relay.FrameDone, "\x00\x00\x00\x09x"), ""},
		"held without time":        {taken + frame(relay.FrameHeld, "x"), ""},
	} {
		if got := fakeServer(t, test.says); got != test.prints {
			t.Errorf("%s: printed %q, want %q", name, got, test.prints)
		}
	}
	for i := range whole { // it ends at each byte of the exchange
		if got := fakeServer(t, whole[:i]); got != "" && got != "A" {
			t.Errorf("ended after %d bytes: printed %q", i, got)
		}
	}
}

// fakeServer says something to a hook and ends; what the hook prints is returned, or what it
// leaves to be printed.
func fakeServer(t *testing.T, says string) string {
	place := newPlace(t)
	if err := os.MkdirAll(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := listenAt(place, relay.Terms{WaitMS: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		_, _ = relay.ReadOffer(conn, us(t))
		_, _ = io.WriteString(conn, says)
		_ = conn.(*net.UnixConn).CloseWrite()
		_, _ = io.Copy(io.Discard, conn) // the hook's words arrive
		conn.Close()
	}()
	a := ask(place)
	if a.out.Len() == 0 && (a.left == nil || string(a.left.Read) != prompt) || a.out.Len() > 0 && a.left != nil {
		t.Errorf("%q: printed %q, and left %+v", says, &a.out, a.left)
	}
	if a.left != nil {
		return string(a.left.Held)
	}
	return a.out.String()
}
