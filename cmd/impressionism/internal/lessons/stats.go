package lessons

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/lessonuse"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/lesson/seed"
)

func statsCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use: "stats [ID]", Short: "Show how often lessons were told and cited",
		Long: `Show how often lessons were told and cited, in whichever workspace, and which have outgrown
their place. A share says of how many tellings it is, with its 95 % interval: of a handful it
means little. A lesson is cited once its id stands in brackets in an answer after it was told.`,
		Example: "  impressionism lessons stats\n  impressionism lessons stats L-7f3kq --json",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return showStats(e, args) },
	}
	return cli.JSONFlag(e, command)
}

func showStats(e *env.Env, names []string) error {
	d, err := openToShow(e)
	if err != nil {
		return err
	}
	chosen := d.view.Lessons
	if len(names) > 0 {
		found, err := d.find(names[0])
		if err != nil {
			return env.Failed(err)
		}
		chosen = []lessonfiles.Found{found}
	}
	result := shape.LessonsStats{Workspace: d.workspace, Lessons: []shape.LessonStats{}, Advice: []shape.LessonAdvice{}}
	var uses []lessonuse.Use
	for _, found := range chosen {
		result.Lessons = append(result.Lessons, d.stats(found))
		uses = append(uses, d.uses[found.Lesson.ID])
	}
	slices.SortStableFunc(result.Lessons, func(a, b shape.LessonStats) int {
		if e.Loaded.Lessons.Rank == rankSeed {
			return cmp.Compare(b.Rank, a.Rank)
		}
		return cmp.Or(b.Cited-a.Cited, b.Told-a.Told)
	})
	result.All = counts(lessonuse.All(uses))
	advice, err := d.advice()
	if err != nil {
		return env.Failed(err)
	}
	for _, a := range advice {
		if slices.ContainsFunc(chosen, func(found lessonfiles.Found) bool { return slices.Contains(a.IDs, found.Lesson.ID) }) {
			result.Advice = append(result.Advice, a)
		}
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printStats(e, result)
	return nil
}

// rankSeed is the setting by which lessons are in the seed's order.
const rankSeed = "seed"

func (d *desk) stats(found lessonfiles.Found) shape.LessonStats {
	use := d.uses[found.Lesson.ID]
	likeSeed := use.Seed(found.Added, d.Now())
	return shape.LessonStats{
		ID: found.Lesson.ID, Title: found.Title, Scope: found.Entry.Source, State: row(found).State, LessonCounts: counts(use),
		Trust: use.Trust(), Uses: likeSeed.Uses, Velocity: likeSeed.Velocity, Rank: likeSeed.Rank(), Stars: stars(likeSeed),
	}
}

func stars(use seed.Use) string {
	left, right := use.Stars()
	five := func(n int) string { return strings.Repeat("*", n) + strings.Repeat("-", seed.StarsMax-n) }
	return five(left) + "|" + five(right)
}

func counts(use lessonuse.Use) shape.LessonCounts {
	c := shape.LessonCounts{Told: use.Told, Cited: use.Cited, Open: use.Told - use.Settled, Share: use.Share(), Good: use.Good, Bad: use.Bad}
	if !use.LastTold.IsZero() {
		c.LastTold = &use.LastTold
	}
	if !use.LastCited.IsZero() {
		c.LastCited = &use.LastCited
	}
	return c
}

func printStats(e *env.Env, result shape.LessonsStats) {
	if len(result.Lessons) == 0 {
		cli.PrintProse(e, "", "", "There is no lesson here. To write one: impressionism learn \"…\"")
		return
	}
	header := []string{"id", "told", "cited", "last cited", "stars", "title"}
	var rows [][]string
	for _, l := range result.Lessons {
		rows = append(rows, []string{l.ID, strconv.Itoa(l.Told), cited(l.LessonCounts), dayOf(l.LastCited), l.Stars, textline.Plain(l.Title)})
	}
	cli.Table(e, header, rows)
	cli.PrintProse(e, "", "", fmt.Sprintf("All: told %s, cited %s.", textline.Count(result.All.Told, "time", "times"), textline.RateWords(result.All.Share)))
	printAdvice(e, result.Advice)
}

func cited(c shape.LessonCounts) string {
	if c.Told == c.Open {
		return "0"
	}
	return textline.RateWords(c.Share)
}

func dayOf(at *time.Time) string {
	if at == nil {
		return "never"
	}
	return at.Local().Format(time.DateOnly)
}

// useWords says how a lesson was used; "" where it was never told.
func useWords(use lessonuse.Use) string {
	if use.Told == 0 {
		return ""
	}
	words := "told " + textline.Count(use.Told, "time", "times") + ", cited " + textline.RateWords(use.Share())
	if !use.LastCited.IsZero() {
		words += ", last on " + use.LastCited.Local().Format(time.DateOnly)
	}
	return words
}
