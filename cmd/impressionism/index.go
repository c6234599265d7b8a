package main

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

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/index"
)

// quickBudget bounds `index --quick`.
const quickBudget = 3 * time.Second

func (a *app) indexCommand() *cobra.Command {
	var force, check, quick, quiet bool
	command := &cobra.Command{
		Use:     "index",
		Short:   "Bring the index up to date with the skills and commands on disk",
		Example: "  impressionism index\n  impressionism index --quick --quiet",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return a.index(index.Options{Force: force, Check: true, Anew: check}, quick, quiet)
		},
	}
	command.Flags().BoolVar(&force, "force", false, "read and embed everything again")
	command.Flags().BoolVar(&check, "check", false, "look for damage in the whole file, also if nobody wrote it since it was found sound")
	command.Flags().BoolVar(&quick, "quick", false, "stop after 3 seconds; the rest waits for the next run")
	command.Flags().BoolVar(&quiet, "quiet", false, "print nothing on success")
	return a.jsonFlag(command)
}

func (a *app) index(options index.Options, quick, quiet bool) error {
	if err := a.ready(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bar := a.newProgress(quiet || a.json)
	options.Progress = bar.step
	if quick {
		options.Late = deadline.Until(a.now().Add(quickBudget), a.now).Passed
	}
	report, err := a.refresh(ctx, options)
	bar.end()
	if errors.Is(err, context.Canceled) {
		return failed(errors.New("interrupted; what was done is kept: run `impressionism index` to go on"))
	}
	if index.IsUnwritable(err) {
		return failed(fmt.Errorf("index: %w; see: impressionism doctor", err))
	}
	if err != nil {
		return failed(fmt.Errorf("index: %w", err))
	}
	switch {
	case a.json:
		return a.printJSON(report)
	case !quiet:
		a.printReport(report)
	}
	return nil
}

// refresh indexes the current workspace with the installed model, if any, and
// looks around in it, as the start of a session does.
func (a *app) refresh(ctx context.Context, options index.Options) (index.Report, error) {
	x, err := index.Open(a.paths.IndexDB)
	if err != nil {
		return index.Report{}, err
	}
	defer x.Close()
	sources := index.Sources{Load: a.kinds.Load, Pools: a.pools(), Now: a.now, Workers: runtime.NumCPU()}
	if p := a.passages(); p != nil {
		sources.Model, sources.Embed = p.Model, p.Embedder(nil)
	} else if _, err := a.modelDir(a.modelName()); err != nil && !isAbsent(err) {
		fmt.Fprintln(a.errOut, "impressionism: warning: indexing without the model:", err)
	}
	workspace := a.workspaceOf("")
	listing := a.listWhole(ctx, workspace)
	report, err := x.Refresh(ctx, listing, sources, options)
	if err != nil {
		return report, err
	}
	if report.Waits, err = x.Waits(listing); err != nil {
		return report, err
	}
	return report, respond.LookAround(x, workspace)
}

func (a *app) printReport(r index.Report) {
	if r.Rebuilt != "" {
		fmt.Fprintln(a.out, "The index was made again:", r.Rebuilt)
	}
	touched := r.Added + r.Changed
	if touched == 0 && r.Unchanged > 0 {
		fmt.Fprintf(a.out, "Index up to date: %s", count(r.Unchanged, "item", "items"))
	} else {
		fmt.Fprintf(a.out, "Indexed %s", count(touched, "item", "items"))
		if r.Unchanged > 0 {
			fmt.Fprintf(a.out, ", %d unchanged", r.Unchanged)
		}
	}
	if r.Removed > 0 {
		fmt.Fprintf(a.out, ", %d removed", r.Removed)
	}
	if r.Embedded > 0 {
		fmt.Fprintf(a.out, ", %s embedded", count(r.Embedded, "text", "texts"))
	}
	fmt.Fprintf(a.out, " (%.1f s)\n", r.Millis/1000)
	if r.Waiting > 0 || (r.Pending > 0 && a.modelInstalled()) {
		fmt.Fprintf(a.out, "Left for the next run: %s, %s\n", count(r.Waiting, "file", "files"), count(r.Pending, "text", "texts"))
	}
	for _, line := range slices.Concat(waitingLines(r.Waits), rejectionLines(r.Rejected), leftOutLines(r.LeftOut)) {
		fmt.Fprintln(a.out, line)
	}
}

// leftOutLines name projects with more items than count.
func leftOutLines(left []catalog.LeftOut) []string {
	var lines []string
	for _, l := range left {
		lines = append(lines, fmt.Sprintf("Left out, too many: %s, as the first %d of a project count: %s",
			count(l.Items, "item", "items"), catalog.ProjectItemsMax, plain(l.Root)))
	}
	return lines
}

// waitingLines name the first items that wait for a file.
func waitingLines(waits []catalog.Waiting) []string {
	if len(waits) == 0 {
		return nil
	}
	lines := []string{fmt.Sprintf("Waiting until a tool reads or writes a file: %d", len(waits))}
	for _, w := range waits[:min(rejectionsShown, len(waits))] {
		lines = append(lines, fmt.Sprintf("  %s: %s", plain(w.ID), oneLine(w.For)))
	}
	return lines
}

// rejectionsShown bounds the files named for each reason.
const rejectionsShown = 3

// rejectionLines counts rejections by code and names the first ones.
func rejectionLines(rejected []catalog.Rejection) []string {
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
			lines = append(lines, fmt.Sprintf("  %s: %s", oneLine(r.Path), oneLine(r.Reason)))
		}
	}
	return lines
}
