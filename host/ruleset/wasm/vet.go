package wasm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of vetting one module. Compiling is not bounded by a module's size: an
// 800 KB one is known that takes a minute and 6 GB.
const (
	vetTimeMax     = 10 * time.Second // of processor time, where the system can bound it
	vetWaitMax     = time.Minute      // in all: the machine may have other things to do
	vetMemoryMax   = 1 << 30
	vetRefusalMax  = 64 << 10
	moduleBytesMax = 16 << 20
)

// Exit codes of the child by which the parent knows what ended it.
const (
	vetExitMemory = 86
	vetExitTime   = 87
)

// refusedPrefix begins what a child answers instead of a module.
const refusedPrefix = "refused\n"

// Vet checks, instruments and compiles a module in a child process, so that
// Start may run it. The child is this program with the arguments that lead to
// VetChild; it limits itself and is ended where that does not help. The error
// says what is wrong with the module, a line for each thing. See RATIONALE.md, "Why is
// a module vetted in a process of its own?".
func (r *Runtime) Vet(ctx context.Context, program abi.Program, child []string) error {
	if err := r.vet(ctx, program, child); err != nil {
		return fmt.Errorf("vet %s: %w", program.Name, err)
	}
	return nil
}

func (r *Runtime) vet(ctx context.Context, program abi.Program, child []string) error {
	if err := Check(program.Code); err != nil { // costs little and saves a process
		return err
	}
	if len(child) == 0 {
		return errors.New("no command for the child process is given")
	}
	sealed, err := runChild(ctx, program.Code, child)
	if err != nil {
		return err
	}
	hash := hashOf(program.Code)
	if _, err := unseal(sealed, hash); err != nil {
		return fmt.Errorf("the child's answer is of no use: %w", err)
	}
	if err := r.writeVetted(hash, sealed); err != nil {
		return fmt.Errorf("store the vetted form: %w", err)
	}
	_ = r.Prune() // too much on the disk is no reason to refuse a module
	return nil
}

// runChild returns what the child answers.
func runChild(ctx context.Context, module []byte, child []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, vetWaitMax)
	defer cancel()
	command := exec.CommandContext(ctx, child[0], child[1:]...)
	command.Stdin = bytes.NewReader(module)
	answer := &capped{limit: vettedBytesMax, full: cancel}
	said := &capped{limit: vetRefusalMax}
	command.Stdout, command.Stderr = answer, said
	command.Env = []string{"GOTRACEBACK=none"} // nothing else of this process is the child's business
	command.WaitDelay = time.Second
	err := command.Run()
	if answer.over {
		return nil, fmt.Errorf("its instrumented form has more than %d bytes: link less into it", answer.limit)
	}
	if refusal, refused := bytes.CutPrefix(answer.bytes, []byte(refusedPrefix)); refused && err == nil {
		return nil, errors.New(visible.Text(string(refusal)))
	}
	if err == nil {
		return answer.bytes, nil
	}
	return nil, childFailure(ctx, err, command, string(said.bytes))
}

const vetCure = "make its functions smaller, link less into it, or let the compiler optimize for size"

var (
	errVetTime   = fmt.Errorf("compiling took more than %v: %s", vetTimeMax, vetCure)
	errVetWait   = fmt.Errorf("compiling took more than %v: %s", vetWaitMax, vetCure)
	errVetMemory = fmt.Errorf("compiling took more than %d MiB of memory: %s", vetMemoryMax>>20, vetCure)
)

// childFailure returns what ended a child that gave no answer.
func childFailure(ctx context.Context, err error, command *exec.Cmd, said string) error {
	state := command.ProcessState
	switch {
	case state == nil:
		return fmt.Errorf("start the child process: %w", err)
	case state.ExitCode() == vetExitMemory, strings.Contains(said, "out of memory"), strings.Contains(said, "cannot allocate memory"):
		return errVetMemory
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errVetWait
	case ctx.Err() != nil:
		return ctx.Err()
	case state.ExitCode() == vetExitTime:
		return errVetTime
	case state.ExitCode() == -1:
		return fmt.Errorf("the system ended the child process (%v), perhaps for want of memory: %s", err, vetCure)
	}
	return fmt.Errorf("the child process ended (%v): %s", err, cut.BytesEllipsis(visible.Text(strings.TrimSpace(said)), messageBytesMax))
}

// capped keeps bytes up to a limit. What comes beyond is lost; full is called.
type capped struct {
	bytes []byte
	limit int
	over  bool
	full  func()
}

func (c *capped) Write(content []byte) (int, error) {
	room := c.limit - len(c.bytes)
	c.bytes = append(c.bytes, content[:min(len(content), room)]...)
	if len(content) > room && !c.over {
		c.over = true
		if c.full != nil {
			c.full()
		}
	}
	return len(content), nil
}
