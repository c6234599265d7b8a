// Package trace holds the commands that look into recorded decisions, and those that make
// a decision from the command line.
package trace

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Command returns the command trace, with those below it.
func Command(e *env.Env) *cobra.Command {
	command := cli.Group("trace", "Look into stored decisions, compare them, send them, make tests of them")
	command.AddCommand(listCommand(e), showCommand(e), turnCommand(e), diffCommand(e), exportCommand(e), scenarioCommand(e))
	return command
}

func listCommand(e *env.Env) *cobra.Command {
	var sessionID string
	limit := 20
	command := &cobra.Command{
		Use: "list", Short: "List stored decisions, newest first, with what came of them",
		Long: `List stored decisions, newest first: when, which ruleset answered, what came of
it, and what failed. Those marked with * keep their trace, so that "trace show"
and "rules replay" can look into them.`,
		Example: "  impressionism trace list\n  impressionism trace list --session 0f4c… --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return list(e, sessionID, limit) },
	}
	command.Flags().StringVar(&sessionID, "session", "", "of this session only")
	command.Flags().IntVar(&limit, "limit", limit, "how many, newest first")
	return cli.JSONFlag(e, command)
}

func list(e *env.Env, sessionID string, limit int) error {
	if limit < 1 {
		return fmt.Errorf("--limit wants at least 1, got %d", limit)
	}
	if err := e.Ready(); err != nil {
		return err
	}
	store, err := replay.Stored(e)
	if err != nil {
		return env.Failed(err)
	}
	defer store.Close()
	made, err := store.Decisions(sessionID, limit)
	if err != nil {
		return env.Failed(err)
	}
	list := shape.TraceList{Traces: []shape.TraceLine{}}
	for _, m := range made {
		list.Traces = append(list.Traces, line(m))
	}
	if e.JSON {
		return cli.PrintJSON(e, list)
	}
	if len(made) == 0 {
		fmt.Fprintln(e.Out, "No decision is stored.")
		return nil
	}
	var rows [][]string
	for _, line := range list.Traces {
		id := fmt.Sprint(line.ID)
		if line.Traced {
			id += "*"
		}
		rows = append(rows, []string{
			id, line.At.Local().Format("2006-01-02 15:04:05"), textline.Shorten(line.Session, 12), explain.EventWord(line.Event),
			cmp.Or(line.Ruleset, "nobody"), cameOf(line),
		})
	}
	cli.Table(e, []string{"id", "when", "session", "event", "answered", "what came of it"}, rows)
	return nil
}

func line(m session.Made) shape.TraceLine {
	line := shape.TraceLine{
		ID: m.ID, Session: m.SessionID, Workspace: m.Workspace, At: m.At, Event: m.Event, Ruleset: m.RulesetID, Hash: m.RulesetHash,
		Told: append([]abi.Ref{}, m.Told...), Dropped: []abi.Ref{}, Traced: m.HasTrace && m.RulesetID != "",
	}
	answer := replay.AnswerOf(m.Answer)
	line.Activated, line.Deactivated = replay.RefsOf(answer.Activate), replay.RefsOf(answer.Deactivate)
	for _, dropped := range m.Dropped {
		line.Dropped = append(line.Dropped, dropped.Ref)
	}
	if m.Fault != nil {
		line.Fault = m.Fault.Error()
	}
	return line
}

// cameOf says in a few words what a decision led to.
func cameOf(line shape.TraceLine) string {
	var parts []string
	part := func(what string, refs []abi.Ref) {
		if len(refs) > 0 {
			parts = append(parts, what+" "+strings.Join(replay.IDsOf(refs), ", "))
		}
	}
	part("told", line.Told)
	if len(line.Told) == 0 {
		part("active", line.Activated)
	}
	part("withdrawn", line.Deactivated)
	part("not told", line.Dropped)
	if line.Fault != "" {
		parts = append(parts, "failed: "+line.Fault)
	}
	return textline.Shorten(cmp.Or(strings.Join(parts, "; "), "nothing"), 90)
}
