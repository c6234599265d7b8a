// Package setup holds the commands that put the program in place and take it away: setup,
// init, upgrade, uninstall, model and plugins.
package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/search"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/tools"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/store/index"
)

// InitCommand returns the command init.
func InitCommand(e *env.Env) *cobra.Command {
	var ifNeeded bool
	command := &cobra.Command{
		Use:     "init",
		Short:   "Write config.yaml with its defaults and a folder for your own rulesets",
		Long:    "Write config.yaml with its defaults and a folder for your own rulesets. What exists is never changed. Hooks need none of it: defaults live in the program.",
		Example: "  impressionism init\n  impressionism init --if-needed",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return createConfig(e, ifNeeded) },
	}
	command.Flags().BoolVar(&ifNeeded, "if-needed", false, "do and say nothing where config.yaml exists")
	return cli.JSONFlag(e, command)
}

func createConfig(e *env.Env, ifNeeded bool) error {
	if err := e.Configure(""); err != nil {
		return err
	}
	if ifNeeded && env.Exists(e.Paths.Config) && env.InPlaceOfFile(e.Paths.Config) == "" {
		return nil
	}
	created, err := writeDefaults(e)
	if err != nil {
		return env.Failed(err)
	}
	result := shape.Init{Config: e.Paths.Config, Created: created}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	for _, path := range result.Created {
		fmt.Fprintln(e.Out, "Created", path)
	}
	if len(result.Created) == 0 {
		fmt.Fprintln(e.Out, "Nothing to do:", e.Paths.Config, "exists")
	}
	return nil
}

// writeDefaults writes config.yaml and makes a folder for rulesets, where they are
// not there yet, and returns the paths of what it made.
func writeDefaults(e *env.Env) ([]string, error) {
	created := []string{}
	custom := filepath.Join(e.Paths.Rules, "custom")
	if !env.Exists(custom) {
		if err := os.MkdirAll(custom, 0o700); err != nil {
			return created, err
		}
		created = append(created, custom)
	}
	written, err := env.CreateFile(e.Paths.Config, config.Default(e.Folders()))
	if written {
		created = append(created, e.Paths.Config)
	}
	return created, err
}

// SetupCommand returns the command setup.
func SetupCommand(e *env.Env) *cobra.Command {
	s := &setup{Env: e}
	command := &cobra.Command{
		Use:   "setup",
		Short: "Put everything in place: config.yaml, model, index; check the plugin",
		Long: `Put everything in place: config.yaml with its defaults, the model, the index; and
check that the client has the plugin. Each step says what it did or why there was
nothing to do, so it can be run again at any time. Where the client runs MCP servers, you
are asked about each whether to list its tools. Without a model, or where there
is no library to run one, prompts are matched by words alone. The default model knows
English only; --languages adds one by which prompts in 14 others are read.`,
		Example: "  impressionism setup --dry-run\n  impressionism setup --no-model\n  impressionism setup --languages",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return s.run(args) },
	}
	command.Flags().BoolVar(&s.dry, "dry-run", false, "say what would be done and change nothing")
	command.Flags().Bool("checksums", false, "") // of plugin/bin/setup, which is called by the same name where there is no program yet
	_ = command.Flags().MarkHidden("checksums")  // the flag is there
	command.Flags().BoolVar(&s.noModel, "no-model", false, "do not install a model")
	command.Flags().BoolVar(&s.languages, "languages", false, "add the model by which prompts in other languages than English are read")
	return command
}

// setup is one run of the command.
type setup struct {
	*env.Env
	dry, noModel bool
	languages    bool
	runs         bool // the client runs the plugin
	items        int  // skills and commands here that are not the plugin's own
}

// run takes the steps; one that fails keeps no other from being taken.
func (s *setup) run(args []string) error {
	if err := s.Ready(); err != nil {
		return err
	}
	s.say("program", "impressionism %s, %s", env.Version, s.Executable)
	if len(args) > 0 && args[0] != "" {
		s.say("", "it is in place, %s is not needed; to replace it: impressionism upgrade --from ARCHIVE", args[0])
	}
	if text := s.ahead(); text != "" {
		s.say("time", "%s", text)
	}
	failures := 0
	for _, step := range []struct {
		name string
		do   func() (string, error)
	}{{"config", s.config}, {"model", s.model}, {"language", s.readLanguages}, {"plugin", s.plugin}, {"tools", s.tools}, {"index", s.index}} {
		done, err := step.do()
		if errors.Is(err, context.Canceled) {
			return env.Failed(errors.New("interrupted; what was done is kept: run `impressionism setup` to go on"))
		}
		action := "done"
		if s.dry {
			action = "planned"
		}
		if err != nil {
			failures++
			action, done = "failed", "failed: "+err.Error()
		}
		if done == "" {
			continue
		}
		s.Did(action, step.name, "", "")
		s.say(step.name, "%s", done)
	}
	switch {
	case failures > 0:
		return env.Failed(fmt.Errorf("%s failed; see above, then run: impressionism setup", textline.Count(failures, "step", "steps")))
	case s.dry:
		fmt.Fprintln(s.Out, "Nothing was changed.")
	case !s.runs:
		return env.Failed(errors.New("not ready: the client does not run the plugin, so nothing is suggested; the line `plugin` above says what to do"))
	case s.items == 0:
		fmt.Fprintf(s.Out, "All is in place, but no skill or command is found here, so none is suggested: put skills into %s. See also: impressionism doctor\n",
			strings.Join(s.Client().Places.SkillFolders(), " or "))
	default:
		fmt.Fprintln(s.Out, "Ready. What was suggested and why: /impressionism:why, or: impressionism why")
	}
	return nil
}

// How long setup takes on a machine of two cores with other work: most of it is
// embedding, of about 13 skills a second where nothing else runs.
const (
	setupFetchSeconds   = 30
	setupItemsPerSecond = 8
)

// ahead returns how long the steps will take, where that is long enough to wonder.
func (s *setup) ahead() string {
	if s.noModel || s.dry {
		return ""
	}
	seconds := len(wire.List(s.Env, s.WorkspaceOf("")).Entries) / setupItemsPerSecond
	what := ""
	if _, err := wire.ModelDir(s.Env, wire.ConfiguredModel(s.Env)); err != nil {
		seconds += setupFetchSeconds
		what = "a model of 102 MB is fetched, then "
	}
	if seconds < 20 {
		return ""
	}
	return fmt.Sprintf("up to %s: %severy skill is read and embedded", textline.Count(seconds/60+1, "minute", "minutes"), what)
}

func (s *setup) say(step, format string, args ...any) {
	fmt.Fprintf(s.Out, "%-8s %s\n", step, fmt.Sprintf(format, args...))
}

func (s *setup) config() (string, error) {
	if what := env.InPlaceOfFile(s.Paths.Config); what != "" {
		return "left " + s.Paths.Config + ": " + what, nil
	}
	if env.Exists(s.Paths.Config) {
		return "kept " + s.Paths.Config, nil
	}
	if s.dry {
		return "would write " + s.Paths.Config, nil
	}
	_, err := writeDefaults(s.Env)
	return "wrote " + s.Paths.Config, err
}

// model installs the configured model unless it is there or can not be used here.
func (s *setup) model() (string, error) {
	name := wire.ConfiguredModel(s.Env)
	dir, err := wire.ModelDir(s.Env, name)
	if err == nil {
		return fmt.Sprintf("kept %s in %s", name, dir), nil
	}
	library, libraryErr := onnx.LoadLibraryManifest()
	if libraryErr == nil {
		_, libraryErr = library.For(runtime.GOOS, runtime.GOARCH)
	}
	switch {
	case libraryErr != nil:
		return "none: " + libraryErr.Error(), nil
	case s.noModel:
		return "left out: prompts are matched by words; for meaning as well run: impressionism model install", nil
	case s.dry && wire.IsAbsent(err):
		return "would fetch " + name + " to " + s.Paths.Models, nil
	case s.dry:
		return "would mend it: " + err.Error(), nil
	}
	report, err := installModel(s.Env, name, "")
	if err != nil {
		return "", fmt.Errorf("%w\n         prompts are matched by words meanwhile", err)
	}
	return fmt.Sprintf("installed %s in %s, %.0f MB", report.Model, s.Paths.Models, textline.Megabytes(report.Bytes)), nil
}

// plugin returns whether the client runs the plugin here, and how to get there.
func (s *setup) plugin() (string, error) {
	root := pluginRoot(s.Env)
	ours, found := installedPlugin(s.Env)
	// The client sets the variable for what it starts; with --plugin-dir it is the
	// only sign of the plugin.
	inSession := s.Lookup(config.EnvPluginRoot) != "" && s.Variable(s.Client().Variables.Running) != ""
	program := s.Client().Program
	s.runs = found && ours.Enabled || inSession
	switch {
	case found && !ours.Enabled && ours.Path == "":
		return fmt.Sprintf("%s does not run here (%s)%s", ours.Key(), ours.Why, cmp.Or(s.howToInstall(root), "; see docs/install.md")), nil
	case found && !ours.Enabled:
		return fmt.Sprintf("%s is off here (%s); to switch it on: %s", ours.Key(), ours.Why, program.Enable(ours.Key())), nil
	case found && ours.Version != env.Version:
		return fmt.Sprintf("%s is version %s, this program %s; to bring both together: impressionism upgrade", ours.Key(), ours.Version, env.Version), nil
	case found:
		return fmt.Sprintf("%s %s is on (%s)", ours.Key(), ours.Version, ours.Why), nil
	case inSession:
		return fmt.Sprintf("on in this session; for all: %s", program.Install(filepath.Dir(root), env.PluginName)), nil
	case root == "":
		return "the client does not have it; see docs/install.md", nil
	}
	return fmt.Sprintf("the client has not installed it; for one session: %s", program.Try(root)) + s.howToInstall(root), nil
}

// howToInstall returns a line with the command that installs the plugin of a folder for all
// sessions; where the folder is in no marketplace, it is empty.
func (s *setup) howToInstall(root string) string {
	if market := filepath.Dir(root); root != "" && s.Client().Places.Market(market) {
		return fmt.Sprintf("\n         for all: %s", s.Client().Program.Install(market, env.PluginName))
	}
	return ""
}

// tools offers to list the tools of the client's servers, before the index reads them.
func (s *setup) tools() (string, error) { return tools.Offer(s.Env, s.dry) }

func (s *setup) index() (string, error) {
	for _, entry := range wire.Listed(s.Env, wire.List(s.Env, s.WorkspaceOf(""))).Entries {
		if !strings.HasPrefix(entry.ID, env.PluginName+":") {
			s.items++
		}
	}
	if s.dry {
		return fmt.Sprintf("would index %s", textline.Count(s.items, "skill or command", "skills and commands")), nil
	}
	ctx, stop := cli.UntilEnded()
	defer stop()
	bar := cli.NewProgress(s.Env, false)
	report, err := search.Refresh(ctx, s.Env, index.Options{Progress: bar.Step})
	bar.End()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s here, %s embedded now", textline.Count(s.items, "skill or command", "skills and commands"), textline.Count(report.Embedded, "text", "texts")), nil
}

// installedPlugin is the plugin as the client has it for this workspace.
func installedPlugin(e *env.Env) (client.Plugin, bool) {
	installed, _ := findPlugins(e) // `plugins list` tells what was ignored
	for _, p := range installed {
		if p.Name == env.PluginName {
			return p, true
		}
	}
	return client.Plugin{}, false
}

// pluginRoot is the plugin's folder: the one whose launcher started this program,
// or the one that the client has, or the archive in which the program lies; absolute,
// and empty where there is none.
func pluginRoot(e *env.Env) string {
	ours, _ := installedPlugin(e)
	isPlugin := e.Client().Places.Plugin
	for _, root := range []string{e.Lookup(config.EnvPluginRoot), ours.Path, e.BesideProgram(".")} {
		if root != "" && !filepath.IsAbs(root) { // the launcher was called by a relative path
			root = filepath.Join(e.Dir, root)
		}
		if root != "" && isPlugin != nil && isPlugin(root) {
			return filepath.Clean(root)
		}
	}
	return ""
}
