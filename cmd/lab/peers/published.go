package peers

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/host/eval"
)

// publishedRouter is the router that is installed from pip's registry: one with a hook of
// its own for prompts, no dependencies and no service.
const publishedRouter = "lockkeeper==1.4.0"

// An item of its answer, and one in the lane that the router calls primary.
var (
	routed        = regexp.MustCompile(`(?m)^- skill .*/([^/\s]+)/SKILL\.md$`)
	routedPrimary = regexp.MustCompile(`(?m)^- skill .* \[primary\]: .*/([^/\s]+)/SKILL\.md$`)
)

func published(ctx context.Context, r *run, c *catalog) (*peer, error) {
	interpreter, err := r.pip(ctx, "router", publishedRouter)
	if err != nil {
		return nil, err
	}
	program := filepath.Join(filepath.Dir(interpreter), "lockkeeper")
	start := bench.Start{Dir: c.work, Environ: c.environ()}
	for _, args := range [][]string{{"init"}, {"rebuild"}} { // binds it to this catalog's folder
		start.Command = append([]string{program}, args...)
		if _, err := output(ctx, start); err != nil {
			return nil, fmt.Errorf("make the router's index: %w", err)
		}
	}
	p := &peer{told: routed}
	p.ask = func(ctx context.Context, queries []eval.Query) ([]answer, error) {
		batch := start
		batch.Command = []string{interpreter, filepath.Join(r.hooks, "published.py")}
		answers, err := c.batch(ctx, batch, queries)
		for i := range answers {
			if answers[i].told, err = p.read(answers[i].output); err != nil {
				return nil, err
			}
		}
		return answers, err
	}
	p.ways = []way{{namePublished, func(session, prompt string) bench.Start {
		hook := start
		hook.Command, hook.Input = []string{program, "route-hook", "--runtime", "claude"}, c.event(session, prompt)
		return hook
	}}}
	primary := &peer{told: routedPrimary}
	p.variants = []variant{
		{namePublished, func(a answer, _ float64) []string { return a.told }},
		{strings.TrimSpace(namePublished) + ", primary", func(a answer, _ float64) []string {
			told, err := primary.read(a.output)
			if err != nil { // none is primary
				return nil
			}
			return told
		}},
	}
	return p, nil
}
