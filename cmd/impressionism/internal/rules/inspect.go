package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

func inspectCommand(e *env.Env) *cobra.Command {
	return cli.JSONFlag(e, &cobra.Command{
		Use: "inspect FILE|DIR|ID", Short: "Show what a ruleset is made of and may do; nothing of it is compiled or run",
		Example: "  impressionism rules inspect careful.wasm\n  impressionism rules inspect builtin/default --json",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return inspect(e, args[0]) },
	})
}

func inspect(e *env.Env, name string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	wire.TrustStored(e, e.WorkspaceOf(""))
	ruleset, err := rulesets.Ruleset(e, wire.Engine(e, e.WorkspaceOf("")).Set, name)
	if err != nil {
		return env.Failed(err)
	}
	result, err := inspected(e, ruleset)
	if err != nil {
		return env.Failed(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printInspected(e, result)
	return nil
}

func inspected(e *env.Env, ruleset engine.Ruleset) (shape.Inspected, error) {
	result := shape.Inspected{
		ID: ruleset.Manifest.ID, Language: ruleset.Language, Hash: ruleset.Hash,
		Bytes: len(ruleset.Program.Code), Manifest: ruleset.Manifest, Files: []shape.RulesetFile{},
	}
	for name, content := range ruleset.Files() {
		result.Files = append(result.Files, shape.RulesetFile{Name: name, Bytes: len(content)})
	}
	slices.SortFunc(result.Files, func(a, b shape.RulesetFile) int { return strings.Compare(a.Name, b.Name) })
	if ruleset.Language != modules.LanguageWASM {
		return result, nil
	}
	module, err := wasm.Inspect(ruleset.Program.Code)
	if err != nil {
		return shape.Inspected{}, fmt.Errorf("%s: %w", ruleset.Program.Name, err)
	}
	result.Vetted = e.Modules.Vetted(ruleset.Program.Code)
	result.Module = &module
	result.Undeclared = module.Undeclared(ruleset.Manifest.Calls)
	return result, nil
}

func printInspected(e *env.Env, r shape.Inspected) {
	state := ""
	if r.Module != nil {
		state = ", not vetted"
		if r.Vetted {
			state = ", vetted"
		}
	}
	fmt.Fprintf(e.Out, "%s, %s, %s%s\n", strings.TrimSpace(r.ID+" "+r.Manifest.Version), r.Language, textline.Size(r.Bytes), state)
	var rows [][]string
	row := func(name, value string) {
		if value != "" {
			rows = append(rows, []string{name, value})
		}
	}
	row("summary", textline.Shorten(r.Manifest.Summary, 90))
	row("hash", r.Hash)
	row("abi", fmt.Sprint(r.Manifest.ABI))
	row("events", strings.Join(r.Manifest.Events, " "))
	row("may call", mayCall(r.Manifest.Calls))
	row("sees", strings.Join(r.Manifest.SeenKinds(), " "))
	row("note", notePlaces(e, r.Manifest.ID, r.Manifest.SeenKinds()))
	for _, file := range r.Files {
		row("file", fmt.Sprintf("%s, %s", file.Name, textline.Size(file.Bytes)))
	}
	if r.Module != nil {
		moduleRows(*r.Module, row)
	}
	row("not in its manifest", strings.Join(r.Undeclared, " "))
	cli.Table(e, []string{"", ""}, rows)
	if r.Module == nil || len(r.Module.Refused) == 0 {
		return
	}
	fmt.Fprintln(e.Out, "\nIt may not run:")
	for _, line := range r.Module.Refused {
		fmt.Fprintln(e.Out, " ", textline.Plain(line))
	}
}

func mayCall(calls []string) string {
	switch {
	case calls == nil:
		return "every host call"
	case len(calls) == 0:
		return "no host call"
	}
	return strings.Join(calls, " ")
}

func moduleRows(m wasm.Inspection, row func(name, value string)) {
	row("made by", strings.Join(m.Toolchain, "; "))
	row("code", fmt.Sprintf("%d functions, %s", m.Functions, textline.Size(m.CodeSize)))
	if m.Memory != nil {
		memory := textline.Size(int(m.Memory.MinBytes)) + " at first"
		if m.Memory.MaxBytes > 0 {
			memory += ", at most " + textline.Size(int(m.Memory.MaxBytes))
		}
		row("memory", memory)
	}
	row("calls", strings.Join(m.Calls, " "))
	for _, symbol := range m.Imports {
		row("import", symbol.Module+" "+symbol.Name+" "+symbol.Type)
	}
	for _, symbol := range m.Exports {
		row("export", symbol.Name+" "+symbol.Kind+" "+symbol.Type)
	}
	for _, section := range m.Customs {
		row("section", fmt.Sprintf("%s, %d bytes", section.Name, section.Size))
	}
}
