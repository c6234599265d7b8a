package tune

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/rank"
)

// serverSizes are how many groups of items the parts of a catalog have over which prompts
// of a kind with groups are asked: people add and remove a server with all its tools.
var serverSizes = []int{2, 4, 8}

// KindSizes are the sizes of the draws of FitKind, in items or groups.
func KindSizes(kind string) []int { return slices.Clone(kindFits[kind].sizes) }

// kindFit is what differs between the fits of kinds.
type kindFit struct {
	sizes    []int  // of the parts of catalogs, in items or groups
	against  [5]int // the catalogs that promises are held against
	promises [4]promise
	lexical  *promise     // of the default profile by words alone; nil: as with the model
	actions  bool         // what items do is compared with what is asked for
	mixture  rank.Mixture // of cosines; the zero one: the base's
	best     *rank.Best   // how one of several is chosen; nil: as the base does
}

var kindFits = map[string]kindFit{
	// A tool is wrong more often than a skill, beside others of its server that do nearly the
	// same and are told with it; and the labelled prompts without a need are those that
	// mislead most.
	abi.KindTool: {serverSizes, [5]int{2, 4, 8, SizeWhole, SizeOwn}, [4]promise{
		{.45, [5]float64{.04, .06, .10, .14, .10}, .06},
		{.60, [5]float64{.02, .033, .05, .08, .05}, .03},
		{.65, [5]float64{.008, .014, .02, .04, .03}, .015},
		{.80, [5]float64{.003, .005, .008, .02, .015}, .005},
	}, nil, true, rank.Mixture{}, nil},
	// A lesson is told with its text: a wrong one costs a line, and no load. The prompts
	// without a need are mostly of the same project and about the same things. What is told
	// wrongly is mostly a neighbour of what is right, so that others which fit count against
	// each, and the second best is not told with the best. Null prompts ask for plain work, at
	// which some preferences of a person's do count: .08 of them may get one.
	abi.KindLesson: {[]int{8, 20, 40}, [5]int{8, 20, 40, SizeWhole, SizeOwn}, [4]promise{
		{.40, [5]float64{.06, .10, .14, .16, .10}, .10},
		{.45, [5]float64{.05, .085, .105, .11, .05}, .08},
		{.75, [5]float64{.015, .02, .025, .03, .03}, .015},
		{.90, [5]float64{.003, .005, .008, .01, .015}, .005},
	}, &promise{.45, [5]float64{.02, .04, .045, .08, .05}, .03}, false, rank.Mixture{Best: .5, Mean: .5}, &rank.Best{
		Top: 8, Duplicate: .75, Likeness: .3, Rivals: .6,
	}},
}

// FitKind fits the weights and floors of another kind of items on sets of its own: adapter,
// gates, tables and null prompts stay those of base. Each set is left out once to measure
// on. Items with a Group are drawn by it.
func FitKind(in Input, base *rank.Recipe) (*Result, error) {
	if err := in.checkSets(); err != nil {
		return nil, err
	}
	by, known := kindFits[in.Kind]
	if !known {
		return nil, fmt.Errorf("how items of kind %q are drawn and what is promised of them is not in kindFits", in.Kind)
	}
	f := &fitter{Input: in, recipe: *base, sizes: by.sizes, actions: by.actions}
	f.recipe.Foreign = nil
	if by.best != nil {
		f.recipe.Best = *by.best
	}
	if by.mixture != (rank.Mixture{}) {
		f.recipe.Mixture = by.mixture
	}
	if err := f.letBid(); err != nil {
		return nil, err
	}
	if err := f.features(); err != nil {
		return nil, err
	}
	result := f.measured()
	f.say("all …")
	g := f.kindGates(f.cases)
	with, words := f.fitBoth(f.draws, g)
	r := &f.recipe
	if err := f.setOwn(r, g); err != nil {
		return nil, err
	}
	r.Kind = f.Kind
	r.Weights.Set(with)
	r.Lexical.Set(words)
	r.Profiles = profiles(result.Unseen, by.promises, by.against)
	if by.lexical != nil {
		by.promises[1] = *by.lexical
	}
	r.LexicalProfiles = profiles(result.Lexical, by.promises, by.against)
	r.Certain = certainty.floor(byLead(result.Lexical), by.against)
	r.CertainCard = r.Certain
	r.ID = r.Seal()
	result.Recipe = r
	return result, nil
}

// measured fits on all sets but one, in turn, and measures on that one.
func (f *fitter) measured() *Result {
	result := &Result{}
	for fold := range f.Sets {
		f.say("fold %d of %d …", fold+1, len(f.Sets))
		var train []*labelled
		for _, c := range f.cases {
			if f.foldOf(c) != fold {
				train = append(train, c)
			}
		}
		g := f.kindGates(train)
		var learn, test []*draw
		for _, d := range f.draws {
			if f.foldOf(d.labelled) == fold {
				test = append(test, d)
			} else {
				learn = append(learn, d)
			}
		}
		with, words := f.fitBoth(learn, g)
		for _, d := range test {
			result.Unseen = append(result.Unseen, f.outcome(d, with, g, true))
			result.Lexical = append(result.Lexical, f.outcome(d, words, g, false))
		}
	}
	return result
}

// checkSets refuses sets of which none can be left out to measure on.
func (in Input) checkSets() error {
	if len(in.Sets) < 2 {
		return errors.New("there is nothing to measure on: at least two labelled sets are needed")
	}
	for i, set := range in.Sets {
		if slices.ContainsFunc(in.Sets[:i], func(other Set) bool { return other.Name == set.Name }) {
			return fmt.Errorf("two labelled sets are called %s: what one measures on, the other would have learnt; rename the folder of one", set.Name)
		}
	}
	return nil
}

// kindGates are the gates of the prompts: those on words and phrasing are the base's, which
// saw none of them, and that on vectors is fitted on the labelled prompts. Those that it was
// fitted on have theirs from fits that had not seen them.
func (f *fitter) kindGates(train []*labelled) gates {
	g := gates{of: map[*labelled]gateValues{}}
	for _, c := range f.cases {
		g.of[c] = gateValues{word: f.recipe.WordGate(c.query), manner: f.recipe.MannerGate(c.query)}
	}
	if !f.hasGate() {
		return g
	}
	put := func(c *labelled, fit []float64) {
		values := g.of[c]
		values.vector = gateOf(fit, c.vector)
		g.of[c] = values
	}
	fit := func(cases []*labelled) []float64 {
		var rows []gateRow
		for _, c := range cases {
			rows = append(rows, gateRow{c.vector, len(c.Gold) > 0, 1})
		}
		return rounded(fitGate(rows))
	}
	g.whole.vector = fit(train)
	for _, c := range f.cases {
		put(c, g.whole.vector)
	}
	for part := range crossFits {
		unseen := fit(others(train, part))
		for i := part; i < len(train); i += crossFits {
			put(train[i], unseen)
		}
	}
	return g
}

// hasGate reports whether there is a gate on vectors: base has one, so that its encoder is
// the one that embeds.
func (f *fitter) hasGate() bool { return f.recipe.Vectors != "" }

// setOwn sets what a recipe has of its own where there is a gate: the gate, its values of the
// null prompts, of which it saw none, and the items that bid.
func (f *fitter) setOwn(r *rank.Recipe, g gates) error {
	if !f.hasGate() {
		return nil
	}
	var nulls []float32
	for _, null := range r.Nulls() {
		vector, err := f.Embed(null.Text)
		if err != nil {
			return err
		}
		nulls = append(nulls, float32(gateOf(g.whole.vector, wide(vector))))
	}
	concepts, names, err := f.bidders("")
	if err != nil {
		return err
	}
	r.OwnNames = strings.Join(names, "\n")
	r.Own, err = rank.NewVectors(narrow(g.whole.vector), nulls, nil, nil, concepts)
	return err
}

// letBid has Neighbours and the items of the other sets bid against those of each set, as
// concepts do: what people ask for that no server here is for.
func (f *fitter) letBid() error {
	if !f.hasGate() {
		return nil
	}
	f.bidding = map[string]*rank.Recipe{}
	for _, set := range f.Sets {
		concepts, _, err := f.bidders(set.Name)
		if err != nil {
			return err
		}
		with := f.recipe
		if len(concepts) > 0 {
			if with.Own, err = rank.NewVectors(make([]float32, len(concepts[0])+1), nil, nil, nil, concepts); err != nil {
				return err
			}
		}
		f.bidding[set.Name] = &with
	}
	return nil
}

// bidders are the vectors and names of the items that bid, but for those of one set.
func (f *fitter) bidders(but string) (vectors [][]float32, names []string, err error) {
	bidding := slices.Clone(f.Neighbours)
	for _, set := range f.Sets {
		if !set.Bids || set.Name == but {
			continue
		}
		for _, item := range set.Items {
			bidding = append(bidding, Concept{Name: item.Name, About: item.Description})
		}
	}
	for _, item := range bidding {
		head, _ := rank.Passages(item.Name, item.About, "")
		vector, err := f.EmbedText(head)
		if err != nil {
			return nil, nil, err
		}
		vectors, names = append(vectors, vector), append(names, item.Name)
	}
	return vectors, names, nil
}

// part draws items of a catalog: so many of them or, of items with groups, of their groups.
// right are places of which one is to be among them; nil: any.
func (c *catalog) part(chance *rand.Rand, size int, right []int) []int {
	drawn, with := chance.Perm(c.parts())[:size], -1
	if len(right) > 0 {
		with = right[chance.IntN(len(right))]
	}
	if len(c.groups) == 0 {
		if with >= 0 && !slices.Contains(drawn, with) {
			drawn[0] = with
		}
		return drawn
	}
	names := drawn
	if with >= 0 && !slices.ContainsFunc(names, func(at int) bool { return slices.Contains(c.groups[at], with) }) {
		names[0] = slices.IndexFunc(c.groups, func(group []int) bool { return slices.Contains(group, with) })
	}
	slices.Sort(names)
	var places []int
	for _, at := range names {
		places = append(places, c.groups[at]...)
	}
	return places
}

// parts is how many items, or groups, a catalog has to draw from.
func (c *catalog) parts() int {
	if len(c.groups) > 0 {
		return len(c.groups)
	}
	return len(c.items)
}
