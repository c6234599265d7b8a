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
	goal    float64                                         // multiple of the yardstick; 0: none
	goalMS  float64                                         // milliseconds; 0: none
	slow    bool                                            // runs in the first rounds only
	prepare func(ctx context.Context, session string) error // not timed; may be nil
	process func(session string) process
	check   func(outcome) error
}

// The names of the subjects that others are compared with: the first stands for 1.
const (
	yardstick    = "no-op Go program with cgo"
	yardstickToo = "empty Go program without cgo"
)

// plan is what the cases are made from.
type plan struct {
	programs programs
	homes    map[string]home
	scout    *scout
	skills   []skill
	others   []int  // items of other workspaces, see beside.go
	server   int    // process that answers for homeServed; 0: none
	code     *coded // nil: the index of code is not measured
	codeOnly bool   // nothing else is
}

// subjects prepares every case. A case for which nothing fits is refused, with
// the reason, and the others are measured.
func (p *plan) subjects(ctx context.Context, guests string) (all []subject, refused []string, err error) {
	all = append(all, p.plain(yardstick, p.programs.noop), p.plain(yardstickToo, p.programs.empty))
	if p.programs.node != "" {
		all = append(all, p.plain("node -e 0", p.programs.node, "-e", "0"))
	}
	if err := p.indexHomes(ctx); err != nil {
		return nil, nil, err
	}
	for _, hook := range p.allHooks() {
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
	all = append(all, p.coding()...)
	if p.codeOnly {
		return all, refused, nil
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
		if strings.HasPrefix(name, "tools-") {
			if err := p.listTools(ctx, h); err != nil {
				return err
			}
		}
		if strings.HasPrefix(name, "lessons-") {
			if err := p.learn(ctx, h); err != nil {
				return err
			}
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

// allHooks are the events that are measured.
func (p *plan) allHooks() []prepared {
	if p.codeOnly {
		return p.besideCode()
	}
	return append(p.hooks(), p.besideCode()...)
}

// hooks are the events: warm and cold, then what else there is to compare.
func (p *plan) hooks() []prepared {
	list := append(p.served(), p.cold()...)
	for _, guest := range []struct{ at, name string }{
		{homeRust, "the same, ruleset in Rust"},
		{homeGo, "the same, ruleset in standard Go"},
	} {
		if p.has(guest.at) {
			list = append(list, p.prompt(asked{guest.name, 0, p.programs.alone(), guest.at, candidates.Words, index.TierLexical, false}))
		}
	}
	return append(append(append(list, p.starts()...), p.besideTools()...), append(p.besideLessons(), p.beside()...)...)
}

// main names the home of the user who has all that this machine can measure.
func (p *plan) main() string {
	if p.has(homeModel) {
		return homeModel
	}
	return homeWords
}

// cold are the events of a user whose client keeps no server.
func (p *plan) cold() []prepared {
	alone, main := p.programs.alone(), p.main()
	list := []prepared{
		p.after("cold: Stop", 2, alone, main, stopEvent),
		p.after("cold: PostToolUse", 2, alone, main, toolEvent),
		p.prompt(asked{"cold: silence", 3.5, alone, main, candidates.Silent, "", true}),
		p.prompt(asked{"cold: silence, two words", 3.5, alone, main, candidates.Short, index.TierLexical, true}),
	}
	if p.programs.thin != "" {
		list = append(list, p.prompt(asked{"cold: silence, from the thin hook", 0, p.programs.client(), main, candidates.Silent, "", true}))
	}
	if main == homeModel {
		list = append(list,
			p.prompt(asked{"cold: words", 5, alone, main, candidates.Words, index.TierLexical, false}),
			p.prompt(asked{"cold: model", 18, alone, main, candidates.Meaning, index.TierModel, false}))
	}
	return append(list, p.prompt(asked{"cold: words, no model installed", 5, alone, homeWords, candidates.Words, index.TierLexical, false}))
}

func (p *plan) has(name string) bool {
	_, ok := p.homes[name]
	return ok
}

// asked is a case of a prompt: by which command it is answered at which home, and the
// candidates, of which one is asked that is answered in the tier.
type asked struct {
	name    string
	goal    float64
	command []string
	at      string
	texts   []string
	tier    string // empty: any
	silent  bool
}

func (p *plan) prompt(a asked) prepared {
	h := p.homes[a.at]
	return func(ctx context.Context) (subject, error) {
		one := subject{name: a.name, goal: a.goal, check: nothing}
		found, err := p.scout.settled(ctx, h, a.texts, a.tier, a.silent)
		if err != nil {
			return one, err
		}
		if found.expect != "" {
			one.check = suggests(found.expect)
		}
		one.process = func(session string) process { return hookOf(a.command, h, promptEvent(h, session, found.text)) }
		return one, nil
	}
}

// after is an event that follows a prompt with a suggestion in its session.
func (p *plan) after(name string, goal float64, command []string, at string, event func(home, string) []byte) prepared {
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
		one.process = func(session string) process { return hookOf(command, h, event(h, session)) }
		return one, nil
	}
}

// hookOf is a hook that is started by a command.
func hookOf(command []string, h home, input []byte) process {
	return process{command: command, dir: h.work, environ: h.environ, input: input}
}

// indexing are the runs of `index`.
func (p *plan) indexing() []subject {
	var list []subject
	for _, one := range []struct {
		at, words    string
		cold, embeds bool
	}{
		{homeWords, "index: %d skills, unchanged, no model", false, false},
		{homeModel, "index: %d skills, unchanged, model", false, false},
		{homeMany, "index: %d skills, unchanged, no model", false, false},
		{homeColdWords, "index: %d new skills, no model", true, false},
		{homeColdModel, "index: %d new skills, embedded", true, true},
	} {
		if p.has(one.at) {
			list = append(list, p.index(p.homes[one.at], one.words, one.cold, one.embeds))
		}
	}
	return list
}

func (p *plan) index(h home, words string, cold, embeds bool) subject {
	one := subject{name: fmt.Sprintf(words, h.skills), slow: embeds, check: indexed(0, h.skills, false)}
	if cold {
		one.check = indexed(h.skills, 0, embeds)
		one.prepare = func(context.Context, string) error { return h.dropIndex() }
	}
	one.process = func(string) process {
		return process{command: []string{p.programs.subject, "index", "--json"}, dir: h.work, environ: h.environ}
	}
	return one
}
