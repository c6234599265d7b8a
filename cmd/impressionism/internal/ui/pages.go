package ui

import (
	"context"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/plot"
	"github.com/ed-irl/impressionism/host/stats"
)

// pages draws views. It is safe for concurrent use.
type pages struct {
	views      []view
	templates  *template.Template
	now        func() time.Time
	private    bool // texts are shown as their shapes
	still      bool // for a file: nothing leads to another view
	ask        func(ctx context.Context, into any, args ...string) error
	feed       *feed.Feed
	acts       bool          // it takes feedback
	slots      chan struct{} // for panels that take long: a page has no right to the whole machine
	deadlineMS float64       // of a prompt
}

func newPages(p pages) (*pages, error) {
	p.views = []view{liveView, outcomesView, skillView, skillsView, hooksView, rulesetsView}
	p.slots = make(chan struct{}, slotsMax)
	var err error
	p.templates, err = template.New("").Funcs(p.functions()).ParseFS(templateFiles, "templates/*.html")
	return &p, err
}

// slotsMax bounds the panels that are drawn at once and take long.
const slotsMax = 1

// functions are what templates may call.
func (p *pages) functions() template.FuncMap {
	return template.FuncMap{
		"number": number, "share": share, "ms": milliseconds, "score": score, "rate": rateShare, "interval": rateInterval,
		"text": p.text, "lines": p.lines, "name": p.name,
		"clock": func(at time.Time) string { return at.Local().Format(time.TimeOnly) },
		"stamp": func(at time.Time) string { return at.UTC().Format(time.RFC3339) },
		"date":  func(at time.Time) string { return at.Local().Format("2006-01-02 15:04") },
		"calm":  calm, "groupMark": plot.GroupMark, "parting": partingOf, "pairRow": func(i int, pair shape.CollidingPair) numberedPair { return numberedPair{pair, i} },
		"drawn": func(path string, value int, chart template.HTML) template.HTML {
			return template.HTML(fmt.Sprintf(`<data data-json="%s" value="%d">%s</data>`, template.HTMLEscapeString(path), value, chart))
		},
		"dayChoices": func() []int { return []int{1, 7, 30, daysMax} },
		"clip":       func(text string) string { return textline.Shorten(text, clipMax) },
		"plain":      textline.Plain, "plural": textline.Count, "mark": mark, "join": strings.Join,
		"still":   func() bool { return p.still },
		"path":    func(format string, values ...any) string { return fmt.Sprintf(format, values...) },
		"command": func(args ...string) string { return commandLine(args) },
	}
}

// calm reports whether a message says that there is nothing yet, which is no trouble.
func calm(message string) bool { return strings.HasPrefix(message, "nothing ") }

// clipMax bounds a reply of a host call, in characters; the command has it whole.
const clipMax = 2000

// mark is the sign of what came of a suggestion.
func mark(became string) template.HTML { return plot.Mark(meaningOf(became)) }

// meaningOf is the colour and sign of what came of a suggestion.
func meaningOf(became string) plot.Meaning {
	switch became {
	case "used":
		return plot.Used
	case "late":
		return plot.Later
	case "ignored":
		return plot.Ignored
	case "open":
		return plot.Open
	case "told":
		return plot.Told
	case "bad", "error":
		return plot.Warn
	}
	return plot.Quiet
}

// text shows a text of the user, of a skill or of a plugin in one line, with what is hidden
// in it made visible; where texts are private, the shape of its words alone.
func (p *pages) text(text string) string { return p.lines(textline.OneLine(text)) }

// lines is text with its lines.
func (p *pages) lines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = textline.Plain(line)
	}
	text = strings.Join(lines, "\n")
	if !p.private {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return r
		}
		return '▒'
	}, text)
}

// name shows an item's id. That of a place in the sources is a path, which is a text.
func (p *pages) name(ref abi.Ref) string {
	if ref.Kind == abi.KindCode {
		return p.text(ref.ID)
	}
	return textline.Plain(ref.ID)
}

// problem says what is the matter, as a command says it. Where texts are private, the paths and
// what is quoted are left out, so that what to do still stands there.
func (p *pages) problem(text string) string {
	text = textline.OneLine(text)
	if !p.private {
		return text
	}
	return private().ReplaceAllString(text, "▒")
}

// private are paths and quotations in a message.
var private = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|“[^”]*”|\S*[/\\]\S*`) })

// number shows a number of a command's JSON and where it stands there: a test holds both
// together. Integers have their thousands apart.
func number(path string, value any) template.HTML {
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
	return data(path, value, shown)
}

// data is a value of a command's JSON as people read it.
func data(path string, value any, shown string) template.HTML {
	return template.HTML(fmt.Sprintf(`<data data-json="%s" value="%s">%s</data>`,
		template.HTMLEscapeString(path), template.HTMLEscapeString(fmt.Sprint(value)), template.HTMLEscapeString(shown)))
}

// share shows a number from 0 to 1 as a percentage.
func share(path string, value float64) template.HTML {
	return data(path, value, fmt.Sprintf("%.0f %%", 100*value))
}

// score shows a similarity as ".72".
func score(path string, value float64) template.HTML { return data(path, value, shortScore(value)) }

func shortScore(value float64) string {
	text := fmt.Sprintf("%.2f", value)
	return strings.TrimPrefix(text, "0")
}

// milliseconds shows a time.
func milliseconds(path string, value any) template.HTML {
	var ms float64
	switch value := value.(type) {
	case float64:
		ms = value
	case int64:
		ms = float64(value)
	case int:
		ms = float64(value)
	}
	return data(path, value, duration(ms))
}

func duration(ms float64) string {
	switch {
	case ms < 10:
		return fmt.Sprintf("%.1f ms", ms)
	case ms < 1000:
		return fmt.Sprintf("%.0f ms", ms)
	case ms < 60_000:
		return fmt.Sprintf("%.1f s", ms/1000)
	}
	return fmt.Sprintf("%.0f min", ms/60_000)
}

// rateShare shows the share of a rate, or a dash where it is of nothing.
func rateShare(path string, rate stats.Rate) template.HTML {
	if rate.Of == 0 {
		return "–"
	}
	return share(path+".share", rate.Share)
}

// rateInterval shows a rate's 95 % interval, in per cent.
func rateInterval(rate stats.Rate) string {
	if rate.Of == 0 {
		return ""
	}
	return fmt.Sprintf("(%.0f–%.0f)", 100*rate.Low, 100*rate.High)
}

func trimmed(value float64) string {
	text := fmt.Sprintf("%.2f", value)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	return strings.Replace(text, "-", "−", 1)
}

// grouped writes an integer with commas between thousands.
func grouped(n int64) string {
	digits := fmt.Sprint(max(n, -n))
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	if n < 0 {
		return "−" + digits
	}
	return digits
}
