package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/store/index"
)

// Bed is what other measurements of lab put cases of their own on: built programs,
// skills, and a folder for homes. Cases run in rounds beside the yardstick.
type Bed struct {
	plan   plan
	folder string
	homes  map[string]bool // by the folder of their user: whether its skills are written
}

// Home is one user's machine.
type Home struct{ home }

// Data returns the folder of the program's data.
func (h Home) Data() string { return h.data }

// Work returns the folder in which the client was started.
func (h Home) Work() string { return h.work }

// Case is one thing to measure.
type Case struct{ subject }

// Taken is what was measured of one case.
type Taken struct {
	MS    []float64 // of the runs that were answered rightly and in time
	Wrong error     // the first wrong or late answer
}

// BedOptions are the options of NewBed.
type BedOptions struct {
	Folder  string // for the homes; its path is free of links
	Program string // measured instead of a built one; may be empty
	Corpus  string // file of skills; empty: the default
}

// NewBed builds the programs and reads the skills. Where the corpus is absent, the example
// skills stand in for it.
func NewBed(ctx context.Context, wanted BedOptions) (*Bed, error) {
	if err := json.Unmarshal(candidatesFile, &candidates); err != nil {
		return nil, fmt.Errorf("read prompts: %w", err)
	}
	o, err := parse(nil, io.Discard)
	if err != nil {
		return nil, err
	}
	o.program, o.corpus = wanted.Program, cmp.Or(wanted.Corpus, o.corpus)
	b := &Bed{folder: wanted.Folder, homes: map[string]bool{}}
	if b.plan.skills, _, err = readSkills(o); err != nil {
		return nil, fmt.Errorf("read skills: %w", err)
	}
	if b.plan.programs, err = build(ctx, o, wanted.Folder); err != nil {
		return nil, err
	}
	l := launcher{meter: b.plan.programs.meter, folder: wanted.Folder}
	b.plan.scout = &scout{launcher: l, subject: b.plan.programs.subject}
	return b, nil
}

// Home makes a home of a user with so many skills, and so many items of other
// workspaces in the index. All its deadlines are wide, and it has no model.
func (b *Bed) Home(ctx context.Context, name string, items, others int) (Home, error) {
	user := filepath.Join(b.folder, fmt.Sprintf("user-%d", items))
	if !b.homes[user] {
		if err := writeSkills(filepath.Join(user, ".claude", "skills"), b.items(items)); err != nil {
			return Home{}, fmt.Errorf("write skills: %w", err)
		}
		b.homes[user] = true
	}
	h := home{user: user, data: filepath.Join(b.folder, name), work: filepath.Join(b.folder, "work"), skills: items, others: others}
	if err := h.make("", false); err != nil {
		return Home{}, fmt.Errorf("make a home: %w", err)
	}
	h.environ = slices.Concat(h.variables(), patient)
	if _, err := b.plan.scout.command(ctx, h, "index", "--json"); err != nil {
		return Home{}, err
	}
	return Home{h}, fillBeside(ctx, h, b.plan.skills)
}

// Sizes of a made-up item: those of the median skill of the corpus.
const (
	realItems        = 100
	descriptionWords = 40
	bodyWords        = 150
)

// items are the first skills of the corpus, and beyond 100 made-up ones of the corpus'
// words: copies would all fit the same prompts.
func (b *Bed) items(count int) []skill {
	var all []skill
	var words, body []string
	for _, one := range b.plan.skills {
		if len(all) < min(count, realItems) && !slices.ContainsFunc(all, func(other skill) bool { return other.item.Description == one.item.Description }) {
			all = append(all, one)
		}
		words = append(words, strings.Fields(one.item.Description)...)
		body = append(body, strings.Fields(one.item.Body)...)
	}
	random := rand.New(rand.NewPCG(uint64(count), 0))
	draw := func(from []string, count int) string {
		drawn := make([]string, count)
		for i := range drawn {
			drawn[i] = from[random.IntN(len(from))]
		}
		return strings.Join(drawn, " ")
	}
	for len(all) < count {
		one := skill{id: fmt.Sprintf("made-up-%d", len(all))}
		one.item.Name, one.item.Description, one.item.Body = one.id, draw(words, descriptionWords), draw(body, bodyWords)
		all = append(all, one)
	}
	return all
}

// Items returns the ids of the skills of a home that has so many.
func (b *Bed) Items(count int) []string {
	var ids []string
	for _, one := range b.items(count) {
		ids = append(ids, one.id)
	}
	return ids
}

// Prompt is one to measure with. Its text is in Text, and in Expect the id of the item
// that is suggested; empty: nothing is.
type Prompt struct{ Text, Expect string }

// Settled returns the first prompt that words settle in each of the homes with the
// same suggestion.
func (b *Bed) Settled(ctx context.Context, homes []Home) (Prompt, error) {
	for _, text := range candidates.Words {
		var agreed prompt
		does := true
		for i, h := range homes {
			found, err := b.plan.scout.settled(ctx, h.home, []string{text}, index.TierLexical, false)
			if ctx.Err() != nil {
				return Prompt{}, ctx.Err()
			}
			if does = err == nil && (i == 0 || found == agreed); !does {
				break
			}
			agreed = found
		}
		if does {
			return Prompt{agreed.text, agreed.expect}, nil
		}
	}
	return Prompt{}, errors.New("no prompt is settled by words alike in all homes")
}

// Silent returns the prompt that no item fits.
func (b *Bed) Silent() Prompt { return Prompt{Text: candidates.Silent[0]} }

// Texts returns prompts as people write them.
func (b *Bed) Texts() []string { return slices.Concat(candidates.Words, candidates.Meaning) }

// Send passes a prompt to the hook, unmeasured.
func (b *Bed) Send(ctx context.Context, h Home, session, text string) error {
	_, err := b.plan.scout.hook(ctx, h.home, promptEvent(h.home, session, text))
	return err
}

// Begin passes the start of a session to the hook, unmeasured.
func (b *Bed) Begin(ctx context.Context, h Home, session string) error {
	_, err := b.plan.scout.hook(ctx, h.home, event(h.home, session, "SessionStart", map[string]any{"source": "startup"}))
	return err
}

// Prompt is the case of a prompt. Before runs before each time and is not measured; it may
// be nil. An empty session is a session of its own each time.
func (b *Bed) Prompt(name string, h Home, p Prompt, session string, before func() error) Case {
	one := subject{name: name, check: nothing}
	if p.Expect != "" {
		one.check = suggests(p.Expect)
	}
	one.prepare = func(context.Context, string) error { return call(before) }
	one.process = func(own string) process {
		return hookOf(b.plan.programs.alone(), h.home, promptEvent(h.home, cmp.Or(session, own), p.Text))
	}
	return Case{one}
}

// Stop is the case of a Stop after such a prompt.
func (b *Bed) Stop(name string, h Home, p Prompt, session string, before func() error) Case {
	one := subject{name: name, check: nothing}
	one.prepare = func(ctx context.Context, own string) error {
		if err := call(before); err != nil {
			return err
		}
		return b.Send(ctx, h, cmp.Or(session, own), p.Text)
	}
	one.process = func(own string) process {
		return hookOf(b.plan.programs.alone(), h.home, stopEvent(h.home, cmp.Or(session, own)))
	}
	return Case{one}
}

func call(before func() error) error {
	if before == nil {
		return nil
	}
	return before()
}

// yardsticks is how often the yardstick runs in a round: all ratios depend on it.
const yardsticks = 4

// Measure runs all cases in rounds. It returns the milliseconds of the yardstick, and what
// was taken, in the order of the cases.
func (b *Bed) Measure(ctx context.Context, cases []Case, count int, progress io.Writer) (empty []float64, taken []Taken, err error) {
	var all []subject
	for range yardsticks {
		all = append(all, subject{name: yardstick, check: nothing, process: func(string) process {
			return process{command: []string{b.plan.programs.noop}, dir: b.folder}
		}})
	}
	for _, one := range cases {
		all = append(all, one.subject)
	}
	got, err := rounds{
		launcher: b.plan.scout.launcher, subjects: all, count: count, seed: 1,
		progress: func(done, all int) {
			fmt.Fprintf(progress, "%s round %d of %d\n", time.Now().Format(time.TimeOnly), done+1, all)
		},
	}.run(ctx)
	for i, s := range got {
		if i < yardsticks {
			empty = append(empty, s.ms...)
			continue
		}
		one := Taken{Wrong: s.wrong}
		if s.late > 0 && one.Wrong == nil {
			one.Wrong = s.why
		}
		for _, ms := range s.ms {
			if ms != late {
				one.MS = append(one.MS, ms)
			}
		}
		taken = append(taken, one)
	}
	return empty, taken, err
}
