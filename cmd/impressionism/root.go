package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/visible"
)

// version is that of the program; its manifest and changelog have the same.
const version = "0.1.0"

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "impressionism",
		Short: "Tells " + a.client().Name + " which of your skills fit the prompt at hand",
		Long: `impressionism sits in ` + a.client().Name + `'s hooks. For every prompt it decides which
of your skills and commands fit, tells the model in a line each, withdraws what
no longer fits, and is silent when nothing does.`,
		Version:           version,
		SilenceUsage:      true,
		SilenceErrors:     true,
		DisableAutoGenTag: true,
	}
	root.SetIn(a.in)
	root.SetOut(a.exact()) // cobra's own: versions, scripts of completion and what they ask for
	root.SetErr(a.errOut)
	root.PersistentFlags().Func("client", "the client that calls, or is asked about", a.chooseClient)
	_ = root.PersistentFlags().MarkHidden("client") // there is one so far; the flag is there
	root.PersistentFlags().StringVar(&a.configDir, "config-dir", "", "directory of config.yaml and rules/")
	var settings []string
	root.PersistentFlags().StringArrayVar(&settings, "set", nil, "a setting for this run, as key=value")
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return a.parseSettings(settings) }
	root.AddCommand(
		a.hookCommand(), a.selectCommand(), a.logCommand(),
		a.indexCommand(), a.searchCommand(), a.whyCommand(), a.whyNotCommand(), a.statusCommand(),
		a.setupCommand(), a.upgradeCommand(), a.uninstallCommand(), a.initCommand(), a.configCommand(), a.rulesCommand(a.rulesBacktestCommand(), a.rulesReplayCommand(), a.rulesShadowCommand(), a.rulesTestCommand(), a.rulesNewCommand(), a.rulesValidateCommand(), a.rulesBenchCommand(), a.rulesFuzzCommand()), a.modelCommand(),
		a.pluginsCommand(), a.skillsCommand(), a.exportCommand(), a.forgetCommand(), a.evalCommand(),
		a.traceCommand(), a.mcpCommand(), a.goodCommand(), a.badCommand(), a.offCommand(), a.onCommand(), a.ledgerCommand(), a.doctorCommand(), a.digestCommand(), a.hooksCommand(),
	)
	helpOn(root)
	a.helpFits(root)
	a.completeNames(root)
	a.doersJSON(root)
	return root
}

func (a *app) parseSettings(settings []string) error {
	if a.settings == nil {
		a.settings = map[string]string{}
	}
	for _, setting := range settings {
		key, value, ok := strings.Cut(setting, "=")
		if !ok {
			return fmt.Errorf("--set wants key=value, as in --set suggest.max=1; got %q", setting)
		}
		a.settings[key] = value
	}
	return nil
}

// hookCommand exists for help and completion, and for global flags before the
// command's name: else run answers it before cobra.
func (a *app) hookCommand() *cobra.Command {
	command := &cobra.Command{
		Use:     "hook",
		Short:   "Answer one hook event of the client (JSON on stdin); always ends with 0",
		Example: "  echo '" + a.client().Example + "' | impressionism hook",
		Args:    cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			var args []string
			if command.Flags().Changed("trace") {
				args = []string{"--trace"}
			}
			a.unwrap()
			a.runHook(args, otherCommands())
			return nil
		},
	}
	command.Flags().Bool("trace", false, traceFlagHelp)
	return command
}

// group is a command that only holds others.
func group(use, short string) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, RunE: runGroup}
}

// jsonFlag adds --json to a command.
func (a *app) jsonFlag(command *cobra.Command) *cobra.Command {
	command.Flags().BoolVar(&a.json, "json", false, "print JSON (see schemas/)")
	return command
}

// printJSON writes one value for programs.
func (a *app) printJSON(value any) error {
	encoder := json.NewEncoder(visible.NewJSONWriter(a.exact()))
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// ready configures for the current workspace and tells what was wrong.
func (a *app) ready() error {
	if err := a.configure(a.workspaceOf("")); err != nil {
		return err
	}
	for _, problem := range append(a.loaded.Errors, a.loaded.Warnings...) {
		if problem.OfFlag() {
			return fmt.Errorf("%w; see: impressionism config show", problem)
		}
	}
	a.warn()
	return nil
}

// open opens state.db as commands of people do, and puts a trusted project's
// ruleset in force.
func (a *app) open(workspace string) (*session.Store, error) {
	store, salvaged, err := a.openSessions(commandBusyWait, true)
	if err != nil {
		return nil, failed(err)
	}
	if salvaged != "" {
		fmt.Fprintln(a.errOut, "impressionism:", salvaged)
	}
	if store.ReadOnly() {
		a.warnReadOnly(a.paths.StateDB)
	} else if err := store.TakeIn(a.handovers(), a.policy(), func() bool { return true }); err != nil {
		fmt.Fprintln(a.errOut, "impressionism: warning:", err)
	}
	a.trustProject(workspace, store)
	return store, nil
}

// warnReadOnly tells who asks that an answer is of what can be read.
func (a *app) warnReadOnly(path string) {
	fmt.Fprintf(a.errOut, "impressionism: warning: %s cannot be written: it is shown as it is, and nothing of now is in it; see: impressionism doctor\n", path)
}
