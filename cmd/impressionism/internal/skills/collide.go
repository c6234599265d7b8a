package skills

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/stats"
)

// collideOptions bound the work.
type collideOptions struct {
	limit   int
	probes  int
	history int
}

func collideCommand(e *env.Env) *cobra.Command {
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
within 0.6 is close). A rule that says what an item says of itself is told, too.

All prompts are compared by words. With a model, those that are contested and then
those of the items most like others are compared by meaning too, --probes at most.`,
		Example: `  impressionism skills collide
  impressionism skills collide pdf-forms --limit 3
  impressionism skills collide --probes 1000 --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error { return collide(command.Context(), e, args, o) },
	}
	command.Flags().IntVar(&o.limit, "limit", o.limit, "how many pairs to show, 1 to 1000")
	command.Flags().IntVar(&o.probes, "probes", o.probes, "how many prompts to compare by meaning, about 10 ms each")
	command.Flags().IntVar(&o.history, "history", o.history, "how many of your last prompts to take")
	return cli.JSONFlag(e, command)
}

func collide(ctx context.Context, e *env.Env, args []string, o collideOptions) error {
	if o.limit < 1 || o.limit > 1000 || o.probes < 0 || o.history < 0 {
		return fmt.Errorf("--limit must be 1 to 1000, --probes and --history at least 0; got %d, %d, %d", o.limit, o.probes, o.history)
	}
	if err := e.Ready(); err != nil {
		return err
	}
	search, err := openSearch(e, e.WorkspaceOf(""))
	if err != nil {
		return env.Failed(err)
	}
	defer search.close() //nolint:errcheck // only read from here on
	c := &collision{catalogSearch: search, items: search.items(), options: o}
	if len(args) > 0 {
		entry, _ := wire.EntryNamed(wire.Listed(e, search.listing), args[0])
		if c.name = entry.ID; !slices.ContainsFunc(c.items, func(i probe.Item) bool { return i.ID == c.name }) {
			if _, _, err := Probed(e, search.listing.Workspace, args[0], nil, wire.ListedKinds(e)); err != nil {
				return err
			}
			return env.Failed(fmt.Errorf("%s is not indexed yet; run: impressionism index", args[0]))
		}
	}
	if c.recorded, err = recordedPrompts(e, o.history, search.view.Model()); err != nil {
		return err
	}
	bar := cli.NewProgress(e, e.JSON)
	pairs, err := c.pairs(ctx, bar.Step)
	bar.End()
	if err != nil {
		return env.Failed(err)
	}
	result, err := c.shape(pairs)
	if err != nil {
		return env.Failed(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printCollide(e, result)
	return nil
}

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

// pairs asks first by words, then the most doubtful by meaning, until ctx ends.
func (c *collision) pairs(ctx context.Context, progress func(string, int, int)) ([]probe.Pair, error) {
	prompts := c.prompts()
	for i := range prompts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress("compare words", i, len(prompts))
		standings, err := c.byWords(prompts[i].Text)
		if err != nil {
			return nil, err
		}
		prompts[i].contests = probe.Contests(prompts[i].Prompt, standings)
	}
	if c.words == nil {
		if err := c.byMeaningToo(ctx, prompts, progress); err != nil {
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
func (c *collision) byMeaningToo(ctx context.Context, prompts []contested, progress func(string, int, int)) error {
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
		if err := ctx.Err(); err != nil {
			return err
		}
		progress("compare meaning", min(done, c.options.probes), min(len(order), c.options.probes))
		p := &prompts[i]
		if p.vector == nil && left == 0 || !c.recipe.Knows(rank.Prompt(p.Text)) {
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
	result.Repeats = c.repeats(words)
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

// doubt orders prompts for a look at their meaning: those that words leave
// contested, then those of the items that are most like another.
func (c *collision) doubt(prompts []contested) ([]float64, error) {
	near, err := c.near()
	if err != nil {
		return nil, err
	}
	nearest := map[string]float64{}
	for _, n := range near {
		nearest[n.A], nearest[n.B] = max(nearest[n.A], n.Cosine), max(nearest[n.B], n.Cosine)
	}
	doubt := make([]float64, len(prompts))
	for i, p := range prompts {
		doubt[i] = nearest[p.Owner]
		for _, contest := range p.contests {
			if c.name == "" || contest.First == c.name || contest.Second == c.name {
				doubt[i] += 2
				break
			}
		}
		if c.name != "" && p.Owner == c.name {
			doubt[i] += 4
		}
	}
	return doubt, nil
}

// nearestMax bounds the items of which all are compared with all.
const nearestMax = 2000

// near compares the stored descriptions of all items, or where one item matters,
// with that one; empty where nothing is embedded.
func (c *collision) near() ([]probe.Likeness, error) {
	if c.known != nil {
		return c.known, nil
	}
	var ids []string
	var vectors [][]float32
	for _, item := range c.items {
		vector, err := c.head(item.ID)
		if err != nil {
			return nil, err
		}
		if vector != nil && len(ids) < nearestMax {
			ids, vectors = append(ids, item.ID), append(vectors, vector)
		}
	}
	c.known = []probe.Likeness{}
	for i, a := range ids {
		for j, b := range ids[:i] {
			if c.name == "" || a == c.name || b == c.name {
				c.known = append(c.known, probe.Likeness{A: min(a, b), B: max(a, b), Cosine: stats.Dot(vectors[i], vectors[j])})
			}
		}
	}
	return c.known, nil
}

func (c *collision) pairShape(pair probe.Pair, words *probe.Words, parting []probe.PartingWord) shape.CollidingPair {
	p := shape.CollidingPair{
		A: pair.A, B: pair.B, Weight: pair.Weight, Nearness: pair.Nearness, Alike: stats.Round(words.Alike(pair.A, pair.B)),
		Examples: []shape.CollidePrompt{}, Words: []shape.PartingWord{}, Common: textline.OrEmpty(words.Common(pair.A, pair.B)), Totals: []shape.CollidingTotal{},
	}
	probes := 0
	for _, id := range []string{pair.A, pair.B} {
		total := shape.CollidingTotal{ID: id}
		total.Lost, total.Close = pair.Count(id)
		at := slices.IndexFunc(c.items, func(i probe.Item) bool { return i.ID == id })
		if at >= 0 {
			total.Probes = len(probe.Prompts(c.items[at], c.isAbout))
		}
		p.Lost, p.Close = p.Lost+total.Lost, p.Close+total.Close
		p.Totals = append(p.Totals, total)
		probes += total.Probes
	}
	p.Share = stats.Wilson(p.Lost, probes)
	_, p.Recorded = pair.Count("")
	p.Close += p.Recorded
	for _, contest := range pair.Contests[:min(len(pair.Contests), examplesMax)] {
		p.Examples = append(p.Examples, shape.CollidePrompt{
			Text: contest.Text, From: contest.From, Owner: contest.Owner, First: contest.First, Behind: contest.Behind,
			FirstSimilarity: stats.Round(contest.FirstFit), SecondSimilarity: stats.Round(contest.SecondFit),
		})
	}
	for _, word := range parting {
		p.Words = append(p.Words, shape.PartingWord{Word: word.Word, ID: word.Owner, Where: word.Where, Shift: word.Shift})
	}
	return p
}

func printCollide(e *env.Env, result shape.SkillsCollide) {
	for _, note := range result.Notes {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", textline.Plain(note))
	}
	fmt.Fprintf(e.Out, "%s, %s of their own words", textline.Count(result.Items, "item", "items"), textline.Count(result.Probes, "prompt", "prompts"))
	if result.Recorded > 0 {
		fmt.Fprintf(e.Out, ", %d of yours", result.Recorded)
	}
	if result.Embedded > 0 {
		fmt.Fprintf(e.Out, "; %d compared by meaning too", result.Embedded)
	}
	fmt.Fprintln(e.Out, ".")
	defer printRepeats(e, result.Repeats)
	if result.Found == 0 {
		fmt.Fprintln(e.Out, "No two get each other's prompts.")
		return
	}
	fmt.Fprintf(e.Out, "%s each other's prompts", textline.Count(result.Found, "pair gets", "pairs get"))
	if shown := len(result.Pairs); shown < result.Found {
		fmt.Fprintf(e.Out, "; the worst %d", shown)
	}
	fmt.Fprintln(e.Out, ":")
	for i, pair := range result.Pairs {
		fmt.Fprintf(e.Out, "\n%2d  %s  and  %s\n", i+1, textline.Plain(pair.A), textline.Plain(pair.B))
		fmt.Fprintf(e.Out, "    %s, %d close; %.0f %% of their words are the same%s\n",
			textline.Count(pair.Lost, "prompt lost", "prompts lost"), pair.Close, 100*pair.Alike, meaningWord(pair.Nearness))
		printExamples(e, pair)
		printParting(e, pair)
	}
}

func printExamples(e *env.Env, pair shape.CollidingPair) {
	for _, example := range pair.Examples {
		whose, did := "yours", "leads by"
		if example.Owner != "" {
			whose = "of " + textline.Plain(example.Owner)
		}
		if example.Owner != "" && example.First != example.Owner {
			did = "takes it by"
		}
		cli.PrintProse(e, "      “", "       ", textline.Shorten(example.Text, 2*cli.ProseColumns)+"”")
		fmt.Fprintf(e.Out, "         %s; %s %s %.1f\n", whose, textline.Plain(example.First), did, example.Behind)
	}
}

// printParting tells what to write where.
func printParting(e *env.Env, pair shape.CollidingPair) {
	for _, id := range []string{pair.A, pair.B} {
		var said, buried []string
		for _, word := range pair.Words {
			switch {
			case word.ID != id:
			case word.Where == probe.InBody:
				buried = append(buried, fmt.Sprintf("%s (+%.1f)", textline.Plain(word.Word), word.Shift))
			default:
				said = append(said, fmt.Sprintf("%s (+%.1f)", textline.Plain(word.Word), word.Shift))
			}
		}
		if len(said) > 0 {
			fmt.Fprintf(e.Out, "    only %s says  %s\n", textline.Plain(id), strings.Join(said, ", "))
		}
		if len(buried) > 0 {
			fmt.Fprintf(e.Out, "    put into the description of %s, from its body:  %s\n", textline.Plain(id), strings.Join(buried, ", "))
		}
	}
	if pair.Alike >= mergeAlike || pair.Nearness >= probe.SameMeaning {
		fmt.Fprintln(e.Out, "    They say nearly the same: merge them, or say in each what the other does not do.")
	} else if len(pair.Common) > 0 {
		fmt.Fprintf(e.Out, "    both say  %s\n", textline.Plain(strings.Join(pair.Common, ", ")))
	}
}

func meaningWord(nearness float64) string {
	if nearness >= probe.SameMeaning {
		return ", and so is what they mean"
	}
	return ""
}

// mergeAlike is the share of words in common from which two are better one.
const mergeAlike = .6
