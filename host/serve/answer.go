package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
)

// errGone says that the hook's process has ended.
var errGone = errors.New("the hook waits no more")

func (s *Server) answer(conn net.Conn, reader *bufio.Reader, turn Turn) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	prints := make(chan struct{}, 1)
	go listen(reader, prints, cancel)
	result := turn.Answer(ctx, Told{
		Recorded: func() { _ = writeFrame(conn, frameRecorded, nil) }, // a hook that has ended needs no telling
		Held: func(instead []byte) error {
			if len(instead) > frameBytesMax {
				return fmt.Errorf("hold an answer: it has %d bytes, at most %d are sent", len(instead), frameBytesMax)
			}
			if err := writeFrame(conn, frameHeld, instead); err != nil {
				return err
			}
			return context.Cause(ctx)
		},
		Rendered: func(answer []byte) error {
			if err := writeFrame(conn, frameRendered, answer); err != nil {
				return err
			}
			select {
			case <-prints:
				return nil
			case <-ctx.Done():
			}
			select {
			case <-prints: // its last word before it ended
				return nil
			default:
				return context.Cause(ctx)
			}
		},
	})
	encoded, err := json.Marshal(result)
	if err == nil {
		err = writeFrame(conn, frameDone, encoded)
	}
	if err != nil && ctx.Err() == nil {
		s.note(fmt.Errorf("answer a hook: %w", err))
	}
}

// listen hears what the hook says while it is answered, and when it has ended.
func listen(reader io.ByteReader, prints chan<- struct{}, cancel context.CancelCauseFunc) {
	for {
		said, err := reader.ReadByte()
		if err != nil || said != sayPrint {
			cancel(errGone)
			return
		}
		select {
		case prints <- struct{}{}:
		default:
			cancel(errGone) // it answers more often than it was asked
			return
		}
	}
}
