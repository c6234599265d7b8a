package lessons

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/lesson/lint"
	store "github.com/ed-irl/impressionism/host/store/lessons"
)

func reviewCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use: "review", Short: "Show the lessons that wait for your yes or no",
		Long: `Show the lessons that wait for your yes or no: proposed ones, and files that a session may
have written. Say yes with lessons keep, no with lessons drop; a number holds until the next
review.`,
		Example: "  impressionism lessons review\n  impressionism lessons keep 1\n  impressionism lessons drop L-7f3kq",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return review(e) },
	}
	return cli.JSONFlag(e, command)
}

// waiting is a lesson that waits: a proposal, or a file.
type waiting struct {
	shape.Lesson
	proposal *store.Proposed
	found    *lessonfiles.Found
}

// waiting are the proposals, the oldest first, then the files by id.
func (d *desk) waiting() []waiting {
	var all []waiting
	for i := range d.proposed {
		all = append(all, waiting{Lesson: proposedRow(d.proposed[i]), proposal: &d.proposed[i]})
	}
	for i := range d.view.Lessons {
		if found := &d.view.Lessons[i]; found.State != store.Active && !d.dropped(found) {
			all = append(all, waiting{Lesson: d.row(*found), found: found})
		}
	}
	return all
}

// dropped reports whether a person said no to a file as it is.
func (d *desk) dropped(found *lessonfiles.Found) bool {
	yes, said := d.known.Of(found.Hash)
	return said && !yes
}

// hash is of what a yes keeps: of a proposal the lesson, without what is found out of its origin.
func (w waiting) hash() string {
	if w.proposal == nil {
		return w.found.Hash
	}
	if content, err := lesson.Encode(w.proposal.Lesson); err == nil && w.proposal.Fault == nil {
		return lessonfiles.Hash(content)
	}
	return lessonfiles.Hash(w.proposal.Content)
}

// refusal says why one lesson that waits is neither kept nor dropped. It holds no other one up.
type refusal struct{ error }

func refuse(format string, args ...any) error { return refusal{fmt.Errorf(format, args...)} }

// each does something with each of the lessons that a person named, as it was shown. It goes on
// after a refusal, and ends at any other error, which names those that it did not come to.
func (d *desk) each(names []string, do func(waiting, []store.Shown) error) error {
	shown, err := d.folder.Shown(d.workspace)
	if err != nil {
		return env.Failed(err)
	}
	all := d.waiting()
	for i, name := range names {
		w, failed := named(all, shown, name)
		if failed == nil {
			failed = do(w, shown)
		}
		err = errors.Join(err, failed)
		if _, refused := errors.AsType[refusal](failed); failed != nil && !refused {
			err = errors.Join(err, untouched(all, shown, names[i+1:]))
			break
		}
	}
	return env.Failed(errors.Join(err, d.look())) // what one of them took the place of may be told again
}

// untouched names the lessons that each did not come to; nil: there are none.
func untouched(all []waiting, shown []store.Shown, names []string) error {
	var left []string
	for _, name := range names {
		if w, err := named(all, shown, name); err == nil {
			name = w.ID
		}
		left = append(left, textline.Shorten(name, 40))
	}
	if len(left) == 0 {
		return nil
	}
	return fmt.Errorf("not looked at: %s", strings.Join(left, ", "))
}

// named returns the lesson that a person named by id, or by the number beside which review last
// showed it: what was kept or proposed since moves no number, and where nothing was shown a
// number names nothing.
func named(all []waiting, numbered []store.Shown, name string) (waiting, error) {
	id, hash := strings.Trim(name, "[]"), ""
	if number, err := strconv.Atoi(name); err == nil && number >= 1 && number <= len(numbered) {
		id, hash = numbered[number-1].ID, numbered[number-1].Hash
	}
	at := slices.IndexFunc(all, func(w waiting) bool { return w.ID == id && w.hash() == hash }) // two files may have one id
	is := func(w waiting) bool { return w.ID == id }
	if at < 0 {
		at = slices.IndexFunc(all, func(w waiting) bool { // not another one that was shown: the number is not its
			return is(w) && (hash == "" || !slices.Contains(numbered, store.Shown{ID: id, Hash: w.hash()}))
		})
	}
	switch {
	case hash == "" && at >= 0 && slices.ContainsFunc(all[at+1:], is):
		return waiting{}, refuse("several files that wait have the id %s; say which by its number: impressionism lessons review", id)
	case at < 0 && id == strings.Trim(name, "[]"):
		return waiting{}, refuse("nothing that waits is called %q; to see what does: impressionism lessons review", textline.Shorten(name, 40))
	case at < 0:
		return waiting{}, refuse("number %s was %s, which no longer waits; to see what does: impressionism lessons review", name, id)
	}
	return all[at], nil
}

// asShown refuses a lesson that is not as a person was shown it. One that was not shown a person
// names by its id.
func (w waiting) asShown(shown []store.Shown) error {
	was := slices.ContainsFunc(shown, func(one store.Shown) bool { return one.ID == w.ID })
	if was && !slices.Contains(shown, store.Shown{ID: w.ID, Hash: w.hash()}) {
		return refuse("%s changed since you were shown it; look again: impressionism lessons review", w.ID)
	}
	return nil
}

func review(e *env.Env) error {
	d, err := openToShow(e)
	if err != nil {
		return err
	}
	advice, err := d.advice()
	if err != nil {
		return env.Failed(err)
	}
	result := shape.LessonsReview{Waiting: []shape.Lesson{}, Advice: textline.OrEmpty(advice)}
	var shown []store.Shown
	for _, w := range d.waiting() {
		result.Waiting = append(result.Waiting, w.Lesson)
		shown = append(shown, store.Shown{ID: w.ID, Hash: w.hash()})
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	var noted error
	if !e.InSession() { // what a model looks at moves no number of a person's
		noted = env.Failed(d.folder.Show(d.workspace, shown))
	}
	if len(result.Waiting) == 0 {
		fmt.Fprintln(e.Out, "No lesson waits for your yes or no.")
		printAdvice(e, result.Advice)
		return noted
	}
	for i, w := range result.Waiting {
		lead := fmt.Sprintf("%2d  ", i+1)
		cli.PrintProse(e, lead, "    ", w.ID+"  "+textline.OneLine(w.Title))
		cli.PrintProse(e, "    ", "    ", textline.OneLine(w.Text))
		if also := effects(w); also != "" {
			cli.PrintProse(e, "    ", "    ", textline.OneLine(also))
		}
		cli.PrintProse(e, "    ", "    ", textline.OneLine(standing(w, d.proposedIn(w))))
	}
	cli.PrintProse(e, "", "", "To have one told: impressionism lessons keep N. To refuse it: impressionism lessons drop N")
	printAdvice(e, result.Advice)
	return noted
}

// effects says what a yes does beyond having the text told at prompts; "": nothing.
func effects(w shape.Lesson) string {
	var words []string
	if isOwn(w) {
		words = append(words, "for your own lessons, which count in every project")
	}
	if w.When != "" {
		words = append(words, "when: "+w.When)
	}
	if w.Pinned {
		words = append(words, "pinned: told wherever a session starts")
	}
	if len(w.Paths) > 0 {
		words = append(words, "told at the files "+strings.Join(w.Paths, ", "))
	}
	if len(w.Supersedes) > 0 {
		words = append(words, "takes the place of "+strings.Join(w.Supersedes, ", "))
	}
	return strings.Join(words, "; ")
}

// isOwn reports whether a proposal is meant for the user's own lessons.
func isOwn(w shape.Lesson) bool { return w.State == "proposed" && w.Scope == catalog.SourceUser }

// proposedIn returns the project, other than this one, in which a proposal was made; "": it was
// made here, or in no project that is known. A project's folders are one project with it, and the
// home directory is none.
func (d *desk) proposedIn(w shape.Lesson) string {
	here, there, home := d.workspace, env.Resolved(w.Workspace), env.Resolved(d.UserDir())
	if w.Workspace == "" || here == there || here != home && there != home && (env.IsBelow(here, there) || env.IsBelow(there, here)) {
		return ""
	}
	return textline.OneLine(cli.ShortPath(d.Env, w.Workspace))
}

// standing says how a lesson came to wait; in is another project in which it was proposed.
func standing(w shape.Lesson, in string) string {
	if w.State == "proposed" {
		if in != "" {
			in = "in " + in
		}
		words := []string{"proposed by the " + w.By + " on " + w.Added, in, w.Source, checked(w), heard(w.Heard), w.Why, strings.Join(w.Findings, "; ")}
		return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), "; ")
	}
	return w.State + ": " + w.Why + nearWords(w.Check.Gone) + " (" + filepath.Base(w.File) + ")"
}

// checked says whether a proposal's words may be those of somebody else.
func checked(w shape.Lesson) string {
	switch w.Checked {
	case store.Checked:
		return "checked against what tools returned and what was pasted"
	case store.Unchecked:
		return "not checked against what tools returned"
	}
	return ""
}

// heard says where the tools of the turn got texts from.
func heard(from []string) string {
	if len(from) == 0 {
		return ""
	}
	return "heard before it: " + textline.OneLine(strings.Join(from, ", "))
}

func keepCommand(e *env.Env) *cobra.Command {
	var user bool
	command := &cobra.Command{
		Use: "keep N…", Short: "Say yes to lessons that wait, by number or id",
		Example: "  impressionism lessons keep 1\n  impressionism lessons keep L-7f3kq --user",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return keep(e, args, user) },
	}
	command.Flags().BoolVar(&user, "user", false, "keep a proposal among your own lessons, not the project's")
	return command
}

func keep(e *env.Env, names []string, user bool) error {
	d, err := openForPerson(e)
	if err != nil {
		return err
	}
	return d.each(names, func(w waiting, shown []store.Shown) error {
		err := w.asShown(shown)
		if err == nil && !user {
			err = d.ofHere(w)
		}
		if err == nil {
			err = d.keepOne(w, user)
		}
		return err
	})
}

// ofHere refuses a proposal of another project, and says what to do about it. One that is meant for
// the user's own lessons is no project's.
func (d *desk) ofHere(w waiting) error {
	if there := d.proposedIn(w.Lesson); there != "" && !isOwn(w.Lesson) {
		return refuse("%s was proposed in %s, and this is another project; run impressionism lessons keep %s there, or to keep it among your own: impressionism lessons keep %s --user", w.ID, there, w.ID, w.ID)
	}
	return nil
}

func (d *desk) keepOne(w waiting, user bool) error {
	if w.proposal != nil {
		if w.proposal.Fault != nil {
			return refuse("%s cannot be read: %w; to refuse it: impressionism lessons drop %s", w.ID, w.proposal.Fault, w.ID)
		}
		kept, user := w.proposal.Lesson, user || w.proposal.User
		if _, err := lessonfiles.Folder(d.Env, d.workspace, user); err != nil {
			return refuse("%s was not kept: %w", w.ID, err)
		}
		if reason := lessonfiles.Refusal(lessonfiles.Judge(d.Env, d.workspace, d.view), draftOf(kept, user)); reason != "" {
			return refuse("%s was not kept: %s; to refuse it: impressionism lessons drop %s", w.ID, reason, w.ID)
		}
		for _, words := range []string{checked(w.Lesson), heard(w.Heard)} {
			if words != "" {
				kept.Source = strings.TrimPrefix(kept.Source+"; "+words, "; ")
			}
		}
		path, err := d.write(kept, user, w.proposal.Content)
		if err != nil {
			return err
		}
		d.Did("added", "lesson", w.ID, path)
		fmt.Fprintf(d.Out, "%s: %s\n", w.ID, cli.ShortPath(d.Env, path))
		return d.folder.Withdraw(w.ID)
	}
	err := d.folder.Change(func(known *store.Known) error {
		known.Say(w.found.Hash, true, d.Now().UTC())
		file := w.found.File
		file.State, file.Why = store.Active, ""
		if file.Check.Doubtful() { // told in spite of what it names
			for _, g := range file.Check.Gone {
				known.Dismiss(dismissal(d.Env, *w.found, g.Reference), true)
			}
			file.Check = nil
		}
		known.Put(file)
		return nil
	})
	if err == nil {
		d.Did("kept", "lesson", w.ID, w.File)
		fmt.Fprintf(d.Out, "%s may be told now.\n", w.ID)
	}
	return err
}

// draftOf is what the gate sees of a lesson that a person wants.
func draftOf(l lesson.Lesson, user bool) capture.Draft {
	return capture.Draft{Title: l.Title, Text: l.Text, Category: l.Category, When: l.When, Paths: l.Paths, Supersedes: l.Supersedes, User: user}
}

func dropCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "drop N…", Short: "Say no to lessons that wait, by number or id",
		Long: `Say no to lessons that wait. A proposal goes; a file stays as it is and is never told as it
is now.`,
		Example: "  impressionism lessons drop 1",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return drop(e, args) },
	}
}

func drop(e *env.Env, names []string) error {
	d, err := openForPerson(e)
	if err != nil {
		return err
	}
	return d.each(names, func(w waiting, _ []store.Shown) error { return d.dropOne(w) })
}

func (d *desk) dropOne(w waiting) error {
	hash := ""
	if w.proposal != nil {
		hash = lessonfiles.ProposalHash(w.Title, w.Text)
		if err := d.folder.Withdraw(w.ID); err != nil {
			return err
		}
	} else {
		hash = w.found.Hash
	}
	err := d.folder.Change(func(known *store.Known) error { known.Say(hash, false, d.Now().UTC()); return nil })
	if err == nil {
		d.Did("dropped", "lesson", w.ID, w.File)
		fmt.Fprintf(d.Out, "%s is not told.\n", w.ID)
	}
	return err
}

func editCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "edit ID", Short: "Edit a lesson in $VISUAL or $EDITOR",
		Example: "  impressionism lessons edit L-7f3kq",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return edit(e, args[0]) },
	}
}

func edit(e *env.Env, name string) error {
	d, err := openForPerson(e)
	if err != nil {
		return err
	}
	found, err := d.find(name)
	if err != nil {
		return env.Failed(err)
	}
	path := env.Resolved(found.Entry.Path) // a link stays one
	before, err := foreign.Read(path, lesson.FileBytesMax)
	if err != nil {
		return env.Failed(fmt.Errorf("read %s: %s", path, foreign.Reason(err)))
	}
	folder, err := scratch.Make("lesson")
	if err != nil {
		return env.Failed(err)
	}
	file := folder.At(filepath.Base(path)) // a copy, which nobody else writes meanwhile
	if err = os.WriteFile(file, before, 0o600); err == nil {
		err = cli.Edit(e, file)
	}
	if err != nil {
		return env.Failed(errors.Join(err, folder.Remove()))
	}
	after, err := foreign.Read(file, lesson.FileBytesMax)
	if err != nil {
		return env.Failed(fmt.Errorf("read what you wrote: %s: %s", file, foreign.Reason(err)))
	}
	if bytes.Equal(before, after) {
		fmt.Fprintln(e.Out, "Nothing was changed.")
		return env.Failed(folder.Remove())
	}
	told := found.State == store.Active
	if err := d.folder.Write(store.Written{Path: path, ID: found.Lesson.ID, Before: before, After: after, Told: told, At: e.Now().UTC(), Workspace: d.workspace}); err != nil {
		return env.Failed(fmt.Errorf("%w; what you wrote is in %s", err, file))
	}
	e.Did("changed", "lesson", found.Lesson.ID, path)
	return env.Failed(errors.Join(d.settle(found, after), folder.Remove()))
}

// settle has what a person wrote told, unless it has findings.
func (d *desk) settle(found lessonfiles.Found, content []byte) error {
	id, called, advised := found.Lesson.ID, d.called(found), "keep "+found.Lesson.ID
	if called != id {
		advised = "review"
	}
	if findings := lint.Findings(string(content)); len(findings) > 0 {
		cli.PrintProse(d.Env, "", "", called+" waits: "+strings.Join(findings, "; ")+". To have it told all the same: impressionism lessons "+advised)
		return errors.Join(d.folder.Saw(d.workspace, store.Shown{ID: id, Hash: found.Hash}, lessonfiles.Hash(content)), d.look())
	}
	if err := lessonfiles.Keep(d.Env, content); err != nil {
		return err
	}
	fmt.Fprintf(d.Out, "%s may be told as it is now.\n", called)
	return d.look()
}

func deleteCommand(e *env.Env) *cobra.Command {
	var yes bool
	command := &cobra.Command{
		Use: "delete ID…", Short: "Delete lessons, which can be undone",
		Example: "  impressionism lessons delete L-7f3kq",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return remove(e, args, yes) },
	}
	command.Flags().BoolVar(&yes, "yes", false, "delete several without asking")
	return command
}

func remove(e *env.Env, names []string, yes bool) error {
	d, err := openForPerson(e)
	if err != nil {
		return err
	}
	var all []lessonfiles.Found
	for _, name := range names {
		found, err := d.find(name)
		if err != nil {
			return env.Failed(err)
		}
		all = append(all, found)
	}
	if len(all) > 1 && !yes {
		if err := cli.Confirm(e, fmt.Sprintf("Delete %d lessons?", len(all))); err != nil {
			return env.Failed(err)
		}
	}
	for _, found := range all {
		path := found.Entry.Path
		before, err := foreign.Read(path, lesson.FileBytesMax)
		if err == nil {
			err = d.folder.Write(store.Written{Path: path, ID: found.Lesson.ID, Before: before, Told: found.State == store.Active, At: e.Now().UTC(), Workspace: d.workspace})
		}
		if err != nil {
			return env.Failed(err)
		}
		e.Did("removed", "lesson", found.Lesson.ID, path)
		fmt.Fprintf(e.Out, "Deleted %s. To take it back: impressionism lessons undo\n", d.called(found))
	}
	return nil
}

func undoCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "undo", Short: "Take back the last change that a command made in this folder to a lesson's file",
		Example: "  impressionism lessons undo",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return undo(e) },
	}
}

func undo(e *env.Env) error {
	d, err := openForPerson(e)
	if err != nil {
		return err
	}
	undone, err := d.folder.Undo(d.workspace)
	for _, last := range undone {
		word := "is as it was before"
		if last.Proposed != nil {
			word = "is deleted, and waits for your yes or no again"
		} else if last.Before == nil {
			word = "is deleted"
		} else if last.Told { // one that waited goes on waiting
			if err := lessonfiles.Keep(e, last.Before); err != nil {
				return env.Failed(err)
			}
		}
		e.Did("undone", "lesson", last.ID, last.Path)
		fmt.Fprintf(e.Out, "%s %s: %s\n", last.ID, word, cli.ShortPath(e, last.Path))
	}
	if err != nil {
		return env.Failed(err)
	}
	return env.Failed(d.look())
}
