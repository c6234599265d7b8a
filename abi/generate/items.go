package generate

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

const itemsMax = 30

// items are some of the material's, with what real ones rarely have: keywords of
// the prompt and hostile ones, names in any script, vectors or none, other kinds.
func (g generator) items() []abi.Item {
	order := g.Perm(len(g.material.Items))
	count := min(g.IntN(itemsMax+1), len(order))
	dimensions := pick(g, 2, 3, 8)
	items := []abi.Item{}
	for i, at := range order[:count] {
		from := g.material.Items[at]
		item := abi.Item{Ref: abi.Skill(from.Ref.ID), Name: from.Name, Description: from.Description, Path: from.Path}
		if g.chance(10) {
			item.Ref.ID = fmt.Sprintf("%s-%s%d", item.Ref.ID, pick(g, "ü", "日本", "🦀", "a b", `"q"`), i)
		}
		if g.chance(10) {
			item.Name = pick(g, "Ümläut & <b>", `says "hi"`, "日本語のスキル", "🦀", strings.Repeat("long ", 50), "a\tb\\n")
		}
		item.Ref.Kind = g.kind()
		item.Sticky = g.chance(8)
		if item.Ref.Kind == abi.KindLesson {
			item.Lesson = g.lesson()
		}
		if item.Ref.Kind == abi.KindCode {
			item.Place = g.place()
		}
		item.Keywords = g.keywords(from)
		if g.chance(75) {
			item.Embedding = g.vector(dimensions)
		}
		items = append(items, item)
	}
	return items
}

// kind is mostly a skill's. Tools and lessons are many enough to compete among themselves.
func (g generator) kind() string {
	switch roll := g.IntN(100); {
	case roll < 15:
		return abi.KindCommand
	case roll < 40:
		return abi.KindTool
	case roll < 50:
		return abi.KindLesson
	case roll < 55:
		return abi.KindCode
	}
	return abi.KindSkill
}

// place is what there may be of a place in the sources.
func (g generator) place() *abi.Place {
	start := 1 + g.IntN(500)
	return &abi.Place{
		Path: pick(g, "host/mux.go", "日本/a b.ts", "Makefile"), Symbol: pick(g, "", "Mux.Use", "operator<<"), Start: start, End: start + g.IntN(60),
		Language: pick(g, "", "go", "typescript"), Kind: pick(g, "function", "method", "type", "rest", "window"),
	}
}

// lesson is what there may be of a lesson; several have the same trust.
func (g generator) lesson() *abi.Lesson {
	told := g.IntN(6)
	l := abi.Lesson{
		Category: pick(g, "", "gotcha", "preference"), Scope: pick(g, "user", "project"), Pinned: g.chance(10), Told: told, Cited: g.IntN(told + 1),
		Trust: pick(g, .1, .15, .3, .5, .5, .75), Check: pick(g, abi.CheckNone, abi.CheckOK, abi.CheckDoubtful), Touched: g.chance(60),
	}
	if g.chance(70) {
		l.AgeDays = new(float64(g.IntN(500)))
	}
	return &l
}

// keywords come from the item, from the prompt, or from somebody who means harm.
func (g generator) keywords(from abi.Item) []string {
	keywords := []string{}
	words := append(strings.Fields(g.prompt), from.Keywords...)
	for range g.IntN(5) {
		keyword := pick(g, "", "   ", ".*", "%w+", "c++", "(", "[", "straße", "ÜBER", "日本", "İ", "rest", strings.Repeat("x", 90))
		if len(words) > 0 && g.chance(65) {
			keyword = pick(g, words...)
		}
		if g.chance(20) {
			keyword = strings.ToUpper(keyword)
		}
		if g.chance(15) && len(words) > 0 {
			keyword += " " + pick(g, words...)
		}
		keywords = append(keywords, keyword)
	}
	if g.chance(5) {
		for range 20 {
			keywords = append(keywords, "filler")
		}
	}
	return keywords
}

// vector lies near one of a few directions, so that some items are alike; now and
// then it is none.
func (g generator) vector(dimensions int) abi.Embedding {
	values := make([]float32, dimensions)
	if !g.chance(3) {
		values[g.IntN(min(dimensions, 3))] = 1
		for i := range values {
			values[i] += float32(g.NormFloat64()) * pick(g, float32(0), 0.1, 0.5)
		}
	}
	return abi.Embedding{Values: values}
}

// active are some of the items, each as old as a ruleset may care about.
func (g generator) active(items []abi.Item) []abi.Active {
	var active []abi.Active
	for _, at := range g.Perm(len(items))[:min(pick(g, 0, 0, 1, 2, 3, 6), len(items))] {
		if items[at].Ref.Kind == abi.KindCode {
			continue // is never active
		}
		active = append(active, abi.Active{
			Item: abi.Item{Ref: items[at].Ref}, PromptsSinceRelevant: pick(g, 0, 0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 50),
			ActivatedAt: "2026-01-02T03:04:05Z", Reason: "it was of use",
		})
	}
	return active
}
