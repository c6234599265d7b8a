package lessons

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/lesson/category"
	"github.com/ed-irl/impressionism/host/lesson/near"
	store "github.com/ed-irl/impressionism/host/store/lessons"
)

// learnOptions are the flags of learn, which say more than a draft's text.
type learnOptions struct {
	category, when    string
	paths, supersedes []string
	user, pinned      bool
}

// LearnCommand returns the command learn.
func LearnCommand(e *env.Env) *cobra.Command {
	var o learnOptions
	command := &cobra.Command{
		Use:   "learn TEXT",
		Short: "Write a lesson: one fact, and what to do about it",
		Long: `Write a lesson: one fact, and what to do about it, which the model is told when a prompt
bears on it. Say it as "title - text", or in a sentence or two. It goes to the project's
lessons, for all who work on it, or with --user to your own. Run by the model in a session
it is only proposed: impressionism lessons review.`,
		Example: "  impressionism learn 'Set lock_timeout first in every migration - an ALTER TABLE once blocked all postings'\n  impressionism learn --user 'Use pnpm, not npm: npm writes a second lockfile'",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return learn(e, strings.Join(args, " "), o) },
	}
	flags := command.Flags()
	flags.BoolVar(&o.user, "user", false, "write it to your own lessons, which count in every project")
	flags.StringVar(&o.category, "category", "", "what it is: "+strings.Join(category.All, ", "))
	flags.StringVar(&o.when, "when", "", "at what work it counts, as in \"adding a column to a large table\"")
	flags.StringArrayVar(&o.paths, "path", nil, "a pattern of files that it is about, as in 'db/migrations/**'")
	flags.StringArrayVar(&o.supersedes, "supersedes", nil, "the id of a lesson whose place it takes")
	flags.BoolVar(&o.pinned, "pinned", false, "mark it as one that every session needs")
	return command
}

func learn(e *env.Env, said string, o learnOptions) error {
	d, err := open(e)
	if err != nil {
		return err
	}
	draft := capture.Learn(said)
	draft.User, draft.Pinned = draft.User || o.user, draft.Pinned || o.pinned
	if draft.When == "" {
		draft.When = o.when
	}
	draft.Paths, draft.Supersedes = append(draft.Paths, o.paths...), append(draft.Supersedes, o.supersedes...)
	draft.Category = cmp.Or(category.Of(o.category), o.category, draft.Category)
	for i, name := range draft.Supersedes {
		found, err := d.find(name)
		if err == nil && found.Entry.Source == catalog.SourceUser && !draft.User {
			err = fmt.Errorf("%s is one of yours, and a project's lesson cannot take its place; to write one of your own: --user", found.Lesson.ID)
		}
		if err != nil {
			return env.Failed(err)
		}
		draft.Supersedes[i] = found.Lesson.ID
	}
	if draft.ByModel = e.InSession(); draft.ByModel { // it pins nothing
		l, err := d.propose(draft)
		if err != nil {
			return env.Failed(err)
		}
		e.Did("proposed", "lesson", l.ID, "")
		fmt.Fprintf(e.Out, "Proposed %s: it is told once a person keeps it: impressionism lessons review\n", l.ID)
		return nil
	}
	if reason := lessonfiles.Refusal(lessonfiles.Judge(e, d.workspace, d.view), draft); reason != "" {
		return env.Failed(fmt.Errorf("%w: %s", lessonfiles.ErrRefused, reason))
	}
	l, err := lessonfiles.New(e, draft)
	if err != nil {
		return env.Failed(err)
	}
	l.Pinned = draft.Pinned
	neighbours := d.near(l)
	path, err := d.write(l, draft.User, nil)
	if err != nil {
		return env.Failed(err)
	}
	e.Did("added", "lesson", l.ID, path)
	fmt.Fprintf(e.Out, "%s: %s\n", l.ID, cli.ShortPath(e, path))
	for _, line := range neighbours {
		cli.PrintProse(e, "", "", line)
	}
	if !draft.User {
		cli.PrintProse(e, "", "", "Commit the file to share it. To take it back: impressionism lessons delete "+l.ID)
	}
	return nil
}

var errNoProposals = errors.New("the settings let nothing be proposed (lessons.propose)")

// propose keeps what the model wrote for a person's yes or no.
func (d *desk) propose(draft capture.Draft) (lesson.Lesson, error) {
	if !d.Loaded.Lessons.Propose {
		return lesson.Lesson{}, errNoProposals
	}
	sessions, err := openSessions(d.Env)
	if err != nil {
		return lesson.Lesson{}, err
	}
	defer sessions.Close()
	return lessonfiles.Offer(context.Background(), d.Env, sessions, lessonfiles.Offered{
		Draft: draft, Workspace: d.workspace, Origin: store.Origin{Session: lessonfiles.SessionOf(d.Env, sessions, d.workspace), From: store.FromCall},
	})
}

// nearMax is how many lessons are shown beside a new one.
const nearMax = 3

// near says which lessons that may be told are near a new one, by their words, but for those whose
// place it takes.
func (d *desk) near(l lesson.Lesson) []string {
	var lines []string
	recipe := wire.Recipe(d.Env)
	for _, other := range d.view.Lessons {
		if !other.Told() || slices.Contains(l.Supersedes, other.Lesson.ID) || len(lines) == nearMax {
			continue
		}
		words := ""
		switch near.Compare(recipe, near.Texts{A: l.Title + ". " + l.Text, B: other.Title + ". " + other.Text}).Relation {
		case near.Same:
			words = "It says the same as"
		case near.Against:
			words = "It is perhaps against"
		case near.Near:
			words = "Near it is"
		default:
			continue
		}
		lines = append(lines, fmt.Sprintf("%s %s: %s. To have it in that one's place: impressionism lessons delete %s, then learn with --supersedes %s", words, other.Lesson.ID, textline.OneLine(other.Title), l.ID, other.Lesson.ID))
	}
	return lines
}

// write writes a new lesson that a person wants, and looks again.
func (d *desk) write(l lesson.Lesson, user bool, proposed []byte) (string, error) {
	path, err := lessonfiles.Add(d.Env, d.workspace, l, user, proposed)
	if err != nil {
		return "", err
	}
	return path, d.look()
}
