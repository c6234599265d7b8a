package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

func (a *app) whyCommand() *cobra.Command {
	var sessionID string
	var explain bool
	limit := 5
	command := &cobra.Command{
		Use:   "why",
		Short: "Tell what was suggested and why, from what is stored",
		Long: `Tell of each prompt what was suggested, how sure that was, because of what and what
came close; or why nothing was. Meant is the session given, else the one that the
client is in which runs this, else the newest one in this workspace, else the newest
of all.

` + surenessHelp + `

With --explain each score is shown in its parts, in logits, as they were when it was
decided; nothing is computed anew:

` + partsHelp,
		Example: "  impressionism why\n  impressionism why --explain --limit 1\n  impressionism why --session 0f4c… --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.why(sessionID, limit, explain) },
	}
	command.Flags().StringVar(&sessionID, "session", "", "session id; the newest of this workspace where absent")
	command.Flags().IntVar(&limit, "limit", limit, "how many prompts, newest first")
	command.Flags().BoolVar(&explain, "explain", false, "show the sums behind the scores, too")
	return a.jsonFlag(command)
}

func (a *app) why(sessionID string, limit int, explain bool) error {
	if limit < 1 {
		return fmt.Errorf("--limit wants at least 1, got %d", limit)
	}
	if err := a.ready(); err != nil {
		return err
	}
	if !exists(a.paths.StateDB) {
		return failed(fmt.Errorf("nothing was decided yet: %s does not exist", a.paths.StateDB))
	}
	sessions, err := a.open(a.workspaceOf(""))
	if err != nil {
		return err
	}
	defer sessions.Close()
	events, err := a.whyEvents(sessions, cmp.Or(sessionID, a.sessionID()), limit)
	if err != nil {
		return failed(err)
	}
	result := shape.Why{Prompts: []shape.Prompt{}, Decisions: []shape.Decision{}, Feedback: []shape.Feedback{}}
	for _, e := range events {
		addEvent(&result, e)
	}
	if len(events) > 0 {
		if err := addWord(&result, sessions, events[0].session); err != nil {
			return failed(err)
		}
	}
	if a.json {
		return a.printJSON(result)
	}
	if len(events) == 0 {
		fmt.Fprintln(a.out, "No prompt is stored for this session.")
	}
	for _, e := range events {
		a.printWhy(e, explain)
	}
	a.printWord(result)
	return nil
}

// addEvent adds an event to what --json prints.
func addEvent(result *shape.Why, e whyEvent) {
	prompt := shape.Prompt{
		At: e.at, Number: e.number, Text: e.text, Outcome: e.outcome, Reason: e.reason,
		Became: e.became(), Lines: []string{}, Warnings: e.warnings,
	}
	for _, line := range e.lines() {
		prompt.Lines = append(prompt.Lines, line.label+": "+line.text)
	}
	if e.made != nil {
		prompt.Decision, prompt.Late = e.made.ID, e.made.Late
		result.Decisions = append(result.Decisions, decisionShape(*e.made))
	}
	if e.event == abi.EventPrompt {
		result.Prompts = append(result.Prompts, prompt)
	}
}

// newestSession is that of this workspace, else of all; "" where nothing is stored.
func (a *app) newestSession(sessions *session.Store) (string, error) {
	found, err := sessions.Newest(a.workspaceOf(""))
	if errors.Is(err, session.ErrNoSession) {
		found, err = sessions.Newest("")
	}
	if errors.Is(err, session.ErrNoSession) {
		return "", nil
	}
	return found.SessionID, err
}

func decisionShape(m session.Made) shape.Decision {
	d := shape.Decision{
		ID: m.ID, Session: m.SessionID, Workspace: m.Workspace, At: m.At, Event: m.Event, Ruleset: m.RulesetID,
		Hash: m.RulesetHash, Inputs: m.InputsHash, Tier: m.Tier, Neutral: m.Neutral, Told: append([]abi.Ref{}, m.Told...),
		Answer: m.Answer, Scores: m.Scores, Dropped: []shape.Dropped{}, Said: m.Said, StepsMS: map[string]float64{},
	}
	for _, dropped := range m.Dropped {
		d.Dropped = append(d.Dropped, shape.Dropped{Ref: dropped.Ref, Why: dropped.Why})
	}
	for step, micros := range m.Durations {
		d.StepsMS[step] = float64(micros) / 1000
	}
	if m.Fault != nil {
		d.Fault = m.Fault.Error()
	}
	return d
}

func eventWord(event string) string {
	if event == abi.EventPrompt {
		return "a prompt"
	}
	return event
}

func tierWord(tier string) string {
	if tier == index.TierModel {
		return "words and meaning"
	}
	return "words only"
}

func toldWord(m session.Made, item abi.Ref) string {
	if slices.Contains(m.Told, item) {
		return "suggested"
	}
	return "active"
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
