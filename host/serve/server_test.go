//go:build unix

package serve

import (
	"context"
	"errors"
	"net"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/serve/relay"
)

// Ensure of two servers one answers, and the other takes over when it ends.
func TestTakeOver(t *testing.T) {
	place, first, second := newPlace(t), &ledger{}, &ledger{}
	end := begin(t, place, patience, first.turn(tellAll))
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- (&Server{Identity: us(t), Terms: relay.Terms{WaitMS: 10_000}, Take: second.turn(tellAll)}).Serve(ctx, place, func() { close(ready) })
	}()
	select {
	case <-ready:
		t.Fatal("two servers have one place")
	case <-time.After(50 * time.Millisecond):
	}
	end()
	<-ready
	if a := ask(place); a.left != nil || second.answered.Load() != 1 {
		t.Errorf("the second server answered %d events: %+v", second.answered.Load(), a.left)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the servers left %v", left)
	}
}

// Ensure a hook that neither listens nor ends keeps no server alive.
func TestEndsInTime(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	end := begin(t, place, patience, l.turn(tellAll))
	conn, err := net.Dial("unix", place.Socket)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write((relay.Offer{Asks: relay.AsksEvent}).Encode(us(t))); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write([]byte{relay.SayGo}); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	end()
	if took := time.Since(began); took > 60*endWait {
		t.Errorf("the server ended after %v", took)
	}
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the server left %v", left)
	}
}

// Ensure an error in hearing hooks is told at once, and once, and passes.
func TestAcceptFails(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	if err := os.MkdirAll(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := listenAt(place, relay.Terms{WaitMS: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	noted := make(chan error, 9)
	server := &Server{Identity: us(t), Take: l.turn(tellAll), Note: func(err error) { noted <- err }, ending: context.Background()}
	ended := make(chan struct{})
	go func() { server.accept(ctx, &failing{listener, 2}); close(ended) }()
	if err := <-noted; !errors.Is(err, syscall.EMFILE) {
		t.Errorf("it noted %v", err)
	}
	if a := ask(place); a.left != nil || len(noted) > 0 {
		t.Errorf("left %+v, and %d notes", a.left, len(noted))
	}
	cancel()
	if err := listener.Close(); err != nil {
		t.Error(err)
	}
	<-ended
	server.connections.Wait()
}

// failing is a listener whose first tries fail, as where too many files are open.
type failing struct {
	net.Listener
	left int
}

func (f *failing) Accept() (net.Conn, error) {
	if f.left--; f.left >= 0 {
		return nil, syscall.EMFILE
	}
	return f.Listener.Accept()
}
