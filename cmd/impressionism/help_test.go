package main

import (
	"cmp"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/code"
	"github.com/ed-irl/impressionism/host/decide/suggest"
)

// Ensure that every command tells in a line what it does and shows an example.
func TestEveryCommandHasAnExample(t *testing.T) {
	e := &env.Env{}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		for _, child := range c.Commands() {
			visit(child)
		}
		if c.HasSubCommands() || c.Name() == "help" || c.Parent().Name() == "completion" {
			return // these are cobra's
		}
		if c.Short == "" || c.Example == "" {
			t.Errorf("%s: short %q, example %q", c.CommandPath(), c.Short, c.Example)
		}
	}
	visit(program.Root(e))
}

var (
	codeSpan = regexp.MustCompile("`[^`]+`")
	leading  = regexp.MustCompile("^[a-z][a-z-]*( [a-z][a-z-]*)*")
)

// Ensure the page of commands has a row for every command, and for none that there is not.
func TestPageOfCommands(t *testing.T) {
	page, err := os.ReadFile("../../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	root := program.Root(&env.Env{})
	find := func(path string) *cobra.Command {
		if found, _, err := root.Find(strings.Fields(path)); err == nil && found.CommandPath() == root.Name()+" "+path {
			return found
		}
		return nil
	}
	told := map[*cobra.Command]bool{}
	for line := range strings.Lines(string(page)) {
		cell, isRow := strings.CutPrefix(line, "| `")
		if !isRow {
			continue
		}
		cell, _, _ = strings.Cut("`"+cell, " | ")
		group := ""
		for _, span := range codeSpan.FindAllString(cell, -1) {
			words := leading.FindString(strings.Trim(span, "`"))
			if words == "" {
				continue // a further flag
			}
			command := cmp.Or(find(strings.TrimSpace(group+" "+words)), find(words)) // the next one of a group goes without its name
			if command == nil {
				t.Errorf("%s is no command: %s", span, line)
				continue
			}
			told[command] = true
			group = strings.TrimSpace(strings.TrimPrefix(command.Parent().CommandPath(), root.Name()))
		}
	}
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Hidden || c.Name() == "help" || told[c] && c.Name() == "completion" {
			return // completion has one row for all shells
		}
		if !c.HasSubCommands() && !told[c] {
			t.Errorf("docs/commands.md has no row for %s", c.CommandPath())
		}
		for _, child := range c.Commands() {
			visit(child)
		}
	}
	visit(root)
}

// Ensure the page on wording has every line that is told, and no line or placeholder that there is not.
func TestPageOfLines(t *testing.T) {
	page, err := os.ReadFile("../../docs/feedback.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| line | where it is used | placeholders |")
	table, _, _ = strings.Cut(table, "\n\n")
	kinds := append(catalog.Kinds{code.Kind}, wire.ShippedKinds()...)
	marks := suggest.Marks(kinds)
	told := map[string]bool{}
	for row := range strings.Lines(table) {
		cells := strings.Split(row, " | ")
		if len(cells) != 3 || !strings.Contains(cells[0], "`") {
			continue
		}
		for _, span := range codeSpan.FindAllString(cells[0], -1) {
			line := strings.Trim(span, "`")
			told[line] = true
			if _, has := marks[line]; !has {
				t.Errorf("%s is no line", line)
			}
			for _, mark := range regexp.MustCompile(`{{\w+}}`).FindAllString(cells[2], -1) {
				if !slices.Contains(marks[line], mark) {
					t.Errorf("%s has no placeholder %s", line, mark)
				}
			}
		}
	}
	for line, text := range suggest.DefaultTemplates(kinds) {
		if text != "" && !told[line] {
			t.Errorf("docs/feedback.md has no row for %s", line)
		}
	}
}
