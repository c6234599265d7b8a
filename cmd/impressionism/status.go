package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/index"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/onnx/install"
	"github.com/ed-irl/impressionism/host/session"
)

func (a *app) statusCommand() *cobra.Command {
	var flags skillsFlags
	command := &cobra.Command{
		Use:     "status",
		Short:   "Show the index, the model, the active ruleset and what went wrong",
		Example: "  impressionism status\n  impressionism status --skills --days 30\n  impressionism status --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch {
			case flags.days < 0:
				return fmt.Errorf("--days wants a number of days; got %d", flags.days)
			case flags.skills:
				return a.statusSkills(flags)
			case flags.days > 0 || flags.allWorkspaces:
				return errors.New("--days and --all-workspaces belong to: impressionism status --skills")
			}
			return a.status()
		},
	}
	command.Flags().BoolVar(&flags.skills, "skills", false, "tell what became of suggestions, by item and by wording")
	command.Flags().IntVar(&flags.days, "days", 0, "with --skills: of the last so many days; what retention summed up has no day and is left out")
	command.Flags().BoolVar(&flags.allWorkspaces, "all-workspaces", false, "with --skills: not of this workspace alone")
	return a.jsonFlag(command)
}

func (a *app) status() error {
	if err := a.ready(); err != nil {
		return err
	}
	s := shape.Status{
		Version: version, Workspace: a.workspaceOf(""), Problems: []string{}, Reasons: []shape.Reason{},
		Paths: shape.Paths{Config: a.paths.Config, Rules: a.paths.Rules, State: a.paths.StateDB, Index: a.paths.IndexDB, Models: a.paths.Models, Log: a.paths.Log},
	}
	problem := func(err error) {
		if err != nil {
			s.Problems = append(s.Problems, err.Error())
		}
	}
	problem(a.indexStatus(&s))
	problem(a.sessionStatus(&s))
	a.modelStatus(&s)
	s.Warm = a.warmStatus()
	for _, e := range a.loaded.Errors {
		problem(e)
	}
	reasons, err := logfile.Tally(a.paths.Log, a.loaded.Log.Files)
	problem(err)
	for _, r := range reasons {
		s.Reasons = append(s.Reasons, shape.Reason{Code: r.Code, Count: r.Count, Last: r.Last, Text: r.Text})
	}
	if a.json {
		return a.printJSON(s)
	}
	a.printStatus(s)
	return nil
}

func (a *app) indexStatus(s *shape.Status) error {
	s.Index.Items, s.Index.Rejected = map[string]int{}, nil
	if !exists(a.paths.IndexDB) {
		return errors.New("nothing is indexed yet; run: impressionism index")
	}
	x, err := index.Open(a.paths.IndexDB)
	if err != nil {
		return err
	}
	defer x.Close()
	if s.Index.Status, err = x.Status(); err != nil {
		return err
	}
	if s.Index.Status.IndexedAt > 0 {
		s.Index.IndexedAt = new(time.UnixMilli(s.Index.Status.IndexedAt).UTC())
	}
	s.Index.Bytes = sizeOf(a.paths.IndexDB)
	return nil
}

func (a *app) sessionStatus(s *shape.Status) error {
	s.Sessions.Outcomes = []shape.Outcome{}
	a.rulesetStatus(s, session.Health{})
	if !exists(a.paths.StateDB) {
		return nil
	}
	store, err := a.open(s.Workspace)
	if err != nil {
		return err
	}
	defer store.Close()
	health, err := store.Health(a.loaded.ActiveRuleset)
	if err != nil {
		return err
	}
	a.rulesetStatus(s, health)
	size, err := store.Size()
	if err != nil {
		return err
	}
	s.Sessions.Bytes, s.Sessions.Decisions = size.Bytes, int(size.Decisions)
	if newest, err := store.Newest(s.Workspace); err == nil && newest.Silent {
		s.Sessions.Off = newest.SessionID
	}
	outcomes, err := store.Outcomes(session.OutcomesOf{All: true})
	for _, o := range outcomes {
		s.Sessions.Suggestions += o.Suggested
		s.Sessions.Used += o.Invoked
		s.Sessions.Outcomes = append(s.Sessions.Outcomes, shape.Outcome{
			Kind: o.Kind, ID: o.ID, Workspace: o.Workspace, Suggested: o.Suggested, Invoked: o.Invoked, Ignored: o.Ignored, Good: o.Good, Bad: o.Bad,
		})
	}
	return err
}

func (a *app) rulesetStatus(s *shape.Status, health session.Health) {
	s.Ruleset = shape.Ruleset{ID: a.loaded.ActiveRuleset, Layer: a.layerOf("active_ruleset"), Failures: health.Failures, Last: health.LastError}
	ruleset, err := a.engine(s.Workspace).Set.Load(a.loaded.ActiveRuleset)
	if err != nil {
		s.Ruleset.Problem = err.Error()
		return
	}
	s.Ruleset.Paused = engineHealth(health).Paused(ruleset.Hash)
	if a.loaded.ProjectRuleset != "" && !a.projectTrusted {
		s.Ruleset.Problem = fmt.Sprintf("this project asks for the ruleset %s; to allow it, read it and run: impressionism rules trust", a.loaded.ProjectRuleset)
	}
}

func (a *app) layerOf(key string) string {
	origins := a.loaded.Origins()
	at := slices.IndexFunc(origins, func(o originOf) bool { return o.Key == key })
	if at < 0 {
		return ""
	}
	return origins[at].Layer
}

func (a *app) modelStatus(s *shape.Status) {
	s.Model = shape.Model{Tier: "lexical", Name: a.modelName(), State: "missing"}
	dir, _ := a.modelDir(a.modelName()) // the status tells what is wrong
	status, err := install.Status(dir, a.modelName())
	if err != nil {
		s.Model.Detail = err.Error()
		return
	}
	s.Model.State, s.Model.Detail = status.State, status.Detail
	if status.State == install.StateInstalled {
		s.Model.Tier = "model"
	} else if status.State == install.StateMissing {
		s.Model.Detail = "prompts are matched by words only; for meaning as well run: impressionism model install"
	}
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
