package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/store/session"
)

func (a *app) traceListCommand() *cobra.Command {
	var sessionID string
	limit := 20
	command := &cobra.Command{
		Use: "list", Short: "List stored decisions, newest first, with what came of them",
		Long: `List stored decisions, newest first: when, which ruleset answered, what came of
it, and what failed. Those marked with * keep their trace, so that "trace show"
and "rules replay" can look into them.`,
		Example: "  impressionism trace list\n  impressionism trace list --session 0f4c… --json", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.traceList(sessionID, limit) },
	}
	command.Flags().StringVar(&sessionID, "session", "", "of this session only")
	command.Flags().IntVar(&limit, "limit", limit, "how many, newest first")
	return a.jsonFlag(command)
}

func (a *app) traceList(sessionID string, limit int) error {
	if err := a.ready(); err != nil {
		return err
	}
	store, err := a.stored()
	if err != nil {
		return failed(err)
	}
	defer store.Close()
	made, err := store.Decisions(sessionID, limit)
	if err != nil {
		return failed(err)
	}
	list := shape.TraceList{Traces: []shape.TraceLine{}}
	for _, m := range made {
		list.Traces = append(list.Traces, traceLine(m))
	}
	if a.json {
		return a.printJSON(list)
	}
	if len(made) == 0 {
		fmt.Fprintln(a.out, "No decision is stored.")
		return nil
	}
	var rows [][]string
	for _, line := range list.Traces {
		id := fmt.Sprint(line.ID)
		if line.Traced {
			id += "*"
		}
		rows = append(rows, []string{
			id, line.At.Local().Format("2006-01-02 15:04:05"), shorten(line.Session, 12), eventWord(line.Event),
			cmp.Or(line.Ruleset, "nobody"), cameOf(line),
		})
	}
	a.table([]string{"id", "when", "session", "event", "answered", "what came of it"}, rows)
	return nil
}

func traceLine(m session.Made) shape.TraceLine {
	line := shape.TraceLine{
		ID: m.ID, Session: m.SessionID, Workspace: m.Workspace, At: m.At, Event: m.Event, Ruleset: m.RulesetID, Hash: m.RulesetHash,
		Told: append([]abi.Ref{}, m.Told...), Dropped: []abi.Ref{}, Traced: m.HasTrace && m.RulesetID != "",
	}
	answer := answerOf(m.Answer)
	line.Activated, line.Deactivated = refsOf(answer.Activate), refsOf(answer.Deactivate)
	for _, dropped := range m.Dropped {
		line.Dropped = append(line.Dropped, dropped.Ref)
	}
	if m.Fault != nil {
		line.Fault = m.Fault.Error()
	}
	return line
}

func refsOf(entries []abi.Entry) []abi.Ref {
	refs := []abi.Ref{}
	for _, entry := range entries {
		refs = append(refs, entry.Ref)
	}
	return refs
}

// idsOf names items as people read them.
func idsOf(refs []abi.Ref) []string {
	ids := make([]string, len(refs))
	for i, ref := range refs {
		ids[i] = ref.ID
	}
	return ids
}

// cameOf says in a few words what a decision led to.
func cameOf(line shape.TraceLine) string {
	var parts []string
	part := func(what string, refs []abi.Ref) {
		if len(refs) > 0 {
			parts = append(parts, what+" "+strings.Join(idsOf(refs), ", "))
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
	return shorten(cmp.Or(strings.Join(parts, "; "), "nothing"), 90)
}
