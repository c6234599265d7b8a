package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
)

var errDeclined = errors.New("nothing was changed")

// Confirm asks for a yes. Where nobody can answer, or sees the question, it says which flag to
// use.
func Confirm(e *env.Env, question string) error {
	if e.JSON || !Typed(e) {
		return fmt.Errorf("%w: nobody can be asked here; add --yes to go on without", errDeclined)
	}
	fmt.Fprint(e.Out, question, " [y/N] ")
	flush(e)
	answer, err := bufio.NewReader(io.LimitReader(e.In, 100)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errDeclined
}

// DoersJSON adds --json to commands that do something and print what they did: the
// steps, and what people would have read.
func DoersJSON(e *env.Env, root *cobra.Command) {
	for _, path := range []string{
		"model verify", "model remove", "setup", "uninstall", "good", "bad", "cards ask", "cards not", "cards remove", "on", "off", "forget", "tools forget", "code forget", "code restore", "code drop", "handoff clear", "handoff edit", "handoff import",
		"rules add", "rules remove", "rules use", "rules trust", "rules update", "rules new", "rules eject", "rules resume",
	} {
		command, _, err := root.Find(strings.Fields(path))
		if err != nil || command.Flags().Lookup("json") != nil {
			panic("add --json to " + path + ": there is no such command, or it has the flag")
		}
		do := JSONFlag(e, command).RunE
		command.RunE = func(command *cobra.Command, args []string) error {
			if !e.JSON {
				return do(command, args)
			}
			return runForJSON(e, func() error { return do(command, args) })
		}
	}
}

// runForJSON prints what a command did as one value, also where it failed midway.
func runForJSON(e *env.Env, do func() error) error {
	var text bytes.Buffer
	out := e.Out
	e.Out = &text
	err := do()
	e.Out = out
	result := shape.Done{Done: []shape.Step{}, Text: []string{}}
	for _, s := range e.Done {
		result.Done = append(result.Done, shape.Step{Action: s.Action, Kind: s.Kind, ID: s.ID, Path: s.Path})
	}
	for line := range strings.Lines(text.String()) {
		result.Text = append(result.Text, strings.TrimRight(line, " \r\n"))
	}
	if printErr := PrintJSON(e, result); err == nil {
		err = printErr
	}
	return err
}
