package ui

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/plot"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

// outcomesView shows whether suggestions are worth their tokens.
var outcomesView = view{name: "outcomes", title: "Outcomes", key: "2", days: true, panels: []panel{
	{name: "flow", title: "From prompt to use", size: "large", report: true, command: digestCommand, draw: of(drawFlow)},
	{name: "worth", title: "Worth a look", size: "small", report: true, command: digestCommand, draw: of(drawWorth)},
	{name: "days", title: "Day by day", size: "large", report: true, command: digestCommand, draw: of(drawDays)},
	{name: "wordings", title: "Does the wording matter?", size: "small", report: true, command: ledgerCommand, draw: drawWordings},
	{name: "ledger", title: "Ledger", size: "wide", report: true, command: ledgerCommand, draw: of(drawLedger)},
}}

func digestCommand(q query) []string {
	return []string{"digest", "--days", fmt.Sprint(q.days), "--hooks=false"}
}

func ledgerCommand(q query) []string {
	return []string{"status", "--skills", "--all-workspaces", "--days", fmt.Sprint(q.days)}
}

// ledgerRowsMax bounds the ledger; the command has more.
const ledgerRowsMax = 100

func drawLedger(p *pages, q query, status shape.StatusSkills) node {
	if len(status.Items) == 0 {
		return empty(nothingSuggested)
	}
	order := make([]int, len(status.Items))
	most := 0
	for i, item := range status.Items {
		order[i], most = i, max(most, item.Suggested)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(status.Items[b].Suggested, status.Items[a].Suggested)
	})
	var rows nodes
	for _, i := range order {
		if len(rows) < ledgerRowsMax && strings.Contains(status.Items[i].Ref.ID, q.filter) {
			rows = append(rows, p.ledgerRow(q, i, status.Items[i], most))
		}
	}
	if len(rows) == 0 {
		return empty(nothingSuggested)
	}
	t, more := status.Total, len(status.Items)-len(rows)
	return join(
		el("table", "ledger", heading(column("", "Item"), column("place", "In"), column("", "Suggested: used · later · not used · open"), column("", "Share used, 0 · 50 · 100 %"), column("num", "You said good / bad"), column("num", "Tokens")),
			el("tbody", "", rows)),
		when(more > 0, el("p", "small muted below", "… and ", more, " more")),
		el("p", "small muted below", "In all ", number(t.Suggested, "total.suggested"), " suggestions: ", number(t.Invoked, "total.invoked"), " used, ", number(t.Late, "total.late"), " later, ",
			number(t.Ignored, "total.ignored"), " not used, ", number(t.Open, "total.open"), " open; ", number(t.TokensSaid, "total.tokens_said"), " tokens said and, as these stay in the context, at least ",
			number(t.TokensCarried, "total.tokens_carried"), " more in later requests, an estimate."))
}

const nothingSuggested = "Nothing was suggested in these days."

// ledgerRow is the row of the item that stands at a place of what the command prints; most is
// how often one was suggested at most.
func (p *pages) ledgerRow(q query, i int, item shape.LedgerItem, most int) node {
	c := item.LedgerCounts
	name := join(p.name(item.Ref))
	if !p.still && (item.Ref.Kind == abi.KindSkill || item.Ref.Kind == abi.KindCommand) { // the page of an item is of these
		name = join(el("a", "", attr("href", address("#skills/item", "item", item.Ref.ID)), name))
	}
	outcomes := plot.Shares(q.cell(sharesWidth), c.Invoked, c.Late, c.Ignored, c.Open, most)
	used := plot.Interval(q.cell(intervalWidth), c.Used.Low, known(c.Used).Share, c.Used.High, usedMeaning(c.Used))
	return el("tr", "",
		el("td", "", name, when(item.Mend, " ", el("span", "chip warn", "never used"))),
		el("td", "muted small place", attr("title", p.text(item.Workspace)), p.text(lastPart(item.Workspace))),
		el("td", "drawn", data(c.Suggested, verbatim(outcomes.SVG), "items.%d.suggested", i)),
		el("td", "drawn", el("span", "row", verbatim(used.SVG), " ", rate(c.Used, "items.%d.used", i))),
		el("td", "num said-of", number(c.Good, "items.%d.good", i), " / ", number(c.Bad, "items.%d.bad", i)),
		el("td", "num tokens", number(c.TokensSaid, "items.%d.tokens_said", i)))
}

// Widths of charts in cells of tables, in CSS pixels.
const (
	sharesWidth   = 240
	intervalWidth = 120
	wordingWidth  = 96
)

// cell is the width of a chart in a cell of the ledger: less where a page is narrow.
func (q query) cell(width int) int {
	if q.narrow {
		return width * 5 / 8
	}
	return width
}

// usedMeaning is how a share of used suggestions is drawn: one of none has the sign of what
// was not used.
func usedMeaning(rate stats.Rate) plot.Meaning {
	if rate.Share == 0 {
		return plot.Ignored
	}
	return plot.Used
}

// known returns a rate whose share is no number where it is of nothing.
func known(rate stats.Rate) stats.Rate {
	if rate.Of == 0 {
		rate.Share = math.NaN()
	}
	return rate
}

func drawWordings(ctx context.Context, p *pages, q query, args []string) (node, error) {
	var status shape.StatusSkills
	if err := p.ask(ctx, &status, args...); err != nil {
		return nil, err
	}
	var digest shape.Digest
	if err := p.ask(ctx, &digest, digestCommand(q)...); err != nil {
		return nil, err
	}
	if len(status.Wordings) == 0 {
		return empty(nothingSuggested), nil
	}
	var rows nodes
	for i, w := range status.Wordings {
		name := wordingName(w.Wording, status.Wordings)
		chart := plot.Interval(wordingWidth, w.Used.Low, known(w.Used).Share, w.Used.High, usedMeaning(w.Used))
		rows = append(rows, el("tr", "",
			el("td", "", textline.Plain(cmp.Or(name, "not kept"))), el("td", "num", number(w.Suggested, "wordings.%d.suggested", i)), el("td", "drawn", verbatim(chart.SVG)),
			usedCell(w.Used, "wordings.%d.used", i)))
	}
	return join(
		el("table", "", heading(column("", "Wording"), column("num", "Told"), column("drawn", "Share used, 95 %"), column("num", "Used")), el("tbody", "", rows)),
		el("p", "small muted below", "Firm is said only where the score is high, so compare them at equal scores."),
		bands(digest.AtEqual, commandLine(digestCommand(q)))), nil
}

// wordingName is a wording without the hash of its words, unless another in the table has that name.
func wordingName(wording string, all []shape.LedgerWording) string {
	manner, _, _ := strings.Cut(wording, "-")
	for _, other := range all {
		if theirs, _, _ := strings.Cut(other.Wording, "-"); theirs == manner && other.Wording != wording {
			return wording
		}
	}
	return manner
}

// bands compares wordings at about equal scores, which another command prints.
func bands(all []shape.DigestBand, command string) node {
	if len(all) == 0 {
		return nil
	}
	var rows nodes
	for i, band := range all {
		for j, w := range band.Wordings {
			rows = append(rows, el("tr", "",
				el("td", "", score(band.From, "wordings_at_equal_scores.%d.from", i), "–", score(band.To, "wordings_at_equal_scores.%d.to", i)), el("td", "", textline.Plain(w.Manner)),
				el("td", "num", number(w.Told, "wordings_at_equal_scores.%d.wordings.%d.told", i, j)), usedCell(w.Used, "wordings_at_equal_scores.%d.wordings.%d.used", i, j)))
		}
	}
	return el("details", "", attr("data-command", command), el("summary", "", "Compare at equal scores"),
		el("table", "", heading(column("", "Similarity"), column("", "Wording"), column("num", "Told"), column("num", "Used")), el("tbody", "", rows)))
}

// usedCell is the share of used suggestions with its interval.
func usedCell(used stats.Rate, path string, at ...any) node {
	return el("td", "num", rate(used, path, at...), " ", el("span", "muted", interval(used)))
}

func drawFlow(_ *pages, q query, digest shape.Digest) node {
	f := digest.Flow
	chart := plot.Flow(q.inside("large"), plot.FlowData{
		Prompts: f.Prompts, About: f.About, Suggested: f.Answered,
		Nothing: f.Nothing, NotTold: f.NotTold, Failed: f.Failed, Short: f.Short, Commands: f.Commands,
		SameTurn: f.UsedSameTurn, Soon: f.UsedWithin, Later: f.Late, Ignored: f.Ignored, Open: f.Open, SoonWithin: session.UsedPrompts,
		Share: known(f.Used).Share, Low: f.Used.Low, High: f.Used.High,
	})
	return join(
		when(f.Used.Of > 0, el("p", "lead", "Of ", number(f.Used.Of, "flow.used.of"), " suggestions whose outcome is known ", el("b", "", rate(f.Used, "flow.used")), " were used ",
			el("span", "muted", interval(f.Used)), ", in the same turn or within 3 prompts.")),
		verbatim(chart.HTML()),
		folded("In words", el("p", "small muted",
			"Prompts: ", number(f.Prompts, "flow.prompts"), "; about something: ", number(f.About, "flow.about"), "; got a suggestion: ", number(f.Answered, "flow.answered"), ". ",
			number(f.Suggested, "flow.suggested"), " suggestions, ", number(f.Elsewhere, "flow.elsewhere"), " of them where a session began or a file was used: ", number(f.UsedSameTurn, "flow.used_same_turn"), " used in the same turn, ", number(f.UsedWithin, "flow.used_within"), " within 3 prompts, ",
			number(f.Late, "flow.late"), " later, ", number(f.Ignored, "flow.ignored"), " not used, ", number(f.Open, "flow.open"), " open. Of the prompts ",
			number(f.Short, "flow.short"), " were about nothing in particular and ", number(f.Commands, "flow.commands"), " called a command; at ", number(f.Nothing, "flow.nothing"), " nothing fitted, at ",
			number(f.NotTold, "flow.not_told"), " what fitted was told before or is never wanted, at ", number(f.Failed, "flow.failed"), " the answer failed; of ", number(f.Unknown, "flow.unknown"), " nothing is known.")))
}

func drawDays(_ *pages, q query, digest shape.Digest) node {
	var days []plot.Day
	for _, d := range digest.ByDay {
		date, _ := time.ParseInLocation(time.DateOnly, d.Date, time.Local) // the command wrote it
		days = append(days, plot.Day{Date: date, Used: d.Used, Later: d.Late, Ignored: d.Ignored, Open: d.Open})
	}
	return verbatim(plot.Days(q.inside("large"), days).HTML())
}

// worthShown are shown at once, the worst.
const worthShown = 3

func drawWorth(p *pages, _ query, digest shape.Digest) node {
	if len(digest.Worth) == 0 {
		return empty("Nothing stands out in these days.")
	}
	var all nodes
	for _, w := range digest.Worth {
		all = append(all, p.worth(w))
	}
	return foldedAfter(worthShown, all, fmt.Sprintf("All %d", len(all)))
}

// worth is what is worth a look; its text begins with the name of the item, if it is about one.
func (p *pages) worth(w shape.DigestWorth) node {
	name, text := "", w.Text
	if len(w.Refs) == 1 {
		if rest, begins := strings.CutPrefix(w.Text, w.Refs[0].ID+" "); begins {
			name, text = p.name(w.Refs[0]), rest
		}
	}
	return finding(w.Level, when(name != "", el("b", "", textline.Plain(name)), " "), p.text(text),
		when(w.Command != "", el("br", ""), commandChip(w.Command, p.text(w.Command))))
}

// drawAnswers shows how long this program's own answers took.
func drawAnswers(_ *pages, q query, digest shape.Digest) node {
	a := digest.Answers
	var bins []plot.Bin
	for _, b := range a.Bins {
		bins = append(bins, plot.Bin{From: b.FromMS, To: b.ToMS, Parts: []int{b.Lexical, b.Model}})
	}
	chart := plot.Histogram(q.inside("half"), bins, float64(a.DeadlineMS), "by words alone", "with the model")
	return join(
		el("p", "sub", number(a.Count, "answers.count"), " answers; median ", milliseconds(a.MedianMS, "answers.median_ms"), ", 95 of 100 within ", milliseconds(a.P95MS, "answers.p95_ms"),
			", longest ", milliseconds(a.LongestMS, "answers.longest_ms"), "; ", number(a.DeadlineMS, "answers.deadline_ms"), " ms is the limit"),
		verbatim(chart.HTML()),
		el("p", "small muted", "Time ran out before an answer: ", number(a.Late, "answers.late"), " prompts; before the model: ", number(a.LateModel, "answers.late_model"),
			", answered by words alone. Longer than the limit of now took ", number(a.Beyond.Lexical, "answers.beyond.lexical"), " by words and ", number(a.Beyond.Model, "answers.beyond.model"), " with the model."))
}
