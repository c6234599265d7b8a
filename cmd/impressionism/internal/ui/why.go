package ui

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/plot"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/trace"
)

// scored is an item's score as a decision keeps it.
type scored struct {
	Ref        abi.Ref  `json:"ref"`
	Similarity float64  `json:"similarity"`
	Enough     bool     `json:"enough"`
	Fit        *fit.Fit `json:"fit"`
}

// explained returns the parts of a score; nil where they are not kept.
func (s scored) explained() *shape.Explained {
	if s.Fit == nil {
		return nil
	}
	return explain.ExplainedShape(s.Fit, index.Explanation{})
}

// floor is the similarity that an item needed; NaN where the ruleset has no threshold.
func (s scored) floor() float64 {
	if s.Fit == nil || s.Fit.Needed == nil {
		return math.NaN()
	}
	return s.Fit.Needed.Similarity
}

func undecided() node { return empty("Nothing was decided yet.") }

// drawWhy draws the panel beside the list: one decision.
func drawWhy(p *pages, q query, stored shape.TraceShow) node {
	made := stored.Made
	if made.ID == 0 {
		return undecided()
	}
	var scores []scored
	if json.Unmarshal(made.Scores, &scores) != nil {
		scores = nil // a decision without scores has none to show
	}
	width := q.whyWidth()
	change, _, _ := p.feed.Decision(made.ID) // the list says why it cannot be read
	return join(
		p.because(made, scores), p.came(change.Told), p.origin(made),
		when(made.Fault != "", noteIn("p", "error", el("span", "", p.text(made.Fault)))),
		when(made.Said != "", el("h3", "", "What the model was told"), el("pre", "told", el("code", "", p.lines(made.Said)))),
		p.scores(made, scores, width), p.dropped(made), p.steps(made, width), p.calls(stored.Trace),
		when(stored.Note != "", el("p", "small muted", p.text(stored.Note))),
		p.buttons(made))
}

// came is what came of what was told, in the order in which it was.
func (p *pages) came(all []feed.Told) node {
	if len(all) == 0 {
		return nil
	}
	var fates nodes
	for _, told := range all {
		text, more := fate(told)
		fates = append(fates, el("span", "fate", mark(told.Came),
			el("span", "", when(len(all) > 1, p.name(told.Ref), ": "), text, " ", el("small", "", more))))
	}
	return el("p", "row came", fates)
}

// origin is when and by what was decided.
func (p *pages) origin(made trace.Made) node {
	tier := "words alone"
	if made.Tier == "model" {
		tier = "words and meaning"
	}
	var late nodes
	for _, what := range made.Late {
		late = append(late, join(" · late: ", textline.Plain(what)))
	}
	leads := address("#live", "decision", fmt.Sprint(made.ID), "session", made.Session)
	return el("p", "faint small", el("a", "", attr("href", leads), clock(made.At)), " · decision ", number(made.ID, "made.id"), " · ", textline.Plain(made.Ruleset), " · ", tier, late)
}

// rankedMax bounds what came close.
const rankedMax = 6

// scores draws the score of what was told, else of the best, and what came close.
func (p *pages) scores(made trace.Made, scores []scored, width int) node {
	if len(scores) == 0 {
		return nil
	}
	best := scores[max(0, firstTold(made, scores))]
	var bars []plot.Bar
	for _, s := range scores[:min(len(scores), rankedMax)] {
		bars = append(bars, plot.Bar{Name: p.name(s.Ref), Value: s.Similarity, Strong: slices.Contains(made.Told, s.Ref)})
	}
	return join(p.waterfall(best, width), el("h3", "", "What came close"), verbatim(plot.Ranking(width, bars, best.floor()).HTML()))
}

// waterfall draws a score part by part, where the parts are kept.
func (p *pages) waterfall(s scored, width int) node {
	explained := s.explained()
	if explained == nil {
		return nil
	}
	var parts []plot.Part
	for _, part := range explained.Parts {
		parts = append(parts, plot.Part{Name: part.Name, Value: part.Points, Base: part.Name == "start"})
	}
	if s.Fit.Behind != 0 {
		parts = append(parts, plot.Part{Name: "behind", Value: s.Fit.Behind})
	}
	slices.SortStableFunc(parts, func(a, b plot.Part) int { return order(a) - order(b) })
	needed := math.NaN()
	if s.Fit.Needed != nil {
		needed = s.Fit.Needed.Odds
	}
	return join(
		el("h3", "", "Why ", p.name(s.Ref), ": its score, part by part"), verbatim(plot.Waterfall(width, parts, s.Fit.Odds, needed).HTML()),
		folded("What the parts are", partsMeant(parts), s.onScale()),
		when(explained.Ahead != "", el("p", "small muted", textline.Plain(explained.Ahead), " fits clearly better.")),
		when(explained.Nearer != "", el("p", "small muted", "People also ask for “", p.text(explained.Nearer), "”, which is nearer to the prompt.")))
}

// onScale says how the sum of a score and its similarity hang together.
func (s scored) onScale() node {
	if s.Fit.Needed == nil || s.Fit.Bound {
		return nil
	}
	return el("p", "small muted", fmt.Sprintf("These are log-odds. From 0 to 1 the sum is a similarity of %s, and the needed %+.2f is %s.", shortScore(s.Similarity), s.Fit.Needed.Odds, shortScore(s.floor())))
}

// partsMeant says in a line each what the parts of a score are.
func partsMeant(parts []plot.Part) node {
	var all nodes
	for _, part := range parts {
		all = append(all, el("li", "", el("b", "", part.Name), " ", el("span", "muted", explain.PartHelp(part.Name))))
	}
	return el("ul", "plain small", all)
}

// order puts what everything starts from first, and what takes away last.
func order(part plot.Part) int {
	switch {
	case part.Name == "start":
		return 0
	case part.Value < 0:
		return 2
	}
	return 1
}

func (p *pages) dropped(made trace.Made) node {
	if len(made.Dropped) == 0 {
		return nil
	}
	var items nodes
	for _, d := range made.Dropped {
		items = append(items, el("li", "", p.name(d.Ref), ": ", p.text(d.Why)))
	}
	return join(el("h3", "", "Chosen and not told"), el("ul", "plain small", items))
}

// stepNames are the steps of an event, in their order.
var stepNames = []string{"record", "settings", "typed", "index", "state", "files", "ruleset", "opinion", "render"}

func inStepOrder(steps map[string]float64) []string {
	return slices.SortedFunc(maps.Keys(steps), func(a, b string) int {
		return cmp.Or(slices.Index(stepNames, a)-slices.Index(stepNames, b), cmp.Compare(a, b))
	})
}

// steps draws where the time went.
func (p *pages) steps(made trace.Made, width int) node {
	var steps []plot.Step
	total := 0.0
	for _, name := range inStepOrder(made.StepsMS) {
		ms := made.StepsMS[name]
		total += ms
		if ms > 0 {
			steps = append(steps, plot.Step{Name: name, MS: ms})
		}
	}
	return join(el("h3", "", fmt.Sprintf("Where the time went: %.1f ms", total)), verbatim(plot.Steps(width, steps, p.deadlineMS).HTML()))
}

// Limits of what is shown of host calls; the command has all.
const (
	callsMax = 40
	clipMax  = 2000 // characters of a reply
)

func (p *pages) calls(t *trace.Trace) node {
	if t == nil {
		return nil
	}
	many := 0
	for _, part := range t.Parts() {
		many += len(part.Calls)
	}
	var calls nodes
	for i, c := range t.Calls[:min(len(t.Calls), callsMax)] {
		calls = append(calls, el("li", "", el("b", "", textline.Plain(c.Call)), " ", milliseconds(c.MS, "trace.calls.%d.ms", i),
			el("pre", "", attr("tabindex", "0"), el("code", "", p.lines(string(c.Request)), "\n→ ", p.lines(textline.Shorten(string(c.Reply), clipMax))))))
	}
	return folded(textline.Count(many, "host call", "host calls"), el("ol", "calls small", calls))
}

// buttons lead on from a decision, and take what a person says of what was told.
func (p *pages) buttons(made trace.Made) node {
	id := fmt.Sprint(made.ID)
	acts := nodes{commandChip(commandLine([]string{"trace", "show", id}), "trace "+id), commandChip(commandLine([]string{"rules", "replay", id}), "replay it")}
	if p.acts {
		for _, ref := range made.Told {
			item := map[string]string{"item": ref.ID, "session": made.Session}
			acts = append(acts, actButton("good", "good: "+p.name(ref), item), actButton("bad", "bad", item))
		}
	}
	return el("p", "acts", acts)
}

// actButton asks for an action with these words of its form.
func actButton(action, label string, form map[string]string, attributes ...node) node {
	values, _ := json.Marshal(form) // of texts
	return el("button", "btn", attr("hx-post", "/act/"+action), attr("hx-vals", string(values)), nodes(attributes), label)
}

// firstTold is the place among the scores of the first item that was told; -1: none of them was.
func firstTold(made trace.Made, scores []scored) int {
	return slices.IndexFunc(scores, func(s scored) bool { return slices.Contains(made.Told, s.Ref) })
}
