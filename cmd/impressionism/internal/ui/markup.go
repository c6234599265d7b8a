package ui

import (
	"fmt"
	"html/template"
	"net/url"
	"strings"

	"maragu.dev/gomponents"

	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/plot"
	"github.com/ed-irl/impressionism/host/stats"
)

// node is a part of a page, and nodes are several, one after the other. A nil node is nothing.
type (
	node  = gomponents.Node
	nodes = gomponents.Group
)

// el is an element with a class, or with none for "". Its parts are as in join; those made by
// attr, given and flag are attributes.
func el(name, class string, parts ...any) node {
	return gomponents.El(name, given("class", class), join(parts...))
}

// join puts parts one after the other: nodes, and texts and integers, which are escaped.
func join(parts ...any) nodes {
	var all nodes
	for _, part := range parts {
		switch part := part.(type) {
		case nil:
		case node:
			all = append(all, part)
		default:
			all = append(all, gomponents.Text(strings.ToValidUTF8(fmt.Sprint(part), "\uFFFD")))
		}
	}
	return all
}

// when is its parts where a condition holds, else nothing.
func when(condition bool, parts ...any) node {
	if !condition {
		return nil
	}
	return join(parts...)
}

// attr is an attribute. Addresses are made by address.
func attr(name, value string) node {
	return gomponents.Attr(name, strings.ToValidUTF8(value, "\uFFFD"))
}

// given is an attribute whose value is known; none for "".
func given(name, value string) node {
	if value == "" {
		return nil
	}
	return attr(name, value)
}

// flag is an attribute without a value, where a condition holds.
func flag(name string, condition bool) node {
	if !condition {
		return nil
	}
	return gomponents.Attr(name)
}

// address is a path of this page with a query, of names each before its value.
func address(path string, query ...string) string {
	values := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		values.Set(query[i], query[i+1])
	}
	return path + "?" + values.Encode()
}

// verbatim is markup that is not escaped: what host/plot drew, which escapes all texts itself,
// and the program's own styles. Nothing else goes into a page without being escaped.
func verbatim(html template.HTML) node { return gomponents.Raw(string(html)) }

// render writes nodes as HTML.
func render(parts ...any) template.HTML {
	var b strings.Builder
	_ = join(parts...).Render(&b) // a Builder takes everything
	return template.HTML(b.String())
}

// heading is the first row of a table.
func heading(columns ...node) node {
	return el("thead", "", el("tr", "", nodes(columns)))
}

func column(class, name string) node { return el("th", class, attr("scope", "col"), name) }

// folded is what is shown once a person opens it.
func folded(summary string, parts ...any) node {
	return el("details", "", el("summary", "", summary), join(parts...))
}

// foldedAfter shows so many first nodes and folds all others.
func foldedAfter(many int, all nodes, summary string) nodes {
	if len(all) <= many {
		return all
	}
	return append(all[:many:many], folded(summary, all[many:]))
}

// empty says that there is nothing to show.
func empty(text string) node { return el("p", "muted", text) }

// remarks are what a command notes beside its numbers.
func remarks(p *pages, texts []string) nodes {
	var all nodes
	for _, text := range texts {
		all = append(all, el("p", "small muted", p.text(text)))
	}
	return all
}

// finding is one of a level: "error", "warning" or less.
func finding(level string, parts ...any) node { return noteIn("div", level, el("div", "", parts...)) }

// trouble says what is the matter.
func trouble(message string) node {
	level := "warning"
	if calm(message) {
		level = ""
	}
	return noteIn("p", level, el("span", "", textline.Plain(message)))
}

func noteIn(element, level string, body node) node {
	class, sign := "note", "○"
	switch level {
	case "error":
		class, sign = "note bad", "●"
	case "warning":
		class, sign = "note warn", "◐"
	}
	return el(element, class, el("span", "", attr("aria-hidden", "true"), sign), body)
}

// calm reports whether a message says that there is nothing yet, which is no trouble.
func calm(message string) bool { return strings.HasPrefix(message, "nothing ") }

// commandChip is a command line that y copies, under a name.
func commandChip(line, name string) node {
	return el("code", "command", attr("data-command", line), attr("tabindex", "0"), name)
}

// figure is one of the large numbers at the top of a page, with what it counts. Its parts are
// as in join.
func figure(of any, parts ...any) node {
	return el("div", "", el("dt", "", of), el("dd", "", parts...))
}

// mark is the sign of what came of a suggestion.
func mark(became string) node { return verbatim(plot.Mark(meaningOf(became))) }

// number shows a number of a command's JSON and where it stands there, as a format: a test
// holds both together. Integers have their thousands apart.
func number(value any, path string, at ...any) node {
	var shown string
	switch value := value.(type) {
	case int:
		shown = grouped(int64(value))
	case int64:
		shown = grouped(value)
	case float64:
		shown = trimmed(value)
	default:
		shown = fmt.Sprint(value)
	}
	return data(value, shown, path, at...)
}

// data is a value of a command's JSON as people read it.
func data(value, shown any, path string, at ...any) node {
	return el("data", "", attr("data-json", fmt.Sprintf(path, at...)), attr("value", fmt.Sprint(value)), shown)
}

// share shows a number from 0 to 1 as a percentage.
func share(value float64, path string, at ...any) node {
	return data(value, fmt.Sprintf("%.0f %%", 100*value), path, at...)
}

// score shows a similarity as ".72".
func score(value float64, path string, at ...any) node {
	return data(value, shortScore(value), path, at...)
}

// milliseconds shows a time.
func milliseconds[T float64 | int64](value T, path string, at ...any) node {
	return data(value, duration(float64(value)), path, at...)
}

// rate shows the share of a rate, or a dash where it is of nothing.
func rate(rate stats.Rate, path string, at ...any) node {
	if rate.Of == 0 {
		return join("–")
	}
	return share(rate.Share, path+".share", at...)
}

// interval is a rate's 95 % interval, in per cent.
func interval(rate stats.Rate) string {
	if rate.Of == 0 {
		return ""
	}
	return fmt.Sprintf("(%.0f–%.0f)", 100*rate.Low, 100*rate.High)
}
