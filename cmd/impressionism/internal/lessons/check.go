package lessons

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/lesson/check"
)

func checkCommand(e *env.Env) *cobra.Command {
	var strict bool
	command := &cobra.Command{
		Use: "check [ID…]", Short: "Hold lessons against the repository: what they name and it no longer has",
		Long: `Hold the project's lessons against the repository: paths, commands, flags, settings and
names that a lesson's text has and the files that git tracks do not. Comments and documents
are no evidence. Nothing is changed. With --strict, a doubtful lesson ends it with 1, for CI.`,
		Example: "  impressionism lessons check\n  impressionism lessons check --strict --json",
		RunE:    func(_ *cobra.Command, args []string) error { return checkAll(e, args, strict) },
	}
	command.Flags().BoolVar(&strict, "strict", false, "end with 1 if a lesson is doubtful")
	return cli.JSONFlag(e, command)
}

// errDoubtful ends a strict check.
var errDoubtful = errors.New("some lessons name what the repository no longer has")

func checkAll(e *env.Env, names []string, strict bool) error {
	d, err := open(e)
	if err != nil {
		return err
	}
	chosen := d.view.Lessons
	if len(names) > 0 {
		chosen = nil
		for _, name := range names {
			found, err := d.find(name)
			if err != nil {
				return env.Failed(err)
			}
			chosen = append(chosen, found)
		}
	}
	ctx := context.Background()
	top, tracked, err := lessonfiles.Tracked(ctx, d.workspace)
	if err != nil {
		return env.Failed(fmt.Errorf("lessons are held against what git tracks: %w", err))
	}
	folder := e.Client().Places.Project + "/" + config.ProjectLessons
	repository := check.New(foreign.Dir(top), tracked, check.Options{Exclude: []string{folder}})
	result := shape.LessonsCheck{Workspace: d.workspace, Files: len(tracked), Lessons: []shape.LessonCheck{}}
	doubtful := 0
	for _, found := range chosen {
		if len(names) == 0 && found.Entry.Source != catalog.SourceProject {
			continue // the user's own lessons are about no repository in particular
		}
		r := repository.Check(ctx, check.Lesson{ID: found.Lesson.ID, Text: found.Title + ". " + found.Text}, nil)
		row := shape.LessonCheck{ID: found.Lesson.ID, Title: found.Title, Verdict: string(r.Verdict), Checked: r.Checked, Unread: r.Unread, Gone: []shape.GoneReference{}}
		for _, gone := range r.Gone {
			row.Gone = append(row.Gone, shape.GoneReference{Reference: gone.Reference, Kind: string(gone.Kind), Near: gone.Near})
		}
		if r.Verdict == check.Doubtful {
			doubtful++
		}
		result.Lessons = append(result.Lessons, row)
	}
	if e.JSON {
		err = cli.PrintJSON(e, result)
	} else {
		printCheck(e, result, doubtful)
	}
	if err == nil && strict && doubtful > 0 {
		return env.Failed(errDoubtful)
	}
	return err
}

func printCheck(e *env.Env, r shape.LessonsCheck, doubtful int) {
	for _, l := range r.Lessons {
		if l.Verdict != string(check.Doubtful) {
			continue
		}
		cli.PrintProse(e, "", "  ", l.ID+"  "+textline.OneLine(l.Title))
		for _, gone := range l.Gone {
			words := gone.Kind + " " + gone.Reference + " is gone"
			if gone.Near != "" {
				words += "; near: " + gone.Near
			}
			cli.PrintProse(e, "  ", "  ", textline.OneLine(words))
		}
	}
	words := textline.Count(len(r.Lessons), "lesson was", "lessons were") + " held against " + textline.Count(r.Files, "file", "files")
	cli.PrintProse(e, "", "", strings.TrimSpace(fmt.Sprintf("%s; %d doubtful. To mend one: impressionism lessons edit ID", words, doubtful)))
}
