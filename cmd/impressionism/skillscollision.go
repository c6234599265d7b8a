package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/rank"
)

// collision looks for pairs.
type collision struct {
	*catalogSearch
	items    []probe.Item
	recorded []recordedPrompt
	name     string // of the one item that matters, or empty
	options  collideOptions
	probes   int // prompts made of the items' words
	embedded int
	known    []probe.Likeness // once it was computed
}

// contested is a prompt with those that contest it.
type contested struct {
	recordedPrompt
	contests []probe.Contest
}

// pairs asks first by words, then the most doubtful by meaning.
func (c *collision) pairs(progress func(string, int, int)) ([]probe.Pair, error) {
	prompts := c.prompts()
	for i := range prompts {
		progress("compare words", i, len(prompts))
		standings, err := c.byWords(prompts[i].Text)
		if err != nil {
			return nil, err
		}
		prompts[i].contests = probe.Contests(prompts[i].Prompt, standings)
	}
	if c.words == nil {
		if err := c.byMeaningToo(prompts, progress); err != nil {
			return nil, err
		}
	}
	var contests []probe.Contest
	for _, p := range prompts {
		for _, contest := range p.contests {
			if c.name == "" || contest.First == c.name || contest.Second == c.name {
				contests = append(contests, contest)
			}
		}
	}
	near, err := c.near()
	return probe.Join(probe.Pairs(contests), near), err
}

func (c *collision) prompts() []contested {
	var prompts []contested
	for _, item := range c.items {
		for _, p := range probe.Prompts(item, c.isAbout) {
			prompts = append(prompts, contested{recordedPrompt: recordedPrompt{Prompt: p}})
		}
	}
	c.probes = len(prompts)
	for _, p := range c.recorded {
		prompts = append(prompts, contested{recordedPrompt: p})
	}
	return prompts
}

// byMeaningToo asks again with vectors: all whose vector is stored, then the
// most doubtful, as many as the options allow.
func (c *collision) byMeaningToo(prompts []contested, progress func(string, int, int)) error {
	doubt, err := c.doubt(prompts)
	if err != nil {
		return err
	}
	order := make([]int, len(prompts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(doubt[j], doubt[i]) })
	left := c.options.probes
	for done, i := range order {
		progress("compare meaning", min(done, c.options.probes), min(len(order), c.options.probes))
		p := &prompts[i]
		if p.vector == nil && left == 0 || rank.Foreign(p.Text) {
			continue
		}
		if p.vector == nil {
			left--
			if p.vector, err = c.embedder.Embed(rank.Prompt(p.Text).Text); err != nil {
				return fmt.Errorf("embed a prompt: %w", err)
			}
		}
		standings, err := c.ask(p.Text, p.vector)
		if err != nil {
			return err
		}
		c.embedded++
		p.contests = probe.Contests(p.Prompt, standings)
	}
	return nil
}

// examplesMax bounds the prompts shown of a pair.
const examplesMax = 3

func (c *collision) shape(pairs []probe.Pair) (shape.SkillsCollide, error) {
	result := shape.SkillsCollide{
		Items: len(c.items), Tier: c.tier(), Probes: c.probes, Recorded: len(c.recorded), Embedded: c.embedded,
		Found: len(pairs), Pairs: []shape.CollidingPair{}, Notes: c.notes(),
	}
	words := probe.NewWords(c.items, func(stem string) float64 {
		return c.recipe.Lexicon(rank.Query{Terms: []string{stem}, Counts: []int{1}}, 0, nil).Mass()
	})
	ask := c.byWords
	if c.words == nil {
		ask = c.byMeaning
	}
	for _, pair := range pairs[:min(len(pairs), c.options.limit)] {
		parting, err := words.Part(pair, c.wantedByBoth(pair), ask)
		if err != nil {
			return result, err
		}
		result.Pairs = append(result.Pairs, c.pairShape(pair, words, parting))
	}
	return result, nil
}

// wantedByBoth is a prompt in which words are tried: the worst of the pair, else
// what one of the two says of itself.
func (c *collision) wantedByBoth(pair probe.Pair) string {
	if len(pair.Contests) > 0 {
		return pair.Contests[0].Text
	}
	for _, item := range c.items {
		if prompts := probe.Prompts(item, c.isAbout); item.ID == pair.A && len(prompts) > 0 {
			return prompts[0].Text
		}
	}
	return pair.A
}
