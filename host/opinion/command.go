package opinion

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"time"
)

// Program is a client's command line that answers one question and ends.
type Program struct {
	Path    string // absolute
	Folder  string // it runs in
	Environ []string
	Args    func(model, system, schema string) []string // the question itself comes on stdin
	Read    func(output []byte) Reply
}

// Reply is what a program printed.
type Reply struct {
	Choice []byte // JSON of the schema; nil: there is none
	Tokens Tokens
	Failed bool // the program says itself that it failed
}

const (
	outputBytesMax = 256 << 10              // a program prints its choice with what it cost
	endWait        = 200 * time.Millisecond // for the pipes of a program that was killed
)

// newCommand returns an Asker that starts a program for each question.
func newCommand(c Config) (*Asker, error) {
	if c.Program.Path == "" {
		return nil, fmt.Errorf("ask the client for an opinion: its program is not found on PATH")
	}
	return &Asker{
		ask: func(ctx context.Context, t Task) ([]byte, error) {
			schema, err := json.Marshal(t.Schema)
			if err != nil {
				return nil, failed(CauseMalformed, "encode the question")
			}
			return c.Program.run(ctx, c.Program.Args(c.Model, t.System, string(schema)), t.User)
		},
		read: func(output []byte, _ Task) ([]byte, Tokens, error) {
			reply := c.Program.Read(output)
			switch {
			case reply.Failed:
				return nil, reply.Tokens, failed(CauseProgram, "the client says that its request failed; try it by hand, as its login may have ended")
			case reply.Choice == nil:
				return nil, reply.Tokens, failed(CauseMalformed, "what the client printed has no choice")
			}
			return reply.Choice, reply.Tokens, nil
		},
	}, nil
}

// run runs the program until the context ends, and returns what it printed. Nothing that it
// started stays.
func (p Program) run(ctx context.Context, args []string, input string) ([]byte, error) {
	printed := &bounded{}
	command := exec.CommandContext(ctx, p.Path, args...)
	command.Dir, command.Env = p.Folder, p.Environ
	command.Stdin, command.Stdout = bytes.NewReader([]byte(input)), printed
	command.Cancel = func() error { return killGroup(command) }
	command.WaitDelay = endWait
	inGroup(command)
	runtime.LockOSThread() // Linux kills the program when its thread ends, as when this process is killed
	defer runtime.UnlockOSThread()
	if err := command.Start(); err != nil {
		return nil, failed(CauseProgram, "the client cannot be started")
	}
	err := command.Wait()
	_ = killGroup(command) // what it left behind; mostly nothing
	exited, didExit := errors.AsType[*exec.ExitError](err)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, failed(CauseTimeout, "no answer in time")
	case ctx.Err() != nil:
		return nil, failed(CauseLeft, "nobody waited any more")
	case printed.full:
		return nil, failed(CauseTooLarge, "the client printed more than %d bytes", outputBytesMax)
	case didExit && exited.ExitCode() >= 0 && printed.kept.Len() > 0:
		return printed.kept.Bytes(), nil // a client that failed says how
	case err != nil && !errors.Is(err, exec.ErrWaitDelay): // that one: something that it started held its output
		return nil, failed(CauseProgram, "the client failed without an answer")
	}
	return printed.kept.Bytes(), nil
}

// bounded keeps what is written, up to a limit. It is no bytes.Buffer itself: io.Copy would
// use that one's ReadFrom, which has no limit.
type bounded struct {
	kept bytes.Buffer
	full bool
}

var errFull = errors.New("too much was printed")

func (b *bounded) Write(p []byte) (int, error) {
	if b.full = b.full || b.kept.Len()+len(p) > outputBytesMax; b.full {
		return 0, errFull
	}
	return b.kept.Write(p)
}
