package hooks

import (
	"cmp"
	"context"
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
	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/simulate"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
	"github.com/ed-irl/impressionism/host/foreign"
)

// simulateWait is how long a hook is waited for where nothing else is asked.
const simulateWait = 30 * time.Second

func simulateCommand(e *env.Env) *cobra.Command {
	var payload string
	var timeout time.Duration
	var pluginDirs []string
	command := &cobra.Command{
		Use:   "simulate PLUGIN EVENT",
		Short: "Run a plugin's hooks on a recorded event, and tell what the client would do",
		Long: `Run the hooks that PLUGIN has for EVENT as the client does: at once, with the
event's JSON on stdin, in a folder of their own with an empty home. Then tell what
the client would make of each answer. PLUGIN is a name as in plugins list, a
folder, or user, project or local for the hooks of settings. Files that a hook
writes into its plugin's own folder stay.

Ends with 0 where nothing is wrong, 1 where an answer is, 2 if it could not run.

Events: ` + strings.Join(cli.Wrapped(strings.Join(contract.Names(), ", ")+"."), "\n") + `

Payloads: ` + strings.Join(cli.Wrapped(strings.Join(simulate.Payloads(), ", ")+"."), "\n"),
		Example: simulate.Examples,
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
	if _, known := contract.Find(event); !known {
		return fmt.Errorf("there is no event %q; there are: %s", event, strings.Join(contract.Names(), ", "))
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
	found, err := lintedWiring(e, pluginDirs)
	if err != nil {
		return err
	}
	hooks, err := of(found, plugin, event)
	if err != nil {
		return err
	}
	data, named, err := payloadOf(e, event, payload)
	if err != nil {
		return err
	}
	played, err := simulate.Play(context.Background(), event, hooks, data, simulate.Options{Path: e.Lookup("PATH"), Limit: timeout})
	if err != nil {
		return err
	}
	result := simulationShape(plugin, named, played)
	result.Disabled = found.Disabled
	if e.JSON {
		err = cli.PrintJSON(e, result)
	} else {
		printSimulation(e, result)
	}
	bad := slices.ContainsFunc(result.Hooks, func(r shape.SimulatedRun) bool { return r.Effect != nil && len(r.Effect.Codes) > 0 })
	if err == nil && bad {
		return &env.ExitError{Code: env.ExitFailed}
	}
	return err
}

// of returns a source's hooks for an event; a plugin may be called without
// its market.
func of(found wiring.Found, plugin, event string) ([]wiring.Hook, error) {
	var hooks []wiring.Hook
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
func payloadOf(e *env.Env, event, name string) ([]byte, string, error) {
	if data, ok := simulate.Recorded(cmp.Or(name, event)); ok {
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
			return nil, "", fmt.Errorf("read payload: %w; recorded ones are: %s", err, strings.Join(simulate.Payloads(), ", "))
		}
		defer file.Close()
		in = file
	}
	data, err := io.ReadAll(io.LimitReader(in, simulate.PayloadBytesMax+1))
	if err != nil {
		return nil, "", fmt.Errorf("read payload: %w", err)
	}
	return data, name, nil
}

func simulationShape(plugin, payload string, played simulate.Played) shape.Simulation {
	result := shape.Simulation{
		Plugin: plugin, Event: played.Event, Payload: payload, TookMS: inMilliseconds(played.Took),
		Hooks: []shape.SimulatedRun{}, Written: textline.OrEmpty(played.Written),
	}
	var verdicts []string
	for _, r := range played.Results {
		run := shape.SimulatedRun{Hook: r.Hook, Skipped: r.Skipped}
		if r.Skipped == "" {
			run.ExitCode, run.Stdout, run.Stderr, run.Effect = r.ExitCode, r.Stdout, r.Stderr, &r.Effect
			run.TookMS, run.WaitMS = inMilliseconds(r.Took), inMilliseconds(r.Wait)
			verdicts = append(verdicts, r.Effect.Verdict)
		}
		result.Hooks = append(result.Hooks, run)
	}
	result.Outcome = outcome(played.Event, verdicts)
	return result
}

// outcome is what comes of all hooks together: the strongest counts.
func outcome(event string, verdicts []string) string {
	for _, o := range []struct{ verdict, words string }{
		{contract.VerdictBlocked, "the event is stopped"},
		{contract.VerdictForcedOn, "the model has to go on"},
		{contract.VerdictDecided, "a hook decides about the tool call; one denial is enough"},
		{simulate.VerdictUnfinished, "a hook is still running"},
		{contract.VerdictCompaction, "text goes into the compaction"},
	} {
		if slices.Contains(verdicts, o.verdict) {
			return event + ": " + o.words + "."
		}
	}
	told := 0
	for _, verdict := range verdicts {
		if verdict == contract.VerdictInjected || verdict == contract.VerdictPersisted {
			told++
		}
	}
	if told > 0 {
		return fmt.Sprintf("%s goes on; the model reads %s.", event, textline.Count(told, "text", "texts"))
	}
	return event + " goes on; the model reads nothing."
}

func inMilliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// outputLinesMax is how much of an output is shown; --json has all.
const outputLinesMax = 8

func printSimulation(e *env.Env, result shape.Simulation) {
	printDisabled(e, result.Disabled)
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
