package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/levenshtein"
)

// HelpFits has the pages of help fit the terminal; elsewhere they are as wide as prose.
func HelpFits(e *env.Env, root *cobra.Command) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(command *cobra.Command, args []string) {
		page := NewWrapping(Exact(e), cmp.Or(Columns(e), ProseColumns))
		defer page.Flush()
		defer root.SetOut(root.OutOrStdout())
		root.SetOut(page)
		command.Long = reflowed(cmp.Or(command.Long, command.Short), min(page.columns, ProseColumns))
		help(command, args)
	})
}

// reflowed divides the paragraphs of a text anew; lines that are indented or have a label
// stay as they are.
func reflowed(text string, columns int) string {
	var lines []string
	prose := ""
	for line := range strings.SplitSeq(text+"\n", "\n") {
		if line != "" && line[0] != ' ' && !strings.Contains(line, "  ") {
			prose += " " + line
			continue
		}
		if prose != "" {
			lines = append(lines, WrappedTo(prose, columns)...)
		}
		lines, prose = append(lines, line), ""
	}
	return strings.TrimSuffix(strings.Join(lines, "\n"), "\n")
}

// HelpOn makes wrong usage of every command an error that names the next step.
func HelpOn(root *cobra.Command) {
	root.SetFlagErrorFunc(flagError)
	root.Args, root.RunE = cobra.ArbitraryArgs, runGroup
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, command := range root.Commands() {
		switch command.Name() {
		case "completion":
			command.Args, command.RunE = nil, runGroup
		case "help":
			command.RunE = runHelp(command.Run)
		}
	}
	for _, command := range root.Commands() {
		helpOnArgs(command)
	}
}

func helpOnArgs(command *cobra.Command) {
	for _, below := range command.Commands() {
		helpOnArgs(below)
	}
	args := command.Args
	if args == nil {
		return
	}
	command.Args = func(command *cobra.Command, given []string) error {
		if args(command, given) == nil {
			return nil
		}
		return fmt.Errorf("usage: %s; got %s; see: %s --help",
			strings.TrimSuffix(command.UseLine(), " [flags]"), textline.Count(len(given), "argument", "arguments"), command.CommandPath())
	}
}

// flagError returns what a flag wants in words of the command line, not of its parser.
func flagError(command *cobra.Command, err error) error {
	text := err.Error()
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		text = "unknown flag " + dashes(unknown.GetSpecifiedName())
		if name := levenshtein.Nearest(unknown.GetSpecifiedName(), flagNames(command)); name != "" {
			text += "; did you mean --" + name + "?"
		}
	}
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		text = fmt.Sprintf("--%s: %v", invalid.GetFlag().Name, invalid.Unwrap())
		if kind := kinds[invalid.GetFlag().Value.Type()]; kind != "" {
			text = fmt.Sprintf("--%s wants %s; got %.100q", invalid.GetFlag().Name, kind, invalid.GetValue())
		}
	}
	return fmt.Errorf("%s; see: %s --help", text, command.CommandPath())
}

func dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// kinds of values in words; a type of our own has its own.
var kinds = map[string]string{
	"int": "a whole number", "int64": "a whole number", "float64": "a number", "bool": "true or false", "duration": "a time such as 30s",
}

func flagNames(command *cobra.Command) []string {
	var names []string
	command.Flags().VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			names = append(names, flag.Name)
		}
	})
	return names
}

// runGroup is run for a command that only holds others.
func runGroup(command *cobra.Command, args []string) error {
	if len(args) == 0 {
		return command.Help()
	}
	hint := ""
	var names []string
	for _, below := range command.Commands() {
		names = append(names, below.Name())
	}
	if name := levenshtein.Nearest(args[0], names); name != "" {
		hint = "; did you mean " + command.CommandPath() + " " + name + "?"
	} else if elsewhere := commandNamed(command.Root(), args[0]); elsewhere != nil {
		hint = "; did you mean " + elsewhere.CommandPath() + "?"
	}
	return fmt.Errorf("%s has no command %.100q%s; see: %s --help", command.CommandPath(), args[0], hint, command.CommandPath())
}

// runHelp shows the help of what the words name, where each of them names a command.
func runHelp(show func(*cobra.Command, []string)) func(*cobra.Command, []string) error {
	return func(command *cobra.Command, args []string) error {
		found, rest, err := command.Root().Find(args)
		if err != nil {
			return err
		}
		if len(rest) > 0 {
			return runGroup(found, rest)
		}
		show(command, args)
		return nil
	}
}

// commandNamed finds a command of a name in some group.
func commandNamed(command *cobra.Command, name string) *cobra.Command {
	for _, below := range command.Commands() {
		if below.Name() == name {
			return below
		}
		if found := commandNamed(below, name); found != nil {
			return found
		}
	}
	return nil
}
