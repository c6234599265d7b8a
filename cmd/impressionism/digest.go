package main

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/doctor"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/store/session"
)

// digestDays is the period where nobody names one.
const digestDays = 7

func (a *app) digestCommand() *cobra.Command {
	days := digestDays
	command := &cobra.Command{
		Use:   "digest",
		Short: "Sum up the last days: what was suggested and used, what went wrong, which hooks were slow",
		Long: `Sum up the last days: prompts and suggestions of all workspaces and what became of
them, problems in the log, and the hooks that took longest. What retention has
deleted is not in it. See status for skills one by one, doctor for what to do.`,
		Example: "  impressionism digest\n  impressionism digest --days 30 --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.digest(days) },
	}
	command.Flags().IntVar(&days, "days", digestDays, "how many days back")
	return a.jsonFlag(command)
}

func (a *app) digest(days int) error {
	if days < 1 {
		return fmt.Errorf("--days wants at least 1, got %d", days)
	}
	if err := a.ready(); err != nil {
		return err
	}
	result := shape.Digest{Since: a.now().AddDate(0, 0, -days).UTC(), Days: days, Problems: []shape.Reason{}, HookTimes: []doctor.HookTime{}}
	if exists(a.paths.StateDB) {
		store, err := session.Open(a.paths.StateDB, session.Options{ReadOnly: true})
		if err != nil {
			return failed(err)
		}
		defer store.Close()
		if result.Digest, err = store.Digest(result.Since); err != nil {
			return failed(err)
		}
	}
	tally, err := logfile.TallySince(a.paths.Log, a.loaded.Log.Files, result.Since)
	if err != nil {
		return failed(err)
	}
	for _, t := range tally {
		result.Problems = append(result.Problems, shape.Reason{Code: t.Code, Count: t.Count, Last: t.Last, Text: t.Text})
	}
	patient, err := a.patient(nil)
	if err != nil {
		return err
	}
	patient.Days = days
	result.HookTimes = append(result.HookTimes, doctor.Times(patient)...)
	if a.json {
		return a.printJSON(result)
	}
	a.printDigest(result)
	return nil
}

func (a *app) printDigest(d shape.Digest) {
	line := func(name, text string) { fmt.Fprintf(a.out, "%-12s %s\n", name, text) }
	fmt.Fprintf(a.out, "The last %s, since %s.\n", count(d.Days, "day", "days"), d.Since.Local().Format(time.DateTime))
	line("prompts", fmt.Sprintf("%d in %s", d.Prompts, count(d.Sessions, "session", "sessions")))
	open := d.Suggested - d.Invoked - d.Late - d.Ignored
	line("suggestions", fmt.Sprintf("%d for %s: %d used, %d used later, %d ignored, %d open", d.Suggested, count(d.Answered, "prompt", "prompts"), d.Invoked, d.Late, d.Ignored, open))
	line("problems", cmp.Or(problemTimes(d.Problems), "none in the log"))
	slow := "none that the client recorded"
	if len(d.HookTimes) > 0 && d.HookTimes[0].Timed > 0 {
		h := d.HookTimes[0]
		slow = fmt.Sprintf("slowest of %d: %s on %s, p95 %d ms", len(d.HookTimes), cmp.Or(h.Source, shorten(h.Command, 40)), h.Event, h.P95MS)
	}
	line("hooks", plain(slow))
}

// problemTimes says how often there was each problem, the most frequent first.
func problemTimes(reasons []shape.Reason) string {
	var words []string
	times := map[string]int{}
	for _, reason := range reasons {
		word := problemWord(reason.Code)
		if times[word] == 0 {
			words = append(words, word)
		}
		times[word] += reason.Count
	}
	for i, word := range words {
		words[i] = word + " " + count(times[word], "time", "times")
	}
	return strings.Join(words, ", ")
}
