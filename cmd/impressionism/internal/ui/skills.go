package ui

import (
	"context"
	"html/template"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/plot"
)

// skillsView shows which skills stand in each other's way, or are never seen.
var skillsView = view{name: "skills", title: "Skills", key: "3", panels: []panel{
	{name: "map", title: "Map", size: "large", lazy: true, report: true, command: fixed("skills", "map"), draw: drawMap},
	{name: "pair", title: "Colliding pair", size: "small", lazy: true, report: true, command: collideCommand, draw: drawPair},
	{name: "room", title: "What the client lists", size: "wide", lazy: true, report: true, command: fixed("skills", "budget", "--plan"), draw: drawRoom},
}}

// skillView shows one skill.
var skillView = view{name: "skills/item", title: "One skill", panels: []panel{
	{name: "prompts", title: "Its prompts and near misses", size: "large", lazy: true, command: ofItem("skills", "probe"), draw: drawProbe},
	{name: "lint", title: "What its text lacks", size: "small", lazy: true, command: ofItem("skills", "lint"), draw: drawLint},
	{name: "item-pairs", title: "Who gets its prompts", size: "wide", lazy: true, command: ofItem("skills", "collide"), draw: drawPair},
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

func drawMap(ctx context.Context, p *pages, q query, args []string) (any, error) {
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
	return struct {
		shape.SkillsMap
		Chart template.HTML
	}{laid, plot.Map(q.inside("large"), dots, lines).HTML()}, nil
}

// drawPair shows the pair that was chosen, else the first.
func drawPair(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var collide shape.SkillsCollide
	if err := p.ask(ctx, &collide, args...); err != nil {
		return nil, err
	}
	chosen := slices.IndexFunc(collide.Pairs, func(pair shape.CollidingPair) bool { return pair.A == q.item && pair.B == q.other })
	shown := struct {
		shape.SkillsCollide
		Chosen int
		Pair   *shape.CollidingPair
	}{SkillsCollide: collide, Chosen: max(chosen, 0)}
	if len(collide.Pairs) > 0 {
		shown.Pair = &collide.Pairs[shown.Chosen]
	}
	return shown, nil
}

// drawRoom shows the listing as the client shows it, and with the plan.
func drawRoom(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var budget shape.Budget
	if err := p.ask(ctx, &budget, args...); err != nil {
		return nil, err
	}
	now, plan := boxes(budget)
	return struct {
		shape.Budget
		Chart template.HTML
	}{budget, plot.Room(q.inside("wide"), now, plan, budget.Chars).HTML()}, nil
}

// boxes are the descriptions as they are listed, and as the plan would have them: first those
// used before, then the others, last what the model does not see.
func boxes(budget shape.Budget) (now, plan []plot.Box) {
	override := map[string]string{}
	if budget.Plan != nil {
		for _, choice := range budget.Plan.Choices {
			override[choice.ID] = choice.Override
		}
	}
	for _, line := range budget.Lines {
		if line.Chars == 0 {
			continue
		}
		meaning := plot.Ignored // never used
		if line.Uses > 0 {
			meaning = plot.Told
		}
		hidden := line.Fate != "described"
		now = append(now, plot.Box{Chars: line.Chars, Meaning: meaning, Hidden: hidden})
		after := plot.Box{Chars: line.Chars, Meaning: meaning, Hidden: hidden}
		switch override[line.ID] {
		case "on":
			after.Hidden = false
			if hidden {
				after.Meaning = plot.Used // shown again by the plan
			}
		case "name-only":
			after.Meaning, after.Hidden = plot.Quiet, true
		}
		plan = append(plan, after)
	}
	if budget.Plan == nil {
		plan = nil
	}
	return inOrder(now), inOrder(plan)
}

func inOrder(boxes []plot.Box) []plot.Box {
	rank := func(b plot.Box) int {
		switch {
		case b.Hidden:
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

func drawProbe(ctx context.Context, p *pages, _ query, args []string) (any, error) {
	var probe shape.SkillsProbe
	err := p.ask(ctx, &probe, args...)
	return probe, err
}

// numberedPair is a pair with its place in what the command prints.
type numberedPair struct {
	shape.CollidingPair
	Index int
}

// parting are the words that make a text one item's and not the other's.
type parting struct {
	ID, Side string
	Words    []shape.PartingWord
}

// partingOf returns the words of one item of a pair.
func partingOf(side, id string, words []shape.PartingWord) parting {
	p := parting{ID: id, Side: side}
	for _, w := range words {
		if w.ID == id {
			p.Words = append(p.Words, w)
		}
	}
	return p
}

func drawLint(ctx context.Context, p *pages, _ query, args []string) (any, error) {
	var lint shape.SkillsLint
	err := p.ask(ctx, &lint, args...)
	return lint, err
}
