package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
)

func (a *app) rulesInspectCommand() *cobra.Command {
	return a.jsonFlag(&cobra.Command{
		Use: "inspect FILE|DIR|ID", Short: "Show what a ruleset is made of and may do; nothing of it is compiled or run",
		Example: "  impressionism rules inspect careful.wasm\n  impressionism rules inspect builtin/default --json",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return a.rulesInspect(args[0]) },
	})
}

func (a *app) rulesInspect(name string) error {
	if err := a.ready(); err != nil {
		return err
	}
	ruleset, err := a.ruleset(a.engine(a.workspaceOf("")).Set, name)
	if err != nil {
		return failed(err)
	}
	result, err := a.inspected(ruleset)
	if err != nil {
		return failed(err)
	}
	if a.json {
		return a.printJSON(result)
	}
	a.printInspected(result)
	return nil
}

func (a *app) inspected(ruleset engine.Ruleset) (shape.Inspected, error) {
	result := shape.Inspected{
		ID: ruleset.Manifest.ID, Language: ruleset.Language, Hash: ruleset.Hash,
		Bytes: len(ruleset.Program.Code), Manifest: ruleset.Manifest, Files: []shape.RulesetFile{},
	}
	for name, content := range ruleset.Files() {
		result.Files = append(result.Files, shape.RulesetFile{Name: name, Bytes: len(content)})
	}
	slices.SortFunc(result.Files, func(a, b shape.RulesetFile) int { return strings.Compare(a.Name, b.Name) })
	if ruleset.Language != languageWASM {
		return result, nil
	}
	module, err := wasm.Inspect(ruleset.Program.Code)
	if err != nil {
		return shape.Inspected{}, fmt.Errorf("%s: %w", ruleset.Program.Name, err)
	}
	result.Vetted = a.modules.Vetted(ruleset.Program.Code)
	result.Module = &module
	result.Undeclared = module.Undeclared(ruleset.Manifest.Calls)
	return result, nil
}

func (a *app) printInspected(r shape.Inspected) {
	state := ""
	if r.Module != nil {
		state = ", not vetted"
		if r.Vetted {
			state = ", vetted"
		}
	}
	fmt.Fprintf(a.out, "%s, %s, %s%s\n", strings.TrimSpace(r.ID+" "+r.Manifest.Version), r.Language, size(r.Bytes), state)
	var rows [][]string
	row := func(name, value string) {
		if value != "" {
			rows = append(rows, []string{name, value})
		}
	}
	row("summary", shorten(r.Manifest.Summary, 90))
	row("hash", r.Hash)
	row("abi", fmt.Sprint(r.Manifest.ABI))
	row("events", strings.Join(r.Manifest.Events, " "))
	row("may call", mayCall(r.Manifest.Calls))
	for _, file := range r.Files {
		row("file", fmt.Sprintf("%s, %s", file.Name, size(file.Bytes)))
	}
	if r.Module != nil {
		moduleRows(*r.Module, row)
	}
	row("not in its manifest", strings.Join(r.Undeclared, " "))
	a.table([]string{"", ""}, rows)
	if r.Module == nil || len(r.Module.Refused) == 0 {
		return
	}
	fmt.Fprintln(a.out, "\nIt may not run:")
	for _, line := range r.Module.Refused {
		fmt.Fprintln(a.out, " ", plain(line))
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
	row("code", fmt.Sprintf("%d functions, %s", m.Functions, size(m.CodeSize)))
	if m.Memory != nil {
		memory := size(int(m.Memory.MinBytes)) + " at first"
		if m.Memory.MaxBytes > 0 {
			memory += ", at most " + size(int(m.Memory.MaxBytes))
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
