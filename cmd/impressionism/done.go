package main

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
)

// did records a step that a command took, for --json.
func (a *app) did(action, kind, id, path string) {
	a.done = append(a.done, step{action: action, kind: kind, id: id, path: path})
}

// doersJSON adds --json to commands that do something and print what they did: the
// steps, and what people would have read.
func (a *app) doersJSON(root *cobra.Command) {
	for _, path := range []string{
		"model verify", "model remove", "setup", "uninstall", "good", "bad", "on", "off", "forget",
		"rules add", "rules remove", "rules use", "rules trust", "rules update", "rules new", "rules eject", "rules resume",
	} {
		command, _, err := root.Find(strings.Fields(path))
		if err != nil || command.Flags().Lookup("json") != nil {
			panic("add --json to " + path + ": there is no such command, or it has the flag")
		}
		do := a.jsonFlag(command).RunE
		command.RunE = func(command *cobra.Command, args []string) error {
			if !a.json {
				return do(command, args)
			}
			return a.runForJSON(func() error { return do(command, args) })
		}
	}
}

// runForJSON prints what a command did as one value, also where it failed midway.
func (a *app) runForJSON(do func() error) error {
	var text bytes.Buffer
	out := a.out
	a.out = &text
	err := do()
	a.out = out
	result := shape.Done{Done: []shape.Step{}, Text: []string{}}
	for _, s := range a.done {
		result.Done = append(result.Done, shape.Step{Action: s.action, Kind: s.kind, ID: s.id, Path: s.path})
	}
	for line := range strings.Lines(text.String()) {
		result.Text = append(result.Text, strings.TrimRight(line, " \r\n"))
	}
	if printErr := a.printJSON(result); err == nil {
		err = printErr
	}
	return err
}
