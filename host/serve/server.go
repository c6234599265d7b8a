package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/host/serve/relay"
)

// Limits of a server.
const (
	connectionsMax = 64                     // that have not been refused or answered
	greetingWait   = 2 * time.Second        // for an event, whoever writes it
	goWait         = 2 * time.Second        // for a hook's word that it waits
	answerWait     = time.Minute            // for everything after it: a hook ends long before
	acceptWait     = time.Second            // between tries to hear hooks
	endWait        = 500 * time.Millisecond // for events under way when the server is to end
	placeTick      = 30 * time.Second       // between looks at whether hooks still find the server, and at a place that cannot be had
)

// Server answers events. It is for one Serve.
type Server struct {
	// Announce returns who this server is, and what it tells hooks. It is asked once the server
	// has the place, and by Renew.
	Announce func() (relay.Identity, relay.Terms, error)
	// Take gets hold of what answering an event takes. An error refuses the event:
	// the hook works alone.
	Take func(relay.Offer) (Turn, error)
	// Note is called with the error of a connection; may be nil.
	Note func(error)

	place       relay.Place
	pause       func(ctx context.Context) // instead of a placeTick, in tests
	identity    atomic.Pointer[relay.Identity]
	connections sync.WaitGroup
	ending      context.Context // ends when hooks of the place that still wait are given up
}

// Turn is one event that could be answered at once. Answer or Drop is called, once.
type Turn struct {
	// Wait is how long the hook waits for the answer from now on.
	Wait time.Duration
	// Answer answers it. The context ends when nobody waits any more. An error leaves the
	// event to the hook: nothing of it may have been told.
	Answer func(ctx context.Context, told Told) (Result, error)
	// Drop forgets it: the hook works alone.
	Drop func()
	// Late is called, at any time, when the hook has waited in vain; may be nil.
	Late func()
}

// Serve waits until no other server has the place and answers hooks until the
// context ends; then it finishes what it has begun and leaves no file. Where somebody
// removed its files it waits for the place anew. It makes the folders above the place's once,
// when it begins: what somebody removes after that is not the server's to make, so it waits
// until it is there again. Where it cannot have the place, or cannot serve there, for another
// reason, it tries again as well, and notes why. ready, if not nil, is called once hooks are
// answered.
func (s *Server) Serve(ctx context.Context, place relay.Place, ready func()) error {
	s.place = place
	err := prepare(place)
	if err == nil {
		err = place.Check()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // else a server that ended removed it
		return fmt.Errorf("serve hooks: %w", err)
	}
	if ready == nil {
		ready = func() {}
	}
	ready = sync.OnceFunc(ready)
	var noted string // what keeps it from serving, until that is something else
	for ctx.Err() == nil {
		held, err := s.claimUntil(ctx)
		isGone := errors.Is(err, fs.ErrNotExist) // the folder above, and the log may be gone with it
		if held != nil {
			err = s.serveHeld(ctx, held, func() { noted = ""; ready() })
		}
		if err == nil {
			continue
		}
		err = fmt.Errorf("serve hooks: %w", err)
		if held != nil && ctx.Err() != nil {
			return err
		}
		if why := err.Error(); why != noted && !isGone {
			s.note(err)
			noted = why
		}
		s.waitTick(ctx)
	}
	s.connections.Wait()
	return nil
}

// serveHeld is Serve as long as hooks find the server at its place. Once they do not, it leaves
// the place at once, to whoever waits for it: an event that is still under way may hang.
func (s *Server) serveHeld(serving context.Context, held *os.File, ready func()) error {
	place := s.place
	terms, err := s.announce()
	var listener net.Listener
	if err == nil {
		listener, err = listenAt(place, terms)
	}
	if err != nil {
		return errors.Join(err, leave(place, held))
	}
	ready()
	ctx, end := context.WithCancel(serving)
	defer end()
	go func() {
		defer end()
		for ctx.Err() == nil && !isLost(place, held) {
			s.waitTick(ctx)
		}
	}()
	var giveUp context.CancelFunc
	s.ending, giveUp = context.WithCancel(context.Background())
	context.AfterFunc(ctx, func() {
		_ = listener.Close()
		time.AfterFunc(endWait, giveUp)
	})
	s.accept(ctx, listener)
	if serving.Err() != nil {
		s.connections.Wait()
		giveUp()
	}
	return leave(place, held)
}

// announce is Announce, and makes this the identity of hooks that are answered.
func (s *Server) announce() (relay.Terms, error) {
	identity, terms, err := s.Announce()
	if err == nil {
		s.identity.Store(&identity)
	}
	return terms, err
}

// Renew has hooks compared by what Announce returns now. A hook that was compared by something
// else works alone, though its event is being taken. It is for one goroutine at a time, and for
// a server that answers hooks.
func (s *Server) Renew() error {
	terms, err := s.announce()
	if err == nil {
		err = os.WriteFile(s.place.Terms, terms.Encode(), 0o600)
	}
	if err != nil {
		return fmt.Errorf("tell hooks what they are compared by: %w", err)
	}
	return nil
}

// claimUntil is claim, or returns neither file nor error when the context ended first. The
// goroutine that still waits then holds no more than a file, and the process is about to end.
func (s *Server) claimUntil(ctx context.Context) (*os.File, error) {
	type claimed struct {
		held *os.File
		err  error
	}
	place, done := s.place, make(chan claimed)
	go func() {
		held, err := claim(place)
		select {
		case done <- claimed{held, err}:
		case <-ctx.Done():
			if held != nil {
				_ = leave(place, held) // nobody is left to tell
			}
		}
	}()
	select {
	case c := <-done:
		return c.held, c.err
	case <-ctx.Done():
		return nil, nil
	}
}

func (s *Server) waitTick(ctx context.Context) {
	if s.pause != nil {
		s.pause(ctx)
		return
	}
	wait(ctx, placeTick)
}

// accept serves until the context ends. An error passes, as where the process has as
// many files open as it may: until then hooks work alone.
func (s *Server) accept(ctx context.Context, listener net.Listener) {
	free := make(chan struct{}, connectionsMax)
	failing := false
	for {
		conn, err := listener.Accept()
		if ctx.Err() != nil {
			if err == nil {
				_ = conn.Close() // the hook works alone
			}
			return
		}
		if err != nil {
			if !failing {
				s.note(fmt.Errorf("serve hooks: %w", err)) // once, not with every try
			}
			failing = true
			wait(ctx, acceptWait)
			continue
		}
		failing = false
		select {
		case free <- struct{}{}:
		default:
			_ = conn.Close() // the hook works alone
			continue
		}
		ending := s.ending
		s.connections.Go(func() {
			defer func() { <-free }()
			s.serve(ending, conn)
		})
	}
}

func wait(ctx context.Context, pause time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(pause):
	}
}

// serve answers one hook. Whatever goes wrong ends this connection only.
func (s *Server) serve(ending context.Context, conn net.Conn) {
	defer conn.Close()
	defer context.AfterFunc(ending, func() { _ = conn.Close() })()
	defer func() {
		if reason := recover(); reason != nil {
			s.note(fmt.Errorf("serve a hook: %v\n%.2000s", reason, debug.Stack()))
		}
	}()
	turn, reader, err := s.take(conn)
	if err != nil {
		_, _ = conn.Write([]byte{relay.SayRefused}) // the hook works alone in any case
		s.note(err)
		return
	}
	if !awaitGo(conn, reader, turn.Wait) {
		turn.Drop()
		return
	}
	_ = conn.SetDeadline(time.Now().Add(answerWait)) // the answer shows whether it works
	s.answer(conn, reader, turn)
}

func (s *Server) take(conn net.Conn) (Turn, *bufio.Reader, error) {
	reader := bufio.NewReader(conn)
	if err := conn.SetDeadline(time.Now().Add(greetingWait)); err != nil {
		return Turn{}, nil, err
	}
	identity := s.identity.Load()
	offer, err := relay.ReadOffer(reader, *identity)
	if err != nil {
		return Turn{}, nil, err
	}
	turn, err := s.Take(offer)
	if err == nil && *s.identity.Load() != *identity {
		turn.Drop()
		err = relay.ErrStranger
	}
	return turn, reader, err
}

// awaitGo reports whether the hook leaves its event to this server.
func awaitGo(conn net.Conn, reader *bufio.Reader, wait time.Duration) bool {
	if err := conn.SetDeadline(time.Now().Add(goWait)); err != nil {
		return false
	}
	if _, err := conn.Write(append([]byte{relay.SayTaken}, relay.WithTime(wait, nil)...)); err != nil {
		return false
	}
	said, err := reader.ReadByte()
	return err == nil && said == relay.SayGo
}

func (s *Server) note(err error) {
	if s.Note != nil && !errors.Is(err, io.EOF) && !errors.Is(err, relay.ErrStranger) {
		s.Note(err)
	}
}
