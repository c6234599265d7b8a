//go:build unix

package ui_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hostiletest"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/ui/uitest"
	"github.com/ed-irl/impressionism/host/visible"
)

// hostileFound finds what a hostile text made of a page: elements of its own, handlers, and
// scripts besides those of the page itself.
const hostileFound = `[...document.querySelectorAll('owned, [onerror], [onload], [onclick], script, iframe, object, embed, base, main img, main style, main link, main meta, main form')].
	filter(e => !(e.localName === 'script' && ['/ui.js', '/htmx.js', '/sse.js'].includes(e.getAttribute('src')))).map(e => e.outerHTML.slice(0, 200))`

// shownTexts are all texts and attributes that the page shows or hands on.
const shownTexts = `[document.body.innerText, document.title, ...[...document.querySelectorAll('body *')].flatMap(e => [...e.attributes].map(a => a.value)), ...[...document.querySelectorAll('title, desc, text, option')].map(e => e.textContent)]`

// Ensure that whatever stands in prompts, skills, reasons, plugins, hooks, rulesets, lessons
// and logs, no view runs it, makes an element of it or shows a character that nobody sees.
func TestPageShowsHostileText(t *testing.T) {
	browser := uitest.Start(t)
	environ, _ := hostiletest.Home(t)
	workspace, err := os.Getwd()
	envtest.Must(t, err)
	served := startPageIn(t, environ, filepath.Join(filepath.Dir(workspace), "data"), workspace, "impressionism", "ui", "--no-open", "--allow-feedback")
	p := browser.Page(t, served.address, 1440, 900, "light")
	p.WaitFor(isLive)
	met := 0
	uitest.Eval[bool](p, "(location.hash = 'hooks', true)")
	for _, view := range []string{"live", "outcomes", "skills", "skills/item?item=other", "skills/item?item=" + url.QueryEscape(hostiletest.Planted), "hooks", "rulesets"} {
		uitest.Eval[bool](p, "(document.getElementById('main').textContent = '', location.hash = "+strconv.Quote(view)+", true)")
		p.WaitFor(`document.querySelector('#main .panels') && !document.querySelector('#main .htmx-request') && !document.body.innerText.includes('reading …')`)
		uitest.Eval[bool](p, `([...document.querySelectorAll('main .btn[hx-get]:not([hx-get*=bench])')].forEach(e => e.click()), true)`)
		p.WaitFor(`!document.body.innerText.includes('reading …') && !document.querySelector('.htmx-request')`)
		uitest.Eval[bool](p, `([...document.querySelectorAll('details')].forEach(e => e.open = true), true)`)
		for _, found := range uitest.Eval[[]string](p, hostileFound) {
			t.Errorf("%s: a text became %s", view, found)
		}
		for _, text := range uitest.Eval[[]string](p, shownTexts) {
			met += strings.Count(text, "quokka")
			checkSeen(t, view, text)
		}
	}
	if met < 40 {
		t.Errorf("only %d of the planted texts were shown", met)
	}
	if uitest.Eval[bool](p, "'ownedBy' in window") {
		t.Error("a script of a text ran")
	}
	uitest.None(t, "the page", p.Complaints())
}

func checkSeen(t *testing.T, view, text string) {
	t.Helper()
	for at, r := range text {
		if r != '\n' && r != '\t' && visible.Hidden(r) {
			t.Errorf("%s: %U in %+q", view, r, text[max(at-60, 0):min(at+60, len(text))])
			return
		}
	}
}

// Ensure a prompt that is hostile is harmless when it is pushed to a page that is open.
func TestPageShowsHostilePushes(t *testing.T) {
	p := openLive(t)
	decided := p.writer.tell("s1", "pushed "+hostiletest.Line, "it<owned>em")
	p.WaitText("pushed quokka")
	p.Click(rowOf(decided))
	p.WaitFor(`document.querySelector('#why').innerText.includes('it<owned>em')`)
	for _, found := range uitest.Eval[[]string](p.Page, hostileFound) {
		t.Errorf("a text became %s", found)
	}
	for _, text := range uitest.Eval[[]string](p.Page, shownTexts) {
		checkSeen(t, "live", text)
	}
	if uitest.Eval[bool](p.Page, "'ownedBy' in window") {
		t.Error("a script of a text ran")
	}
	p.complain(t)
}
