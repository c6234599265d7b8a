package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/author/probe"
)

// collideOptions bound the work.
type collideOptions struct {
	limit   int
	probes  int
	history int
}

func (a *app) skillsCollideCommand() *cobra.Command {
	o := collideOptions{limit: 10, probes: 300, history: 300}
	command := &cobra.Command{
		Use:   "collide [NAME]",
		Short: "Find pairs of skills that get each other's prompts, and the words that would part them",
		Long: `Find pairs of skills and commands that get each other's prompts. Prompts are made
of what each says of itself: quoted phrases, what follows "use when", sentences of
its description, lists about its use in the body; your recorded prompts join them.
A pair collides where the other item comes before a prompt's own, or close behind,
or where both descriptions mean the same by their stored vectors.
Of two that collide, words are told that only one has: put into the worst prompt,
they move it towards their owner by so much (in logits, as all distances here;
within 0.6 is close).

All prompts are compared by words. With a model, those that are contested and then
those of the items most like others are compared by meaning too, --probes at most.`,
		Example: `  impressionism skills collide
  impressionism skills collide pdf-forms --limit 3
  impressionism skills collide --probes 1000 --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.skillsCollide(args, o) },
	}
	command.Flags().IntVar(&o.limit, "limit", o.limit, "how many pairs to show, 1 to 1000")
	command.Flags().IntVar(&o.probes, "probes", o.probes, "how many prompts to compare by meaning, about 10 ms each")
	command.Flags().IntVar(&o.history, "history", o.history, "how many of your last prompts to take")
	return a.jsonFlag(command)
}

func (a *app) skillsCollide(args []string, o collideOptions) error {
	if o.limit < 1 || o.limit > 1000 || o.probes < 0 || o.history < 0 {
		return fmt.Errorf("--limit must be 1 to 1000, --probes and --history at least 0; got %d, %d, %d", o.limit, o.probes, o.history)
	}
	if err := a.ready(); err != nil {
		return err
	}
	search, err := a.openSearch(a.workspaceOf(""))
	if err != nil {
		return failed(err)
	}
	defer search.close() //nolint:errcheck // only read from here on
	c := &collision{catalogSearch: search, items: search.items(), options: o}
	if len(args) > 0 {
		entry, _ := entryNamed(search.listing, args[0])
		if c.name = entry.ID; !slices.ContainsFunc(c.items, func(i probe.Item) bool { return i.ID == c.name }) {
			return a.unknownItem(search.listing, args[0], "")
		}
	}
	if c.recorded, err = a.recordedPrompts(o.history, search.view.Model()); err != nil {
		return err
	}
	bar := a.newProgress(a.json)
	pairs, err := c.pairs(bar.step)
	bar.end()
	if err != nil {
		return failed(err)
	}
	result, err := c.shape(pairs)
	if err != nil {
		return failed(err)
	}
	if a.json {
		return a.printJSON(result)
	}
	a.printCollide(result)
	return nil
}
