package ui

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/plot"
)

// hooksView shows what makes people wait.
var hooksView = view{name: "hooks", title: "Hooks", key: "4", panels: []panel{
	{name: "hook-times", title: "How long each hook takes", size: "wide", lazy: true, report: true, command: fixed("doctor"), draw: of(drawHookTimes)},
	{name: "findings", title: "Worth a look", size: "half", lazy: true, report: true, command: fixed("doctor"), draw: of(drawFindings)},
	{name: "answers", title: "Our prompts", size: "half", report: true, command: digestCommand, draw: of(drawAnswers)},
	{name: "health", title: "Health", size: "half", lazy: true, report: true, command: fixed("status"), draw: of(drawHealth)},
}}

// fixed is a command without a choice.
func fixed(args ...string) func(query) []string { return func(query) []string { return args } }

func drawHookTimes(p *pages, q query, doctor shape.Doctor) node {
	var strip []plot.HookRow
	var rows nodes
	for i, h := range doctor.HookTimes {
		strip = append(strip, p.hookRow(h))
		rows = append(rows, p.hookCells(i, h))
	}
	return join(el("p", "sub", "Of the transcripts of the last ", number(doctor.Days, "days"), " days."), p.slowest(doctor.HookTimes), verbatim(plot.Strip(q.inside("wide"), strip).HTML()),
		when(len(rows) > 0, folded("By hook", el("table", "",
			heading(column("", "Hook"), column("", "Event"), column("num", "Runs"), column("num", "Median"), column("num", "95 of 100"), column("num", "Longest"), column("num", "Cut off"), column("num", "Failed")),
			el("tbody", "", rows)))))
}

// hookCells are the numbers of the hook that stands at a place of what the command prints.
func (p *pages) hookCells(i int, h inspect.HookTime) node {
	times := el("td", "muted small", attr("colspan", "3"), "not timed: ", textline.Plain(h.Untimed))
	if h.Timed > 0 {
		times = join(
			el("td", "num", milliseconds(h.P50MS, "hook_times.%d.p50_ms", i)),
			el("td", "num", milliseconds(h.P95MS, "hook_times.%d.p95_ms", i)),
			el("td", "num", milliseconds(h.MaxMS, "hook_times.%d.max_ms", i)))
	}
	return el("tr", "",
		el("td", "", cmp.Or(textline.Plain(h.Source), p.text(h.Command))), el("td", "", textline.Plain(h.Event)),
		el("td", "num", number(h.Runs, "hook_times.%d.runs", i)), times,
		el("td", "num", number(h.CutOff, "hook_times.%d.cut_off", i)), el("td", "num", number(h.Failed, "hook_times.%d.failed", i)))
}

// slowest names the hook of which one run in twenty takes longest, if one was timed.
func (p *pages) slowest(times []inspect.HookTime) node {
	slow := -1
	for i, h := range times {
		if h.Timed > 0 && (slow < 0 || h.P95MS > times[slow].P95MS) {
			slow = i
		}
	}
	if slow < 0 {
		return nil
	}
	h := times[slow]
	name, _, _ := strings.Cut(h.Source, "@")
	return join(
		el("p", "lead", "Slowest: ", el("b", "", cmp.Or(textline.Plain(name), p.text(filepath.Base(h.Command)))), " at ", textline.Plain(h.Event),
			": half of its runs take ", milliseconds(h.P50MS, "hook_times.%d.p50_ms", slow), " or longer, one in twenty ", milliseconds(h.P95MS, "hook_times.%d.p95_ms", slow),
			"; the longest took ", milliseconds(h.MaxMS, "hook_times.%d.max_ms", slow), "."),
		el("p", "small muted", "A disc is the median, its bar ends where 95 of 100 do, a stroke is the longest, dots the client's limit, points single runs."))
}

// commandMax bounds a hook's command as its name, in characters.
const commandMax = 32

func (p *pages) hookRow(h inspect.HookTime) plot.HookRow {
	row := plot.HookRow{
		Source: cmp.Or(textline.Plain(h.Source), p.text(textline.Shorten(filepath.Base(h.Command), commandMax))), Event: textline.Plain(h.Event), Runs: h.Runs,
		P50: millis(h.P50MS), P95: millis(h.P95MS), Max: millis(h.MaxMS), Timeout: millis(int64(h.TimeoutMS)), Untimed: h.Untimed,
	}
	if h.Matcher != "" {
		row.Event += " · " + p.text(h.Matcher)
	}
	for _, ms := range h.SampleMS {
		row.Times = append(row.Times, time.Duration(ms*float64(time.Millisecond)))
	}
	return row
}

func millis(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

// findingsShown are shown at once, the worst.
const findingsShown = 4

func drawFindings(p *pages, _ query, doctor shape.Doctor) node {
	var findings nodes
	for _, f := range doctor.Findings {
		findings = append(findings, finding(f.Severity, el("b", "", f.Severity), " ", p.text(f.What), el("br", ""), el("span", "muted", p.text(f.Do)),
			when(f.Where != "", el("br", ""), el("span", "faint where", p.text(f.Where)))))
	}
	return join(
		el("p", "sub", "doctor: ", counted(doctor.Errors, "error"), ", ", counted(doctor.Warnings, "warning"), ", ", counted(doctor.Notes, "note")),
		when(len(findings) == 0, empty("Nothing is wrong.")),
		foldedAfter(findingsShown, findings, fmt.Sprintf("All %d", len(findings))))
}

// counted is how many findings there are of a severity.
func counted(n int, severity string) node {
	return join(number(n, "%ss", severity), " "+severity, when(n != 1, "s"))
}

// drawHealth shows the state of the parts.
func drawHealth(p *pages, _ query, status shape.Status) node {
	items, faults := 0, 0
	for _, n := range status.Index.Items {
		items += n
	}
	var reasons, problems nodes
	for i, reason := range status.Reasons {
		faults += reason.Count
		reasons = append(reasons, el("p", "small", explain.ProblemWord(reason.Code), ": ", number(reason.Count, "reasons.%d.count", i),
			", last ", reason.Last.Local().Format("2006-01-02 15:04"), " ", el("span", "muted", p.text(reason.Text))))
	}
	for _, problem := range status.Problems {
		problems = append(problems, noteIn("p", "warning", el("span", "", p.text(problem))))
	}
	embedded := fmt.Sprintf("%d %%", 100*status.Index.Embedded/max(1, status.Index.Passages))
	return join(
		el("dl", "kpis",
			figure(join("items, and ", number(status.Index.Hidden, "index.hidden"), " not for the model"), items),
			figure(join("of ", number(status.Index.Passages, "index.passages"), " passages embedded: ", number(status.Index.Embedded, "index.embedded")), embedded),
			figure("server for hooks", status.Warm.State),
			figure(join("state.db, ", number(status.Sessions.Decisions, "sessions.decisions"), " decisions"), megabytes(status.Sessions.Bytes)),
			figure("model "+textline.Plain(status.Model.Name), textline.Plain(status.Model.State)),
			figure("lines in the log about poorer answers", faults)),
		reasons, problems)
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", textline.Megabytes(bytes)) }
