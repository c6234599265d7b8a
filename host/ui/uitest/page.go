package uitest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// ShotsVariable names the folder into which Shot writes; empty: it writes nothing.
const ShotsVariable = "IMPRESSIONISM_UI_SHOTS"

// stepMax is how long one step in a page may take.
const stepMax = 20 * time.Second

// Page is a tab. Its methods end the test where the browser fails them; one goroutine may
// use it at a time.
type Page struct {
	t        testing.TB
	ctx      context.Context
	recorder *recorder
}

// Page opens an address in a tab that shares nothing with other pages: storage, cookies and
// connections are its own. Width and height are CSS pixels; the theme is "light" or "dark",
// as the system would prefer it. The tab is closed at the test's end.
func (b *Browser) Page(t testing.TB, url string, width, height int, theme string) *Page {
	t.Helper()
	p := newPage(t, b.ctx, chromedp.WithNewBrowserContext())
	p.Size(width, height)
	p.Media("prefers-color-scheme", theme)
	p.Open(url)
	return p
}

// Tab opens an address in another tab of the same window, in front of the others: storage
// and connections are shared as between the tabs of a person. The size and the theme are
// the browser's own.
func (p *Page) Tab(t testing.TB, url string) *Page {
	t.Helper()
	return p.beside(t, url, false)
}

// Window is like Tab, with a window of its own: the others stay in sight.
func (p *Page) Window(t testing.TB, url string) *Page {
	t.Helper()
	return p.beside(t, url, true)
}

func (p *Page) beside(t testing.TB, url string, window bool) *Page {
	t.Helper()
	page := newPage(t, p.ctx, chromedp.WithNewWindow(window))
	page.Open(url)
	return page
}

// Front brings a tab in front of the others of its window.
func (p *Page) Front() {
	p.t.Helper()
	call(p, page.BringToFront, cdp.Empty{})
}

func newPage(t testing.TB, parent context.Context, options ...chromedp.ContextOption) *Page {
	t.Helper()
	p := &Page{t: t, recorder: &recorder{}}
	ctx, cancel := chromedp.NewContext(parent, append(options, chromedp.WithListener(p.recorder.hear))...)
	t.Cleanup(cancel)
	p.ctx = ctx
	// The first action makes the tab; a limit on its context would close it.
	if err := chromedp.Do(ctx, p.recorder.install); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	return p
}

// In returns the same tab for a subtest: what the browser fails ends that one.
func (p *Page) In(t testing.TB) *Page { return &Page{t: t, ctx: p.ctx, recorder: p.recorder} }

// do runs actions, each of them for stepMax at most.
func (p *Page) do(what string, actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, stepMax)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// call sends one command of the protocol.
func call[P, R any](p *Page, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, stepMax)
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		p.t.Fatalf("%s: %v", command.Method, err)
	}
	return result
}

// Open goes to an address and waits until it has loaded. From here on, requests to other
// origins than this address's are foreign.
func (p *Page) Open(url string) {
	p.t.Helper()
	p.recorder.home(url)
	p.do("open "+url, chromedp.Navigate(url))
}

// Reload loads the page again and waits until it has.
func (p *Page) Reload() {
	p.t.Helper()
	p.do("reload", chromedp.Reload())
}

// Size sets the viewport, in CSS pixels.
func (p *Page) Size(width, height int) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: int64(width), Height: int64(height), DeviceScaleFactor: 1})
}

// Media sets what the system prefers, such as "prefers-reduced-motion" to "reduce".
func (p *Page) Media(feature, value string) {
	p.t.Helper()
	p.recorder.media = slices.DeleteFunc(p.recorder.media, func(set *emulation.MediaFeature) bool { return set.Name == feature })
	p.recorder.media = append(p.recorder.media, &emulation.MediaFeature{Name: feature, Value: value})
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: p.recorder.media})
}

// Eval returns the value of an expression of JavaScript, of a promise what it resolves to.
// The page's security policy does not bind it.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, stepMax)
	defer cancel()
	// The text of JSON comes back, so that an undefined or a hole is no matter of decoding.
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => JSON.stringify(await ("+expression+"\n)) ?? 'null')()", chromedp.EvalAwaitPromise))
	var value T
	if err == nil {
		err = json.Unmarshal([]byte(text), &value)
	}
	if err != nil {
		p.t.Fatalf("evaluate %.200s: %v", expression, err)
	}
	return value
}

// quoted is a text as JavaScript writes it.
func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always encodes
	}
	return string(data)
}

// Count returns how many elements match a selector.
func (p *Page) Count(selector string) int {
	p.t.Helper()
	return Eval[int](p, "document.querySelectorAll("+quoted(selector)+").length")
}

// Text returns the text of the first element that matches a selector, as it is shown. It
// ends the test where there is none.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	text := Eval[*string](p, "(e => e ? e.innerText ?? e.textContent : null)(document.querySelector("+quoted(selector)+"))")
	if text == nil {
		p.t.Fatalf("nothing matches %s", selector)
	}
	return *text
}

// WaitText waits until the page shows a text, at most ten seconds.
func (p *Page) WaitText(text string) {
	p.t.Helper()
	if !p.wait("(document.body?.innerText ?? '').includes(" + quoted(text) + ")") {
		p.t.Fatalf("%q does not come; the page shows %.2000q", text, p.Text("body"))
	}
}

// WaitFor waits until an expression of JavaScript is true, at most ten seconds.
func (p *Page) WaitFor(expression string) {
	p.t.Helper()
	if !p.wait(expression) {
		p.t.Fatalf("%s does not become true", expression)
	}
}

// waitMS is shorter than stepMax, so that a wait ends with its own words.
const waitMS = 10_000

func (p *Page) wait(expression string) bool {
	p.t.Helper()
	return Eval[bool](p, fmt.Sprintf(`new Promise(resolve => {
	const end = performance.now() + %d;
	const look = () => (%s) ? resolve(true) : performance.now() > end ? resolve(false) : setTimeout(look, 5);
	look();
})`, waitMS, expression))
}

// settle waits until fonts are there, two frames were drawn, and what they caused was heard.
func (p *Page) settle() {
	p.t.Helper()
	Eval[bool](p, `document.fonts.ready.then(() => Promise.race([
	new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(r, 20, true)))),
	new Promise(r => setTimeout(r, 500, false))]))`)
}

// Click clicks the middle of the first element that matches a selector.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.do("click "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// Shot returns a picture of the whole page, a PNG, and writes it as name.png into the folder
// that IMPRESSIONISM_UI_SHOTS names.
func (p *Page) Shot(name string) []byte {
	p.t.Helper()
	p.settle()
	image := call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: new(true), Clip: p.whole()}).Data
	if folder := os.Getenv(ShotsVariable); folder != "" {
		path := filepath.Join(folder, name+".png")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(path, image, 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
	return image
}

func (p *Page) whole() *page.Viewport {
	p.t.Helper()
	size := call(p, page.GetLayoutMetrics, cdp.Empty{}).CSSContentSize
	return &page.Viewport{Width: size.Width, Height: size.Height, Scale: 1}
}

// Memory is what a page holds after its garbage was collected.
type Memory struct {
	Heap                        int64 // bytes of JavaScript's heap
	Documents, Nodes, Listeners int64 // of the DOM, what script still holds included
}

// Memory collects the page's garbage and returns what is left. What Axe leaves in the page
// counts, so ask before it or in a page of its own.
func (p *Page) Memory() Memory {
	p.t.Helper()
	for range 2 { // the second takes what finalizers of the first let go
		call(p, heapprofiler.CollectGarbage, cdp.Empty{})
	}
	heap := call(p, runtime.GetHeapUsage, cdp.Empty{})
	dom := call(p, memory.GetDOMCounters, cdp.Empty{})
	return Memory{Heap: int64(heap.UsedSize), Documents: dom.Documents, Nodes: dom.Nodes, Listeners: dom.JsEventListeners}
}

//go:embed describe.js
var describe string

//go:embed layout.js
var layout string

// Overlaps finds texts that lie over each other ("overlap"), that leave their SVG
// ("outside"), that an edge cuts without an ellipsis or a title ("cut"), whose letters are
// less than 8 px high ("small"), and what is wider than the viewport ("wide"). A page
// without a text is a finding, too ("empty").
func (p *Page) Overlaps() []Finding {
	p.t.Helper()
	p.settle()
	return ours[[]Finding](p, "("+layout+")("+describe+")")
}

// Axe runs axe-core with its own choice of rules. Where there is no axe-core, the test is
// skipped.
func (p *Page) Axe() []Finding {
	p.t.Helper()
	path := os.Getenv(AxeVariable)
	if path == "" {
		p.t.Skipf("%s names no axe-core: run make browser", AxeVariable)
	}
	if !Eval[bool](p, "'axe' in window") {
		code, err := os.ReadFile(path)
		if err != nil {
			p.t.Fatalf("there is no axe-core: run make browser (%v)", err)
		}
		p.do("load axe-core", chromedp.Evaluate[chromedp.Void](string(code)+";0"))
	}
	p.settle()
	type violation struct {
		ID, Help string
		Nodes    []struct {
			Target         []any
			FailureSummary string
		}
	}
	result := ours[struct {
		Passes     int
		Violations []violation
	}](p, "axe.run(document, {resultTypes: ['violations']}).then(r => ({passes: r.passes.length, violations: r.violations}))")
	var findings []Finding
	for _, v := range result.Violations {
		for _, node := range v.Nodes {
			findings = append(findings, Finding{v.ID, fmt.Sprint(node.Target...), v.Help + ": " + strings.Join(strings.Fields(node.FailureSummary), " ")})
		}
	}
	if result.Passes == 0 {
		findings = append(findings, Finding{"empty", "document", "axe found nothing to judge"})
	}
	return findings
}

// ours evaluates an expression of this package; the time that it takes is none of the
// page's long tasks.
func ours[T any](p *Page, expression string) T {
	p.t.Helper()
	result := Eval[struct {
		Value      T
		Begin, End float64
	}](p, `(async () => {
	const begin = performance.timeOrigin + performance.now();
	const value = await (`+expression+`);
	return {value, begin, end: performance.timeOrigin + performance.now()};
})()`)
	p.recorder.exclude(result.Begin, result.End)
	return result.Value
}
