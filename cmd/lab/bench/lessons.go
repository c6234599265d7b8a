package bench

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Homes as homeWords, homeModel and homeServed whose user has lessons beside.
const (
	homeLessonsWords  = "lessons-words"
	homeLessonsModel  = "lessons-model"
	homeLessonsServed = "lessons-served"
)

// What the user of these homes has, and how long a lesson is. Each is about files of its own,
// none of which a tool touches here.
const (
	lessonsOwned = 200
	lessonWords  = 20
)

// besideGoal is what an event may cost with something, as a multiple of the same without.
type besideGoal struct {
	name, of string
	goal     float64
}

var besideLessonGoals = []besideGoal{
	{"cold: words, no model, 200 lessons", "cold: words, no model installed", 1.15},
	{"cold: words, 200 lessons", "cold: words", 1.15},
	{"cold: model, 200 lessons", "cold: model", 1.15},
	{"cold: Stop, 200 lessons", "cold: Stop", 1.05},
	{"cold: PostToolUse, 200 lessons", "cold: PostToolUse", 1.05},
	{"warm: words, 200 lessons", "warm: words", 1.15},
	{"warm: model, 200 lessons", "warm: model", 1.15},
}

// addLessons makes the homes with lessons, for the user who has the same skills.
func addLessons(o options, folder string, skills []skill, model bool, homes map[string]home) error {
	for _, name := range []string{homeLessonsWords, homeLessonsModel} {
		withModel := name == homeLessonsModel
		if withModel && !model {
			continue
		}
		h := home{user: filepath.Join(folder, "user"), data: filepath.Join(folder, name), work: filepath.Join(folder, "work"), skills: len(skills)}
		if err := h.make(o.models, withModel); err != nil {
			return fmt.Errorf("make a home: %w", err)
		}
		h.environ = append(append(h.variables(), o.settings...), alone)
		homes[name] = h
	}
	return nil
}

// learn writes made-up lessons for a home, in words of the skills, and has them looked at.
func (p *plan) learn(ctx context.Context, h home) error {
	var words []string
	for _, one := range p.skills {
		words = append(words, strings.Fields(one.item.Description)...)
	}
	random := rand.New(rand.NewPCG(lessonsOwned, lessonWords))
	folder := filepath.Join(h.data, "lessons")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	const letters = "abcdefghjk"
	for n := range lessonsOwned {
		said := make([]string, lessonWords)
		for w := range said {
			said[w] = words[random.IntN(len(words))]
		}
		l := lesson.Lesson{
			ID:    fmt.Sprintf("L-aa%c%c%c", letters[n/100%10], letters[n/10%10], letters[n%10]),
			Title: strings.Join(said[:5], " "), Text: strings.Join(said, " "), Paths: []string{fmt.Sprintf("elsewhere%d/**", n)},
		}
		content, err := lesson.Encode(l)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, l.ID+lesson.Suffix), content, 0o600); err != nil {
			return err
		}
	}
	_, err := p.scout.command(ctx, h, "lessons", "list", "--json")
	return err
}

// besideLessons are events of a user who has lessons, too.
func (p *plan) besideLessons() (list []prepared) {
	alone, main := p.programs.alone(), homeLessonsWords
	if !p.has(main) {
		return nil
	}
	list = append(list, p.prompt(asked{besideLessonGoals[0].name, 0, alone, homeLessonsWords, candidates.Words, index.TierLexical, false}))
	if p.has(homeLessonsModel) {
		main = homeLessonsModel
		list = append(list,
			p.prompt(asked{besideLessonGoals[1].name, 0, alone, main, candidates.Words, index.TierLexical, false}),
			p.prompt(asked{besideLessonGoals[2].name, 0, alone, main, candidates.Meaning, index.TierModel, false}))
	}
	list = append(list, p.after(besideLessonGoals[3].name, 0, alone, main, stopEvent), p.after(besideLessonGoals[4].name, 0, alone, main, toolEvent))
	served := p.homes[main]
	served.environ = append(slices.DeleteFunc(slices.Clone(served.environ), func(entry string) bool { return strings.HasPrefix(entry, "IMPRESSIONISM_WARM_ENABLED=") }), servedSettings...)
	p.homes[homeLessonsServed] = served
	client := p.programs.client()
	first := p.prompt(asked{besideLessonGoals[5].name, 0, client, homeLessonsServed, candidates.Words, index.TierLexical, false})
	list = append(list, func(ctx context.Context) (subject, error) {
		if _, err := p.serve(ctx, served); err != nil {
			return subject{name: besideLessonGoals[5].name}, err
		}
		return first(ctx)
	})
	if main == homeLessonsModel {
		list = append(list, p.prompt(asked{besideLessonGoals[6].name, 0, client, homeLessonsServed, candidates.Meaning, index.TierModel, false}))
	}
	return list
}

// withoutThis is what an event costs with something, as a multiple of the same without.
type withoutThis struct {
	Name  string  `json:"name"`
	Times float64 `json:"times"`
	Goal  float64 `json:"goal"`
}

// besideOf returns what events cost with something.
func (r *result) besideOf(goals []besideGoal) (list []withoutThis) {
	for _, b := range goals {
		if with, without := r.medianOf(b.name), r.medianOf(b.of); with > 0 && without > 0 {
			list = append(list, withoutThis{b.name, with / without, b.goal})
		}
	}
	return list
}

func printBeside(out io.Writer, list []withoutThis) {
	for _, l := range list {
		fmt.Fprintf(out, "%s: %.2f of the same without (goal %.2f)\n", l.Name, l.Times, l.Goal)
	}
}

func missedBeside(list []withoutThis) (missed []string) {
	for _, l := range list {
		if l.Times > l.Goal {
			missed = append(missed, fmt.Sprintf("%s: %.2f instead of %.2f", l.Name, l.Times, l.Goal))
		}
	}
	return missed
}
