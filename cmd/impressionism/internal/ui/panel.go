package ui

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/cmd/internal/textline"
)

// view is one page: a heading and panels.
type view struct {
	name, title, key string
	panels           []panel
	days             bool // it looks back as many days as the page asks for
	ofItem           bool // it is about the item that the page asks for, whose id is its heading
}

// panel is one card of a page: what one command prints with --json, drawn.
type panel struct {
	name    string // in the page, as an id
	title   string
	size    string               // a class of the layout: wide, large or small
	command func(query) []string // whose output it draws
	draw    drawing
	lazy    bool   // its command takes long: the page does not wait for it
	demand  string // its command takes very long: what the button that starts it says
	report  bool   // it stands in a report too
}

// drawing draws what a command line prints.
type drawing func(ctx context.Context, p *pages, q query, args []string) (node, error)

// of is the drawing of one shape.
func of[T any](draw func(p *pages, q query, shape T) node) drawing {
	return func(ctx context.Context, p *pages, q query, args []string) (node, error) {
		var shape T
		if err := p.ask(ctx, &shape, args...); err != nil {
			return nil, err
		}
		return draw(p, q, shape), nil
	}
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

// card is a panel as it stands in a page.
type card struct {
	panel
	line    string // of the command that prints the same
	body    node
	problem string // why there is no body
	later   string // path that brings the panel, where it is fetched later
	swap    bool   // it takes the place of the one that the page has
}

// fragment is what the main part of a view shows, or one panel of it as view/panel.
func (p *pages) fragment(ctx context.Context, path string, values url.Values) (template.HTML, error) {
	q := readQuery(values)
	for _, v := range p.views {
		if v.name == liveView.name && strings.HasPrefix(path, v.name) {
			p.follow(&q)
		}
		if path == v.name {
			return render(p.view(ctx, v, q, values)), nil
		}
		one, inside := strings.CutPrefix(path, v.name+"/")
		for _, panel := range v.panels {
			if inside && panel.name == one {
				return render(p.panel(ctx, panel, q).frame()), nil
			}
		}
	}
	return "", fmt.Errorf("there is no view %q", path)
}

// view draws a whole view.
func (p *pages) view(ctx context.Context, v view, q query, values url.Values) node {
	var cards nodes
	for _, panel := range v.panels {
		shown := card{panel: panel, later: "/v/" + v.name + "/" + panel.name + "?" + values.Encode()}
		if !panel.lazy && panel.demand == "" || q.still {
			shown = p.panel(ctx, panel, q)
		}
		cards = append(cards, shown.frame())
	}
	title := v.title
	if v.ofItem {
		title = cmp.Or(textline.Plain(q.item), title)
	}
	return join(
		el("header", "top", el("h1", "", title), when(v.days && !q.still, el("span", "spacer"), pickDays(q.days))),
		el("div", "panels "+v.name, cards),
	)
}

func pickDays(chosen int) node {
	var choices nodes
	for _, days := range []int{1, 7, 30, daysMax} {
		choices = append(choices, el("option", "", attr("value", strconv.Itoa(days)), flag("selected", days == chosen), days, " days"))
	}
	return el("label", "pick", "Last ", el("select", "", attr("data-query", "days"), choices))
}

// panel draws one panel; a fault is shown in its place.
func (p *pages) panel(ctx context.Context, one panel, q query) card {
	args := one.command(q)
	shown := card{panel: one, line: commandLine(args)}
	if one.lazy || one.demand != "" {
		select {
		case p.slots <- struct{}{}:
			defer func() { <-p.slots }()
		case <-ctx.Done():
			shown.problem = p.problem(ctx.Err().Error())
			return shown
		}
	}
	body, err := one.draw(ctx, p, q, args)
	if err != nil {
		shown.problem = p.problem(err.Error())
	}
	shown.body = body
	return shown
}

// frame is a card with its heading and what stands in it now.
func (c card) frame() node {
	byItself := c.later != "" && c.demand == ""
	body := c.body
	switch {
	case c.problem != "":
		body = trouble(c.problem)
	case byItself:
		body = el("p", "muted", "reading …")
	case c.later != "":
		body = el("p", "", el("button", "btn", attr("hx-get", c.later), attr("hx-target", "#"+c.name), attr("hx-swap", "outerHTML"), c.demand))
	}
	return el("section", "card "+c.size, attr("id", c.name), attr("tabindex", "0"), attr("aria-labelledby", c.name+"-title"),
		given("data-command", c.line), when(c.swap, swapsItself()),
		when(byItself, attr("hx-get", c.later), attr("hx-trigger", "load"), attr("hx-swap", "outerHTML")),
		el("h2", "", attr("id", c.name+"-title"), c.title), body)
}

// swapsItself has what is pushed take the place of what has its id.
func swapsItself() node { return attr("hx-swap-oob", "outerMorph") }
