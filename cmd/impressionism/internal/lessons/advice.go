package lessons

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/lesson/near"
	"github.com/ed-irl/impressionism/host/lesson/promote"
	store "github.com/ed-irl/impressionism/host/store/lessons"
)

// sessionsAsked is how many of a workspace's last sessions are asked whether they were told.
const sessionsAsked = 20

// advice returns what might be done with the lessons of this workspace. What waits for a
// person's yes gets none.
func (d *desk) advice() ([]shape.LessonAdvice, error) {
	recipe := wire.Recipe(d.Env)
	var lessons []promote.Lesson
	for _, found := range d.view.Lessons {
		if found.State != store.Active {
			continue
		}
		use := d.uses[found.Lesson.ID]
		l := promote.Lesson{
			ID: found.Lesson.ID, Reading: near.Read(recipe, found.Title+". "+found.Text),
			Gotcha: found.Category == "gotcha", OfProject: found.Entry.Source == catalog.SourceProject,
			Superseded: found.File.By, Sessions: map[string]bool{},
			Settled: use.Settled, Cited: use.Cited, Uses: use.Seed(found.Added, d.Now()).Uses,
		}
		if c := found.File.Check; c.Doubtful() {
			l.Doubtful = c.Since
		}
		for _, telling := range use.Tellings {
			l.Sessions[telling.SessionID] = true
		}
		lessons = append(lessons, l)
	}
	if len(lessons) == 0 {
		return nil, nil
	}
	var others []promote.Other
	for _, other := range d.elsewhere() {
		others = append(others, promote.Other{ID: other.ID, Workspace: cli.ShortPath(d.Env, other.workspace), Reading: near.Read(recipe, other.Title+". "+other.Text)})
	}
	var all []shape.LessonAdvice
	for _, a := range promote.Of(lessons, others, d.last, d.Now()) {
		all = append(all, shape.LessonAdvice{IDs: a.IDs, Do: a.Do, Why: a.Why, Command: d.commandOf(a)})
	}
	return all, nil
}

// commandOf returns what does what is proposed.
func (d *desk) commandOf(a promote.Advice) string {
	ids := strings.Join(a.IDs, " ")
	to := a.Do
	switch a.Do {
	case promote.Drop:
		return "impressionism lessons delete " + ids
	case promote.ToInstructions:
		to = instructionsName(d.Env)
	}
	return "impressionism lessons promote " + ids + " --to " + to
}

// otherLesson is a lesson of another workspace.
type otherLesson struct {
	lesson.Lesson
	workspace string
}

// elsewhereMax is how many lessons of other workspaces are read.
const elsewhereMax = 400

// elsewhere returns lessons of other workspaces that may be told there, as far as they are as
// they were when they were last looked at.
func (d *desk) elsewhere() []otherLesson {
	folder := filepath.Join(d.Client().Places.Project, filepath.FromSlash(config.ProjectLessons))
	var all []otherLesson
	for _, file := range slices.Backward(d.known.Files) { // the newest first
		workspace, is := strings.CutSuffix(filepath.Dir(file.Path), string(filepath.Separator)+folder)
		state, _ := d.known.Standing(file, false)
		if !is || workspace == d.workspace || state != store.Active || file.By != "" || len(all) == elsewhereMax {
			continue
		}
		data, err := foreign.Read(file.Path, lesson.FileBytesMax)
		if err != nil {
			continue // it is gone, or not to be read now
		}
		if parsed, _, rejection := lesson.Parse(file.ID, data); rejection == nil {
			all = append(all, otherLesson{parsed, workspace})
		}
	}
	return all
}

// adviceMax is how much is printed at once; --json has all.
const adviceMax = 5

func printAdvice(e *env.Env, advice []shape.LessonAdvice) {
	for _, a := range advice[:min(len(advice), adviceMax)] {
		words := map[string]string{
			promote.Drop: "may be dropped", promote.ToInstructions: "may be said in every session",
			promote.ToUser: "may be a lesson of your own", promote.ToSkill: "may become a skill",
		}[a.Do]
		cli.PrintProse(e, "", "  ", fmt.Sprintf("%s %s: %s. %s", strings.Join(a.IDs, ", "), words, textline.OneLine(a.Why), a.Command))
	}
	if more := len(advice) - adviceMax; more > 0 {
		cli.PrintProse(e, "", "", fmt.Sprintf("There are %d more: --json", more))
	}
}
