package ui

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/plot"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/session"
)

// outcomesView shows whether suggestions are worth their tokens.
var outcomesView = view{name: "outcomes", title: "Outcomes", key: "2", days: true, panels: []panel{
	{name: "flow", title: "From prompt to use", size: "large", report: true, command: digestCommand, draw: drawFlow},
	{name: "worth", title: "Worth a look", size: "small", report: true, command: digestCommand, draw: drawWorth},
	{name: "days", title: "Day by day", size: "large", report: true, command: digestCommand, draw: drawDays},
	{name: "wordings", title: "Does the wording matter?", size: "small", report: true, command: ledgerCommand, draw: drawWordings},
	{name: "ledger", title: "Ledger", size: "wide", report: true, command: ledgerCommand, draw: drawLedger},
}}

func digestCommand(q query) []string {
	return []string{"digest", "--days", fmt.Sprint(q.days), "--hooks=false"}
}

func ledgerCommand(q query) []string {
	return []string{"status", "--skills", "--all-workspaces", "--days", fmt.Sprint(q.days)}
}

// ledgerRowsMax bounds the ledger; the command has all.
const ledgerRowsMax = 100

// ledgerRow is one item's row.
type ledgerRow struct {
	shape.LedgerItem
	Path  string // of the item in the command's JSON
	Place string // the last part of the workspace's path
	Chart template.HTML
	Used  template.HTML
}

func drawLedger(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var status shape.StatusSkills
	if err := p.ask(ctx, &status, args...); err != nil {
		return nil, err
	}
	order := make([]int, len(status.Items))
	most := 0
	for i, item := range status.Items {
		order[i], most = i, max(most, item.Suggested)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(status.Items[b].Suggested, status.Items[a].Suggested)
	})
	var rows []ledgerRow
	for _, i := range order {
		item := status.Items[i]
		if len(rows) == ledgerRowsMax || !strings.Contains(item.Ref.ID, q.filter) {
			continue
		}
		c := item.LedgerCounts
		rows = append(rows, ledgerRow{
			LedgerItem: item, Path: fmt.Sprintf("items.%d", i), Place: lastPart(item.Workspace),
			Chart: plot.Shares(q.cell(sharesWidth), c.Invoked, c.Late, c.Ignored, c.Open, most).SVG,
			Used:  plot.Interval(q.cell(intervalWidth), c.Used.Low, known(c.Used).Share, c.Used.High, usedMeaning(c.Used)).SVG,
		})
	}
	return struct {
		Total shape.LedgerCounts
		Rows  []ledgerRow
		More  int
	}{status.Total, rows, len(status.Items) - len(rows)}, nil
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

// wordingRow is one wording and how often it was heeded.
type wordingRow struct {
	shape.LedgerWording
	Name, Path string
	Chart      template.HTML
}

func drawWordings(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var status shape.StatusSkills
	if err := p.ask(ctx, &status, args...); err != nil {
		return nil, err
	}
	var rows []wordingRow
	for i, w := range status.Wordings {
		name, _, _ := strings.Cut(w.Wording, "-")
		rows = append(rows, wordingRow{
			LedgerWording: w, Name: cmp.Or(name, "not kept"), Path: fmt.Sprintf("wordings.%d", i),
			Chart: plot.Interval(wordingWidth, w.Used.Low, known(w.Used).Share, w.Used.High, usedMeaning(w.Used)).SVG,
		})
	}
	var digest shape.Digest
	if err := p.ask(ctx, &digest, digestCommand(q)...); err != nil {
		return nil, err
	}
	return struct {
		Rows  []wordingRow
		Bands []shape.DigestBand
		From  string // the command that prints the bands
	}{rows, digest.AtEqual, commandLine(digestCommand(q))}, nil
}

func drawFlow(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var digest shape.Digest
	if err := p.ask(ctx, &digest, args...); err != nil {
		return nil, err
	}
	f := digest.Flow
	chart := plot.Flow(q.inside("large"), plot.FlowData{
		Prompts: f.Prompts, About: f.About, Suggested: f.Answered,
		SameTurn: f.UsedSameTurn, Soon: f.UsedWithin, Later: f.Late, Ignored: f.Ignored, Open: f.Open, SoonWithin: session.UsedPrompts,
		Share: known(f.Used).Share, Low: f.Used.Low, High: f.Used.High,
	})
	return struct {
		shape.Digest
		Chart template.HTML
	}{digest, chart.HTML()}, nil
}

func drawDays(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var digest shape.Digest
	if err := p.ask(ctx, &digest, args...); err != nil {
		return nil, err
	}
	var days []plot.Day
	for _, d := range digest.ByDay {
		date, _ := time.ParseInLocation(time.DateOnly, d.Date, time.Local) // the command wrote it
		days = append(days, plot.Day{Date: date, Used: d.Used, Later: d.Late, Ignored: d.Ignored, Open: d.Open})
	}
	return plot.Days(q.inside("large"), days).HTML(), nil
}

// worth is what is worth a look; its text begins with the name of the item, if it is about one.
type worth struct {
	shape.DigestWorth
	Name, Rest string
}

func drawWorth(ctx context.Context, p *pages, _ query, args []string) (any, error) {
	var digest shape.Digest
	if err := p.ask(ctx, &digest, args...); err != nil {
		return nil, err
	}
	var all []worth
	for _, w := range digest.Worth {
		one := worth{DigestWorth: w, Rest: w.Text}
		if len(w.Refs) == 1 {
			if rest, begins := strings.CutPrefix(w.Text, w.Refs[0].ID+" "); begins {
				one.Name, one.Rest = p.name(w.Refs[0]), rest
			}
		}
		all = append(all, one)
	}
	return all, nil
}

// drawAnswers shows how long this program's own answers took.
func drawAnswers(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var digest shape.Digest
	if err := p.ask(ctx, &digest, args...); err != nil {
		return nil, err
	}
	var bins []plot.Bin
	for _, b := range digest.Answers.Bins {
		bins = append(bins, plot.Bin{From: b.FromMS, To: b.ToMS, Parts: []int{b.Lexical, b.Model}})
	}
	chart := plot.Histogram(q.inside("half"), bins, float64(digest.Answers.DeadlineMS), "by words alone", "with the model")
	return struct {
		shape.DigestAnswers
		Chart template.HTML
	}{digest.Answers, chart.HTML()}, nil
}
