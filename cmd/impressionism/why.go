package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/session"
)

func (a *app) whyCommand() *cobra.Command {
	var sessionID string
	limit := 5
	command := &cobra.Command{
		Use:   "why",
		Short: "Tell what was suggested and why, from the stored decisions",
		Long: `Tell what was suggested and why, from the stored decisions: of the session given,
else of the one that the client is in which runs this, else of the newest one in this
workspace, else of the newest of all.

Each score is shown in its parts, in logits, as they were when it was decided;
nothing is computed anew:

` + partsHelp,
		Example: "  impressionism why\n  impressionism why --session 0f4c… --limit 1 --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.why(sessionID, limit) },
	}
	command.Flags().StringVar(&sessionID, "session", "", "session id; the newest of this workspace where absent")
	command.Flags().IntVar(&limit, "limit", limit, "how many decisions, newest first")
	return a.jsonFlag(command)
}

func (a *app) why(sessionID string, limit int) error {
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
	made, err := a.decisions(sessions, cmp.Or(sessionID, a.lookup(sessionVariable)), limit)
	if err != nil {
		return failed(err)
	}
	result := shape.Why{Decisions: []shape.Decision{}, Feedback: []shape.Feedback{}}
	for _, m := range made {
		result.Decisions = append(result.Decisions, decisionShape(m))
	}
	if len(made) > 0 {
		if err := addWord(&result, sessions, made[0].SessionID); err != nil {
			return failed(err)
		}
	}
	if a.json {
		return a.printJSON(result)
	}
	if len(made) == 0 {
		fmt.Fprintln(a.out, "No decision is stored for this session.")
	}
	for _, m := range made {
		a.printDecision(m)
	}
	a.printWord(result)
	return nil
}

// decisions of one session: the one asked for, or the newest of this workspace,
// or the newest of all.
func (a *app) decisions(sessions *session.Store, sessionID string, limit int) ([]session.Made, error) {
	if sessionID != "" {
		return sessions.Decisions(sessionID, limit)
	}
	newest, err := sessions.Decisions("", session.RowsMax)
	if err != nil || len(newest) == 0 {
		return nil, err
	}
	sessionID = newest[0].SessionID
	for _, m := range newest {
		if m.Workspace == a.workspaceOf("") {
			sessionID = m.SessionID
			break
		}
	}
	return sessions.Decisions(sessionID, limit)
}

func decisionShape(m session.Made) shape.Decision {
	d := shape.Decision{
		ID: m.ID, Session: m.SessionID, Workspace: m.Workspace, At: m.At, Event: m.Event, Ruleset: m.RulesetID,
		Hash: m.RulesetHash, Inputs: m.InputsHash, Tier: m.Tier, Neutral: m.Neutral, Told: []string{},
		Answer: m.Answer, Scores: m.Scores, Dropped: []shape.Dropped{}, Said: m.Said, StepsMS: map[string]float64{},
	}
	for _, told := range m.Told {
		d.Told = append(d.Told, told.ID)
	}
	for _, dropped := range m.Dropped {
		d.Dropped = append(d.Dropped, shape.Dropped{ID: dropped.ID, Why: dropped.Why})
	}
	for step, micros := range m.Durations {
		d.StepsMS[step] = float64(micros) / 1000
	}
	if m.Fault != nil {
		d.Fault = m.Fault.Error()
	}
	return d
}

func (a *app) printDecision(m session.Made) {
	fmt.Fprintf(a.out, "%s  %s, %s, by %s", m.At.Local().Format("2006-01-02 15:04:05"), eventWord(m.Event), tierWord(m.Tier), cmp.Or(m.RulesetID, "nobody"))
	if m.Neutral {
		fmt.Fprint(a.out, "; too little to go on")
	}
	fmt.Fprintln(a.out)
	var answer abi.Decision
	if err := json.Unmarshal(m.Answer, &answer); err != nil {
		fmt.Fprintln(a.out, "  the stored decision cannot be read:", err)
		return
	}
	by := decidersOf(m.Answer)
	for _, entry := range answer.Activate {
		fmt.Fprintf(a.out, "  %-9s %s%s: %s\n", toldWord(m, entry.SkillID), plain(entry.SkillID), plain(by(entry)), plain(entry.Reason))
	}
	for _, entry := range answer.Deactivate {
		fmt.Fprintf(a.out, "  withdrawn %s%s: %s\n", plain(entry.SkillID), plain(by(entry)), plain(entry.Reason))
	}
	for _, dropped := range m.Dropped {
		fmt.Fprintf(a.out, "  not told  %s: %s\n", plain(dropped.ID), dropped.Why)
	}
	if m.Fault != nil {
		fmt.Fprintf(a.out, "  failed    %s\n", oneLine(m.Fault.Error()))
		if m.HasTrace {
			fmt.Fprintf(a.out, "            see: impressionism trace show %d\n", m.ID)
		}
	}
	a.printScores(m, answer)
}

func eventWord(event string) string {
	if event == abi.EventPrompt {
		return "a prompt"
	}
	return event
}

func tierWord(tier string) string {
	if tier == host.TierModel {
		return "words and meaning"
	}
	return "words only"
}

func toldWord(m session.Made, id string) string {
	for _, told := range m.Told {
		if told.ID == id {
			return "suggested"
		}
	}
	return "active"
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
