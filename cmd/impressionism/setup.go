package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/store/index"
)

func (a *app) setupCommand() *cobra.Command {
	s := &setup{app: a}
	command := &cobra.Command{
		Use:   "setup",
		Short: "Put everything in place: config.yaml, model, index; check the plugin",
		Long: `Put everything in place: config.yaml with its defaults, the model, the index; and
check that the client has the plugin. Each step says what it did or why there was
nothing to do, so it can be run again at any time. Without a model, or where there
is no library to run one, prompts are matched by words alone.`,
		Example: "  impressionism setup --dry-run\n  impressionism setup --no-model",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return s.run(args) },
	}
	command.Flags().BoolVar(&s.dry, "dry-run", false, "say what would be done and change nothing")
	command.Flags().Bool("checksums", false, "") // of plugin/bin/setup, which is called by the same name where there is no program yet
	_ = command.Flags().MarkHidden("checksums")  // the flag is there
	command.Flags().BoolVar(&s.noModel, "no-model", false, "do not install a model")
	return command
}

// setup is one run of the command.
type setup struct {
	*app
	dry, noModel bool
	runs         bool // the client runs the plugin
}

// run takes the steps; one that fails keeps no other from being taken.
func (s *setup) run(args []string) error {
	if err := s.ready(); err != nil {
		return err
	}
	s.say("program", "impressionism %s, %s", version, s.executable)
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
	}{{"config", s.config}, {"model", s.model}, {"plugin", s.plugin}, {"index", s.index}} {
		done, err := step.do()
		if errors.Is(err, context.Canceled) {
			return failed(errors.New("interrupted; what was done is kept: run `impressionism setup` to go on"))
		}
		action := "done"
		if s.dry {
			action = "planned"
		}
		if err != nil {
			failures++
			action, done = "failed", "failed: "+err.Error()
		}
		s.did(action, step.name, "", "")
		s.say(step.name, "%s", done)
	}
	switch {
	case failures > 0:
		return failed(fmt.Errorf("%s failed; see above, then run: impressionism setup", count(failures, "step", "steps")))
	case s.dry:
		fmt.Fprintln(s.out, "Nothing was changed.")
	case !s.runs:
		return failed(errors.New("not ready: the client does not run the plugin, so nothing is suggested; the line `plugin` above says what to do"))
	default:
		fmt.Fprintln(s.out, "Ready. What was suggested and why: /impressionism:why, or: impressionism why")
	}
	return nil
}

// How long setup takes on a machine of two cores with other work: most of it is
// embedding, of about 13 skills a second where nothing else runs.
const (
	setupFetchSeconds   = 30
	setupItemsPerSecond = 8
)

// ahead says how long the steps will take, where that is long enough to wonder.
func (s *setup) ahead() string {
	if s.noModel || s.dry {
		return ""
	}
	seconds := len(s.list(s.workspaceOf("")).Entries) / setupItemsPerSecond
	what := ""
	if _, err := s.modelDir(s.configuredModel()); err != nil {
		seconds += setupFetchSeconds
		what = "a model of 102 MB is fetched, then "
	}
	if seconds < 20 {
		return ""
	}
	return fmt.Sprintf("up to %s: %severy skill is read and embedded", count(seconds/60+1, "minute", "minutes"), what)
}

func (s *setup) say(step, format string, args ...any) {
	fmt.Fprintf(s.out, "%-8s %s\n", step, fmt.Sprintf(format, args...))
}

func (s *setup) config() (string, error) {
	if exists(s.paths.Config) {
		return "kept " + s.paths.Config, nil
	}
	if s.dry {
		return "would write " + s.paths.Config, nil
	}
	_, err := s.writeDefaults()
	return "wrote " + s.paths.Config, err
}

// model installs the configured model unless it is there or can not be used here.
func (s *setup) model() (string, error) {
	name := s.configuredModel()
	dir, err := s.modelDir(name)
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
	case s.dry && isAbsent(err):
		return "would fetch " + name + " to " + s.paths.Models, nil
	case s.dry:
		return "would mend it: " + err.Error(), nil
	}
	report, err := s.installModel(name, "")
	if err != nil {
		return "", fmt.Errorf("%w\n         prompts are matched by words meanwhile", err)
	}
	return fmt.Sprintf("installed %s in %s, %.0f MB", report.Model, s.paths.Models, megabytes(report.Bytes)), nil
}

// plugin says whether the client runs the plugin here, and how to get there.
func (s *setup) plugin() (string, error) {
	root := s.pluginRoot()
	ours, found := s.installedPlugin()
	// The client sets the variable for what it starts; with --plugin-dir it is the
	// only sign of the plugin.
	inSession := s.lookup(config.EnvPluginRoot) != "" && s.variable(s.client().Variables.Running) != ""
	program := s.client().Program
	s.runs = found && ours.Enabled || inSession
	switch {
	case found && !ours.Enabled:
		return fmt.Sprintf("%s is off here (%s); to switch it on: %s", ours.Key(), ours.Why, program.Enable(ours.Key())), nil
	case found && ours.Version != version:
		return fmt.Sprintf("%s is version %s, this program %s; to bring both together: impressionism upgrade", ours.Key(), ours.Version, version), nil
	case found:
		return fmt.Sprintf("%s %s is on (%s)", ours.Key(), ours.Version, ours.Why), nil
	case inSession:
		return fmt.Sprintf("on in this session; for all: %s", program.Install(filepath.Dir(root), pluginName)), nil
	case root == "":
		return "the client does not have it; see docs/install.md", nil
	}
	tell := fmt.Sprintf("the client has not installed it; for one session: %s", program.Try(root))
	if market := filepath.Dir(root); s.client().Places.Market(market) {
		tell += fmt.Sprintf("\n         for all: %s", program.Install(market, pluginName))
	}
	return tell, nil
}

func (s *setup) index() (string, error) {
	items := len(s.list(s.workspaceOf("")).Entries)
	if s.dry {
		return fmt.Sprintf("would index %s", count(items, "skill or command", "skills and commands")), nil
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bar := s.newProgress(false)
	report, err := s.refresh(ctx, index.Options{Progress: bar.step})
	bar.end()
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s here, %s embedded now", count(items, "skill or command", "skills and commands"), count(report.Embedded, "text", "texts")), nil
}

// pluginName is the plugin's, as its manifest has it.
const pluginName = "impressionism"

// installedPlugin is the plugin as the client has it for this workspace.
func (a *app) installedPlugin() (client.Plugin, bool) {
	installed, _ := a.plugins() // `plugins list` tells what was ignored
	for _, p := range installed {
		if p.Name == pluginName {
			return p, true
		}
	}
	return client.Plugin{}, false
}

// pluginRoot is the plugin's folder: the one whose launcher started this program,
// or the one that the client has, or the archive in which the program lies; absolute,
// and empty where there is none.
func (a *app) pluginRoot() string {
	ours, _ := a.installedPlugin()
	isPlugin := a.client().Places.Plugin
	for _, root := range []string{a.lookup(config.EnvPluginRoot), ours.Path, a.besideProgram(".")} {
		if root != "" && !filepath.IsAbs(root) { // the launcher was called by a relative path
			root = filepath.Join(a.cwd, root)
		}
		if root != "" && isPlugin != nil && isPlugin(root) {
			return filepath.Clean(root)
		}
	}
	return ""
}
