package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/plot"
)

// skillsView shows which skills stand in each other's way, or are never seen.
var skillsView = view{name: "skills", title: "Skills", key: "3", panels: []panel{
	{name: "map", title: "Map", size: "large", lazy: true, report: true, command: fixed("skills", "map"), draw: drawMap},
	{name: "pair", title: "Colliding pair", size: "small", lazy: true, report: true, command: collideCommand, draw: of(drawPair)},
	{name: "room", title: "What the client lists", size: "wide", lazy: true, report: true, command: fixed("skills", "budget", "--plan"), draw: of(drawRoom)},
}}

// skillView shows one skill.
var skillView = view{name: "skills/item", title: "One skill", ofItem: true, panels: []panel{
	{name: "prompts", title: "Its prompts and near misses", size: "large", lazy: true, command: ofItem("skills", "probe"), draw: of(drawProbe)},
	{name: "lint", title: "What its text lacks", size: "small", lazy: true, command: ofItem("skills", "lint"), draw: of(drawLint)},
	{name: "item-pairs", title: "Who gets its prompts", size: "wide", lazy: true, command: ofItem("skills", "collide"), draw: of(drawPair)},
}}

// ofItem is a command about the item that was chosen.
func ofItem(args ...string) func(query) []string {
	return func(q query) []string {
		if strings.HasPrefix(q.item, "-") {
			return append(slices.Clone(args), "--", q.item) // or it would be a flag
		}
		return append(slices.Clone(args), q.item)
	}
}

func collideCommand(query) []string { return []string{"skills", "collide"} }

func drawMap(ctx context.Context, p *pages, q query, args []string) (node, error) {
	var laid shape.SkillsMap
	if err := p.ask(ctx, &laid, args...); err != nil {
		return nil, err
	}
	var collide shape.SkillsCollide
	_ = p.ask(ctx, &collide, collideCommand(q)...) // without pairs there are no lines: the panel beside says why
	at := map[string]int{}
	var dots []plot.Dot
	for i, d := range laid.Dots {
		at[d.ID] = i
		dots = append(dots, plot.Dot{Name: textline.Plain(d.ID), X: d.X, Y: d.Y, Size: float64(d.Suggested), Group: d.Group})
	}
	var lines []plot.Line
	for n, pair := range collide.Pairs {
		a, knowA := at[pair.A]
		b, knowB := at[pair.B]
		if knowA && knowB {
			lines = append(lines, plot.Line{A: a, B: b, Weight: pair.Weight, Strong: n == 0})
		}
	}
	notes := remarks(p, laid.Notes)
	if len(dots) == 0 {
		return join(notes, empty("There is no map without vectors; to make them: impressionism model install, then impressionism index. The pairs stand alone.")), nil
	}
	var groups nodes
	for i, group := range laid.Groups {
		groups = append(groups, el("span", "", verbatim(plot.GroupMark(i)), p.text(strings.Join(group.Words, ", ")), " (", number(group.Items, "groups.%d.items", i), ")"))
	}
	return join(notes,
		el("p", "sub", number(laid.Items, "items"), " skills and commands that the model is told of, as meaning places them; a line where two get each other's prompts; the size: how often suggested. Near each other in the picture is not always near in meaning."),
		verbatim(plot.Map(q.inside("large"), dots, lines).HTML()),
		el("p", "legend groups", attr("aria-label", "Groups"), groups)), nil
}

// drawPair shows the pair that was chosen, else the first, and the others.
func drawPair(p *pages, q query, collide shape.SkillsCollide) node {
	notes := remarks(p, collide.Notes)
	if len(collide.Pairs) == 0 {
		return join(notes, empty("No two get each other's prompts."))
	}
	chosen := max(0, slices.IndexFunc(collide.Pairs, func(pair shape.CollidingPair) bool { return pair.A == q.item && pair.B == q.other }))
	return join(notes, p.pair(chosen, collide.Pairs[chosen]), p.pairs(collide.Pairs))
}

// pair is the pair that stands at a place of what the command prints.
func (p *pages) pair(at int, pair shape.CollidingPair) node {
	var totals, examples nodes
	for i, t := range pair.Totals {
		totals = append(totals, join(number(t.Lost, "pairs.%d.totals.%d.lost", at, i), " of ", number(t.Probes, "pairs.%d.totals.%d.probes", at, i), " made-up prompts for ", textline.Plain(t.ID), " reach the other first. "))
	}
	for i, e := range pair.Examples {
		examples = append(examples, el("tr", "",
			el("td", "", p.text(e.Text)), el("td", "", textline.Plain(e.First)), el("td", "num", number(e.Behind, "pairs.%d.examples.%d.behind", at, i))))
	}
	return join(
		el("p", "lead", p.item(pair.A), " and ", p.item(pair.B), " are taken for each other:"),
		el("p", "", totals, share(pair.Alike, "pairs.%d.alike", at), " of their words are the same."),
		when(len(pair.Words) > 0, el("div", "parted", p.parting("a", pair.A, pair.Words), p.parting("b", pair.B, pair.Words))),
		when(len(examples) > 0, el("h3", "", "Prompts between them"),
			el("table", "", heading(column("", "Prompt"), column("", "First"), column("num", "Ahead by")), el("tbody", "", examples))))
}

// item is the id of an item, which leads to its view.
func (p *pages) item(id string) node {
	if p.still {
		return el("span", "chip", textline.Plain(id))
	}
	return el("a", "chip", attr("href", address("#skills/item", "item", id)), textline.Plain(id))
}

// parting are the words that make a text one item's and not the other's, on a side of the pair.
func (p *pages) parting(side, id string, words []shape.PartingWord) node {
	var own nodes
	for _, w := range words {
		if w.ID == id {
			own = append(own, el("li", "", p.text(w.Word), when(w.Where == "body", " ", el("span", "muted", "in its body only"))))
		}
	}
	if len(own) == 0 {
		return nil
	}
	return el("div", "", el("h3", "", "Words that make it ", textline.Plain(id)), el("ul", "words "+side, own))
}

// pairsShown are shown at once, the worst.
const pairsShown = 5

func (p *pages) pairs(pairs []shape.CollidingPair) node {
	var rows nodes
	for i, pair := range pairs {
		name := join(textline.Plain(pair.A), " · ", textline.Plain(pair.B))
		if !p.still {
			name = join(el("button", "", attr("type", "button"), attr("hx-get", address("/v/skills/pair", "item", pair.A, "other", pair.B)), attr("hx-target", "#pair"), attr("hx-swap", "outerHTML"), name))
		}
		rows = append(rows, el("tr", "", el("td", "", name), el("td", "num", number(pair.Lost, "pairs.%d.lost", i)), el("td", "num", number(pair.Close, "pairs.%d.close", i))))
	}
	shown := min(len(rows), pairsShown)
	return join(
		el("h3", "", "Pairs that get each other’s prompts most"),
		el("table", "", heading(column("", "Pair"), column("num", "Lost"), column("num", "Close")), el("tbody", "", rows[:shown])),
		el("p", "small muted below", "Lost: prompts made up for one that reach the other first. Close: those that it wins by little."),
		when(len(rows) > shown, folded(fmt.Sprintf("All %d pairs", len(rows)), el("table", "", el("tbody", "", rows[shown:])))))
}

// hiddenMax bounds the hidden descriptions that are named.
const hiddenMax = 100

// drawRoom shows the listing as the client shows it, and with the plan.
func drawRoom(_ *pages, q query, budget shape.Budget) node {
	now, plan := boxes(budget)
	var planned, hidden node
	switch {
	case budget.Plan != nil && slices.Equal(now, plan):
		plan, planned = nil, join(" A plan changes nothing: ", number(budget.Plan.Shown, "plan.shown"), " are shown.")
	case budget.Plan != nil:
		planned = join(" With the plan ", number(budget.Plan.Shown, "plan.shown"), " are shown.")
	}
	if ids := budget.HiddenIDs; len(ids) > 0 {
		var names []string
		for _, id := range ids[:min(len(ids), hiddenMax)] {
			names = append(names, textline.Plain(id))
		}
		hidden = folded(textline.Count(len(ids), "hidden description", "hidden descriptions"), el("p", "small", strings.Join(names, ", "), when(len(ids) > hiddenMax, " …")))
	}
	return join(
		el("p", "sub", when(budget.Model != "", textline.Plain(budget.Model), "; "), "each box is a description, as wide as it is long, those of the client’s own ", number(budget.Bundled, "bundled"), " among them. Of yours now ",
			number(budget.Shown, "shown"), " of ", number(budget.Items, "items"), " descriptions are shown, ", number(budget.Hidden, "hidden"), " hidden; the room ends at ", number(budget.Chars, "chars"), " characters, ",
			number(budget.Used, "used_chars"), " are used.", planned),
		verbatim(plot.Room(q.inside("wide"), now, plan, budget.Chars).HTML()),
		hidden)
}

// boxes are the descriptions as they are listed, and as the plan would have them (nil: there
// is none): first those used before, then the others, last what the model does not see.
func boxes(budget shape.Budget) (now, plan []plot.Box) {
	for _, line := range budget.Lines {
		if line.Chars == 0 {
			continue
		}
		before := boxOf(line, line.Fate)
		now = append(now, before)
		if budget.Plan == nil {
			continue
		}
		after := boxOf(line, line.Then)
		if line.Then == inspect.Described && line.Fate != inspect.Described {
			after.Meaning = plot.Used // shown again by the plan
		}
		plan = append(plan, after)
	}
	return inOrder(now), inOrder(plan)
}

func boxOf(line shape.BudgetLine, fate string) plot.Box {
	box := plot.Box{Chars: line.Chars, Meaning: plot.Ignored, Hidden: fate == inspect.Hidden} // never used
	switch {
	case fate == inspect.NameOnly:
		box.Meaning = plot.Quiet
	case line.Uses > 0:
		box.Meaning = plot.Told
	}
	return box
}

func inOrder(boxes []plot.Box) []plot.Box {
	rank := func(b plot.Box) int {
		switch {
		case b.Hidden:
			return 4
		case b.Meaning == plot.Quiet:
			return 3
		case b.Meaning == plot.Told:
			return 0
		case b.Meaning == plot.Used:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(boxes, func(a, b plot.Box) int { return rank(a) - rank(b) })
	return boxes
}

// probedMax bounds the prompts that are shown of one item.
const probedMax = 60

func drawProbe(p *pages, _ query, probe shape.SkillsProbe) node {
	var rows nodes
	for i, prompt := range probe.Prompts[:min(len(probe.Prompts), probedMax)] {
		var instead nodes
		for _, other := range prompt.Others {
			instead = append(instead, join(p.name(other.Ref), " "))
		}
		rows = append(rows, el("tr", "",
			el("td", "", p.text(prompt.Text)), el("td", "", textline.Plain(prompt.From)), el("td", "", textline.Plain(prompt.Verdict)),
			el("td", "num", score(prompt.Similarity, "prompts.%d.similarity", i)), el("td", "", instead)))
	}
	own, others := probe.Own, probe.Others
	return join(
		el("p", "lead", el("b", "", textline.Plain(probe.Ref.ID)), " · from ", score(probe.Threshold, "threshold"), " on ", textline.Plain(probe.Ruleset), " suggests it"),
		el("p", "", "Of its own words ", number(own.Reached, "own.reached"), " of ", number(own.Prompts, "own.prompts"), " prompts reach it, ", number(own.Beaten, "own.beaten"), " go to another, ",
			number(own.Near, "own.near"), " nearly, ", number(own.Missed, "own.missed"), " miss it. Of yours ", number(others.Reached, "others.reached"), " of ", number(others.Prompts, "others.prompts"), " reach it."),
		el("table", "stack", heading(column("", "Prompt"), column("", "From"), column("", "What comes of it"), column("num", "Similarity"), column("", "Instead")), el("tbody", "", rows)),
		remarks(p, probe.Notes))
}

func drawLint(p *pages, _ query, lint shape.SkillsLint) node {
	var findings nodes
	for _, f := range lint.Findings {
		findings = append(findings, finding(f.Severity, el("b", "", f.Severity), " ", p.text(f.Reason), el("br", ""),
			el("span", "muted", p.text(f.Fix), " (", f.Code, ", line ", f.Line, ")")))
	}
	return join(
		el("p", "sub", number(lint.Errors, "errors"), " errors, ", number(lint.Warnings, "warnings"), " warnings, ", number(lint.Notes, "notes"), " notes"),
		findings, when(len(findings) == 0, empty("Nothing.")))
}
