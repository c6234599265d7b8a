package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/plot"
)

// pages draws views. It is safe for concurrent use.
type pages struct {
	views      []view
	now        func() time.Time
	private    bool     // texts are shown as their shapes
	folders    []string // with blanks in their paths, which are left out of messages where texts are private
	still      bool     // for a file: nothing leads to another view
	ask        func(ctx context.Context, into any, args ...string) error
	feed       *feed.Feed
	acts       bool          // it takes feedback
	slots      chan struct{} // for panels that take long: a page has no right to the whole machine
	deadlineMS float64       // of a prompt
}

func newPages(p pages) *pages {
	p.views = []view{liveView, outcomesView, skillView, skillsView, hooksView, rulesetsView}
	p.slots = make(chan struct{}, slotsMax)
	return &p
}

// slotsMax bounds the panels that are drawn at once and take long.
const slotsMax = 1

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
	for _, folder := range p.folders {
		text = strings.ReplaceAll(text, folder, "▒/")
	}
	return private().ReplaceAllString(text, "▒")
}

// private are paths and quotations in a message. Paths may have blanks: one goes from the
// first word with a separator to the last in a clause.
var private = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|“[^”]*”|\S*[/\\](?:(?:[^:;,."“]|[:;,.]\S)*[/\\])?\S*`)
})

// spaced returns the known folders whose paths have blanks, as messages have them, the
// longest first: of their last names no word is seen to belong to a path.
func spaced(e *env.Env) []string {
	var all []string
	for _, folder := range []string{e.WorkspaceOf(""), e.Dir, filepath.Dir(e.Paths.StateDB), filepath.Dir(e.Paths.Config), e.UserDir()} {
		for _, path := range []string{folder, cli.ShortPath(e, folder)} {
			if path = textline.OneLine(path); strings.Contains(path, " ") {
				all = append(all, path)
			}
		}
	}
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}

func shortScore(value float64) string {
	text := fmt.Sprintf("%.2f", value)
	return strings.TrimPrefix(text, "0")
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
