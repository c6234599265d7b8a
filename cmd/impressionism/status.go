package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
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
	a.checkSettings(s.Workspace)
	for _, e := range append(a.loaded.Errors, a.loaded.Warnings...) {
		problem(e)
	}
	s.Problems = append(s.Problems, a.unknownWishes(s.Workspace)...)
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
	s.Index.Items, s.Index.Rejected, s.Index.LeftOut, s.Index.Waits = map[string]int{}, nil, []catalog.LeftOut{}, []catalog.Waiting{}
	if !exists(a.paths.IndexDB) {
		data := filepath.Dir(a.paths.IndexDB)
		if err := probeWrite(data); err != nil {
			return fmt.Errorf("%s cannot be written: %w; suggestions go on without memory; see: impressionism doctor", data, err)
		}
		return errors.New("nothing is indexed yet; run: impressionism index")
	}
	x, err := a.openIndex()
	if err != nil {
		return err
	}
	defer x.Close()
	if err := x.Instead(); err != nil {
		return err
	}
	if x.ReadOnly() {
		s.Problems = append(s.Problems, a.paths.IndexDB+" cannot be written: what is new since is not suggested; see: impressionism doctor")
	}
	s.Index.Status, err = x.Status()
	if index.IsDamaged(err) {
		return fmt.Errorf("%w; the next session's start mends it, or: impressionism index", err)
	}
	if err != nil {
		return err
	}
	listing := a.listWhole(context.Background(), s.Workspace)
	s.Index.Rejected = slices.Concat(listing.Rejected, s.Index.Rejected)
	if s.Index.Waits, err = x.Waits(listing); err != nil {
		return err
	}
	if s.Index.Status.IndexedAt > 0 {
		s.Index.IndexedAt = new(time.UnixMilli(s.Index.Status.IndexedAt).UTC())
	}
	s.Index.Bytes = sizeOf(a.paths.IndexDB)
	return nil
}

// probeWrite finds out whether a folder, or the nearest one above it that there is,
// takes a file.
func probeWrite(folder string) error {
	for !exists(folder) && folder != filepath.Dir(folder) {
		folder = filepath.Dir(folder)
	}
	probe, err := os.CreateTemp(folder, ".impressionism-*")
	if place, ok := errors.AsType[*fs.PathError](err); ok {
		return place.Err // without the name of a file that nobody knows
	}
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

func (a *app) sessionStatus(s *shape.Status) error {
	s.Sessions.Outcomes = []shape.Outcome{}
	_ = a.rulesetsStatus(s, nil) // without a store there is nothing to fail
	if !exists(a.paths.StateDB) {
		return nil
	}
	store, err := a.open(s.Workspace)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := a.rulesetsStatus(s, store); err != nil {
		return err
	}
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
			Ref: o.Ref, Workspace: o.Workspace, Suggested: o.Suggested, Invoked: o.Invoked, Ignored: o.Ignored, Good: o.Good, Bad: o.Bad,
		})
	}
	return err
}

// rulesetsStatus tells how those that decide fared; a store that is nil knows nothing.
func (a *app) rulesetsStatus(s *shape.Status, store *session.Store) error {
	var all []shape.Ruleset
	for _, id := range a.loaded.ActiveRuleset {
		health := session.Health{}
		if store != nil {
			var err error
			if health, err = store.Health(id); err != nil {
				return err
			}
		}
		all = append(all, a.rulesetStatus(s.Workspace, id, health))
	}
	s.Ruleset, s.Ruleset.Also = all[0], all[1:]
	if len(a.loaded.ProjectRuleset) > 0 && a.trusted == nil {
		s.Ruleset.Problem = fmt.Sprintf("this project asks for the ruleset %s; to allow it, read it and run: impressionism rules trust", a.loaded.ProjectRuleset)
	}
	return nil
}

func (a *app) rulesetStatus(workspace, id string, health session.Health) shape.Ruleset {
	r := shape.Ruleset{ID: id, Layer: a.layerOf("active_ruleset"), Failures: health.Failures, Last: health.LastError}
	ruleset, err := a.engine(workspace).Set.Load(id)
	if err != nil {
		r.Problem = err.Error()
		return r
	}
	r.Paused = engineHealth(health).Paused(ruleset.Hash)
	return r
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
