package hooks

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/foreign"
)

// simulateWait is how long a hook is waited for where nothing else is asked.
const simulateWait = 30 * time.Second

func simulateCommand(e *env.Env) *cobra.Command {
	var payload string
	var timeout time.Duration
	var pluginDirs []string
	looked := inspectors.Of(e.Client().ID).Hooks // of the first client: no flag is read yet
	command := &cobra.Command{
		Use:   "simulate PLUGIN EVENT",
		Short: "Run a plugin's hooks on a recorded event, and tell what the client would do",
		Long: `Run the hooks that PLUGIN has for EVENT as the client does: at once, with the
event's JSON on stdin, in a folder of their own with an empty home. Then tell what
the client would make of each answer. PLUGIN is a name as in plugins list, a
folder, or user, project, local or managed for the hooks of settings. Files that
a hook writes into its plugin's own folder stay.

Ends with 0 where nothing is wrong, 1 where an answer is, 2 if it could not run.

Events: ` + strings.Join(cli.Wrapped(strings.Join(looked.Events, ", ")+"."), "\n") + `

Payloads: ` + strings.Join(cli.Wrapped(strings.Join(looked.Payloads, ", ")+"."), "\n"),
		Example: looked.Examples,
		Args:    cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			return runSimulate(e, args[0], args[1], payload, timeout, pluginDirs)
		},
	}
	command.Flags().StringVar(&payload, "payload", "", "a recorded payload's name, or a file, or - for stdin")
	command.Flags().DurationVar(&timeout, "timeout", simulateWait, "wait no longer for a hook")
	cli.PluginDirFlag(command, &pluginDirs)
	return cli.JSONFlag(e, command)
}

func runSimulate(e *env.Env, plugin, event, payload string, timeout time.Duration, pluginDirs []string) error {
	looked, err := ofClient(e)
	if err != nil {
		return err
	}
	if !slices.Contains(looked.Events, event) {
		return fmt.Errorf("there is no event %q; there are: %s", event, strings.Join(looked.Events, ", "))
	}
	if timeout <= 0 {
		return errors.New("--timeout wants a duration above 0, such as 5s")
	}
	folder := plugin
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(e.Dir, plugin)
	}
	if info, err := os.Stat(folder); err == nil && info.IsDir() && strings.ContainsAny(plugin, "/\\.") {
		pluginDirs, plugin = append(pluginDirs, folder), filepath.Base(folder)+"@inline"
	}
	found, err := wired(e, looked, pluginDirs)
	if err != nil {
		return err
	}
	hooks, err := of(found, plugin, event)
	if err != nil {
		return err
	}
	data, named, err := payloadOf(e, looked, event, payload)
	if err != nil {
		return err
	}
	ctx, stop := cli.UntilEnded()
	defer stop()
	played, err := looked.Simulate(ctx, event, hooks, data, inspect.Limits{Path: e.Lookup("PATH"), Wait: timeout})
	if ctx.Err() != nil {
		return errors.New("interrupted; the hooks and what they started are ended")
	}
	if err != nil {
		return err
	}
	result := simulationShape(plugin, named, played)
	result.Disabled = found.Disabled
	if e.JSON {
		err = cli.PrintJSON(e, result)
	} else {
		printSimulation(e, looked.OffSetting, result)
	}
	bad := slices.ContainsFunc(result.Hooks, func(r shape.SimulatedRun) bool { return r.Effect != nil && len(r.Effect.Codes) > 0 })
	if err == nil && bad {
		return &env.ExitError{Code: env.ExitFailed}
	}
	return err
}

// of returns a source's hooks for an event; a plugin may be called without
// its market.
func of(found inspect.Wired, plugin, event string) ([]inspect.Hook, error) {
	var hooks []inspect.Hook
	var names, events []string
	for _, hook := range found.Hooks {
		if !slices.Contains(names, hook.Source.Name) {
			names = append(names, hook.Source.Name)
		}
		short, _, _ := strings.Cut(hook.Source.Name, "@")
		if hook.Source.Name != plugin && short != plugin {
			continue
		}
		if hook.Event == event {
			hooks = append(hooks, hook)
		} else if !slices.Contains(events, hook.Event) {
			events = append(events, hook.Event)
		}
	}
	switch {
	case len(hooks) > 0:
		return hooks, nil
	case len(events) > 0:
		return nil, fmt.Errorf("%s has no hook for %s; it has some for %s", plugin, event, strings.Join(events, ", "))
	case len(names) > 0:
		return nil, fmt.Errorf("no hooks of %q run here; there are those of %s; see: impressionism hooks list", plugin, strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("no hooks of %q run here, nor of anybody else; see: impressionism plugins list", plugin)
}

// payloadOf reads what goes to stdin: recorded, a file, or our own stdin.
func payloadOf(e *env.Env, looked inspect.Hooks, event, name string) ([]byte, string, error) {
	if data, ok := looked.Payload(cmp.Or(name, event)); ok {
		return data, cmp.Or(name, event), nil
	}
	var in io.Reader
	switch name {
	case "":
		return nil, "", fmt.Errorf("there is no recorded payload of %s; give one by --payload FILE", event)
	case "-":
		in = e.In
	default:
		if !filepath.IsAbs(name) {
			name = filepath.Join(e.Dir, name)
		}
		file, err := foreign.Open(name)
		if err != nil {
			return nil, "", fmt.Errorf("read payload: %w; recorded ones are: %s", err, strings.Join(looked.Payloads, ", "))
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, int64(looked.PayloadMax)+1))
	if err != nil {
		return nil, "", fmt.Errorf("read payload: %w", err)
	}
	return data, name, nil
}

func simulationShape(plugin, payload string, played inspect.Simulated) shape.Simulation {
	result := shape.Simulation{
		Plugin: plugin, Event: played.Event, Payload: payload, Outcome: played.Outcome, TookMS: inMilliseconds(played.Took),
		Hooks: []shape.SimulatedRun{}, Written: textline.OrEmpty(played.Written),
	}
	for _, r := range played.Runs {
		run := shape.SimulatedRun{Hook: r.Hook, Skipped: r.Skipped}
		if r.Skipped == "" {
			run.ExitCode, run.Stdout, run.Stderr, run.Effect = r.ExitCode, r.Stdout, r.Stderr, &r.Effect
			run.TookMS, run.WaitMS = inMilliseconds(r.Took), inMilliseconds(r.Wait)
		}
		result.Hooks = append(result.Hooks, run)
	}
	return result
}

func inMilliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// outputLinesMax is how much of an output is shown; --json has all.
const outputLinesMax = 8

func printSimulation(e *env.Env, offSetting string, result shape.Simulation) {
	printDisabled(e, offSetting, result.Disabled)
	for _, run := range result.Hooks {
		fmt.Fprintf(e.Out, "%s  %s\n", textline.Plain(run.Hook.Source.Name), textline.Shorten(textline.Plain(commandText(run.Hook)), 100))
		if run.Skipped != "" {
			fmt.Fprintf(e.Out, "    not run: %s\n\n", textline.Plain(run.Skipped))
			continue
		}
		fmt.Fprintf(e.Out, "    ended with %d after %.0f ms; the client would wait %.0f ms\n", run.ExitCode, run.TookMS, run.WaitMS)
		printOutput(e, "stdout", run.Stdout)
		printOutput(e, "stderr", run.Stderr)
		cli.PrintProse(e, "    → ", "      ", run.Effect.Verdict+": "+run.Effect.What)
		printOutput(e, "the model reads", run.Effect.ToModel)
		printOutput(e, "the user reads", run.Effect.ToUser)
		if len(run.Effect.Codes) > 0 {
			fmt.Fprintf(e.Out, "    findings: %s\n", strings.Join(run.Effect.Codes, ", "))
		}
		fmt.Fprintln(e.Out)
	}
	fmt.Fprintln(e.Out, result.Outcome)
	if len(result.Written) > 0 {
		fmt.Fprintf(e.Out, "Written in the scratch folder, which is gone: %s\n", textline.Plain(strings.Join(result.Written, ", ")))
	}
}

func printOutput(e *env.Env, name, output string) {
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	if output == "" {
		return
	}
	for i, line := range lines {
		if i == outputLinesMax {
			fmt.Fprintf(e.Out, "      … %s more\n", textline.Count(len(lines)-i, "line", "lines"))
			break
		}
		mark := "      "
		if i == 0 {
			mark = "    " + name + ": "
		}
		fmt.Fprintln(e.Out, mark+textline.Shorten(textline.Plain(line), 200))
	}
}
