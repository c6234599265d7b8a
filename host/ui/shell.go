package ui

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/ed-irl/impressionism/host/visible"
)

// head begins every page.
const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="htmx-config" content='{"extensions":"sse","history":false,"defaultTimeout":900000,"includeIndicatorCSS":false,"mode":"same-origin","morphIgnore":["data-htmx-powered","aria-selected","open"]}'>
<title>impressionism</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 26 22'%3E%3Cellipse cx='7' cy='13' rx='7' ry='4.2' fill='%2338699f'/%3E%3Cellipse cx='16' cy='8' rx='7' ry='4' fill='%237b65b0'/%3E%3Cellipse cx='18' cy='15.5' rx='6.4' ry='3.6' fill='%232f8262'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/views.css">
<link rel="stylesheet" href="/ui.css">
<script src="/ui.js"></script>
<script src="/htmx.js" defer></script>
<script src="/sse.js" defer></script>
</head>
`

const brand template.HTML = `<svg width="26" height="22" aria-hidden="true"><ellipse cx="7" cy="13" rx="7" ry="4.2" fill="var(--blue)" opacity=".85" transform="rotate(-18 7 13)"/><ellipse cx="16" cy="8" rx="7" ry="4" fill="var(--lilac)" opacity=".85" transform="rotate(14 16 8)"/><ellipse cx="18" cy="15.5" rx="6.4" ry="3.6" fill="var(--green)" opacity=".85" transform="rotate(-10 18 15)"/><ellipse cx="9" cy="6" rx="4.4" ry="2.7" fill="var(--ochre)" opacity=".9" transform="rotate(-28 9 6)"/></svg>`

// icon is the picture of a view in the navigation, by its name.
func icon(view string) g.Node {
	var lines template.HTML = `<circle cx="8" cy="8" r="5.5"/>`
	switch view {
	case "live":
		lines = `<path d="M1 8h3l2-5 3.5 10L12 8h3"/>`
	case "outcomes":
		lines = `<path d="M1.5 3h13l-5 6v5l-3-1.5V9z"/>`
	case "skills":
		lines = `<circle cx="4" cy="5" r="2.4"/><circle cx="12" cy="4" r="1.8"/><circle cx="10" cy="12" r="2.6"/><path d="M6 6.3l2.6 3.6M6.3 4.7l3.8-.5"/>`
	case "hooks":
		lines = `<circle cx="8" cy="8.6" r="6"/><path d="M8 5.2v3.6l2.4 1.6M6.5 1h3"/>`
	case "rulesets":
		lines = `<path d="M8 2v12M2 5h12M4 5l-2.5 5h5zM12 5l-2.5 5h5z"/>`
	}
	return verbatim(`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">` + lines + `</svg>`)
}

// verbatim is markup that is not escaped: pictures of this file, and Options.Sprite.
func verbatim(html template.HTML) g.Node { return g.Raw(string(html)) }

// render writes nodes.
func render(nodes ...g.Node) string {
	var b strings.Builder
	_ = g.Group(nodes).Render(&b) // a Builder takes everything
	return b.String()
}

// renderShell writes the page without a view.
func (s *Server) renderShell() []byte {
	o := s.options
	alive := max(1, int(min(o.Idle/4, 5*time.Minute).Seconds()))
	body := h.Body(g.Attr("data-version", o.Version), g.Attr("data-alive", fmt.Sprint(alive)), g.If(o.Stream != nil, g.Attr("data-streams")),
		verbatim(o.Sprite),
		h.A(h.Class("skip"), h.Href("#main"), h.ID("skip"), g.Text("To the content")),
		h.Div(h.Class("app"), s.navigation(),
			h.Main(h.ID("main"), h.TabIndex("-1"), g.Attr("hx-sync", "replace"),
				h.Header(h.Class("top"), h.H1(g.Text("impressionism"))),
				h.P(h.Class("muted"), h.ID("waiting"), g.Text("This page shows data of this machine, once it is opened by the address that the terminal printed.")))),
		h.Div(h.ID("notice"), h.Role("status"), h.Aria("live", "polite")),
		h.Div(h.ID("stream"), g.Attr("hidden")),
		s.keys())
	return []byte(head + render(body) + "\n</html>\n")
}

func (s *Server) navigation() g.Node {
	reads := "read-only"
	if s.options.Act != nil {
		reads = "takes feedback"
	}
	if s.options.Private {
		reads += " · private"
	}
	return h.Nav(h.Aria("label", "Views"),
		h.Div(h.Class("brand"), verbatim(brand), g.Text("impressionism")),
		g.Map(s.options.Views, func(v View) g.Node {
			return h.A(h.Href("#"+v.Name), h.Data("view", v.Name), h.Data("key", v.Key), h.Data("title", v.Title),
				icon(v.Name), g.Text(v.Title), g.If(v.Key != "", h.Kbd(h.Aria("hidden", "true"), g.Text(v.Key))))
		}),
		h.Div(h.Class("foot"),
			h.Span(h.Class("row"), h.I(h.Class("dot off"), h.ID("dot")), h.Span(h.ID("state"), g.Text("not opened yet"))),
			h.Span(g.Text("on this machine alone")), h.Span(g.Text(s.host)),
			h.Span(g.Text(reads+" · "), h.Button(h.Type("button"), h.ID("help"), h.Kbd(g.Text("?")), g.Text(" for keys")))))
}

// keysUsual are the keys that every page has.
var keysUsual = []struct {
	keys []string
	does string
}{
	{[]string{"j", "k"}, "the next row, the one before"},
	{[]string{"Enter"}, "open the row"},
	{[]string{"/"}, "filter"},
	{[]string{"y"}, "copy the command that shows the same in the terminal"},
	{[]string{"t"}, "light or dark"},
	{[]string{"Esc"}, "leave the filter, close this"},
}

// keys is what a person sees who asks for the keys.
func (s *Server) keys() g.Node {
	row := func(does string, keys ...string) g.Node {
		var shown g.Group
		for i, key := range keys {
			shown = append(shown, g.If(i > 0, g.Text(" ")), h.Kbd(g.Text(key)))
		}
		return h.Tr(h.Td(shown), h.Td(g.Text(does)))
	}
	var rows g.Group
	for _, v := range s.options.Views {
		if v.Key != "" {
			rows = append(rows, row(v.Title, v.Key))
		}
	}
	for _, usual := range keysUsual {
		rows = append(rows, row(usual.does, usual.keys...))
	}
	return h.Dialog(h.ID("keys"), h.Aria("labelledby", "keys-title"),
		h.H2(h.ID("keys-title"), g.Text("Keys")), h.Table(h.TBody(rows)),
		h.Button(h.Type("button"), h.Class("btn"), h.ID("close"), g.Text("Close")))
}

// renderError writes an error in words, under the title of a view if there is one.
func renderError(title string, err error) []byte {
	return []byte(render(
		g.If(title != "", h.Header(h.Class("top"), h.H1(g.Text(title)))),
		h.Div(h.Class("note bad"), h.Role("alert"), h.Span(h.Aria("hidden", "true"), g.Text("●")), h.Span(g.Text(visible.Text(err.Error()))))))
}
