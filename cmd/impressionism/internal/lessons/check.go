package lessons

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/lesson/check"
	store "github.com/ed-irl/impressionism/host/store/lessons"
)

func checkCommand(e *env.Env) *cobra.Command {
	var how checkHow
	command := &cobra.Command{
		Use: "check [ID…]", Short: "Hold lessons against the repository: what they name and it no longer has",
		Long: `Hold the project's lessons against the repository: paths, commands, flags, settings and
names that a lesson's text has and the files that git tracks do not. Comments and documents
are no evidence. No file is changed. With --strict, a doubtful lesson ends it with 1, for CI;
a lesson that is withheld for another reason does not.

A doubtful lesson is told with what is gone, and harder to come by; one of which nothing is
left is not told. With --dismiss what a lesson names is no finding, until its text changes;
--undismiss takes that back. Ids of lessons that the tracked files cite, as in [L-7f3kq], and
no lesson has, are named too.`,
		Example: "  impressionism lessons check\n  impressionism lessons check --strict --json\n  impressionism lessons check L-7f3kq --dismiss scripts/deploy.sh",
		RunE:    func(_ *cobra.Command, args []string) error { return checkAll(e, args, how) },
	}
	command.Flags().BoolVar(&how.strict, "strict", false, "end with 1 if a lesson is doubtful")
	command.Flags().StringArrayVar(&how.dismiss, "dismiss", nil, "what the one lesson given names is no finding; may be given several times")
	command.Flags().StringArrayVar(&how.undismiss, "undismiss", nil, "what was dismissed is a finding again; may be given several times")
	return cli.JSONFlag(e, command)
}

// checkHow is how a check was asked for.
type checkHow struct {
	strict             bool
	dismiss, undismiss []string
}

// errDoubtful ends a strict check.
var errDoubtful = errors.New("some lessons name what the repository no longer has")

func checkAll(e *env.Env, names []string, how checkHow) error {
	if len(how.dismiss)+len(how.undismiss) > 0 && len(names) != 1 {
		return errors.New("to dismiss a finding, give the one lesson that it is of")
	}
	d, err := open(e)
	if err != nil {
		return err
	}
	wanted := map[string]bool{}
	for _, name := range names {
		found, err := d.find(name)
		if err == nil {
			err = d.dismissAll(found, how)
		}
		if err != nil {
			return env.Failed(err)
		}
		wanted[found.Entry.Path] = true
	}
	ctx := context.Background()
	all, tracked, err := lessonfiles.Hold(ctx, e, d.workspace, d.view)
	if err != nil {
		return env.Failed(fmt.Errorf("lessons are held against what git tracks: %w", err))
	}
	result := shape.LessonsCheck{Workspace: d.workspace, Files: tracked, Lessons: []shape.LessonCheck{}, Cited: []shape.Citation{}}
	doubtful := 0
	for _, one := range all {
		if len(names) > 0 && !wanted[one.Entry.Path] || len(names) == 0 && !one.Checkable() {
			continue
		}
		row := checkRow(one)
		if row.Verdict == string(check.Doubtful) {
			doubtful++
		}
		result.Lessons = append(result.Lessons, row)
	}
	if len(names) == 0 {
		if result.Cited, err = orphans(ctx, d); err != nil {
			return env.Failed(err)
		}
	}
	if e.JSON {
		err = cli.PrintJSON(e, result)
	} else {
		printCheck(e, result, doubtful)
	}
	if err == nil && how.strict && doubtful > 0 {
		return env.Failed(errDoubtful)
	}
	return err
}

func checkRow(one lessonfiles.Held) shape.LessonCheck {
	r := one.Result
	row := shape.LessonCheck{ID: one.Lesson.ID, Title: one.Title, Verdict: string(r.Verdict), Checked: r.Checked, Unread: r.Unread, Gone: []shape.GoneReference{}}
	for _, gone := range r.Gone {
		row.Gone = append(row.Gone, shape.GoneReference{Reference: gone.Reference, Kind: string(gone.Kind), Near: gone.Near})
	}
	return row
}

// orphans are the ids that files cite and no lesson has.
func orphans(ctx context.Context, d *desk) ([]shape.Citation, error) {
	cited, err := lessonfiles.Orphans(ctx, d.Env, d.workspace, d.view)
	all := []shape.Citation{}
	for _, c := range cited {
		all = append(all, shape.Citation(c))
	}
	return all, err
}

// dismissAll notes a person's words about the findings of a lesson.
func (d *desk) dismissAll(found lessonfiles.Found, how checkHow) error {
	if len(how.dismiss)+len(how.undismiss) == 0 {
		return nil
	}
	if d.InSession() {
		return errInSession
	}
	for _, reference := range how.dismiss {
		if !slices.ContainsFunc(goneOf(found), func(g store.Gone) bool { return g.Reference == reference }) && !strings.Contains(found.Title+" "+found.Text, reference) {
			return fmt.Errorf("%s does not name %q", found.Lesson.ID, textline.Shorten(reference, 60))
		}
	}
	var unknown string
	err := d.folder.Change(func(known *store.Known) error {
		for _, reference := range how.dismiss {
			known.Dismiss(dismissal(d.Env, found, reference), true)
		}
		for _, reference := range how.undismiss {
			if !known.Dismiss(dismissal(d.Env, found, reference), false) {
				unknown = reference
			}
		}
		return nil
	})
	if err == nil && unknown != "" {
		err = fmt.Errorf("%q of %s was not dismissed", textline.Shorten(unknown, 60), found.Lesson.ID)
	}
	if err != nil {
		return err
	}
	d.Did("dismissed", "lesson", found.Lesson.ID, found.Entry.Path)
	return nil
}

func goneOf(found lessonfiles.Found) []store.Gone {
	if found.File.Check == nil {
		return nil
	}
	return found.File.Check.Gone
}

// dismissal is a person's word that a reference of a lesson is no finding.
func dismissal(e *env.Env, found lessonfiles.Found, reference string) store.Dismissal {
	return store.Dismissal{ID: found.Lesson.ID, Reference: reference, Hash: found.AsChecked().Hash(), At: e.Now().UTC()}
}

// standingOf is what was found of a lesson, as --json prints it.
func standingOf(c *store.Check) shape.LessonStanding {
	s := shape.LessonStanding{Verdict: string(check.None), Gone: []shape.GoneReference{}}
	if c == nil {
		return s
	}
	s.Verdict, s.Open, s.At = c.Verdict, c.Open, new(c.At)
	if c.ReadTree == c.Tree {
		s.Open = 0 // looked up, as far as there are limits
	}
	for _, g := range c.Gone {
		s.Gone = append(s.Gone, shape.GoneReference(g))
	}
	if c.Doubtful() && !c.Since.IsZero() {
		s.Since = new(c.Since)
	}
	return s
}

// checkWords says in a line what was found of a lesson.
func checkWords(s shape.LessonStanding) string {
	if s.At == nil {
		return ""
	}
	day := s.At.Local().Format(time.DateOnly)
	switch {
	case s.Verdict == string(check.Doubtful):
		var words []string
		for _, g := range s.Gone {
			words = append(words, goneWords(g))
		}
		return "doubtful: " + strings.Join(words, "; ")
	case s.Open > 0:
		return "names in code wait to be looked up: impressionism lessons check"
	case s.Verdict == string(check.OK):
		return "ok: what it names was there on " + day
	}
	return "it names nothing that could be looked up on " + day
}

func goneWords(g shape.GoneReference) string {
	words := g.Kind + " " + g.Reference + " is gone"
	if g.Near != "" {
		words += " (near: " + g.Near + ")"
	}
	return words
}

// nearWords names what is nearest to what is gone.
func nearWords(gone []shape.GoneReference) string {
	for _, g := range gone {
		if g.Near != "" {
			return "; near: " + g.Near
		}
	}
	return ""
}

func printDoubtful(e *env.Env, doubtful []shape.Lesson) {
	for _, l := range doubtful {
		printGone(e, l.ID, l.Title, l.Check.Gone)
	}
	if len(doubtful) == 0 {
		fmt.Fprintln(e.Out, "No lesson here names what is gone, as far as they were held against the repository.")
		return
	}
	cli.PrintProse(e, "", "", "To mend one: impressionism lessons edit ID. If a finding is none: impressionism lessons check ID --dismiss NAME")
}

func printGone(e *env.Env, id, title string, gone []shape.GoneReference) {
	cli.PrintProse(e, "", "  ", id+"  "+textline.OneLine(title))
	for _, g := range gone {
		cli.PrintProse(e, "  ", "  ", textline.OneLine(goneWords(g)))
	}
}

// citedMax is how many ids without a lesson are printed.
const citedMax = 20

func printCheck(e *env.Env, r shape.LessonsCheck, doubtful int) {
	for _, l := range r.Lessons {
		if l.Verdict == string(check.Doubtful) {
			printGone(e, l.ID, l.Title, l.Gone)
		}
	}
	for _, c := range r.Cited[:min(len(r.Cited), citedMax)] {
		cli.PrintProse(e, "", "  ", textline.OneLine(fmt.Sprintf("%s:%d cites %s, and there is no such lesson here", c.File, c.Line, c.ID)))
	}
	words := textline.Count(len(r.Lessons), "lesson was", "lessons were") + " held against " + textline.Count(r.Files, "file", "files")
	cli.PrintProse(e, "", "", fmt.Sprintf("%s; %d doubtful.", words, doubtful))
	if doubtful > 0 {
		cli.PrintProse(e, "", "", "To mend one: impressionism lessons edit ID. If a finding is none: impressionism lessons check ID --dismiss NAME")
	}
}
