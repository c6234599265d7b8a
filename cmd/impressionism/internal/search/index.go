package search

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/index"
)

// quickBudget bounds `index --quick`.
const quickBudget = 3 * time.Second

// IndexCommand returns the command index.
func IndexCommand(e *env.Env) *cobra.Command {
	var force, check, quick, quiet bool
	command := &cobra.Command{
		Use:     "index",
		Short:   "Bring the index up to date with the skills and commands on disk",
		Example: "  impressionism index\n  impressionism index --quick --quiet",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			options := index.Options{Force: force, Check: true, Anew: check}
			if !quick {
				options.Reread = []string{abi.KindSkill}
			}
			return Index(e, options, quick, quiet)
		},
	}
	command.Flags().BoolVar(&force, "force", false, "read and embed everything again")
	command.Flags().BoolVar(&check, "check", false, "look for damage in the whole file, also if nobody wrote it since it was found sound")
	command.Flags().BoolVar(&quick, "quick", false, "stop after 3 seconds; the rest waits for the next run")
	command.Flags().BoolVar(&quiet, "quiet", false, "print nothing on success")
	return cli.JSONFlag(e, command)
}

// Index brings the index up to date and prints a report.
func Index(e *env.Env, options index.Options, quick, quiet bool) error {
	if err := e.Ready(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bar := cli.NewProgress(e, quiet || e.JSON)
	options.Progress = bar.Step
	if quick {
		options.Late = deadline.Until(e.Now().Add(quickBudget), e.Now).Passed
	}
	report, err := Refresh(ctx, e, options)
	bar.End()
	if errors.Is(err, context.Canceled) {
		return env.Failed(errors.New("interrupted; what was done is kept: run `impressionism index` to go on"))
	}
	if index.IsUnwritable(err) {
		return env.Failed(fmt.Errorf("index: %w; see: impressionism doctor", err))
	}
	if err != nil {
		return env.Failed(fmt.Errorf("index: %w", err))
	}
	switch {
	case e.JSON:
		return cli.PrintJSON(e, report)
	case !quiet:
		printReport(e, report)
	}
	return nil
}

// Refresh indexes the current workspace with the installed model, if any, and
// looks around in it, as the start of a session does.
func Refresh(ctx context.Context, e *env.Env, options index.Options) (index.Report, error) {
	x, err := index.Open(e.Paths.IndexDB)
	if err != nil {
		return index.Report{}, err
	}
	defer x.Close()
	sources := index.Sources{Load: e.Kinds.Load, Pools: wire.Pools(e), Cards: wire.Cards(e), Now: e.Now, Workers: runtime.NumCPU()}
	if p := wire.Passages(e); p != nil {
		sources.Model, sources.Embed = p.Model, p.Embedder(nil)
	} else if _, err := wire.ModelDir(e, wire.ModelName(e)); err != nil && !wire.IsAbsent(err) {
		fmt.Fprintln(e.ErrOut, "impressionism: warning: indexing without the model:", err)
	}
	workspace := e.WorkspaceOf("")
	listing := wire.ListWhole(ctx, e, workspace)
	report, err := x.Refresh(ctx, listing, sources, options)
	if err != nil {
		return report, err
	}
	if report.Waits, err = x.Waits(listing); err != nil {
		return report, err
	}
	return report, respond.LookAround(x, workspace)
}

func printReport(e *env.Env, r index.Report) {
	if r.Rebuilt != "" {
		fmt.Fprintln(e.Out, "The index was made again:", r.Rebuilt)
	}
	touched := r.Added + r.Changed
	if touched == 0 && r.Unchanged > 0 {
		fmt.Fprintf(e.Out, "Index up to date: %s", textline.Count(r.Unchanged, "item", "items"))
	} else {
		fmt.Fprintf(e.Out, "Indexed %s", textline.Count(touched, "item", "items"))
		if r.Unchanged > 0 {
			fmt.Fprintf(e.Out, ", %d unchanged", r.Unchanged)
		}
	}
	if r.Removed > 0 {
		fmt.Fprintf(e.Out, ", %d removed", r.Removed)
	}
	if r.Embedded > 0 {
		fmt.Fprintf(e.Out, ", %s embedded", textline.Count(r.Embedded, "text", "texts"))
	}
	fmt.Fprintf(e.Out, " (%.1f s)\n", r.Millis/1000)
	if r.Waiting > 0 || (r.Pending > 0 && wire.ModelInstalled(e)) {
		fmt.Fprintf(e.Out, "Left for the next run: %s, %s\n", textline.Count(r.Waiting, "file", "files"), textline.Count(r.Pending, "text", "texts"))
	}
	for _, line := range slices.Concat(WaitingLines(r.Waits), RejectionLines(r.Rejected), LeftOutLines(r.LeftOut)) {
		fmt.Fprintln(e.Out, line)
	}
}

// LeftOutLines name projects with more items than count.
func LeftOutLines(left []catalog.LeftOut) []string {
	var lines []string
	for _, l := range left {
		lines = append(lines, fmt.Sprintf("Left out, too many: %s, as the first %d of a project count: %s",
			textline.Count(l.Items, "item", "items"), catalog.ProjectItemsMax, textline.Plain(l.Root)))
	}
	return lines
}

// WaitingLines name the first items that wait for a file.
func WaitingLines(waits []catalog.Waiting) []string {
	if len(waits) == 0 {
		return nil
	}
	lines := []string{fmt.Sprintf("Waiting until a tool reads or writes a file: %d", len(waits))}
	for _, w := range waits[:min(rejectionsShown, len(waits))] {
		lines = append(lines, fmt.Sprintf("  %s: %s", textline.Plain(w.ID), textline.OneLine(w.For)))
	}
	return lines
}

// rejectionsShown bounds the files named for each reason.
const rejectionsShown = 3

// RejectionLines counts rejections by code and names the first ones.
func RejectionLines(rejected []catalog.Rejection) []string {
	byCode := map[string][]catalog.Rejection{}
	var codes []string
	for _, r := range rejected {
		if byCode[r.Code] == nil {
			codes = append(codes, r.Code)
		}
		byCode[r.Code] = append(byCode[r.Code], r)
	}
	slices.Sort(codes)
	var lines []string
	for _, code := range codes {
		lines = append(lines, fmt.Sprintf("Left out, %s: %d", code, len(byCode[code])))
		for _, r := range byCode[code][:min(rejectionsShown, len(byCode[code]))] {
			lines = append(lines, fmt.Sprintf("  %s: %s", textline.OneLine(r.Path), textline.OneLine(r.Reason)))
		}
	}
	return lines
}
