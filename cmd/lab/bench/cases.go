package bench

import (
	"context"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/store/index"
)

// subject is one thing to measure.
type subject struct {
	name    string
	goal    string                                          // in words; the table of design goals is docs/performance.md's
	slow    bool                                            // runs in the first rounds only
	prepare func(ctx context.Context, session string) error // not timed; may be nil
	process func(session string) process
	check   func(outcome) error
}

// yardstick is the name of the subject that all others are compared with.
const yardstick = "no-op Go program with cgo"

// plan is what the cases are made from.
type plan struct {
	programs programs
	homes    map[string]home
	scout    *scout
	skills   []skill
	others   []int // items of other workspaces, see beside.go
}

// subjects prepares every case. A case for which nothing fits is refused, with
// the reason, and the others are measured.
func (p *plan) subjects(ctx context.Context, guests string) (all []subject, refused []string, err error) {
	all = append(all, p.plain(yardstick, p.programs.noop))
	if p.programs.node != "" {
		all = append(all, p.plain("node -e 0", p.programs.node, "-e", "0"))
	}
	if err := p.indexHomes(ctx); err != nil {
		return nil, nil, err
	}
	for _, hook := range p.hooks() {
		one, err := hook(ctx)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			refused = append(refused, fmt.Sprintf("%s: %v", one.name, err))
			continue
		}
		all = append(all, one)
	}
	return append(append(all, p.indexing()...), p.modules(guests)...), refused, nil
}

func (p *plan) plain(name string, command ...string) subject {
	h := p.homes[homeWords]
	return subject{
		name: name, check: nothing,
		process: func(string) process { return process{command: command, dir: h.work, environ: h.environ} },
	}
}

// indexHomes indexes every home that is not to be indexed while measured.
func (p *plan) indexHomes(ctx context.Context) error {
	for name, h := range p.homes {
		if strings.HasPrefix(name, "cold-") {
			continue
		}
		if err := p.chooseRuleset(ctx, name, h); err != nil {
			return err
		}
		if _, err := p.scout.command(ctx, h, "index", "--json"); err != nil {
			return err
		}
		if err := fillBeside(ctx, h, p.skills); err != nil {
			return err
		}
	}
	return nil
}

// chooseRuleset adds the module of a home and lets it decide.
func (p *plan) chooseRuleset(ctx context.Context, name string, h home) error {
	if h.ruleset == "" {
		return nil
	}
	if _, err := p.scout.command(ctx, h, "rules", "add", h.ruleset, "--yes"); err != nil {
		return err
	}
	_, err := p.scout.command(ctx, h, "rules", "use", guestOf[name].id)
	return err
}

type prepared func(context.Context) (subject, error)

// hooks are the events, first those of prompts.
func (p *plan) hooks() []prepared {
	list := []prepared{p.prompt("hook: prompt, no model installed", "4×", homeWords, candidates.Words, index.TierLexical, false)}
	main := homeWords
	if p.has(homeModel) {
		main = homeModel
		list = append(list,
			p.prompt("hook: prompt that words settle", "4×", homeModel, candidates.Words, index.TierLexical, false),
			p.prompt("hook: prompt that needs the model", "18×", homeModel, candidates.Meaning, index.TierModel, false))
	}
	for _, guest := range []struct{ at, name, goal string }{
		{homeRust, "hook: prompt, no model, ruleset in Rust", "Lua + 3 ms"},
		{homeGo, "hook: prompt, no model, ruleset in standard Go", ""},
	} {
		if p.has(guest.at) {
			list = append(list, p.prompt(guest.name, guest.goal, guest.at, candidates.Words, index.TierLexical, false))
		}
	}
	return append(append(list,
		p.prompt("hook: silent prompt", "3×", main, candidates.Silent, "", true),
		p.prompt("hook: silent prompt of two words", "3×", main, candidates.Short, index.TierLexical, true),
		p.after("hook: Stop", "3×", main, stopEvent),
		p.after("hook: PostToolUse", "3×", main, toolEvent)), append(p.beside(), p.served()...)...)
}

func (p *plan) has(name string) bool {
	_, ok := p.homes[name]
	return ok
}

func (p *plan) prompt(name, goal, at string, texts []string, tier string, silent bool) prepared {
	h := p.homes[at]
	return func(ctx context.Context) (subject, error) {
		one := subject{name: name, goal: goal, check: nothing}
		found, err := p.scout.settled(ctx, h, texts, tier, silent)
		if err != nil {
			return one, err
		}
		if found.expect != "" {
			one.check = suggests(found.expect)
		}
		one.process = func(session string) process { return p.hook(h, promptEvent(h, session, found.text)) }
		return one, nil
	}
}

// after is an event that follows a prompt with a suggestion in its session.
func (p *plan) after(name, goal, at string, event func(home, string) []byte) prepared {
	h := p.homes[at]
	return func(ctx context.Context) (subject, error) {
		one := subject{name: name, goal: goal, check: nothing}
		found, err := p.scout.settled(ctx, h, candidates.Words, index.TierLexical, false)
		if err == nil {
			err = p.scout.followed(ctx, h, found.text, event)
		}
		if err != nil {
			return one, err
		}
		one.prepare = func(ctx context.Context, session string) error {
			_, err := p.scout.hook(ctx, h, promptEvent(h, session, found.text))
			return err
		}
		one.process = func(session string) process { return p.hook(h, event(h, session)) }
		return one, nil
	}
}

func (p *plan) hook(h home, input []byte) process {
	return process{command: []string{p.programs.subject, "hook"}, dir: h.work, environ: h.environ, input: input}
}

// indexing are the runs of `index`.
func (p *plan) indexing() []subject {
	var list []subject
	for _, one := range []struct {
		at, words, goal string
		cold, embeds    bool
	}{
		{homeWords, "index: %d skills, nothing changed, no model", "", false, false},
		{homeModel, "index: %d skills, nothing changed, model installed", "", false, false},
		{homeMany, "index: %d skills, nothing changed, no model", "", false, false},
		{homeColdWords, "index: %d skills, all of them new, no model", "", true, false},
		{homeColdModel, "index: %d skills, all of them new, embedded", "", true, true},
	} {
		if p.has(one.at) {
			list = append(list, p.index(p.homes[one.at], one.words, one.goal, one.cold, one.embeds))
		}
	}
	return list
}

func (p *plan) index(h home, words, goal string, cold, embeds bool) subject {
	one := subject{name: fmt.Sprintf(words, h.skills), goal: goal, slow: embeds, check: indexed(0, h.skills, false)}
	if cold {
		one.check = indexed(h.skills, 0, embeds)
		one.prepare = func(context.Context, string) error { return h.dropIndex() }
	}
	one.process = func(string) process {
		return process{command: []string{p.programs.subject, "index", "--json"}, dir: h.work, environ: h.environ}
	}
	return one
}
