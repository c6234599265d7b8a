package lessons

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/lesson/promote"
	store "github.com/ed-irl/impressionism/host/store/lessons"
)

// toProject is where a lesson of the user's own may go, besides what package promote names.
const toProject = "project"

func promoteCommand(e *env.Env) *cobra.Command {
	to, write := "", false
	command := &cobra.Command{
		Use: "promote ID…", Short: "Show, or write, a lesson where more will read it",
		Long: fmt.Sprintf(`Show as a diff how lessons move: to your own, which count in every project (user); to the
project's (project); to the file that is read into every session (%s), which takes
the project's lesson out of telling, and leaves one of your own, which counts elsewhere; or into the draft of a skill (skill), which leaves the lessons as
they are until you are content with it. Nothing is written without --write, and that only in
a terminal of your own. impressionism lessons undo takes it back.`, instructionsName(e)),
		Example: "  impressionism lessons promote L-7f3kq --to user\n  impressionism lessons promote L-7f3kq L-m2x8a --to skill --write",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return promoteLessons(e, args, to, write) },
	}
	command.Flags().StringVar(&to, "to", "", strings.Join(destinations(e), ", "))
	command.Flags().BoolVar(&write, "write", false, "write it")
	return cli.JSONFlag(e, command)
}

func destinations(e *env.Env) []string {
	return []string{promote.ToUser, toProject, instructionsName(e), promote.ToSkill}
}

// instructionsName is how the client's file of instructions is called in flags: by its name.
func instructionsName(e *env.Env) string {
	files := e.Client().Places.Instructions("", string(filepath.Separator))
	if len(files) == 0 {
		return promote.ToInstructions
	}
	return strings.ToLower(strings.ReplaceAll(filepath.Base(files[0]), ".", "-"))
}

// instructions is the project's file of instructions that all who work on it share: of those
// with the first one's name, the first that is there.
func (d *desk) instructions() (string, error) {
	if _, err := lessonfiles.Folder(d.Env, d.workspace, false); err != nil {
		return "", err
	}
	first := ""
	for _, path := range d.Client().Places.Instructions(d.ClientHome(), d.workspace) {
		if !env.IsBelow(d.workspace, path) || env.IsBelow(d.ClientHome(), path) && !env.IsBelow(d.ClientHome(), d.workspace) {
			continue
		}
		if first == "" {
			first = path
		}
		if filepath.Base(path) == filepath.Base(first) && env.Exists(path) {
			return path, nil
		}
	}
	if first == "" {
		return "", errors.New("the client reads no file of instructions of a project")
	}
	return first, nil
}

func promoteLessons(e *env.Env, names []string, to string, write bool) error {
	d, err := openTo(e, !write)
	if err != nil {
		return err
	}
	if write && e.InSession() {
		return env.Failed(errInSession)
	}
	var chosen []lessonfiles.Found
	for _, name := range names {
		found, err := d.find(name)
		if err != nil {
			return env.Failed(err)
		}
		if found.State != store.Active {
			return env.Failed(fmt.Errorf("%s waits for your yes; to say it: impressionism lessons keep %s", found.Lesson.ID, found.Lesson.ID))
		}
		chosen = append(chosen, found)
	}
	changes, err := d.changes(chosen, to)
	if err != nil {
		return env.Failed(err)
	}
	result := shape.LessonsPromote{IDs: []string{}, To: to, Files: []string{}, Written: write}
	for _, found := range chosen {
		result.IDs = append(result.IDs, found.Lesson.ID)
	}
	for _, c := range changes {
		result.Files = append(result.Files, c.Path)
		shown := promote.Change{Path: filepath.ToSlash(cli.ShortPath(e, c.Path)), Before: string(c.Before), After: string(c.After), New: c.Before == nil, Gone: c.After == nil}
		result.Diff += shown.Diff()
	}
	if write {
		if err := d.writeAll(changes); err != nil {
			return env.Failed(err)
		}
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	for line := range strings.Lines(result.Diff) {
		fmt.Fprintln(e.Out, textline.Plain(strings.TrimRight(line, "\r\n")))
	}
	if write {
		cli.PrintProse(e, "", "", "Written. To take it back: impressionism lessons undo")
		return env.Failed(d.look())
	}
	cli.PrintProse(e, "", "", "Nothing was written. To write it, in a terminal of your own: the same with --write")
	return nil
}

// changes are what is to be written, so that whoever is killed between leaves a lesson twice
// rather than nowhere.
func (d *desk) changes(chosen []lessonfiles.Found, to string) ([]store.Written, error) {
	switch to {
	case promote.ToUser, toProject:
		return d.moved(chosen, to == promote.ToUser)
	case instructionsName(d.Env):
		return d.instructed(chosen)
	case promote.ToSkill:
		return d.drafted(chosen)
	case "":
		return nil, fmt.Errorf("say where to: --to %s", strings.Join(destinations(d.Env), ", "))
	}
	return nil, fmt.Errorf("there is no place %q to promote to; there are %s", textline.Shorten(to, 40), strings.Join(destinations(d.Env), ", "))
}

// moved moves files to the folder of the user's lessons, or of the project's.
func (d *desk) moved(chosen []lessonfiles.Found, user bool) (changes []store.Written, err error) {
	folder, err := lessonfiles.Folder(d.Env, d.workspace, user)
	if err != nil {
		return nil, err
	}
	for _, found := range chosen {
		if user == (found.Entry.Source == catalog.SourceUser) {
			return nil, fmt.Errorf("%s is there already", found.Lesson.ID)
		}
		content, err := d.content(found.Entry.Path, lesson.FileBytesMax)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(folder, found.FileName())
		if env.Exists(path) {
			return nil, fmt.Errorf("%s is there already", path)
		}
		changes = append(changes, store.Written{Path: path, ID: found.Lesson.ID, After: content}, store.Written{Path: found.Entry.Path, ID: found.Lesson.ID, Before: content, Told: true})
	}
	return changes, nil
}

// instructed puts lessons into the project's file of instructions and removes the project's own
// files of them, so that nothing is said twice. One of the user's stays: it counts in other
// projects, which do not read that file.
func (d *desk) instructed(chosen []lessonfiles.Found) ([]store.Written, error) {
	path, err := d.instructions()
	if err != nil {
		return nil, err
	}
	if path = env.Resolved(path); !env.IsBelow(env.Resolved(d.workspace), path) { // a link stays one
		return nil, fmt.Errorf("the file of instructions is a link to %s, which is not this project's", path)
	}
	before, err := d.content(path, store.FileBytesMax)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	text := string(before)
	var gone []store.Written
	for _, found := range chosen {
		text = promote.AddTo(text, said(found))
		if found.Entry.Source == catalog.SourceUser {
			continue
		}
		content, err := d.content(found.Entry.Path, lesson.FileBytesMax)
		if err != nil {
			return nil, err
		}
		gone = append(gone, store.Written{Path: found.Entry.Path, ID: found.Lesson.ID, Before: content, Told: true})
	}
	return append([]store.Written{{Path: path, ID: chosen[0].Lesson.ID, Before: before, After: []byte(text)}}, gone...), nil
}

// drafted writes the draft of a skill of the project.
func (d *desk) drafted(chosen []lessonfiles.Found) ([]store.Written, error) {
	places := d.Client().Places
	if _, err := lessonfiles.Folder(d.Env, d.workspace, false); err != nil || places.Skills == "" {
		return nil, errors.Join(err, errors.New("a skill is drafted in a project"))
	}
	var lessons []promote.Said
	for _, found := range chosen {
		lessons = append(lessons, said(found))
	}
	name, text := promote.Skill(lessons)
	path := filepath.Join(d.workspace, places.Project, places.Skills, name, "SKILL.md")
	if env.Exists(path) {
		return nil, fmt.Errorf("%s is there already", path)
	}
	return []store.Written{{Path: path, ID: chosen[0].Lesson.ID, After: []byte(text)}}, nil
}

func said(found lessonfiles.Found) promote.Said {
	return promote.Said{Title: found.Title, Text: found.Text, When: found.When}
}

func (d *desk) content(path string, max int64) ([]byte, error) {
	data, err := foreign.Read(path, max)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read %s: %s", path, foreign.Reason(err))
	}
	return data, err
}

// writeAll makes changes as one.
func (d *desk) writeAll(changes []store.Written) error {
	group := fmt.Sprintf("promote %d", d.Now().UnixNano())
	for _, c := range changes {
		if c.After != nil {
			if err := lessonfiles.Keep(d.Env, c.After); err != nil {
				return err
			}
		}
		c.Workspace, c.Group, c.At = d.workspace, group, d.Now().UTC()
		if err := d.folder.Write(c); err != nil {
			return err
		}
		d.Did("written", "lesson", c.ID, c.Path)
	}
	return nil
}
