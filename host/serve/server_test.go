//go:build unix

package serve

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/internal/filelock"
	"github.com/ed-irl/impressionism/host/serve/relay"
)

// Ensure of two servers one answers, and the other takes over when it ends, as what it is then.
func TestTakeOver(t *testing.T) {
	place, first, second := newPlace(t), &ledger{}, &ledger{}
	end := begin(t, place, patience, first.turn(tellAll))
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	var over atomic.Bool
	announce := func() (relay.Identity, relay.Terms, error) {
		if !over.Load() {
			t.Error("a server that waits has asked already who it is")
		}
		return us(t), relay.Terms{WaitMS: 10_000}, nil
	}
	go func() {
		ended <- (&Server{Announce: announce, Take: second.turn(tellAll)}).Serve(ctx, place, func() { close(ready) })
	}()
	select {
	case <-ready:
		t.Fatal("two servers have one place")
	case <-time.After(50 * time.Millisecond):
	}
	over.Store(true)
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

// Ensure a server whose files are removed makes them again, and answers.
func TestFilesRemoved(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	server := &Server{Announce: announcing(t, 10_000), Take: l.turn(tellAll), pause: soon}
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	<-ready
	for _, removed := range []string{place.Folder, place.Lock, place.Socket, place.Terms} {
		if err := os.RemoveAll(removed); err != nil { // it may be about to be made anew
			t.Fatal(err)
		}
		before := l.answered.Load()
		for until := time.Now().Add(patience); ask(place).left != nil && time.Now().Before(until); {
			time.Sleep(10 * time.Millisecond)
		}
		if l.answered.Load() == before {
			t.Errorf("once %s was removed no server answers", removed)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the server left %v", left)
	}
}

// Ensure a server that has the place but cannot serve there, when it begins and after its files
// were removed, leaves it, tries again and notes why once each time.
func TestServesAgain(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	ctx, cancel := context.WithCancel(context.Background())
	noted, ready, ended := make(chan error, 99), make(chan struct{}), make(chan error, 1)
	var asked atomic.Int64
	server := &Server{Take: l.turn(tellAll), Note: func(err error) { noted <- err }, pause: soon}
	server.Announce = func() (relay.Identity, relay.Terms, error) {
		if n := asked.Add(1); n != 4 && n < 8 {
			return "", relay.Terms{}, errors.New("config.yaml: unknown setting")
		}
		return us(t), relay.Terms{WaitMS: 10_000}, nil
	}
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal("the server gave up:", err)
	}
	if err := os.RemoveAll(place.Folder); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(patience); asked.Load() < 8 || ask(place).left != nil; soon(ctx) {
		if time.Now().After(until) {
			t.Fatalf("no server answers after %d tries", asked.Load())
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if len(noted) != 2 {
		t.Errorf("%d errors were noted", len(noted))
	}
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the server left %v", left)
	}
}

// Ensure a server whose folder is gone with the one above it makes neither again, as after an
// uninstallation.
func TestFolderAboveRemoved(t *testing.T) {
	place := newPlace(t)
	held, err := lock(place, filelock.TryLock)
	if err != nil || held == nil {
		t.Fatal(held, err)
	}
	defer held.Close()
	above := filepath.Dir(place.Folder)
	if err := os.RemoveAll(above); err != nil {
		t.Fatal(err)
	}
	if isLost(place, held) {
		t.Error("it takes the place again")
	}
	if err := os.Mkdir(above, 0o700); err != nil {
		t.Fatal(err)
	}
	if !isLost(place, held) {
		t.Error("it does not take the place again once the folder above is there")
	}
}

// Ensure a server that waits for the place makes no folder above it that was removed, as by an
// uninstallation, and that it takes the place once that is there again and can be used; what keeps
// it from that is noted once.
func TestWaitsForFolder(t *testing.T) {
	place, err := relay.Find(relay.Folders{Cache: filepath.Join(t.TempDir(), "cache")}, "data")
	if err != nil {
		t.Fatal(err)
	}
	above, l := filepath.Dir(place.Folder), &ledger{}
	end := begin(t, place, patience, l.turn(tellAll))
	ctx, cancel := context.WithCancel(t.Context())
	noted, ready, ended := make(chan error, 99), make(chan struct{}), make(chan error, 1)
	tried := make(chan struct{})
	server := &Server{Announce: announcing(t, 10_000), Take: l.turn(tellAll), Note: func(err error) { noted <- err }}
	server.pause = func(ctx context.Context) {
		select {
		case tried <- struct{}{}:
		case <-time.After(5 * time.Millisecond):
		case <-ctx.Done():
		}
	}
	tries := func() {
		for range 3 {
			select {
			case <-tried:
			case <-time.After(patience):
				t.Fatal("the server no longer tries")
			}
		}
	}
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	awaitOpened(t, place.Lock, 2) // then it waits
	if err := os.RemoveAll(above); err != nil {
		t.Fatal(err)
	}
	end()
	tries()
	if _, err := os.Stat(above); !errors.Is(err, os.ErrNotExist) || len(noted) > 0 {
		t.Errorf("the folder above was made again: %v, or something was noted", err)
	}
	unfit := filepath.Join(t.TempDir(), filepath.Base(place.Folder))
	if err := errors.Join(os.Mkdir(unfit, 0o700), os.Chmod(unfit, 0o755), os.Rename(filepath.Dir(unfit), above)); err != nil {
		t.Fatal(err)
	}
	select {
	case <-noted:
	case <-time.After(patience):
		t.Fatal("nothing was noted")
	}
	if tries(); len(noted) > 0 {
		t.Errorf("%d more errors were noted", len(noted))
	}
	if err := os.Chmod(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal("the server gave up:", err)
	case <-time.After(patience):
		t.Fatal("it never takes the place")
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Ensure hooks find a server again whose files were removed while it hangs on an event.
func TestFilesRemovedWhileItHangs(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	hangs, goOn := make(chan struct{}), make(chan struct{})
	take := l.turn(func(ctx context.Context, told Told) error {
		if l.answered.Load() == 1 {
			close(hangs)
			<-goOn
		}
		return tellAll(ctx, told)
	})
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	server := &Server{Announce: announcing(t, 10_000), Take: take, pause: soon}
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	<-ready
	first := make(chan *asked)
	go func() { first <- ask(place) }()
	<-hangs
	if err := os.RemoveAll(place.Folder); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(patience); ask(place).left != nil && time.Now().Before(until); {
		time.Sleep(10 * time.Millisecond)
	}
	if got := l.answered.Load(); got != 2 {
		t.Errorf("%d events were begun", got)
	}
	close(goOn)
	<-first
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Ensure a server that finds other variables wanted answers no hook that was compared without
// them, also one whose event it has just taken, and then those that are equal by them.
func TestRenews(t *testing.T) {
	place, l, now := newPlace(t), &ledger{}, relay.Terms{WaitMS: 10_000}
	ours := []string{"KEY=ours"}
	var server *Server
	server = &Server{
		Announce: func() (relay.Identity, relay.Terms, error) {
			program, err := relay.Program(os.Args[0])
			return relay.Identify(program, nil, ours, "NONE_", now.Names), now, err
		},
		Take: func(offer relay.Offer) (Turn, error) {
			if len(now.Names) == 0 {
				now.Names = []string{"KEY"}
				if err := server.Renew(); err != nil {
					t.Error(err)
				}
			}
			return l.turn(tellAll)(offer)
		},
	}
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	<-ready
	for range 2 {
		if a := ask(place); a.left == nil || l.answered.Load() != 0 {
			t.Errorf("%d events answered: %+v", l.answered.Load(), a.left)
		}
	}
	if told, err := os.ReadFile(place.Terms); err != nil || string(told) != string(now.Encode()) || l.dropped.Load() != 1 {
		t.Errorf("the terms are %q, %v; dropped %d", told, err, l.dropped.Load())
	}
	if a := ask(place, func(h *relay.Hook) { h.Environ = ours }); a.left != nil || l.answered.Load() != 1 {
		t.Errorf("with the same key: %d answered, %+v", l.answered.Load(), a.left)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
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
	server, identity := &Server{Take: l.turn(tellAll), Note: func(err error) { noted <- err }, ending: context.Background()}, us(t)
	server.identity.Store(&identity)
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
