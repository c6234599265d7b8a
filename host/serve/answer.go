package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/serve/relay"
)

// Why a hook is answered no more.
var (
	errGone = errors.New("the hook waits no more")
	errLate = errors.New("the hook has waited in vain")
)

func (s *Server) answer(conn net.Conn, reader *bufio.Reader, turn Turn) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	prints := make(chan struct{}, 1)
	go listen(reader, prints, func(cause error) {
		if errors.Is(cause, errLate) && turn.Late != nil {
			turn.Late()
		}
		cancel(cause)
	})
	var done sync.Once
	tellDone := func(result Result) {
		done.Do(func() {
			if err := relay.WriteFrame(conn, relay.FrameDone, relay.Done(result.Answer, result.Note)); err != nil && ctx.Err() == nil {
				s.note(fmt.Errorf("answer a hook: %w", err))
			}
		})
	}
	result, err := turn.Answer(ctx, Told{
		Recorded: func() { _ = relay.WriteFrame(conn, relay.FrameRecorded, nil) }, // a hook that has ended needs no telling
		Held: func(instead []byte, wait time.Duration) error {
			held := relay.WithTime(wait, instead)
			if len(held) > relay.FrameBytesMax {
				return fmt.Errorf("hold an answer: it has %d bytes, at most %d are sent", len(held), relay.FrameBytesMax)
			}
			if err := relay.WriteFrame(conn, relay.FrameHeld, held); err != nil {
				return err
			}
			return context.Cause(ctx)
		},
		Rendered: func(instead []byte) error {
			if len(instead) > relay.FrameBytesMax {
				return fmt.Errorf("render an answer: it has %d bytes, at most %d are sent", len(instead), relay.FrameBytesMax)
			}
			if err := relay.WriteFrame(conn, relay.FrameRendered, instead); err != nil {
				return err
			}
			select {
			case <-prints:
				return nil
			case <-ctx.Done():
			case <-time.After(goWait): // a hook that stands still is none that prints
			}
			select {
			case <-prints: // its last word before it ended
				return nil
			default:
				cancel(errGone)
				return context.Cause(ctx)
			}
		},
		Done: tellDone,
	})
	if err != nil {
		if ctx.Err() == nil {
			s.note(err)
		}
		return
	}
	tellDone(result)
}

// listen hears what the hook says while it is answered, and when it has ended.
func listen(reader io.ByteReader, prints chan<- struct{}, end func(cause error)) {
	for {
		said, err := reader.ReadByte()
		switch {
		case err == nil && said == relay.SayLate:
			end(errLate)
			return
		case err != nil || said != relay.SayPrint:
			end(errGone)
			return
		}
		select {
		case prints <- struct{}{}:
		default:
			end(errGone) // it answers more often than it was asked
			return
		}
	}
}
