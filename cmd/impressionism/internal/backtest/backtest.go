// Package backtest holds the command rules backtest: two rulesets over recorded sessions
// or transcripts, compared.
package backtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/backtest"
)

// backtestFlags say what is played to whom.
type backtestFlags struct {
	against     string
	transcripts string
	sessions    bool
	since       string
	limit       int
	examples    int
	model       bool
	window      int
}

// backtestLimit is how many sessions are played unless told otherwise: what a
// person waits for.
const backtestLimit = 500

// Command returns the command rules backtest.
func Command(e *env.Env) *cobra.Command {
	flags := backtestFlags{limit: backtestLimit, examples: 3}
	command := &cobra.Command{
		Use:   "backtest RULESET",
		Short: "Play a ruleset your own past prompts and tell how often it would have spoken, and whether that was of use",
		Long: `Play a ruleset your own past prompts: each session's prompts, tool uses and
answers in order, decided on as the hook does, with today's index, settings and
skills, by words alone unless --model is given. RULESET is an id, a folder or a
file, or several with commas between them, which decide in that order. With --against, a second one gets the same, and each prompt on which the
two part is told.

The prompts come from the client's transcripts (where the client keeps them, or
another folder or file), or, with --sessions, from what impressionism remembers. Nothing
is written, neither to state.db nor to the index. Transcripts of subagents are left out,
and so is file_touched: what is told of lessons where a tool touches a file.

  precision  suggestions whose skill was really invoked, by the model or as
             /name, in the same turn or the 3 after it
  recall     invoked skills that had been suggested before: at most 3 prompts
             before, or earlier and still active
  tokens     a token for each 4 UTF-16 units of what is said, rounded up;
             carried: times the requests that send it along
  hidden     skills that fitted and whose description the model did not have,
             by the session's own listing, else by today's budget
  flapping   withdrawn and active again within 5 prompts

Ranges are 95 % Wilson intervals. The past was what it was: a skill that nobody
heard of was not invoked, so that precision is a lower bound.`,
		Example: `  impressionism rules backtest ./careful --against builtin/default
  impressionism rules backtest builtin/minimal --since 30d --examples 10
  impressionism rules backtest builtin/default --sessions --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(command.Context(), os.Interrupt)
			defer stop()
			return rulesBacktest(ctx, e, args[0], flags)
		},
	}
	f := command.Flags()
	f.StringVar(&flags.against, "against", "", "a second ruleset to compare with: an id, folder or file")
	f.StringVar(&flags.transcripts, "transcripts", "", "folder of transcripts, or one, instead of the client's own")
	f.BoolVar(&flags.sessions, "sessions", false, "play what state.db remembers instead of transcripts")
	f.StringVar(&flags.since, "since", "", "only sessions touched since then: 30d, 12h or 2026-03-01")
	f.IntVar(&flags.limit, "limit", flags.limit, "at most so many sessions, the last touched ones; 0: all")
	f.IntVar(&flags.examples, "examples", flags.examples, "how many examples of each sort are shown")
	f.BoolVar(&flags.model, "model", false, "let the installed model take part, as in the hook")
	f.IntVar(&flags.window, "window", flags.window, "context window in tokens for today's budget of descriptions, instead of that of the client's model")
	return cli.JSONFlag(e, command)
}

func (f backtestFlags) check() error {
	switch {
	case f.sessions && f.transcripts != "":
		return errors.New("give --transcripts or --sessions, not both")
	case f.limit < 0:
		return fmt.Errorf("--limit is %d; it must be at least 0", f.limit)
	case f.window < 0 || f.window > wire.WindowMax:
		return fmt.Errorf("--window is %d; it must be a number of tokens up to %d", f.window, wire.WindowMax)
	case f.examples < 0 || f.examples > backtestExamplesMax:
		return fmt.Errorf("--examples is %d; it must be from 0 to %d", f.examples, backtestExamplesMax)
	}
	return nil
}

// backtestExamplesMax bounds what is kept of a run.
const backtestExamplesMax = 1000

// sinceTime reads a date, a time, or an age.
func sinceTime(since string, now time.Time) (time.Time, error) {
	if since == "" {
		return time.Time{}, nil
	}
	if days, ok := strings.CutSuffix(since, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return now.AddDate(0, 0, -int(n)), nil
		}
	}
	if age, err := time.ParseDuration(since); err == nil && age >= 0 {
		return now.Add(-age), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.ParseInLocation(layout, since, now.Location()); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since is %q; it is an age as in 30d or 12h, or a date as in 2026-03-01", since)
}

func rulesBacktest(ctx context.Context, e *env.Env, name string, flags backtestFlags) (err error) {
	if err := flags.check(); err != nil {
		return err
	}
	since, err := sinceTime(flags.since, e.Now())
	if err != nil {
		return err
	}
	if err := e.Ready(); err != nil {
		return err
	}
	wire.TrustStored(e, e.WorkspaceOf(""))
	names := []string{name}
	if flags.against != "" {
		names = append(names, flags.against)
	}
	count := backtestLanes
	if flags.model {
		count = 1 // it is loaded once only
	}
	result, err := playPast(ctx, e, names, flags, since, count)
	if err == nil && count > 1 && failedAny(result) && !result.Interrupted {
		// Failures in a row pause a ruleset, wherever they are: order counts.
		result, err = playPast(ctx, e, names, flags, since, 1)
	}
	if err != nil {
		return replay.CouldNot(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printBacktest(e, result)
	return nil
}

// backtestGCPercent lets garbage grow to some 100 MB.
const backtestGCPercent = 400

func failedAny(result shape.RulesBacktest) bool {
	return slices.ContainsFunc(result.Rulesets, func(r backtest.Result) bool { return len(r.Faults) > 0 })
}

// playPast plays the past to rulesets, so many workspaces at once.
func playPast(ctx context.Context, e *env.Env, names []string, flags backtestFlags, since time.Time, count int) (shape.RulesBacktest, error) {
	past, err := openPast(e, flags, since)
	if err != nil {
		return shape.RulesBacktest{}, err
	}
	defer past.close()
	all, err := openLanes(ctx, e, names, flags, count)
	if err != nil {
		return shape.RulesBacktest{}, err
	}
	defer all.close()
	return all.play(ctx, past)
}

// backtestLanes is how many workspaces are played at once. Each has hosts and state
// of its own.
const backtestLanes = 2

// lanes play sessions of different workspaces at once.
type lanes []*backtester

func openLanes(ctx context.Context, e *env.Env, names []string, flags backtestFlags, count int) (lanes, error) {
	var all lanes
	for range count {
		b, err := openBacktest(ctx, e, names, flags)
		if err != nil {
			all.close()
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

func (all lanes) close() {
	for _, b := range all {
		b.close()
	}
}

// play plays the past to its end, or until the user has enough.
func (all lanes) play(ctx context.Context, past pastSource) (shape.RulesBacktest, error) {
	b := all[0]
	// Thousands of decisions leave much behind and hold little: memory for time.
	defer debug.SetGCPercent(debug.SetGCPercent(backtestGCPercent))
	began := b.env.Now()
	run := backtest.New(b.rulesets, b.place, backtest.Options{Examples: b.flags.examples})
	var played []*backtest.Lane
	for _, b := range all {
		played = append(played, &backtest.Lane{Rulesets: b.rulesets, Places: b.place})
	}
	bar := cli.NewProgress(b.env, b.env.JSON)
	err := run.Play(ctx, played, func(add func(backtest.Happening) error) error { return past.each(ctx, bar.Step, add) })
	bar.End()
	for _, other := range all[1:] {
		for _, note := range other.notes {
			b.note(note)
		}
	}
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return shape.RulesBacktest{}, err
	}
	result := shape.RulesBacktest{
		Past: past.told(), Tier: b.tier, Interrupted: interrupted, Notes: append(past.notes(), b.notes...),
		Seconds: b.env.Now().Sub(began).Seconds(), Report: run.Report(),
	}
	if interrupted { // what was read ahead was not played, nor all of the session under way
		result.Past.Played = max(0, result.Sessions-1)
	}
	if result.Prompts == 0 && !interrupted {
		return result, fmt.Errorf("there is no prompt in %s", result.Past.Path)
	}
	return result, nil
}
