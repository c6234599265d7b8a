package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/plot"
)

// rulesetsView shows whether another ruleset would decide better.
var rulesetsView = view{name: "rulesets", title: "Rulesets", key: "5", panels: []panel{
	{name: "shadows", title: "What others would have decided", size: "large", report: true, command: fixed("rules", "shadow", "report"), draw: of(drawShadows)},
	{name: "backtest", title: "Backtest", size: "small", lazy: true, command: backtestCommand, draw: of(drawBacktest)},
	{name: "differ", title: "Where they differ", size: "wide", command: fixed("rules", "shadow", "report", "--examples", "50"), draw: of(drawDiffer)},
	{name: "bench", title: "What an evaluation costs, by host call", size: "wide", demand: "Measure now, for about six seconds", command: fixed("rules", "bench", "builtin/default", "--profile"), draw: of(drawBench)},
}}

func drawShadows(p *pages, q query, report shape.RulesShadowReport) node {
	if len(report.Rulesets) == 0 {
		return empty("No ruleset looks on. To have one asked about what was decided: impressionism rules shadow run builtin/conservative")
	}
	var verdicts []plot.Verdict
	var leads nodes
	for i, r := range report.Rulesets {
		verdicts = append(verdicts, plot.Verdict{
			Name: textline.Plain(r.Ruleset), Note: shadowNote(r), Same: r.Same, More: r.More, Less: r.Less, Other: r.Other, NotComparable: r.NotComparable,
		})
		leads = append(leads, p.shadowLead(i, r))
	}
	return join(el("ul", "plain leads", leads), verbatim(plot.Verdicts(q.inside("large"), verdicts).HTML()))
}

// shadowLead says what the ruleset at a place of the report would have decided.
func (p *pages) shadowLead(i int, r shape.ShadowReport) node {
	return el("li", "lead", el("b", "", textline.Plain(r.Ruleset)), " would have decided ", number(r.Same, "rulesets.%d.same", i), " of ", number(r.Compared, "rulesets.%d.compared", i),
		" events the same, told less at ", number(r.Less, "rulesets.%d.less", i), ", more at ", number(r.More, "rulesets.%d.more", i), " and something else at ", number(r.Other, "rulesets.%d.other", i), ": ",
		number(r.Consequences.UsedLost, "rulesets.%d.consequences.used_lost", i), " used suggestions lost, ", number(r.Consequences.UnusedSpared, "rulesets.%d.consequences.unused_spared", i), " unused ones spared.",
		when(r.Withdrawals > 0 || r.Faults > 0 || r.NotComparable > 0 || r.Waiting > 0 || r.Note != "", " ", el("span", "small muted",
			when(r.Withdrawals > 0, "At ", number(r.Withdrawals, "rulesets.%d.withdrawals", i), " only what is withdrawn differs. "),
			when(r.Faults > 0, "It failed at ", number(r.Faults, "rulesets.%d.faults", i), ". "),
			when(r.NotComparable > 0, number(r.NotComparable, "rulesets.%d.not_comparable", i), " could not be compared. "),
			when(r.Waiting > 0, number(r.Waiting, "rulesets.%d.waiting", i), " not asked yet. "),
			p.text(r.Note))))
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

func drawDiffer(p *pages, _ query, report shape.RulesShadowReport) node {
	var rows nodes
	for i, r := range report.Rulesets {
		for j, example := range r.Examples {
			rows = append(rows, el("tr", "",
				el("td", "", p.text(example.Prompt)), el("td", "", el("span", "chip", p.chosen(example.Decided))), el("td", "", el("b", "", textline.Plain(r.Ruleset)), " ", p.chosen(example.Would)),
				el("td", "", fates(example)), el("td", "num", number(example.Decision, "rulesets.%d.examples.%d.decision", i, j))))
		}
	}
	if len(rows) == 0 {
		return empty("No ruleset that looks on would have decided otherwise.")
	}
	return el("table", "stack", heading(column("", "Prompt"), column("", "Was decided"), column("", "Would decide"), column("", "What came of it"), column("num", "Decision")), el("tbody", "", rows))
}

// fates are what came of what was told, and what a ruleset would have lost by that.
func fates(example shape.ShadowExample) node {
	if len(example.Told) == 0 {
		return el("span", "muted", "nothing was told")
	}
	var all nodes
	for _, told := range example.Told {
		words := map[string]string{"used": "used", "late": "used later", "ignored": "not used", "open": "open"}[told.Became]
		if told.Became == "used" && slices.Contains(example.Lost, told.Ref) {
			words += ": would be lost"
		}
		all = append(all, el("span", "fate", mark(told.Became), el("span", "", words)))
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

func drawBacktest(p *pages, q query, result shape.RulesBacktest) node {
	var points []plot.PlanePoint
	var rulesets nodes
	for i, r := range result.Rulesets {
		points = append(points, plot.PlanePoint{
			Name: textline.Plain(r.Name), PerHundred: 100 * float64(r.Suggestions) / float64(max(1, result.Prompts)),
			Low: r.Precision.Low, Used: known(r.Precision).Share, High: r.Precision.High, Tokens: r.Tokens.Said, Strong: r.Name == "builtin/default",
		})
		rulesets = append(rulesets, el("li", "", el("b", "", textline.Plain(r.Name)), " ", number(r.Suggestions, "rulesets.%d.suggestions", i), " suggestions, ",
			rate(r.Precision, "rulesets.%d.precision", i), " of them used ", interval(r.Precision), ", ", number(r.Tokens.Said, "rulesets.%d.tokens.said", i), " tokens"))
	}
	var counted nodes
	for _, text := range result.Notes {
		counted = append(counted, el("p", "small muted", p.text(text), "."))
	}
	return join(
		el("p", "sub", "All asked again about ", number(result.Prompts, "prompts"), " prompts in ", number(result.Sessions, "sessions"),
			" sessions, from what is remembered of them: compare them with each other, not with what was told then. The size of a dot: tokens."),
		verbatim(plot.Plane(q.inside("small"), points).HTML()),
		el("ul", "plain small", rulesets),
		when(len(counted) > 0, folded("How this is counted", counted)))
}

func drawBench(_ *pages, _ query, report shape.RulesBench) node {
	var all nodes
	for i, r := range report.Rulesets {
		all = append(all, el("p", "sub", textline.Plain(r.ID), ": median ", milliseconds(r.All.P50MS, "rulesets.%d.all.p50_ms", i), ", 95 of 100 within ", milliseconds(r.All.P95MS, "rulesets.%d.all.p95_ms", i),
			", ", number(r.All.HostCalls, "rulesets.%d.all.host_calls", i), " host calls"))
		if r.Profile == nil {
			continue
		}
		var rows nodes
		for j, c := range r.Profile.HostCalls {
			rows = append(rows, el("tr", "",
				el("td", "", textline.Plain(c.Call)), el("td", "num", number(c.Count, "rulesets.%d.profile.host_calls.%d.count", i, j)),
				el("td", "num", milliseconds(c.MS, "rulesets.%d.profile.host_calls.%d.ms", i, j)), el("td", "num", share(c.Share, "rulesets.%d.profile.host_calls.%d.share", i, j))))
		}
		all = append(all, el("table", "", heading(column("", "Host call"), column("num", "Times"), column("num", "Mean"), column("num", "Share of the time")), el("tbody", "", rows)))
	}
	return all
}
