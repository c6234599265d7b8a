package simulate

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"runtime"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/wiring"
)

// outputBytesMax is how much of stdout and stderr each is kept.
const outputBytesMax = 1 << 20

// orphanWait is how long output is still read after a hook ended: a child that
// it left may hold it open. The client waits about as long.
const orphanWait = 500 * time.Millisecond

// ended is how a process ended.
type ended struct {
	code           int
	stdout, stderr capped
	took           time.Duration
	cut            bool  // its time was up
	err            error // it could not be started
}

// run starts a hook as the client does and waits for it.
func run(ctx context.Context, hook wiring.Hook, stdin []byte, dir string, environ []string, limit time.Duration) ended {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	command := commandOf(ctx, hook)
	command.Dir, command.Env, command.Stdin = dir, environ, bytes.NewReader(stdin)
	command.WaitDelay = orphanWait
	var e ended
	command.Stdout, command.Stderr = &e.stdout, &e.stderr
	inGroup(command)
	began := time.Now()
	err := command.Run()
	e.took = time.Since(began)
	endGroup(command)
	e.cut = err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		e.code = exit.ExitCode()
	case err != nil && !e.cut && !errors.Is(err, exec.ErrWaitDelay):
		e.err = err
	}
	return e
}

// commandOf is the process of a hook: a shell's, or with args its own. To the
// shell the client gives the command as it stands: the variables are in the
// environment.
func commandOf(ctx context.Context, hook wiring.Hook) *exec.Cmd {
	if hook.Form == wiring.FormExec {
		words := wiring.Words(hook)
		return exec.CommandContext(ctx, words[0], words[1:]...)
	}
	shell := "/bin/sh"
	if runtime.GOOS == "windows" {
		shell = "bash"
	}
	return exec.CommandContext(ctx, shell, "-c", hook.Command)
}

// capped keeps the beginning of what is written to it.
type capped struct {
	kept    bytes.Buffer // no embedded one: its ReadFrom would take everything
	dropped int
}

func (c *capped) Write(data []byte) (int, error) {
	room := max(0, outputBytesMax-c.kept.Len())
	c.dropped += max(0, len(data)-room)
	c.kept.Write(data[:min(room, len(data))])
	return len(data), nil
}
