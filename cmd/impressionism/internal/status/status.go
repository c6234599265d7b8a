// Package status holds the command status.
package status

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/search"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/settings"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/adviser"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Command returns the command status, with those below it.
func Command(e *env.Env) *cobra.Command {
	var flags skillsFlags
	command := &cobra.Command{
		Use:     "status",
		Short:   "Show the index, the model, the active ruleset and what went wrong",
		Example: "  impressionism status\n  impressionism status --skills --days 30\n  impressionism status --json",
		Args:    cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			switch {
			case flags.days < 0:
				return fmt.Errorf("--days wants a number of days; got %d", flags.days)
			case flags.skills:
				return skills(command.Context(), e, flags)
			case flags.days > 0 || flags.allWorkspaces:
				return errors.New("--days and --all-workspaces belong to: impressionism status --skills")
			}
			return status(e)
		},
	}
	command.Flags().BoolVar(&flags.skills, "skills", false, "tell what became of suggestions, by item and by wording")
	command.Flags().IntVar(&flags.days, "days", 0, "with --skills: of the last so many days; what retention summed up has no day and is left out")
	command.Flags().BoolVar(&flags.allWorkspaces, "all-workspaces", false, "with --skills: not of this workspace alone")
	return cli.JSONFlag(e, command)
}

func status(a *env.Env) error {
	if err := a.Ready(); err != nil {
		return err
	}
	s := shape.Status{
		Version: env.Version, Workspace: a.WorkspaceOf(""), Problems: []string{}, Reasons: []shape.Reason{}, Doubtful: []shape.Doubtful{},
		Paths: shape.Paths{Config: a.Paths.Config, Rules: a.Paths.Rules, State: a.Paths.StateDB, Index: a.Paths.IndexDB, Models: a.Paths.Models, Log: a.Paths.Log},
	}
	problem := func(err error) {
		if err != nil {
			s.Problems = append(s.Problems, err.Error())
		}
	}
	if dir := a.Lookup(config.EnvSkillsDir); dir != "" {
		s.Problems = append(s.Problems, config.EnvSkillsDir+" replaces all your folders of skills by "+dir+"; see: impressionism doctor")
	}
	if name := config.Asking(a.Lookup); name != "" {
		s.Problems = append(s.Problems, name+" is set, so hooks do nothing; see: impressionism doctor")
	}
	problem(indexStatus(a, &s))
	err := sessionStatus(a, &s)
	s.Sessions.Unread = err != nil
	problem(err)
	modelStatus(a, &s)
	problem(toolsStatus(a, &s))
	problem(codeStatus(a, &s))
	s.Warm = warmStatus(a)
	rulesets.CheckSettings(a, s.Workspace)
	for _, e := range append(a.Loaded.Errors, a.Loaded.Warnings...) {
		problem(e)
	}
	s.Problems = append(s.Problems, settings.UnknownWishes(a, s.Workspace)...)
	reasons, err := logfile.Tally(a.Paths.Log, a.Loaded.Log.Files)
	problem(err)
	for _, r := range reasons {
		s.Reasons = append(s.Reasons, shape.Reason{Code: r.Code, Count: r.Count, Last: r.Last, Text: r.Text})
	}
	if a.JSON {
		return cli.PrintJSON(a, s)
	}
	printStatus(a, s)
	return nil
}

func indexStatus(e *env.Env, s *shape.Status) error {
	s.Index.Items, s.Index.Rejected, s.Index.LeftOut, s.Index.Waits = map[string]int{}, nil, []catalog.LeftOut{}, []catalog.Waiting{}
	if !env.Exists(e.Paths.IndexDB) {
		data := filepath.Dir(e.Paths.IndexDB)
		if err := probeWrite(data); err != nil {
			return fmt.Errorf("%s cannot be written: %w; suggestions go on without memory; see: impressionism doctor", data, err)
		}
		return errors.New("nothing is indexed yet; run: impressionism index")
	}
	x, err := wire.OpenIndex(e)
	if err != nil {
		return err
	}
	defer x.Close()
	if err := x.Instead(); err != nil {
		return err
	}
	if x.ReadOnly() && !e.ReadOnly {
		s.Problems = append(s.Problems, e.Paths.IndexDB+" cannot be written: what is new since is not suggested; see: impressionism doctor")
	}
	listing := wire.ListWhole(context.Background(), e, s.Workspace)
	if s.Index.Status, err = x.Status(); err == nil {
		s.Index.Cards, err = x.CardsOf(wire.Cards(e), wire.Carded(e, listing))
	}
	if index.IsDamaged(err) {
		return fmt.Errorf("%w; the next session's start mends it, or: impressionism index", err)
	}
	if err != nil {
		return err
	}
	s.Index.Rejected = slices.Concat(listing.Rejected, s.Index.Rejected)
	for _, entry := range listing.Entries {
		if entry.Doubt != "" {
			s.Doubtful = append(s.Doubtful, shape.Doubtful{ID: entry.ID, Gone: entry.Doubt})
		}
	}
	if s.Index.Waits, err = x.Waits(listing); err != nil {
		return err
	}
	if s.Index.Status.IndexedAt > 0 {
		s.Index.IndexedAt = new(time.UnixMilli(s.Index.Status.IndexedAt).UTC())
	}
	s.Index.Bytes = env.SizeOf(e.Paths.IndexDB)
	return nil
}

// probeWrite finds out whether a folder, or the nearest one above it that there is,
// takes a file.
func probeWrite(folder string) error {
	for !env.Exists(folder) && folder != filepath.Dir(folder) {
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

func sessionStatus(e *env.Env, s *shape.Status) error {
	s.Sessions.Outcomes = []shape.Outcome{}
	_ = rulesetsStatus(e, s, nil) // without a store there is nothing to fail
	s.Opinion, _ = opinionStatus(e, nil)
	if !env.Exists(e.Paths.StateDB) {
		return nil
	}
	s.Sessions.Bytes = env.SizeOf(e.Paths.StateDB) // of one that cannot be opened, too
	store, err := wire.Open(e, s.Workspace)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := rulesetsStatus(e, s, store); err != nil {
		return err
	}
	if s.Opinion, err = opinionStatus(e, store); err != nil {
		return err
	}
	size, err := store.Size()
	if err != nil {
		return err
	}
	s.Sessions.Bytes, s.Sessions.Decisions = size.Bytes, int(size.Decisions)
	if usual, err := explain.UsualSession(e, store); err == nil && usual.Silent {
		s.Sessions.Off = usual.SessionID
	}
	seen, err := wire.LanguagesOf(e, store)
	if err != nil {
		return err
	}
	s.Sessions.Newest, s.Sessions.Foreign = seen.Prompts, seen.Foreign
	outcomes, err := store.Outcomes(session.OutcomesOf{All: true})
	for _, o := range outcomes {
		s.Sessions.Suggestions += o.Suggested
		s.Sessions.Used += o.Invoked
		if len(s.Sessions.Outcomes) == itemsMax {
			continue
		}
		s.Sessions.Outcomes = append(s.Sessions.Outcomes, shape.Outcome{
			Ref: o.Ref, Workspace: o.Workspace, Suggested: o.Suggested, Invoked: o.Invoked, Ignored: o.Ignored, Good: o.Good, Bad: o.Bad,
		})
	}
	return err
}

// rulesetsStatus returns how those that decide fared; a store that is nil knows nothing.
func rulesetsStatus(e *env.Env, s *shape.Status, store *session.Store) error {
	var all []shape.Ruleset
	for _, id := range e.Loaded.ActiveRuleset {
		health := session.Health{}
		if store != nil {
			var err error
			if health, err = store.Health(id); err != nil {
				return err
			}
		}
		all = append(all, rulesetStatus(e, s.Workspace, id, health))
	}
	s.Ruleset, s.Ruleset.Also = all[0], all[1:]
	if len(e.Loaded.ProjectRuleset) > 0 && e.Trusted == nil {
		s.Ruleset.Problem = fmt.Sprintf("this project asks for the ruleset %s; to allow it, read it and run: impressionism rules trust", e.Loaded.ProjectRuleset)
	}
	return nil
}

func rulesetStatus(e *env.Env, workspace, id string, health session.Health) shape.Ruleset {
	r := shape.Ruleset{ID: id, Layer: settings.LayerOf(e, "active_ruleset"), Failures: health.Failures, Last: health.LastError}
	ruleset, err := wire.Engine(e, workspace).Set.Load(id)
	if err != nil {
		r.Problem = err.Error()
		return r
	}
	r.Paused = rulesets.EngineHealth(health).Paused(ruleset.Hash)
	return r
}

func modelStatus(e *env.Env, s *shape.Status) {
	s.Model = shape.Model{Tier: "lexical", Name: wire.ModelName(e), State: "missing"}
	dir, _ := wire.ModelDir(e, wire.ModelName(e)) // the status tells what is wrong
	status, err := install.Status(dir, wire.ModelName(e))
	if err != nil {
		s.Model.Detail = err.Error()
		return
	}
	s.Model.State, s.Model.Detail = status.State, status.Detail
	if status.State == install.StateInstalled {
		if s.Index.Model != status.Identity {
			s.Index.Embedded = 0 // by another model, which is compared with nothing
		}
		s.Model.Tier, s.Model.Languages = "model", wire.Recipe(e).Foreign != nil
	} else if status.State == install.StateMissing {
		s.Model.Detail = "prompts are matched by words only; for meaning as well run: impressionism model install"
	}
}

// lineMax bounds a line, in characters: a session may have it in its context.
const lineMax = 500

// doubtfulMax is how many doubtful lessons are named.
const doubtfulMax = 5

// printStatus writes the status for people, what is wrong last.
func printStatus(e *env.Env, s shape.Status) {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(e.Out, "%-9s %s\n", name, textline.Shorten(textline.Plain(fmt.Sprintf(format, args...)), lineMax))
	}
	line("version", "%s", s.Version)
	var sources []string
	total := 0
	for _, source := range slices.Sorted(maps.Keys(s.Index.Items)) {
		sources = append(sources, fmt.Sprintf("%d %s", s.Index.Items[source], source))
		total += s.Index.Items[source]
	}
	if total > 0 {
		line("index", "%s in all workspaces (%s), %d not for the model, %d rejected", textline.Count(total, "item", "items"), strings.Join(sources, ", "), s.Index.Hidden, len(s.Index.Rejected))
		line("", "%d of %d passages embedded (%d %%)", s.Index.Embedded, s.Index.Passages, 100*s.Index.Embedded/max(1, s.Index.Passages))
	} else {
		line("index", "empty")
	}
	printCards(s, line)
	printTools(s, line)
	printCode(e, s, line)
	for i, doubtful := range s.Doubtful[:min(len(s.Doubtful), doubtfulMax)] {
		line([]string{"lessons", ""}[min(i, 1)], "%s names %s; to see more: impressionism lessons list --doubtful", doubtful.ID, doubtful.Gone)
	}
	printModel(s, line)
	for _, r := range append([]shape.Ruleset{s.Ruleset}, s.Ruleset.Also...) {
		printRuleset(e, r, line)
	}
	line("server", "%s", warmStates[s.Warm.State])
	printOpinion(s.Opinion, line)
	kept := "" // for the session
	if days := e.Loaded.Retention.Days; days > 0 {
		kept = " of the last " + textline.Count(days, "day", "days")
	}
	if s.Sessions.Unread {
		line("sessions", "not known: state.db cannot be read")
	} else {
		line("sessions", "%s%s; of all time %s, %d of them used", textline.Count(s.Sessions.Decisions, "decision", "decisions"), kept, textline.Count(s.Sessions.Suggestions, "suggestion", "suggestions"), s.Sessions.Used)
	}
	if s.Sessions.Off != "" {
		line("", "off in session %s; to switch them on: impressionism on --session %[1]s", s.Sessions.Off)
	}
	line("data", "%s (%.1f MB), %s (%.1f MB)", s.Paths.State, textline.Megabytes(s.Sessions.Bytes), s.Paths.Index, textline.Megabytes(s.Index.Bytes))
	for _, reason := range s.Reasons {
		line("noted", "%s: %s, last %s", explain.ProblemWord(reason.Code), textline.Count(reason.Count, "time", "times"), reason.Last.Local().Format("2006-01-02 15:04"))
		if reason.Text != "" {
			line("", "%s", textline.OneLine(reason.Text))
		}
	}
	for _, text := range slices.Concat(search.WaitingLines(s.Index.Waits), search.RejectionLines(s.Index.Rejected)) {
		fmt.Fprintln(e.Out, text)
	}
	for _, text := range search.LeftOutLines(s.Index.LeftOut) {
		fmt.Fprintln(e.Out, text)
	}
	for _, problem := range s.Problems {
		line("problem", "%s", problem)
	}
}

func printModel(s shape.Status, line func(string, string, ...any)) {
	line("model", "%s: %s", s.Model.Name, s.Model.State)
	switch {
	case s.Model.State != install.StateInstalled:
	case s.Model.Languages:
		line("", "in English and 14 other languages by meaning and words")
	default:
		line("", "in English by meaning and words, in other languages by words alone")
		if s.Sessions.Foreign > 0 {
			line("", "%d of the last %d prompts were in other languages; for meaning in these as well run: impressionism setup --languages", s.Sessions.Foreign, s.Sessions.Newest)
		}
	}
	if s.Model.Detail != "" {
		line("", "%s", s.Model.Detail)
	}
}

// printCards says how many items have a card, what that is worth, and of which cards a
// search knows nothing yet.
func printCards(s shape.Status, line func(string, string, ...any)) {
	cards := s.Index.Cards
	if cards.Items == 0 {
		return
	}
	line("cards", "%s", explain.CardsLine(cards))
	line("", "%s", explain.CardsWorthLine(cards))
	ready := cards.ByWords
	if s.Model.State == install.StateInstalled {
		ready = cards.ByMeaning
	}
	if waits := cards.Have() - ready; waits > 0 {
		line("", "%s not compared with prompts yet: impressionism index, or the next session's start", textline.Count(waits, "card is", "cards are"))
	}
}

func printRuleset(e *env.Env, r shape.Ruleset, line func(string, string, ...any)) {
	line("ruleset", "%s (from %s)", r.ID, r.Layer)
	switch {
	case r.Problem != "":
		line("", "%s", r.Problem)
	case r.Paused:
		line("", "paused after %d failures in a row: %s", r.Failures, r.Last)
		line("", "to try it again now: impressionism rules resume %s", r.ID)
	case r.Failures == 1:
		line("", "failed the last time: %s", r.Last)
	case r.Failures > 1:
		line("", "%d failures in a row, last: %s", r.Failures, r.Last)
	}
}

// States of the server, for status.
const (
	warmAnswering = "answering"
	warmRefusing  = "refusing"
	warmNone      = "none"
	warmOff       = "off"
)

var warmStates = map[string]string{
	warmAnswering: "answers hooks",
	warmRefusing:  "runs, but serves another program or other settings, or is busy; hooks work alone",
	warmNone:      "none; hooks work alone",
	warmOff:       "off (warm.enabled); hooks work alone",
}

func warmStatus(e *env.Env) shape.Warm {
	if !e.Loaded.Warm.Enabled {
		return shape.Warm{State: warmOff}
	}
	place, err := wire.ServerPlace(e)
	if err != nil {
		return shape.Warm{State: warmNone}
	}
	identity, err := wire.ServerIdentity(e, adviser.Variables(e))
	if err != nil {
		return shape.Warm{State: warmNone, Socket: place.Socket}
	}
	state := warmNone
	if listens, takes := serve.Look(place, identity, e.WorkspaceOf("")); takes {
		state = warmAnswering
	} else if listens {
		state = warmRefusing
	}
	return shape.Warm{State: state, Socket: place.Socket}
}
