package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/plot"
)

// rulesetsView shows whether another ruleset would decide better.
var rulesetsView = view{name: "rulesets", title: "Rulesets", key: "5", panels: []panel{
	{name: "shadows", title: "What others would have decided", size: "large", report: true, command: fixed("rules", "shadow", "report"), draw: drawShadows},
	{name: "backtest", title: "Backtest", size: "small", lazy: true, command: backtestCommand, draw: drawBacktest},
	{name: "differ", title: "Where they differ", size: "wide", report: true, command: fixed("rules", "shadow", "report", "--examples", "50"), draw: drawDiffer},
	{name: "bench", title: "What an evaluation costs, by host call", size: "wide", demand: "Measure now, for about three seconds", command: fixed("rules", "bench", "builtin/default", "--profile"), draw: drawBench},
}}

func drawShadows(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var report shape.RulesShadowReport
	if err := p.ask(ctx, &report, args...); err != nil {
		return nil, err
	}
	var rows []plot.Verdict
	for _, r := range report.Rulesets {
		rows = append(rows, plot.Verdict{
			Name: textline.Plain(r.Ruleset), Note: shadowNote(r), Same: r.Same + r.Withdrawals, More: r.More, Less: r.Less, Other: r.Other, NotComparable: r.NotComparable + r.Faults,
		})
	}
	return struct {
		shape.RulesShadowReport
		Chart template.HTML
	}{report, plot.Verdicts(q.inside("large"), rows).HTML()}, nil
}

// shadowNote says in words what a ruleset would have lost and spared.
func shadowNote(r shape.ShadowReport) string {
	if r.Compared == 0 {
		return "no decision was compared yet"
	}
	c := r.Consequences
	words := []string{
		textline.Count(c.UsedLost, "used one lost", "used ones lost"), textline.Count(c.UnusedSpared, "unused one spared", "unused ones spared"),
	}
	if c.UsedGained+c.UnusedGained > 0 {
		words = append(words, fmt.Sprintf("%d used gained, %d unused more", c.UsedGained, c.UnusedGained))
	}
	return strings.Join(append(words, signed(c.Tokens)+" tokens"), " · ")
}

// signed writes a number with its sign.
func signed(n int) string {
	if n > 0 {
		return "+" + grouped(int64(n))
	}
	return grouped(int64(n))
}

// differing is one decision that a ruleset would have taken otherwise.
type differing struct {
	shape.ShadowExample
	Ruleset                  string
	Path                     string // of the example in the report
	ShownDecided, ShownWould string
	Fates                    []shownFate
}

func drawDiffer(ctx context.Context, p *pages, _ query, args []string) (any, error) {
	var report shape.RulesShadowReport
	if err := p.ask(ctx, &report, args...); err != nil {
		return nil, err
	}
	var all []differing
	for i, r := range report.Rulesets {
		for j, example := range r.Examples {
			all = append(all, differing{
				ShadowExample: example, Ruleset: r.Ruleset, Path: fmt.Sprintf("rulesets.%d.examples.%d", i, j),
				ShownDecided: p.chosen(example.Decided), ShownWould: p.chosen(example.Would), Fates: fates(example),
			})
		}
	}
	return all, nil
}

// shownFate is what came of an item that was told.
type shownFate struct{ Became, Words string }

// fates are what came of what was told, and what a ruleset would have lost by that.
func fates(example shape.ShadowExample) []shownFate {
	var all []shownFate
	for _, told := range example.Told {
		words := map[string]string{"used": "used", "late": "used later", "ignored": "not used", "open": "open"}[told.Became]
		if told.Became == "used" && slices.Contains(example.Lost, told.Ref) {
			words += ": would be lost"
		}
		all = append(all, shownFate{told.Became, words})
	}
	return all
}

// chosen is a decision's items with their scores, in words.
func (p *pages) chosen(answer json.RawMessage) string {
	var decision abi.Decision
	if json.Unmarshal(answer, &decision) != nil {
		return "what cannot be read"
	}
	var words []string
	for _, a := range decision.Activate {
		word := p.name(a.Ref)
		if a.Score != nil {
			word += " " + shortScore(*a.Score)
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, ", ")
}

// backtestCommand compares the built-in rulesets over the prompts that are stored.
func backtestCommand(query) []string {
	return []string{"rules", "backtest", "builtin/conservative", "--against", "builtin/default", "--sessions"}
}

func drawBacktest(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var result shape.RulesBacktest
	if err := p.ask(ctx, &result, args...); err != nil {
		return nil, err
	}
	var points []plot.PlanePoint
	for _, r := range result.Rulesets {
		points = append(points, plot.PlanePoint{
			Name: textline.Plain(r.Name), PerHundred: 100 * float64(r.Suggestions) / float64(max(1, result.Prompts)),
			Low: r.Precision.Low, Used: r.Precision.Share, High: r.Precision.High, Tokens: r.Tokens.Said, Strong: r.Name == "builtin/default",
		})
	}
	return struct {
		shape.RulesBacktest
		Chart template.HTML
	}{result, plot.Plane(q.inside("small"), points).HTML()}, nil
}

func drawBench(ctx context.Context, p *pages, _ query, args []string) (any, error) {
	var report shape.RulesBench
	err := p.ask(ctx, &report, args...)
	return report, err
}
