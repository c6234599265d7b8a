// Package cli holds what commands of people share: flags, tables, wrapped prose, progress
// bars, JSON and questions. No hook imports it.
package cli

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/visible"
)

// PluginDirFlag adds --plugin-dir to a command.
func PluginDirFlag(command *cobra.Command, dirs *[]string) {
	command.Flags().StringArrayVar(dirs, "plugin-dir", nil, "a plugin's folder, as given to the client")
}

// Group is a command that only holds others.
func Group(use, short string) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, RunE: runGroup}
}

// JSONFlag adds --json to a command.
func JSONFlag(e *env.Env, command *cobra.Command) *cobra.Command {
	command.Flags().BoolVar(&e.JSON, "json", false, "print JSON (see schemas/)")
	return command
}

// PrintJSON writes one value for programs. Errors are those of encoding and of writing; that the
// reader has gone is none, see Exact.
func PrintJSON(e *env.Env, value any) error {
	encoder := json.NewEncoder(visible.NewJSONWriter(Exact(e)))
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// ExplainRule prints what a linter's code means, with an example.
func ExplainRule(e *env.Env, rules diag.Rules, code string) error {
	rule, known := rules.Find(code)
	if !known {
		return rules.Check(code)
	}
	fmt.Fprintf(e.Out, "%s (%s)\n", rule.Code, rule.Severity)
	PrintProse(e, "    ", "    ", rule.Summary)
	fmt.Fprintln(e.Out)
	PrintProse(e, "    ", "    ", rule.Why)
	for _, example := range []struct{ mark, text string }{{"  − ", rule.Bad}, {"  + ", rule.Good}} {
		fmt.Fprintln(e.Out)
		for line := range strings.SplitSeq(example.text, "\n") {
			fmt.Fprintln(e.Out, example.mark+line)
		}
	}
	return nil
}

// ShortPath returns a path as people write it here.
func ShortPath(e *env.Env, path string) string {
	if rel, err := filepath.Rel(e.Dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	if rel, err := filepath.Rel(e.UserDir(), path); err == nil && e.UserDir() != "" && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}
