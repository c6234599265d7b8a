package backtest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ed-irl/impressionism/host/author/backtest"
)

// sessions are many, in four workspaces.
func sessions(t *testing.T, count int, line string) []backtest.Happening {
	t.Helper()
	var all []backtest.Happening
	for i := range count {
		for _, h := range story(t, fmt.Sprint("session s", i), "listed a d=bare", "prompt +a x:+d", line, "use a", "/b", "/gone", "prompt -a y:+c", "use c", "stop 2", "end") {
			h.Workspace = fmt.Sprint("/w", i%4)
			all = append(all, h)
		}
	}
	return all
}

func lane() *backtest.Lane {
	return &backtest.Lane{Rulesets: []backtest.Ruleset{answering("x"), answering("y")}, Places: places}
}

func playing(all []backtest.Happening, stopped func(i int)) func(func(backtest.Happening) error) error {
	return func(add func(backtest.Happening) error) error {
		for i, h := range all {
			stopped(i)
			if err := add(h); err != nil {
				return err
			}
		}
		return nil
	}
}

func nothing(int) {}

// Ensure that lanes do not show: the report is to the letter that of one event after
// the other.
func TestLanes(t *testing.T) {
	all := sessions(t, 200, "prompt hm")
	rulesets := []backtest.Ruleset{answering("x"), answering("y")}
	one := backtest.New(rulesets, places, backtest.Options{Examples: 7})
	for _, h := range all {
		if err := one.Add(h); err != nil {
			t.Fatal(err)
		}
	}
	for count := 1; count <= 3; count++ {
		var lanes []*backtest.Lane
		for range count {
			lanes = append(lanes, lane())
		}
		run := backtest.New(rulesets, places, backtest.Options{Examples: 7})
		if err := run.Play(t.Context(), lanes, playing(all, nothing)); err != nil {
			t.Fatal(err)
		}
		got := run.Report()
		if diff := cmp.Diff(one.Report(), got, cmpopts.IgnoreUnexported(backtest.Flapping{})); diff != "" {
			t.Errorf("%d lanes (-one by one +lanes):\n%s", count, diff)
		}
		if got.Prompts != 600 || got.OtherCommands != 200 || got.Compared.OnlyB == 0 {
			t.Errorf("got %+v", got)
		}
	}
}

// Ensure that a host that fails ends a run, that reading which fails or is cancelled
// does, and that what was played until then counts.
func TestLanesEnd(t *testing.T) {
	rulesets := []backtest.Ruleset{answering("x"), answering("y")}
	play := func(ctx context.Context, line string, stopped func(int), each error) (backtest.Report, error) {
		run := backtest.New(rulesets, places, backtest.Options{})
		err := run.Play(ctx, []*backtest.Lane{lane(), lane()}, func(add func(backtest.Happening) error) error {
			return errors.Join(playing(sessions(t, 300, line), stopped)(add), each)
		})
		return run.Report(), err
	}
	report, err := play(t.Context(), "prompt fail!", nothing, nil)
	if err == nil || !strings.Contains(err.Error(), "ask x: broken host") || report.Prompts != 1 {
		t.Errorf("a host that fails: %d prompts, %v", report.Prompts, err)
	}
	broken := errors.New("no more to read")
	if report, err := play(t.Context(), "prompt hm", nothing, broken); !errors.Is(err, broken) || report.Prompts != 900 {
		t.Errorf("reading that fails: %d prompts, %v", report.Prompts, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	report, err = play(ctx, "prompt hm", func(i int) {
		if i == 1500 {
			cancel()
		}
	}, nil)
	if !errors.Is(err, context.Canceled) || report.Prompts > 600 {
		t.Errorf("cancelled: %d prompts, %v", report.Prompts, err)
	}
}
