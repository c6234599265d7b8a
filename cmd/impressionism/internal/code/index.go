package code

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/codeindex"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/code/project"
)

func indexCommand(e *env.Env) *cobra.Command {
	var force, anew, noVectors, quiet bool
	command := &cobra.Command{
		Use:   "index [PATH]",
		Short: "Make or refresh the index of a folder's sources",
		Long: `Make the index of the sources in the current folder, or in PATH, or bring it up to date.
What counts is what git lists, less what .impressionismignore files leave out. Keys,
certificates and files of variables (.env) are never read.

A folder inside one that is indexed already has that one refreshed. Worktrees and branches
of one repository share an index: what they have in common is read once.

Words are searched at once. The installed model reads places in the background, while a
session runs the plugin's server, or here until all are read or you interrupt it.`,
		Example: "  impressionism code index\n  impressionism code index services/payments --no-vectors",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return index(e, strings.Join(args, ""), force, anew, !noVectors, quiet)
		},
	}
	command.Flags().BoolVar(&force, "force", false, "also a folder that is neither a repository nor has a project's mark, such as go.mod")
	command.Flags().BoolVar(&anew, "anew", false, "read every file again, whatever its time says")
	command.Flags().BoolVar(&noVectors, "no-vectors", false, "words alone; the server computes vectors later")
	command.Flags().BoolVar(&quiet, "quiet", false, "print nothing on success")
	return cli.JSONFlag(e, command)
}

func index(e *env.Env, path string, force, anew, vectors, quiet bool) error {
	if err := e.Ready(); err != nil {
		return err
	}
	folder := codeindex.Folder(e, path)
	home, err := codeindex.Find(e, folder)
	isNew := errors.Is(err, project.ErrNone)
	if isNew {
		home, err = project.HomeOf(e.Paths.Code, folder)
	}
	if err != nil {
		return env.Failed(err)
	}
	options := codeindex.PatientOptions(e)
	options.Listing.Force, options.Anew = force, anew
	p, err := project.Open(home, options)
	if err != nil {
		return env.Failed(fmt.Errorf("%w; see: impressionism doctor", err))
	}
	defer p.Close()
	ctx, stop := cli.UntilEnded()
	defer stop()
	bar := cli.NewProgress(e, quiet || e.JSON)
	report, err := p.Refresh(ctx, func(done, all int) { bar.Step("files", done, all) })
	if err != nil && isNew && report.Files == 0 { // it was refused
		_ = p.Drop() // the first error says why
	}
	if err == nil && isNew {
		if status, failed := p.Status(""); failed == nil && status.Files == 0 {
			_ = p.Drop() // there is nothing in it
			return env.Failed(nothing(home.Tree, report))
		}
	}
	if err == nil && vectors {
		err = embedAll(ctx, e, p, bar)
	}
	bar.End()
	switch {
	case errors.Is(err, context.Canceled):
		return env.Failed(errors.New("interrupted; what was done is kept: run `impressionism code index` to go on"))
	case err != nil:
		return env.Failed(fmt.Errorf("index the code: %w", err))
	}
	result, err := shapeOf(e, p, home, report)
	if err != nil {
		return env.Failed(err)
	}
	switch {
	case e.JSON:
		return cli.PrintJSON(e, result)
	case !quiet:
		printIndex(e, result)
	}
	return nil
}

// nothing says why a folder has nothing to index.
func nothing(folder string, r project.Report) error {
	var why []string
	for _, s := range skippedOf(r.Skipped) {
		why = append(why, fmt.Sprintf("%d %s", s.Files, s.Reason))
	}
	if len(why) == 0 {
		return fmt.Errorf("%s has no files to index", folder)
	}
	return fmt.Errorf("%s has no files to index; left out: %s", folder, strings.Join(why, ", "))
}

// embedAll gives a vector to places that have none, within the limit of the settings.
func embedAll(ctx context.Context, e *env.Env, p *project.Project, bar *cli.Progress) error {
	model := codeindex.Model(e)
	if model == nil || e.Loaded.Code.VectorsMax == 0 {
		return nil
	}
	return p.Embed(ctx, model, e.Loaded.Code.VectorsMax, func(done, all int) { bar.Step("vectors", done, all) })
}

func shapeOf(e *env.Env, p *project.Project, home project.Home, r project.Report) (shape.CodeIndex, error) {
	status, err := p.Status(codeindex.Identity(e))
	if err != nil {
		return shape.CodeIndex{}, err
	}
	return shape.CodeIndex{
		Folder: home.Tree, Database: home.File, ListedBy: r.By, Files: status.Files, Places: status.Places, Vectors: status.Vectors,
		Added: r.Added, Changed: r.Changed, Known: r.Known, Removed: r.Removed, Unchanged: r.Unchanged, Windows: r.Windows,
		Skipped: skippedOf(r.Skipped), Submodules: textline.OrEmpty(r.Submodules), Nested: textline.OrEmpty(r.Nested),
		Notes: textline.OrEmpty(r.Notes), Rebuilt: p.Replaced(), Bytes: status.Bytes, Seconds: r.Took.Seconds(),
	}, nil
}

func skippedOf(skipped files.Skipped) []shape.CodeSkipped {
	rows := []shape.CodeSkipped{}
	for reason, n := range skipped.Count {
		rows = append(rows, shape.CodeSkipped{Reason: string(reason), Files: n, Examples: textline.OrEmpty(skipped.Examples[reason])})
	}
	slices.SortFunc(rows, func(a, b shape.CodeSkipped) int { return strings.Compare(a.Reason, b.Reason) })
	return rows
}

func printIndex(e *env.Env, r shape.CodeIndex) {
	if r.Rebuilt != "" {
		fmt.Fprintln(e.Out, "The index was made again:", textline.OneLine(r.Rebuilt))
	}
	touched := r.Added + r.Changed
	if touched+r.Removed == 0 {
		fmt.Fprintf(e.Out, "Up to date: ")
	} else {
		fmt.Fprintf(e.Out, "Indexed %s, removed %d, %d unchanged: now ", textline.Count(touched, "file", "files"), r.Removed, r.Unchanged)
	}
	fmt.Fprintf(e.Out, "%s with %s", textline.Count(r.Files, "file", "files"), textline.Count(r.Places, "place", "places"))
	if r.Vectors > 0 {
		fmt.Fprintf(e.Out, ", %d with a vector", r.Vectors)
	}
	fmt.Fprintf(e.Out, " (%.1f MB, %.1f s)\n", textline.Megabytes(r.Bytes), r.Seconds)
	if len(r.Skipped) > 0 {
		parts := make([]string, len(r.Skipped))
		for i, s := range r.Skipped {
			parts[i] = fmt.Sprintf("%d %s", s.Files, s.Reason)
		}
		cli.PrintProse(e, "", "  ", "Left out: "+strings.Join(parts, ", "))
	}
	for _, note := range notesOf(e, r) {
		cli.PrintProse(e, "note: ", "  ", textline.OneLine(note))
	}
}

func notesOf(e *env.Env, r shape.CodeIndex) []string {
	notes := slices.Clone(r.Notes)
	for _, group := range []struct {
		what  string
		paths []string
	}{{"submodule", r.Submodules}, {"repository inside", r.Nested}} {
		for i, path := range group.paths {
			if i == 3 {
				notes = append(notes, fmt.Sprintf("and %d more", len(group.paths)-i))
				break
			}
			path = project.Relative(r.Folder, e.Dir, path)
			notes = append(notes, fmt.Sprintf("%s: %s is not part of it; to index it: impressionism code index %s", group.what, path, textline.ShellArgument(path)))
		}
	}
	return notes
}
