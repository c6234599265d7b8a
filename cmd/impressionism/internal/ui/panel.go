package ui

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"
)

//go:embed templates/*.html
var templateFiles embed.FS

// view is one page: a heading and panels.
type view struct {
	name, title, key string
	panels           []panel
	days             bool // it looks back as many days as the page asks for
}

// panel is one card of a page: what one command prints with --json, drawn.
type panel struct {
	name    string // of its template, and in the page as an id
	title   string
	size    string                                                      // a class of the layout: wide, large or small
	command func(query) []string                                        // whose output it draws; nil: nothing can be asked without a choice
	draw    func(context.Context, *pages, query, []string) (any, error) // what its template is given
	lazy    bool                                                        // its command takes long: the page does not wait for it
	demand  string                                                      // its command takes very long: what the button that starts it says
	report  bool                                                        // it stands in a report too
}

// query is what a page was asked for.
type query struct {
	width    int // of the page's main part, in CSS pixels
	days     int // that are looked back
	session  string
	decision int64
	item     string // an item's id
	other    string // a second one, of a pair
	filter   string // of texts
	outcome  string // of prompts
	newest   string // session: where none was chosen
	follows  int64  // decision: where none was chosen; 0: the last of all
	narrow   bool
	still    bool // for a report: no part is fetched later
}

// Limits of a query.
const (
	widthMin, widthMax = 320, 1600
	widthUsual         = 1100
	daysMax            = 90
	daysUsual          = 30
	textMax            = 200
)

func readQuery(values url.Values) query {
	q := query{width: widthUsual, days: daysUsual, session: short(values.Get("session")), item: short(values.Get("item")), other: short(values.Get("other")), filter: short(values.Get("q")), outcome: short(values.Get("outcome"))}
	if n, err := strconv.Atoi(values.Get("w")); err == nil {
		q.width = min(max(n, widthMin), widthMax)
	}
	if n, err := strconv.Atoi(values.Get("days")); err == nil {
		q.days = min(max(n, 1), daysMax)
	}
	q.decision, _ = strconv.ParseInt(values.Get("decision"), 10, 64) // 0: none is chosen
	q.narrow = q.width < narrowBelow
	return q
}

// short cuts what nobody types so long.
func short(text string) string {
	if len(text) > textMax {
		return ""
	}
	return text
}

// narrowBelow is the width from which on a page has two columns, as ui.css has it.
const narrowBelow = 900

// inside is the room for a chart in a panel, in CSS pixels: of the page's width, less gaps,
// paddings and borders as ui.css has them.
func (q query) inside(size string) int {
	const gap, padding = 14, 2*16 + 2
	width := q.width - padding
	if !q.narrow {
		switch size {
		case "large":
			width = (q.width-gap)*8/13 - padding
		case "small":
			width = (q.width-gap)*5/13 - padding
		case "live-rows":
			width = q.width - gap - whyColumn - padding
		case "half":
			width = (q.width-gap)/2 - padding
		}
	}
	return max(width, widthMin-2*padding)
}

// whyWidth is the room for charts beside the list of decisions.
func (q query) whyWidth() int {
	const padding = 34
	if q.narrow {
		return q.inside("wide")
	}
	return whyColumn - padding
}

// whyColumn is the width of what stands beside the list of decisions.
const whyColumn = 408

// drawn is a panel as its frame is given it.
type drawn struct {
	ID, Title, Size string
	Command         string // that prints the same
	Body            template.HTML
	Problem         string // why there is no body
	Later           string // path that brings the panel, where it is fetched later
	Demand          string // of the button that fetches it, where it does not come by itself
	View            string
	Swap            bool // it takes the place of the one that the page has
}

// fragment is what the main part of a view shows, or one panel of it as view/panel.
func (p *pages) fragment(ctx context.Context, path string, values url.Values) (template.HTML, error) {
	q := readQuery(values)
	for _, v := range p.views {
		if v.name == liveView.name && strings.HasPrefix(path, v.name) {
			p.follow(&q)
		}
		if path == v.name {
			return p.view(ctx, v, q, values)
		}
		one, inside := strings.CutPrefix(path, v.name+"/")
		for _, panel := range v.panels {
			if inside && panel.name == one {
				return p.frame(p.panel(ctx, v, panel, q))
			}
		}
	}
	return "", fmt.Errorf("there is no view %q", path)
}

// view draws a whole view.
func (p *pages) view(ctx context.Context, v view, q query, values url.Values) (template.HTML, error) {
	var parts []template.HTML
	for _, panel := range v.panels {
		shown := drawn{ID: panel.name, Title: panel.title, Size: panel.size, View: v.name}
		if (panel.lazy || panel.demand != "") && !q.still {
			shown.Demand, shown.Later = panel.demand, "/v/"+v.name+"/"+panel.name+"?"+values.Encode()
		} else {
			shown = p.panel(ctx, v, panel, q)
		}
		part, err := p.frame(shown)
		if err != nil {
			return "", err
		}
		parts = append(parts, part)
	}
	return p.execute("view", struct {
		Name, Title string
		Days        bool
		Chosen      int
		Parts       []template.HTML
	}{v.name, v.title, v.days && !q.still, q.days, parts})
}

// panel draws one panel; a fault is shown in its place.
func (p *pages) panel(ctx context.Context, v view, one panel, q query) drawn {
	shown := drawn{ID: one.name, Title: one.title, Size: one.size, View: v.name}
	var args []string
	if one.command != nil {
		args = one.command(q)
		shown.Command = commandLine(args)
	}
	if one.lazy || one.demand != "" {
		select {
		case p.slots <- struct{}{}:
			defer func() { <-p.slots }()
		case <-ctx.Done():
			shown.Problem = p.problem(ctx.Err().Error())
			return shown
		}
	}
	data, err := one.draw(ctx, p, q, args)
	if err == nil {
		shown.Body, err = p.execute(one.name, data)
	}
	if err != nil {
		shown.Problem = p.problem(err.Error())
	}
	return shown
}

func (p *pages) frame(shown drawn) (template.HTML, error) { return p.execute("panel", shown) }

// execute runs a template. What it returns is escaped by context: it is a template's output.
func (p *pages) execute(name string, data any) (template.HTML, error) {
	var b bytes.Buffer
	if err := p.templates.ExecuteTemplate(&b, name, data); err != nil {
		return "", fmt.Errorf("draw %s: %w", name, err)
	}
	return template.HTML(b.String()), nil
}
