package ui

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/plot"
)

// hooksView shows what makes people wait.
var hooksView = view{name: "hooks", title: "Hooks", key: "4", panels: []panel{
	{name: "hook-times", title: "How long each hook takes", size: "wide", lazy: true, report: true, command: fixed("doctor"), draw: drawHookTimes},
	{name: "findings", title: "Worth a look", size: "half", lazy: true, report: true, command: fixed("doctor"), draw: drawFindings},
	{name: "answers", title: "Our prompts", size: "half", report: true, command: digestCommand, draw: drawAnswers},
	{name: "health", title: "Health", size: "half", lazy: true, report: true, command: fixed("status"), draw: drawHealth},
}}

// fixed is a command without a choice.
func fixed(args ...string) func(query) []string { return func(query) []string { return args } }

func drawHookTimes(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var doctor shape.Doctor
	if err := p.ask(ctx, &doctor, args...); err != nil {
		return nil, err
	}
	var rows []plot.HookRow
	for _, h := range doctor.HookTimes {
		rows = append(rows, p.hookRow(h))
	}
	return struct {
		Slowest *slowHook
		Chart   template.HTML
		Hooks   []inspect.HookTime
	}{p.slowest(doctor.HookTimes), plot.Strip(q.inside("wide"), rows).HTML(), doctor.HookTimes}, nil
}

// slowHook is the hook that people wait for longest.
type slowHook struct {
	inspect.HookTime
	Index int // in what the command prints
	Name  string
}

// slowest returns the hook of which one run in twenty takes longest; nil: none was timed.
func (p *pages) slowest(times []inspect.HookTime) *slowHook {
	var slow *slowHook
	for i, h := range times {
		if h.Timed > 0 && (slow == nil || h.P95MS > slow.P95MS) {
			name, _, _ := strings.Cut(h.Source, "@")
			slow = &slowHook{h, i, cmp.Or(textline.Plain(name), p.text(filepath.Base(h.Command)))}
		}
	}
	return slow
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

func drawFindings(ctx context.Context, p *pages, _ query, args []string) (any, error) {
	var doctor shape.Doctor
	err := p.ask(ctx, &doctor, args...)
	return doctor, err
}

// drawHealth shows the state of the parts.
func drawHealth(ctx context.Context, p *pages, _ query, args []string) (any, error) {
	var status shape.Status
	if err := p.ask(ctx, &status, args...); err != nil {
		return nil, err
	}
	items := 0
	for _, n := range status.Index.Items {
		items += n
	}
	var faults int
	for _, reason := range status.Reasons {
		faults += reason.Count
	}
	return struct {
		shape.Status
		All, Faults int
		Embedded    string
		State       string
	}{status, items, faults, fmt.Sprintf("%d %%", 100*status.Index.Embedded/max(1, status.Index.Passages)), megabytes(status.Sessions.Bytes)}, nil
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", textline.Megabytes(bytes)) }
