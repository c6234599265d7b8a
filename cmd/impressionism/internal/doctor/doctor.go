// Package doctor holds the commands doctor and digest, over the parts that this machine
// has.
package doctor

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/doctor"
)

// days is how far back transcripts and the log are read.
const days = 14

// Command returns the command doctor.
func Command(e *env.Env) *cobra.Command {
	var fix bool
	var pluginDirs []string
	command := &cobra.Command{
		Use:   "doctor",
		Short: "Find what keeps suggestions, or any plugin's hooks, from working",
		Long: `Look at the program, the plugin, the hooks of every plugin and of the settings,
the model, databases, permissions, configuration, rulesets, disk and log, and tell
what to do about what is wrong. With --fix, mend what belongs to impressionism
and is safe to mend; nobody else's file is ever touched.

Ends with 0 where there are notes at most, 1 with errors or warnings, 2 if it
could not run. docs/doctor.md explains every code.`,
		Example: "  impressionism doctor\n  impressionism doctor --fix\n  impressionism doctor --plugin-dir ./my-plugin --json",
		Args:    cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return runDoctor(command.Context(), e, fix, pluginDirs)
		},
	}
	command.Flags().BoolVar(&fix, "fix", false, "mend what is ours and safe")
	cli.PluginDirFlag(command, &pluginDirs)
	return cli.JSONFlag(e, command)
}

func runDoctor(ctx context.Context, e *env.Env, fix bool, pluginDirs []string) error {
	if err := e.Configure(e.WorkspaceOf("")); err != nil {
		return err
	}
	rulesets.CheckSettings(e, e.WorkspaceOf(""))
	patient, err := patient(ctx, e, pluginDirs)
	if err != nil {
		return err
	}
	report := doctor.Examine(ctx, patient)
	if err := ctx.Err(); err != nil {
		return env.Failed(err)
	}
	mended := []doctor.Mended{}
	if fix {
		mended = textline.OrEmpty(doctor.Mend(report.Findings, e.Now()))
		refill(e, patient.Workspace, mended)
		if len(mended) > 0 {
			report = doctor.Examine(ctx, patient)
		}
	}
	if err := ctx.Err(); err != nil { // what was not read to its end may be blamed
		return env.Failed(err)
	}
	result := shape.Doctor{
		Version: env.Version, Workspace: patient.Workspace, Client: report.Client, Checks: report.Checks,
		Findings: textline.OrEmpty(report.Findings), Days: days, HookTimes: textline.OrEmpty(report.Times), Mended: mended,
	}
	for _, f := range report.Findings {
		switch f.Severity {
		case doctor.Error:
			result.Errors++
		case doctor.Warning:
			result.Warnings++
		default:
			result.Notes++
		}
	}
	if e.JSON {
		err = cli.PrintJSON(e, result)
	} else {
		printDoctor(e, result)
	}
	if err == nil && report.Bad() {
		return &env.ExitError{Code: env.ExitFailed}
	}
	return err
}

// refill brings items back into an index that was emptied to mend it.
func refill(e *env.Env, workspace string, mended []doctor.Mended) {
	for i, m := range mended {
		if m.Where != e.Paths.IndexDB || m.Error != "" || !strings.HasPrefix(m.Code, "index-") {
			continue
		}
		x, report, err := wire.FreshIndex(context.Background(), e, wire.List(e, workspace), wire.Host(e, workspace, nil))
		if err != nil {
			mended[i].Error = err.Error()
			continue
		}
		_ = x.Close() // what it would say shows at the next look
		mended[i].Did = fmt.Sprintf("it was made anew with %s; impressionism index embeds them", textline.Count(report.Added, "item", "items"))
	}
}

// printDoctor writes for people what was seen, how long hooks take, and what is
// wrong, the worst first.
func printDoctor(e *env.Env, result shape.Doctor) {
	for _, check := range result.Checks {
		fmt.Fprintf(e.Out, "%-12s %s\n", check.Area, textline.Plain(check.Summary))
	}
	printHookTimes(e, result.HookTimes)
	for _, m := range result.Mended {
		if m.Error != "" {
			fmt.Fprintf(e.Out, "\nnot mended  %s  %s: %s\n", m.Code, textline.Plain(cli.ShortPath(e, m.Where)), textline.Plain(m.Error))
			continue
		}
		fmt.Fprintf(e.Out, "\nmended  %s  %s: %s\n", m.Code, textline.Plain(cli.ShortPath(e, m.Where)), textline.Plain(m.Did))
	}
	fixable := false
	for _, f := range result.Findings {
		fmt.Fprintf(e.Out, "\n%s  %s  %s\n", f.Severity, f.Code, textline.Plain(cli.ShortPath(e, f.Where)))
		cli.PrintProse(e, "    ", "    ", f.What)
		cli.PrintProse(e, "    → ", "      ", f.Do)
		fixable = fixable || f.Fixable
	}
	fmt.Fprintln(e.Out)
	found := textline.Findings(result.Errors, result.Warnings, result.Notes)
	switch {
	case found == "":
		fmt.Fprintln(e.Out, "Nothing is wrong.")
	case fixable:
		fmt.Fprintf(e.Out, "%s. What is ours and safe to mend: impressionism doctor --fix\n", found)
	default:
		fmt.Fprintf(e.Out, "%s.\n", found)
	}
}

// timesMax is how many hooks are printed; --json has all.
const timesMax = 10

// printHookTimes writes how long hooks took, the slowest first. Those that the
// client recorded without a time are left out.
func printHookTimes(e *env.Env, times []inspect.HookTime) {
	var rows [][]string
	for _, h := range times {
		if len(rows) == timesMax {
			break
		}
		if h.Timed == 0 {
			continue
		}
		rows = append(rows, []string{
			cmp.Or(h.Source, "wired no more"), h.Event, textline.Shorten(h.Command, 40), strconv.Itoa(h.Timed),
			milliseconds(h.P50MS), milliseconds(h.P95MS), milliseconds(h.MaxMS), unlessZero(h.CutOff), unlessZero(h.Failed), unlessZero(h.Rejected),
		})
	}
	if len(rows) > 0 {
		fmt.Fprintln(e.Out)
		cli.Table(e, []string{"hook of", "event", "command", "runs", "p50", "p95", "max", "cut off", "failed", "rejected"}, rows)
		fmt.Fprintln(e.Out, "The client records no times of hooks that print nothing; what ours took is in: impressionism trace show last")
	}
}

func milliseconds(ms int64) string { return fmt.Sprintf("%d ms", ms) }

func unlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
