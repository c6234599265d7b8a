package main

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
	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/simulate"
	"github.com/ed-irl/impressionism/host/client/claude/wiring"
	"github.com/ed-irl/impressionism/host/foreign"
)

// simulateWait is how long a hook is waited for where nothing else is asked.
const simulateWait = 30 * time.Second

func (a *app) hooksSimulateCommand() *cobra.Command {
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

Events: ` + strings.Join(wrapped(strings.Join(contract.Names(), ", ")+"."), "\n") + `

Payloads: ` + strings.Join(wrapped(strings.Join(simulate.Payloads(), ", ")+"."), "\n"),
		Example: simulate.Examples,
		Args:    cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.hooksSimulate(args[0], args[1], payload, timeout, pluginDirs)
		},
	}
	command.Flags().StringVar(&payload, "payload", "", "a recorded payload's name, or a file, or - for stdin")
	command.Flags().DurationVar(&timeout, "timeout", simulateWait, "wait no longer for a hook")
	pluginDirFlag(command, &pluginDirs)
	return a.jsonFlag(command)
}

func (a *app) hooksSimulate(plugin, event, payload string, timeout time.Duration, pluginDirs []string) error {
	if _, known := contract.Find(event); !known {
		return fmt.Errorf("there is no event %q; there are: %s", event, strings.Join(contract.Names(), ", "))
	}
	if timeout <= 0 {
		return errors.New("--timeout wants a duration above 0, such as 5s")
	}
	folder := plugin
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(a.cwd, plugin)
	}
	if info, err := os.Stat(folder); err == nil && info.IsDir() && strings.ContainsAny(plugin, "/\\.") {
		pluginDirs, plugin = append(pluginDirs, folder), filepath.Base(folder)+"@inline"
	}
	found, err := a.wiring(pluginDirs)
	if err != nil {
		return err
	}
	hooks, err := hooksOf(found, plugin, event)
	if err != nil {
		return err
	}
	data, named, err := a.payload(event, payload)
	if err != nil {
		return err
	}
	played, err := simulate.Play(context.Background(), event, hooks, data, simulate.Options{Path: a.lookup("PATH"), Limit: timeout})
	if err != nil {
		return err
	}
	result := simulationShape(plugin, named, played)
	result.Disabled = found.Disabled
	if a.json {
		err = a.printJSON(result)
	} else {
		a.printSimulation(result)
	}
	bad := slices.ContainsFunc(result.Hooks, func(r shape.SimulatedRun) bool { return r.Effect != nil && len(r.Effect.Codes) > 0 })
	if err == nil && bad {
		return &exitError{code: exitFailed}
	}
	return err
}

// hooksOf gives a source's hooks for an event; a plugin may be called without
// its market.
func hooksOf(found wiring.Found, plugin, event string) ([]wiring.Hook, error) {
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

// payload reads what goes to stdin: recorded, a file, or our own stdin.
func (a *app) payload(event, name string) ([]byte, string, error) {
	if data, ok := simulate.Recorded(cmp.Or(name, event)); ok {
		return data, cmp.Or(name, event), nil
	}
	var in io.Reader
	switch name {
	case "":
		return nil, "", fmt.Errorf("there is no recorded payload of %s; give one by --payload FILE", event)
	case "-":
		in = a.in
	default:
		if !filepath.IsAbs(name) {
			name = filepath.Join(a.cwd, name)
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
