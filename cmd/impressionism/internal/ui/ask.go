package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/embedding"
)

// Execute runs one command line of this program and returns its exit code. Commands that take
// long end with ctx.
type Execute func(ctx context.Context, e *env.Env, args []string) int

// asker answers with what commands of this program print with --json. So a page cannot
// show a number that no command prints. It is safe for concurrent use. See RATIONALE.md, "Why
// does the page draw what commands print?".
type asker struct {
	env       *env.Env
	execute   Execute
	embedders embedding.Kept // a view asks several commands, and again when the databases change

	mu   sync.Mutex
	kept map[string]*answer // by command line
}

// answer is what one command line printed.
type answer struct {
	turn  chan struct{} // full while the command runs, so that others wait for what it prints
	stamp string
	at    time.Time
	data  []byte
	err   error
	grows bool // it changes while the databases stay as they are
}

const (
	answersMax = 64              // command lines that are kept
	answerAge  = 5 * time.Minute // a command also reads what no stamp knows, such as transcripts and skills
)

func newAsker(e *env.Env, execute Execute) *asker {
	return &asker{env: e, execute: execute, kept: map[string]*answer{}}
}

// ask fills a shape with what a command prints. An answer is kept while the databases stay
// as they are, for answerAge at most.
func (a *asker) ask(ctx context.Context, into any, args ...string) error {
	data, err := a.answer(ctx, args)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("read what %s printed: %w", commandLine(args), err)
	}
	return nil
}

func (a *asker) answer(ctx context.Context, args []string) ([]byte, error) {
	a.mu.Lock()
	key := strings.Join(args, "\x00")
	one := a.kept[key]
	if one == nil {
		if len(a.kept) >= answersMax {
			clear(a.kept)
		}
		one = &answer{turn: make(chan struct{}, 1)}
		a.kept[key] = one
	}
	a.mu.Unlock()
	select {
	case one.turn <- struct{}{}:
		defer func() { <-one.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	stamp, now := a.stamp(), a.env.Now()
	if age := now.Sub(one.at); one.stamp == stamp && age >= 0 && age < answerAge && !one.grows {
		return one.data, one.err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data, err := a.run(ctx, args)
	if ended := ctx.Err(); ended != nil {
		return nil, ended // what a command prints that was ended is not kept
	}
	one.data, one.err, one.stamp, one.at, one.grows = data, err, stamp, now, followsTranscript(args) && !turnEnded(data)
	return data, err
}

// turnEnded reports whether what the model did is all that it does: another prompt has come.
func turnEnded(data []byte) bool {
	var shown shape.TraceTurn
	return json.Unmarshal(data, &shown) == nil && shown.Turn != nil && shown.Turn.Next != nil
}

// followsTranscript reports a command that reads what the client writes all the time.
func followsTranscript(args []string) bool {
	return slices.Equal(args[:min(len(args), 2)], []string{"trace", "turn"})
}

// stamp changes with the databases and the settings.
func (a *asker) stamp() string {
	var b strings.Builder
	for _, path := range []string{a.env.Paths.StateDB, a.env.Paths.StateDB + "-wal", a.env.Paths.IndexDB, a.env.Paths.IndexDB + "-wal", a.env.Paths.Config} {
		if info, err := os.Stat(path); err == nil {
			fmt.Fprintf(&b, "%d %d ", info.Size(), info.ModTime().UnixNano())
		}
		b.WriteByte('|')
	}
	return b.String()
}

// do runs a command that changes something.
func (a *asker) do(ctx context.Context, args []string) error {
	var out, errOut bytes.Buffer
	if code := a.execute(ctx, a.env.Again(&out, &errOut), args); code != env.ExitOK {
		return errors.New(strings.TrimPrefix(strings.TrimSpace(errOut.String()), "impressionism: "))
	}
	return nil
}

// run runs a command in this process, on databases that are opened to be looked at.
func (a *asker) run(ctx context.Context, args []string) (data []byte, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%s: internal error: %v", commandLine(args), reason)
		}
	}()
	var out, errOut bytes.Buffer
	e := a.env.Again(&out, &errOut)
	e.ReadOnly, e.Embedders = true, &a.embedders
	code := a.execute(ctx, e, inJSON(args))
	if out.Len() > 0 && json.Valid(out.Bytes()) {
		return out.Bytes(), nil // with findings it ends with 1
	}
	said := strings.TrimSpace(errOut.String())
	if said == "" {
		said = fmt.Sprintf("%s ended with %d", commandLine(args), code)
	}
	return nil, errors.New(strings.TrimPrefix(said, "impressionism: "))
}

// inJSON adds --json, before what may not be read as a flag.
func inJSON(args []string) []string {
	at := slices.Index(args, "--")
	if at < 0 {
		at = len(args)
	}
	return slices.Insert(slices.Clone(args), at, "--json")
}

// commandLine is how a person types a command.
func commandLine(args []string) string {
	words := []string{"impressionism"}
	for _, arg := range args {
		words = append(words, textline.ShellQuoted(arg))
	}
	return strings.Join(words, " ")
}
