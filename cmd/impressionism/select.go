package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/respond"
)

// commandBusyWait is how long a person's command waits for another process.
const commandBusyWait = 5 * time.Second

// eventFlags override what the event's JSON says.
type eventFlags struct{ session, workspace, event, prompt string }

func (a *app) selectCommand() *cobra.Command {
	var flags eventFlags
	var deactivateOnly, traced bool
	command := &cobra.Command{
		Use:   "select",
		Short: "Decide on one event, as the hook does, and print its JSON even when there is nothing to say",
		Example: `  impressionism select --prompt "add a column to the users table"
  impressionism select --session s1 --workspace . < event.json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.selectOnce(flags, deactivateOnly, traced) },
	}
	command.Flags().StringVar(&flags.session, "session", "", "session id, instead of the event's")
	command.Flags().StringVar(&flags.workspace, "workspace", "", "workspace, instead of the event's cwd")
	command.Flags().StringVar(&flags.prompt, "prompt", "", "a prompt, instead of an event on stdin")
	command.Flags().BoolVar(&deactivateOnly, "deactivate-only", false, "only withdraw what no longer fits")
	command.Flags().BoolVar(&traced, "trace", false, traceFlagHelp)
	return command
}

func (a *app) selectOnce(flags eventFlags, deactivateOnly, traced bool) error {
	event, err := a.readEvent(flags)
	if err != nil {
		return failed(err)
	}
	if err := a.configure(event.Workspace); err != nil {
		return failed(err)
	}
	a.warn()
	sessions, err := a.open(event.Workspace)
	if err != nil {
		return err
	}
	defer sessions.Close()
	wired := a.wire(event.Workspace, sessions)
	wired.Model = a.model(coldQueries)
	response := wired.Respond(context.Background(), event, respond.Options{DeactivateOnly: deactivateOnly})
	a.tell(response.Problems)
	if traced {
		a.printTrace(event, response)
	}
	_, err = a.exact().Write(a.client().Encode(client.Answer{Event: event.Name, Context: response.Context, SystemMessage: response.Notice, Explicit: true}))
	return failed(err)
}

// localTime is a moment where the user is.
func localTime(at time.Time) string { return at.Local().Format(time.RFC3339) }

// readEvent reads the event's JSON, or makes one of --prompt, and applies the
// flags that were given.
func (a *app) readEvent(flags eventFlags) (abi.Event, error) {
	event := abi.Event{Name: abi.EventPrompt, Prompt: redact.Prompt(flags.prompt), Command: payload.Command(flags.prompt), Time: a.now().UTC()}
	if flags.prompt == "" {
		input, err := a.client().Read(a.in, flags.event)
		if err == nil {
			event, err = input.Event(a.now())
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
	event.Workspace = a.workspaceOf(event.Workspace)
	event.LocalTime = localTime(event.Time)
	return event, nil
}

// tell writes problems for people.
func (a *app) tell(problems []decide.Problem) {
	for _, problem := range problems {
		fmt.Fprintln(a.errOut, "impressionism: warning:", oneLine(problem.Error()))
	}
}

func (a *app) logCommand() *cobra.Command {
	var flags eventFlags
	command := &cobra.Command{
		Use:     "log",
		Short:   "Record one event in the message log without deciding",
		Example: "  impressionism log --session s1 --event tool_used < event.json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.logOnce(flags) },
	}
	command.Flags().StringVar(&flags.session, "session", "", "session id, instead of the event's")
	command.Flags().StringVar(&flags.workspace, "workspace", "", "workspace, instead of the event's cwd")
	command.Flags().StringVar(&flags.event, "event", "", "name of the event, instead of the JSON's")
	return command
}

func (a *app) logOnce(flags eventFlags) error {
	event, err := a.readEvent(flags)
	if err != nil {
		return failed(err)
	}
	if event.SessionID == "" {
		return failed(errors.New("the event has no session_id; give --session"))
	}
	if err := a.configure(event.Workspace); err != nil {
		return failed(err)
	}
	sessions, err := a.open(event.Workspace)
	if err != nil {
		return err
	}
	defer sessions.Close()
	_, err = sessions.Record(event, a.wire(event.Workspace, sessions).Settings.Policy)
	return failed(err)
}
