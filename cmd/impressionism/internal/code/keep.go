package code

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/codeindex"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/code/project"
)

func statusCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use: "status", Short: "Show the index that the current folder belongs to",
		Example: "  impressionism code status\n  impressionism code status --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return status(e) },
	}
	return cli.JSONFlag(e, command)
}

func status(e *env.Env) error {
	if err := e.Ready(); err != nil {
		return err
	}
	result, err := Status(e, e.Dir)
	if err != nil {
		return env.Failed(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	if result.Folder == "" && result.Problem == "" {
		fmt.Fprintln(e.Out, "This folder has no index of its code. To make one: impressionism code index")
	} else if result.Folder != "" {
		fmt.Fprintf(e.Out, "%s: %s, %s, %d with a vector\n", textline.OneLine(cli.ShortPath(e, result.Folder)),
			textline.Count(result.Files, "file", "files"), textline.Count(result.Places, "place", "places"), result.Vectors)
		if result.LookedAt != nil {
			fmt.Fprintln(e.Out, "Last look at all files that found changes:", env.LocalTime(*result.LookedAt))
		}
		fmt.Fprintf(e.Out, "%s (%.1f MB)\n", textline.OneLine(cli.ShortPath(e, result.Database)), textline.Megabytes(result.Bytes))
		if result.Gone > 0 {
			fmt.Fprintf(e.Out, "%s gone, until the index is compacted: impressionism code restore PATH\n", textline.Count(result.Gone, "file is", "files are"))
		}
	}
	if result.Problem != "" {
		cli.PrintProse(e, "", "  ", textline.OneLine(result.Problem))
	}
	fmt.Fprintf(e.Out, "All indexes of code: %.1f MB\n", textline.Megabytes(result.All))
	return nil
}

// change opens the index that the current folder belongs to, and says what was done to it.
func change(e *env.Env, do func(p *project.Project) (string, error)) error {
	if err := e.Ready(); err != nil {
		return err
	}
	home, err := codeindex.Find(e, e.Dir)
	if err != nil {
		return env.Failed(err)
	}
	p, err := project.Open(home, codeindex.Options(e))
	if err != nil {
		return env.Failed(err)
	}
	defer p.Close()
	words, err := do(p)
	if err != nil {
		return env.Failed(err)
	}
	fmt.Fprintln(e.Out, words)
	return nil
}

// changePath does something to the files at a path, from where the user stands, and says to
// how many.
func changePath(e *env.Env, given string, do func(p *project.Project, path string) (int, error), action, done, none string) error {
	return change(e, func(p *project.Project) (string, error) {
		path, err := p.Below(e.Dir, given)
		if err != nil {
			return "", err
		}
		n, err := do(p, path)
		if err != nil {
			return "", err
		}
		if n == 0 {
			return "", fmt.Errorf(none, cmp.Or(path, given))
		}
		e.Did(action, "code", path, p.Tree)
		return done + " " + textline.Count(n, "file", "files"), nil
	})
}

func forgetCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "forget PATH", Short: "Remove a file or folder from the index, for good",
		Long: `Remove what the index has of a file, or of all files below a folder, from the database, for
good. What is still there comes back with the next look, unless an .impressionismignore
file leaves it out.`,
		Example: "  impressionism code forget internal/secrets.go",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return changePath(e, args[0], (*project.Project).Forget, "removed", "Forgot", "the index has no file %s")
		},
	}
}

func restoreCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "restore PATH", Short: "Search a file again that is gone from the folder, as it was",
		Long: `Search a file again that is gone from the folder, or all such files below a folder, as they
were, until it is there again or you forget it. A file that is gone can be restored until the
index is compacted: weekly, or when a fifth of it is dead.`,
		Example: "  impressionism code restore internal/old.go",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return changePath(e, args[0], (*project.Project).Restore, "restored", "Restored", "the index has no file %s that is gone")
		},
	}
}

func dropCommand(e *env.Env) *cobra.Command {
	stray := false
	command := &cobra.Command{
		Use: "drop", Short: "Delete the index that the current folder belongs to",
		Long: `Delete the index that the current folder belongs to. Other working trees of the repository
keep theirs; with the last one, the database goes.

With --stray, delete the indexes whose folder is gone, or has become a repository or none
since. The plugin's server does so when nobody has written to one for 30 days.`,
		Example: "  impressionism code drop\n  impressionism code drop --stray",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if stray {
				return dropStray(e)
			}
			return change(e, func(p *project.Project) (string, error) {
				e.Did("removed", "code", p.Tree, p.Tree)
				return "Deleted the index of " + textline.OneLine(cli.ShortPath(e, p.Tree)), p.Drop()
			})
		},
	}
	command.Flags().BoolVar(&stray, "stray", false, "the indexes that no folder belongs to, instead")
	return command
}

func dropStray(e *env.Env) error {
	if err := e.Ready(); err != nil {
		return err
	}
	dropped, err := project.DropStray(e.Paths.Code, e.Now())
	for _, s := range dropped {
		e.Did("removed", "code", s.Home.Tree, s.Home.File)
		fmt.Fprintf(e.Out, "Deleted the index of %s (%.1f MB)\n", textline.OneLine(cli.ShortPath(e, s.Home.Tree)), textline.Megabytes(s.Bytes))
	}
	if err == nil && len(dropped) == 0 {
		fmt.Fprintln(e.Out, "No index is stray.")
	}
	return env.Failed(err)
}

// Status is what there is of a folder's index.
func Status(e *env.Env, folder string) (shape.CodeStatus, error) {
	home, err := codeindex.Find(e, folder)
	result := shape.CodeStatus{Database: home.File, Deleted: []string{}, Trees: []string{}, All: codeindex.Bytes(e)}
	if unusable, ok := errors.AsType[*project.UnusableError](err); ok {
		result.Database, result.Bytes, result.Problem = unusable.Home.File, env.SizeOf(unusable.Home.File), err.Error()
		return result, nil
	}
	if errors.Is(err, project.ErrNone) {
		return result, nil
	}
	if err != nil {
		return result, err
	}
	p, err := project.OpenFound(home, codeindex.Options(e))
	if err != nil {
		result.Problem = err.Error() + "; to make it again: impressionism code drop && impressionism code index"
		return result, nil
	}
	defer p.Close()
	s, err := p.Status(codeindex.Identity(e))
	if err != nil {
		return result, err
	}
	result.Folder, result.Files, result.Places, result.Vectors, result.Dead, result.Bytes = home.Tree, s.Files, s.Places, s.Vectors, s.Dead, s.Bytes
	result.Gone, result.Deleted, result.Trees = s.Gone, textline.OrEmpty(s.Deleted), textline.OrEmpty(s.Trees)
	if !s.LookedAt.IsZero() {
		result.LookedAt = &s.LookedAt
	}
	return result, nil
}
