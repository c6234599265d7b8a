package trace

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/respond"
)

// eventFlags override what the event's JSON says.
type eventFlags struct{ session, workspace, event, prompt string }

// SelectCommand returns the command select.
func SelectCommand(e *env.Env) *cobra.Command {
	var flags eventFlags
	var deactivateOnly, traced bool
	var budget int
	command := &cobra.Command{
		Use:   "select",
		Short: "Decide on one event, as the hook does, and print its JSON even when there is nothing to say",
		Long: `Decide on one event, as the hook does, and print its JSON even when there is nothing
to say. With --budget print instead the texts of the items that fit the prompt, as
many as fit under so many tokens: the suggested first, then those that reach the
threshold, each with the rule files of its own folder as far as there is room. What
is left out is listed with its tokens and the reason.`,
		Example: `  impressionism select --prompt "add a column to the users table"
  impressionism select --prompt "add a column to the users table" --budget 4000
  impressionism select --session s1 --workspace . < event.json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return selectOnce(e, flags, deactivateOnly, traced, budget) },
	}
	command.Flags().StringVar(&flags.session, "session", "", "session id, instead of the event's")
	command.Flags().StringVar(&flags.workspace, "workspace", "", "workspace, instead of the event's cwd")
	command.Flags().StringVar(&flags.prompt, "prompt", "", "a prompt, instead of an event on stdin")
	command.Flags().BoolVar(&deactivateOnly, "deactivate-only", false, "only withdraw what no longer fits")
	command.Flags().BoolVar(&traced, "trace", false, FlagHelp)
	command.Flags().IntVar(&budget, "budget", 0, "print the texts of the items that fit, in at most so many tokens")
	return command
}

func selectOnce(e *env.Env, flags eventFlags, deactivateOnly, traced bool, budget int) error {
	if budget < 0 || budget > wire.WindowMax {
		return env.Failed(fmt.Errorf("--budget is a number of tokens up to %d; got %d", wire.WindowMax, budget))
	}
	event, err := readEvent(e, flags)
	if err != nil {
		return env.Failed(err)
	}
	if err := e.Configure(event.Workspace); err != nil {
		return env.Failed(err)
	}
	e.Warn()
	sessions, err := wire.Open(e, event.Workspace)
	if err != nil {
		return err
	}
	defer sessions.Close()
	wired := wire.Host(e, event.Workspace, sessions)
	wired.Model = wire.Model(e, wire.ColdQueries)
	response := wired.Respond(context.Background(), event, respond.Options{DeactivateOnly: deactivateOnly})
	tell(e, response.Problems)
	if traced {
		PrintTrace(e, event, response)
	}
	if budget > 0 {
		touched, err := respond.Touched(sessions, event.SessionID, event.Workspace)
		if err != nil {
			return env.Failed(err)
		}
		return cli.PrintJSON(e, assemble(e, wire.ListTouched(e, event.Workspace, touched), response.Decision, budget))
	}
	_, err = cli.Exact(e).Write(e.Client().Encode(client.Answer{Event: event.Name, Context: response.Context, SystemMessage: response.Notice, Explicit: true}))
	return env.Failed(err)
}

// readEvent reads the event's JSON, or makes one of --prompt, and applies the
// flags that were given.
func readEvent(e *env.Env, flags eventFlags) (abi.Event, error) {
	event := abi.Event{Name: abi.EventPrompt, Prompt: redact.Prompt(flags.prompt), Command: payload.Command(flags.prompt), Time: e.Now().UTC()}
	if flags.prompt == "" {
		input, err := e.Client().Read(e.In, flags.event)
		if err == nil {
			event, err = input.Event(e.Now())
		}
		if err != nil {
			return event, fmt.Errorf("%w; an event is JSON on stdin, see: impressionism help hook", err)
		}
	}
	if flags.session != "" {
		event.SessionID = flags.session
	}
	if flags.workspace != "" {
		event.Workspace = flags.workspace
	}
	event.Workspace = e.WorkspaceOf(event.Workspace)
	event.LocalTime = env.LocalTime(event.Time)
	return event, nil
}

// tell writes problems for people.
func tell(e *env.Env, problems []decide.Problem) {
	for _, problem := range problems {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", textline.OneLine(problem.Error()))
	}
}

// LogCommand returns the command log.
func LogCommand(e *env.Env) *cobra.Command {
	var flags eventFlags
	command := &cobra.Command{
		Use:     "log",
		Short:   "Record one event in the message log without deciding",
		Example: "  impressionism log --session s1 --event tool_used < event.json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return logOnce(e, flags) },
	}
	command.Flags().StringVar(&flags.session, "session", "", "session id, instead of the event's")
	command.Flags().StringVar(&flags.workspace, "workspace", "", "workspace, instead of the event's cwd")
	command.Flags().StringVar(&flags.event, "event", "", "name of the event, instead of the JSON's")
	return command
}

func logOnce(e *env.Env, flags eventFlags) error {
	event, err := readEvent(e, flags)
	if err != nil {
		return env.Failed(err)
	}
	if event.SessionID == "" {
		return env.Failed(errors.New("the event has no session_id; give --session"))
	}
	if err := e.Configure(event.Workspace); err != nil {
		return env.Failed(err)
	}
	sessions, err := wire.Open(e, event.Workspace)
	if err != nil {
		return err
	}
	defer sessions.Close()
	_, err = sessions.Record(event, wire.Host(e, event.Workspace, sessions).Settings.Policy)
	return env.Failed(err)
}
