package program

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/author"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/backtest"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/cards"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/code"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/commands"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/data"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/doctor"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/eval"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/handoff"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hooks"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/lessons"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/rules"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/search"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/serve"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/settings"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/setup"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/skills"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/status"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/tools"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/trace"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/ui"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/watch"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/why"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
)

// Root returns the program with all of its commands.
func Root(e *env.Env) *cobra.Command {
	root := cli.Root(e, &cobra.Command{
		Use:   "impressionism",
		Short: "Tells " + e.Client().Name + " which of your skills fit the prompt at hand",
		Long: `impressionism sits in ` + e.Client().Name + `'s hooks. For every prompt it decides which
of your skills and commands fit, tells the model in a line each, withdraws what
no longer fits, and is silent when nothing does.`,
		Version: env.Version,
	})
	root.PersistentFlags().Func("client", "the client that calls, or is asked about", e.ChooseClient)
	root.PersistentFlags().Lookup("client").Hidden = env.OneClient() // then there is no choice
	root.AddCommand(
		hookCommand(e), trace.SelectCommand(e), trace.LogCommand(e),
		search.IndexCommand(e), search.SearchCommand(e), why.Command(e), why.NotCommand(e), status.Command(e),
		setup.SetupCommand(e), setup.UpgradeCommand(e), setup.UninstallCommand(e), setup.InitCommand(e), settings.ConfigCommand(e),
		rules.Command(e, append(author.Commands(e), backtest.Command(e))...), setup.ModelCommand(e),
		setup.PluginsCommand(e), commands.Command(e), skills.Command(e), cards.Command(e), tools.Command(e), code.Command(e), lessons.LearnCommand(e), lessons.Command(e), handoff.Command(e), data.ExportCommand(e), data.ForgetCommand(e), eval.Command(e),
		trace.Command(e), serve.MCPCommand(e), why.GoodCommand(e), why.BadCommand(e), why.OffCommand(e), why.OnCommand(e), data.LedgerCommand(e), doctor.Command(e), doctor.DigestCommand(e), hooks.Command(e),
		watch.Command(e), ui.Command(e, ExecuteIn), ui.ReportCommand(e, ExecuteIn),
	)
	cli.HelpOn(root)
	cli.HelpFits(e, root)
	completeNames(e, root)
	cli.DoersJSON(e, root)
	return root
}

// hookCommand exists for help and completion, and for global flags before the
// command's name: else Run answers it before cobra.
func hookCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use:     "hook",
		Short:   "Answer one hook event of the client (JSON on stdin); always ends with 0",
		Example: "  echo '" + e.Client().Example + "' | impressionism hook",
		Args:    cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			var args []string
			for _, flag := range []string{"trace", "timings"} {
				if command.Flags().Changed(flag) {
					args = append(args, "--"+flag)
				}
			}
			cli.Unwrap(e)
			hook.Run(e, args, otherCommands())
			return nil
		},
	}
	command.Flags().Bool("trace", false, trace.FlagHelp)
	command.Flags().Bool("timings", false, "print where the event's time went on stderr; no server is asked")
	return command
}

// completesMax bounds how many names are offered.
const completesMax = 200

// completeNames lets the shell offer names for arguments where the client, the
// catalog or the store know them.
func completeNames(e *env.Env, root *cobra.Command) {
	for path, names := range map[string]func(*env.Env) []string{
		"why-not": itemNames, "good": itemNames, "bad": itemNames, "cards ask": itemNames, "cards not": itemNames, "cards show": itemNames, "cards edit": itemNames, "cards remove": itemNames,
		"skills probe": itemNames, "skills collide": itemNames, "skills lint": itemNames, "skills card": itemNames,
		"rules use": rulesetNames, "rules explain": rulesetNames, "rules inspect": rulesetNames, "rules eject": rulesetNames,
		"rules remove": rulesetNames, "rules resume": rulesetNames, "rules trust": rulesetNames, "rules update": rulesetNames,
		"rules verify": rulesetNames, "rules outdated": rulesetNames, "rules test": rulesetNames, "rules validate": rulesetNames,
		"rules fuzz": rulesetNames, "rules bench": rulesetNames, "rules backtest": rulesetNames,
		"rules shadow run": rulesetNames, "rules shadow report": rulesetNames,
		"trace show": traceNames, "trace turn": traceNames, "trace diff": traceNames, "trace export": traceNames, "trace scenario": traceNames, "rules replay": traceNames,
		"model install": modelNames, "model status": modelNames, "model verify": modelNames, "model remove": modelNames,
		"hooks simulate": hooks.EventNames,
		"commands show":  commandNames,
		"tools sync":     serverNames, "tools forget": serverNames,
		"lessons show": lessonNames, "lessons edit": lessonNames, "lessons delete": lessonNames, "lessons stats": lessonNames, "lessons promote": lessonNames,
	} {
		command, _, err := root.Find(strings.Fields(path))
		if err != nil || command.CommandPath() != root.Name()+" "+path {
			panic("complete names of " + path + ": there is no such command")
		}
		command.ValidArgsFunction = func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if path == "hooks simulate" && len(args) != 1 {
				return nil, cobra.ShellCompDirectiveDefault // the plugin comes before the event
			}
			return completions(e, names, word)
		}
	}
}

// completions returns the names that begin with a word; files are offered as well.
// Where nothing can be read, nothing is offered.
func completions(e *env.Env, names func(*env.Env) []string, word string) (found []string, directive cobra.ShellCompDirective) {
	if e.Configure(e.WorkspaceOf("")) != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, name := range names(e) {
		if strings.HasPrefix(name, word) && len(found) < completesMax {
			found = append(found, textline.Plain(name))
		}
	}
	return found, cobra.ShellCompDirectiveDefault
}

func itemNames(e *env.Env) []string {
	var names []string
	for _, entry := range wire.List(e, e.WorkspaceOf("")).Entries {
		names = append(names, entry.ID)
	}
	return names
}

// commandNames are the ids of slash commands.
func commandNames(e *env.Env) []string {
	var names []string
	for _, entry := range wire.List(e, e.WorkspaceOf("")).Entries {
		if entry.Kind == abi.KindCommand {
			names = append(names, entry.ID)
		}
	}
	return names
}

// lessonNames are the ids of the lessons that may be told.
func lessonNames(e *env.Env) []string {
	var names []string
	for _, entry := range wire.List(e, e.WorkspaceOf("")).Entries {
		if entry.Kind == abi.KindLesson {
			names = append(names, entry.ID)
		}
	}
	return names
}

// serverNames are those of the client's MCP servers.
func serverNames(e *env.Env) []string {
	var names []string
	if read := e.Client().Places.Servers; read != nil {
		for _, server := range read(e.ClientHome(), e.WorkspaceOf(""), e.LookupSet, nil).All {
			names = append(names, server.Name)
		}
	}
	return names
}

func rulesetNames(e *env.Env) []string {
	var names []string
	for _, found := range wire.Engine(e, e.WorkspaceOf("")).Set.List() {
		names = append(names, found.ID)
	}
	return names
}

func modelNames(e *env.Env) []string {
	models, err := install.List(e.Paths.Models)
	if err != nil {
		return nil
	}
	var names []string
	for _, model := range models {
		names = append(names, model.ID)
	}
	return names
}

func traceNames(e *env.Env) []string {
	names := []string{"last"}
	store, err := replay.Stored(e)
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
