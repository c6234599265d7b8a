package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
)

// completesMax bounds how many names are offered.
const completesMax = 200

// completeNames lets the shell offer names for arguments where the client, the
// catalog or the store know them.
func (a *app) completeNames(root *cobra.Command) {
	for path, names := range map[string]func() []string{
		"why-not": a.itemNames, "good": a.itemNames, "bad": a.itemNames,
		"skills probe": a.itemNames, "skills collide": a.itemNames, "skills lint": a.itemNames,
		"rules use": a.rulesetNames, "rules explain": a.rulesetNames, "rules inspect": a.rulesetNames, "rules eject": a.rulesetNames,
		"rules remove": a.rulesetNames, "rules resume": a.rulesetNames, "rules trust": a.rulesetNames, "rules update": a.rulesetNames,
		"rules verify": a.rulesetNames, "rules outdated": a.rulesetNames, "rules test": a.rulesetNames, "rules validate": a.rulesetNames,
		"rules fuzz": a.rulesetNames, "rules bench": a.rulesetNames, "rules backtest": a.rulesetNames,
		"rules shadow run": a.rulesetNames, "rules shadow report": a.rulesetNames,
		"trace show": a.traceNames, "trace diff": a.traceNames, "trace export": a.traceNames, "trace scenario": a.traceNames, "rules replay": a.traceNames,
		"model install": a.modelNames, "model status": a.modelNames, "model verify": a.modelNames, "model remove": a.modelNames,
		"hooks simulate": contract.EventNames,
	} {
		command, _, err := root.Find(strings.Fields(path))
		if err != nil || command.CommandPath() != root.Name()+" "+path {
			panic("complete names of " + path + ": there is no such command")
		}
		command.ValidArgsFunction = func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if path == "hooks simulate" && len(args) != 1 {
				return nil, cobra.ShellCompDirectiveDefault // the plugin comes before the event
			}
			return a.completions(names, word)
		}
	}
}

// completions returns the names that begin with a word; files are offered as well.
// Where nothing can be read, nothing is offered.
func (a *app) completions(names func() []string, word string) (found []string, directive cobra.ShellCompDirective) {
	if a.configure(a.workspaceOf("")) != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, name := range names() {
		if strings.HasPrefix(name, word) && len(found) < completesMax {
			found = append(found, plain(name))
		}
	}
	return found, cobra.ShellCompDirectiveDefault
}

func (a *app) itemNames() []string {
	var names []string
	for _, entry := range a.list(a.workspaceOf("")).Entries {
		names = append(names, entry.ID)
	}
	return names
}

func (a *app) rulesetNames() []string {
	var names []string
	for _, found := range a.engine(a.workspaceOf("")).Set.List() {
		names = append(names, found.ID)
	}
	return names
}

func (a *app) modelNames() []string {
	models, err := install.List(a.paths.Models)
	if err != nil {
		return nil
	}
	var names []string
	for _, model := range models {
		names = append(names, model.ID)
	}
	return names
}

func (a *app) traceNames() []string {
	names := []string{"last"}
	store, err := a.stored()
	if err != nil {
		return names
	}
	defer store.Close()
	made, err := store.Decisions("", completesMax)
	if err != nil {
		return names
	}
	for _, m := range made {
		if m.HasTrace {
			names = append(names, fmt.Sprint(m.ID))
		}
	}
	return names
}
