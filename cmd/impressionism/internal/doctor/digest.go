package doctor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/doctor"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// digestDays is the period where nobody names one.
const digestDays = 7

// digestParts say of how many days digest tells, and which of its parts that take long.
type digestParts struct {
	days         int
	hooks, worth bool
}

// DigestCommand returns the command digest.
func DigestCommand(e *env.Env) *cobra.Command {
	parts := digestParts{hooks: true, worth: true}
	command := &cobra.Command{
		Use:   "digest",
		Short: "Sum up the last days: what was suggested and used, what went wrong, which hooks were slow",
		Long: `Sum up the last days: prompts and suggestions of all workspaces and what became of
them, problems in the log, and the hooks that took longest. What retention has
deleted is not in it. Until you have a card of your own, it says what cards are worth. See status for skills one by one, doctor for what to do.`,
		Example: "  impressionism digest\n  impressionism digest --days 30 --json",
		Args:    cobra.NoArgs,
		RunE:    func(command *cobra.Command, _ []string) error { return digest(command.Context(), e, parts) },
	}
	command.Flags().IntVar(&parts.days, "days", digestDays, "how many days back")
	command.Flags().BoolVar(&parts.hooks, "hooks", parts.hooks, "tell of the hooks that took longest, for which transcripts are read")
	command.Flags().BoolVar(&parts.worth, "worth", parts.worth, "tell what is worth a look and of cards, for which folders of skills are read")
	return cli.JSONFlag(e, command)
}

func digest(ctx context.Context, e *env.Env, parts digestParts) error {
	if parts.days < 1 {
		return fmt.Errorf("--days wants at least 1, got %d", parts.days)
	}
	if err := e.Ready(); err != nil {
		return err
	}
	result := shape.Digest{
		Since: e.Now().AddDate(0, 0, -parts.days).UTC(), Days: parts.days, Worth: []shape.DigestWorth{}, Problems: []shape.Reason{}, HookTimes: []inspect.HookTime{},
	}
	addPeriod(&result, session.Period{}, e.Now(), e.Loaded.Hook.PromptMS)
	var where *explain.Whereabouts
	if parts.worth {
		where = explain.NewWhereabouts(ctx, e)
	}
	if err := ctx.Err(); err != nil {
		return env.Failed(err)
	}
	if env.Exists(e.Paths.StateDB) {
		store, err := session.Open(e.Paths.StateDB, session.Options{ReadOnly: true, Patient: true})
		if err != nil {
			return env.Failed(err)
		}
		defer store.Close()
		if err := addStored(ctx, e, &result, store, where); err != nil {
			return env.Failed(err)
		}
	}
	if err := ctx.Err(); err != nil {
		return env.Failed(err)
	}
	if where != nil {
		result.Cards = cardCounts(ctx, e, where)
		result.Study = proposesStudy(result)
	}
	if err := addProblems(e, &result); err != nil {
		return env.Failed(err)
	}
	if parts.hooks {
		patient, err := patient(ctx, e, nil)
		if err != nil {
			return err
		}
		patient.Days = parts.days
		result.HookTimes = append(result.HookTimes, doctor.Times(ctx, patient)...)
	}
	if err := ctx.Err(); err != nil { // what was listed or read until then is not all
		return env.Failed(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printDigest(e, result, parts.hooks)
	return nil
}

// timedHooks counts hooks whose times are known.
func timedHooks(all []inspect.HookTime) int {
	return len(slices.DeleteFunc(slices.Clone(all), func(h inspect.HookTime) bool { return h.Timed == 0 }))
}

// addStored adds what state.db has of the period, and what of it is worth a look, unless where is nil.
func addStored(ctx context.Context, e *env.Env, d *shape.Digest, store *session.Store, where *explain.Whereabouts) error {
	period, err := store.Period(d.Since)
	if err != nil {
		return err
	}
	addPeriod(d, period, e.Now(), e.Loaded.Hook.PromptMS)
	for _, told := range period.Told {
		if told.Ref.Kind != abi.KindLesson {
			continue
		}
		d.Lessons.Told++
		if !told.UsedAt.IsZero() {
			d.Lessons.Cited++
		}
	}
	if where == nil {
		return nil
	}
	if d.Listed, err = listedHere(e, store, where.Here); err != nil {
		return err
	}
	d.Worth = worth(e, period.Told, d.Listed, func(item abi.Ref, in []string) (string, bool) { return where.Of(ctx, item, in) })
	return nil
}

// addProblems adds what the log has of the period.
func addProblems(e *env.Env, d *shape.Digest) error {
	tally, err := logfile.TallySince(e.Paths.Log, e.Loaded.Log.Files, d.Since)
	for _, t := range tally {
		d.Problems = append(d.Problems, shape.Reason{Code: t.Code, Count: t.Count, Last: t.Last, Text: t.Text})
	}
	return err
}

func printDigest(e *env.Env, d shape.Digest, hooks bool) {
	line := func(name, text string) { fmt.Fprintf(e.Out, "%-12s %s\n", name, text) }
	fmt.Fprintf(e.Out, "The last %s, since %s, in all workspaces.\n", textline.Count(d.Days, "day", "days"), d.Since.Local().Format(time.DateTime))
	line("prompts", fmt.Sprintf("%d in %s", d.Prompts, textline.Count(d.Sessions, "session", "sessions")))
	open := d.Suggested - d.Invoked - d.Late - d.Ignored
	line("suggestions", fmt.Sprintf("%s: %d used, %d used later, %d ignored, %d open", toldWhere(d), d.Invoked, d.Late, d.Ignored, open))
	if d.Flow.Prompts > 0 {
		line("about", fmt.Sprintf("%d of %s about something; %d got a suggestion, and for %d nothing fitted", d.Flow.About, textline.Count(d.Flow.Prompts, "prompt", "prompts"), d.Flow.Answered, d.Flow.Nothing))
	}
	if d.Flow.Used.Of > 0 {
		line("used", textline.RateWords(d.Flow.Used)+fmt.Sprintf("; %d in the same turn", d.Flow.UsedSameTurn))
	}
	if words := answerWords(d.Answers); words != "" {
		line("answers", words)
	}
	if len(d.Worth) > 0 {
		line("worth a look", textline.Plain(strings.TrimSuffix(d.Worth[0].Text+": "+d.Worth[0].Command, ": ")))
	}
	if d.Lessons.Told > 0 {
		line("lessons", fmt.Sprintf("told %s, %d of them cited; those of this folder one by one: impressionism lessons stats", textline.Count(d.Lessons.Told, "time", "times"), d.Lessons.Cited))
	}
	line("problems", cmp.Or(problemTimes(d.Problems), "none in the log"))
	slow := "none that the client recorded"
	if len(d.HookTimes) > 0 && d.HookTimes[0].Timed > 0 {
		h := d.HookTimes[0]
		slow = fmt.Sprintf("slowest of %d: %s on %s, p95 %d ms", timedHooks(d.HookTimes), cmp.Or(h.Source, textline.Shorten(h.Command, 40)), h.Event, h.P95MS)
	}
	if hooks {
		line("hooks", textline.Plain(slow))
	}
	if d.Study {
		line("study", explain.CardsLine(d.Cards)+"; "+explain.CardsWorthLine(d.Cards))
	}
}

// toldWhere counts suggestions by where they came.
func toldWhere(d shape.Digest) string {
	words := fmt.Sprintf("%d for %s", d.Suggested-d.Flow.Elsewhere, textline.Count(d.Answered, "prompt", "prompts"))
	if d.Flow.Elsewhere > 0 {
		words += fmt.Sprintf(", %d where a session began or a file was used", d.Flow.Elsewhere)
	}
	return words
}

// answerWords says how long answers took, and of how many prompts there was none in time; "": no
// prompt is known.
func answerWords(a shape.DigestAnswers) string {
	var words []string
	if a.Count > 0 {
		words = append(words, fmt.Sprintf("median %.0f ms, p95 %.0f ms, longest %.0f ms", a.MedianMS, a.P95MS, a.LongestMS))
	}
	if all := a.Count + a.Late; all > 0 {
		words = append(words, fmt.Sprintf("%d of %d within %d ms", a.Within, all, a.DeadlineMS))
	}
	if a.Late > 0 {
		words = append(words, fmt.Sprintf("%d ran out of time", a.Late))
	}
	return strings.Join(words, "; ")
}

// studyItemsMin is from how many items on cards are proposed: among few, there is little to
// take for another.
const studyItemsMin = 10

// proposesStudy reports whether the digest says what cards are worth: once suggestions came,
// and to who has not begun with cards of their own. It is then not said again.
func proposesStudy(d shape.Digest) bool {
	return d.Suggested > 0 && d.Cards.Items >= studyItemsMin && d.Cards.Own == 0 && 2*d.Cards.Have() < d.Cards.Items
}

// cardCounts counts the cards of this workspace. An index that cannot be read has none; doctor says why.
func cardCounts(ctx context.Context, e *env.Env, where *explain.Whereabouts) index.CardCounts {
	if !env.Exists(e.Paths.IndexDB) {
		return index.CardCounts{}
	}
	x, err := index.OpenRead(e.Paths.IndexDB)
	if err != nil {
		return index.CardCounts{}
	}
	defer x.Close()
	counts, err := x.CardsOf(wire.Cards(e), wire.Carded(e, where.Whole(ctx)))
	if err != nil {
		return index.CardCounts{}
	}
	return counts
}

// problemTimes returns how often there was each problem, the most frequent first.
func problemTimes(reasons []shape.Reason) string {
	var words []string
	times := map[string]int{}
	for _, reason := range reasons {
		word := explain.ProblemWord(reason.Code)
		if times[word] == 0 {
			words = append(words, word)
		}
		times[word] += reason.Count
	}
	for i, word := range words {
		words[i] = word + " " + textline.Count(times[word], "time", "times")
	}
	return strings.Join(words, ", ")
}
