package lessons

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/lesson/lint"
	store "github.com/ed-irl/impressionism/host/store/lessons"
)

// LearnCommand returns the command learn.
func LearnCommand(e *env.Env) *cobra.Command {
	var l lesson.Lesson
	var user bool
	command := &cobra.Command{
		Use:   "learn TEXT",
		Short: "Write a lesson: one fact, and what to do about it",
		Long: `Write a lesson: one fact, and what to do about it, which the model is told when a prompt
bears on it. Say it as "title - text", or in a sentence or two. It goes to the project's
lessons, for all who work on it, or with --user to your own. Within a session of the client
it is only proposed: impressionism lessons review.`,
		Example: "  impressionism learn 'Set lock_timeout first in every migration - an ALTER TABLE once blocked all postings'\n  impressionism learn --user 'Use pnpm, not npm: npm writes a second lockfile'",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			l.Title, l.Text = title(strings.TrimSpace(strings.Join(args, " ")))
			return learn(e, l, user)
		},
	}
	flags := command.Flags()
	flags.BoolVar(&user, "user", false, "write it to your own lessons, which count in every project")
	flags.StringVar(&l.Category, "category", "", "what it is: "+strings.Join(lesson.Categories, ", "))
	flags.StringVar(&l.When, "when", "", "at what work it counts, as in \"adding a column to a large table\"")
	flags.StringArrayVar(&l.Paths, "path", nil, "a pattern of files that it is about, as in 'db/migrations/**'")
	flags.StringArrayVar(&l.Supersedes, "supersedes", nil, "the id of a lesson whose place it takes")
	flags.BoolVar(&l.Pinned, "pinned", false, "mark it as one that every session needs")
	return command
}

func learn(e *env.Env, l lesson.Lesson, user bool) error {
	d, err := open(e)
	if err != nil {
		return err
	}
	if l.Category != "" {
		if other := lesson.Renamed[l.Category]; other != "" {
			l.Category = other
		}
		if !slices.Contains(lesson.Categories, l.Category) {
			return env.Failed(fmt.Errorf("there is no category %q; there are %s", l.Category, strings.Join(lesson.Categories, ", ")))
		}
	}
	for _, id := range l.Supersedes {
		if _, err := d.find(id); err != nil {
			return env.Failed(err)
		}
	}
	if findings := lint.Findings(l.Title + "\n" + l.Text + "\n" + l.When); len(findings) > 0 {
		return env.Failed(fmt.Errorf("nothing was kept: %s", strings.Join(findings, "; ")))
	}
	if l.ID, err = lesson.NewID(rand.Reader); err != nil {
		return env.Failed(err)
	}
	l.Added, l.By, l.Source = e.Now().Format("2006-01-02"), "user", ""
	if inSession(e) {
		l.By = "model"
		if err := d.folder.Propose(l); err != nil {
			return env.Failed(err)
		}
		e.Did("proposed", "lesson", l.ID, "")
		fmt.Fprintf(e.Out, "Proposed %s: it is told once a person keeps it: impressionism lessons review\n", l.ID)
		return nil
	}
	path, err := d.write(l, user)
	if err != nil {
		return env.Failed(err)
	}
	e.Did("added", "lesson", l.ID, path)
	fmt.Fprintf(e.Out, "%s: %s\n", l.ID, cli.ShortPath(e, path))
	if !user {
		cli.PrintProse(e, "", "", "Commit the file to share it. To take it back: impressionism lessons undo")
	}
	return nil
}

// errNoProject is why a lesson of a project cannot be written.
var errNoProject = errors.New("this folder is the home directory, and no project; to write a lesson of your own: --user")

// folderOf is where a lesson goes.
func (d *desk) folderOf(user bool) (string, error) {
	if user {
		return d.Paths.Lessons, nil
	}
	if d.workspace == d.UserDir() {
		return "", errNoProject
	}
	return filepath.Join(d.workspace, d.Client().Places.Project, filepath.FromSlash(config.ProjectLessons)), nil
}

// write writes a new lesson that a person wants, and notes the yes.
func (d *desk) write(l lesson.Lesson, user bool) (string, error) {
	folder, err := d.folderOf(user)
	if err != nil {
		return "", err
	}
	content, err := lesson.Encode(l)
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, l.FileName())
	if err := d.keep(content); err != nil {
		return "", err
	}
	if err := d.folder.Write(store.Written{Path: path, ID: l.ID, After: content, At: d.Now().UTC()}); err != nil {
		return "", err
	}
	return path, d.look()
}

// keep notes that a person wants a content told.
func (d *desk) keep(content []byte) error {
	return d.folder.Change(func(known *store.Known) error {
		known.Say(hashOf(content), true, d.Now().UTC())
		return nil
	})
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
