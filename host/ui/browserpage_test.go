package ui_test

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/ui"
	"github.com/ed-irl/impressionism/host/ui/uitest"
)

// open opens an address in a tab that shares nothing with those of other tests.
func open(t *testing.T, address string) *uitest.Page {
	t.Helper()
	return uitest.Start(t).Page(t, address, 1280, 800, "light")
}

// evaluate returns the text that an expression of JavaScript, or its promise, comes to.
func evaluate(page *uitest.Page, expression string) string {
	return uitest.Eval[string](page, "(async () => String(await ("+expression+")))()")
}

// becomes waits until an expression comes to a text.
func becomes(t *testing.T, page *uitest.Page, expression, want string) {
	t.Helper()
	got := ""
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if got = evaluate(page, expression); got == want {
			return
		}
	}
	t.Fatalf("%s: got %q, want %q", expression, got, want)
}

const (
	heading = `document.querySelector('h1')?.textContent`
	state   = `document.getElementById('state')?.textContent`
	rows    = `document.querySelectorAll('#feed > *').length`
)

// Ensure the page opens by the address alone: the code becomes the token, is gone from the
// address, and the first view, its pushes and the keys work.
func TestPageInBrowser(t *testing.T) {
	site := serve(t, nil)
	first := open(t, site.Address())
	becomes(t, first, heading, "Live")
	becomes(t, first, `location.hash`, "")
	becomes(t, first, state, "live")
	site.push(3)
	becomes(t, first, rows, "3")
	first.Press("j")
	becomes(t, first, `document.activeElement.id`, "r3")
	first.Press("j")
	becomes(t, first, `document.activeElement.id`, "r2")
	first.Press("2")
	becomes(t, first, heading+` + ' ' + document.querySelector('nav [aria-current]').textContent`, "Outcomes Outcomes2")
	becomes(t, first, `document.title`, "Outcomes · impressionism")
	becomes(t, first, `document.activeElement.id`, "main")
	evaluate(first, `history.back()`)
	becomes(t, first, heading, "Live")
	first.Press("?")
	becomes(t, first, `document.getElementById('keys').open`, "true")
	uitest.None(t, "the page", first.Complaints())
	if err := site.end(); err != nil {
		t.Error(err)
	}
	becomes(t, first, `document.getElementById('notice').textContent`, "The program has ended. Start it again: impressionism ui")
	becomes(t, first, state, "not live")
}

// Ensure the newest rows stay, and that two thousand at once are shown soon.
func TestManyPushesInBrowser(t *testing.T) {
	site := serve(t, nil)
	first := open(t, site.Address())
	becomes(t, first, state, "live")
	begin := time.Now()
	site.push(2000)
	becomes(t, first, `document.querySelector('#feed > *')?.id + ' ' + `+rows, "r2000 200")
	t.Logf("2,000 pushes are shown after %s", time.Since(begin).Round(time.Millisecond))
}

// Ensure a row that is pushed again, as when the view was read meanwhile, takes the place that
// it had, with what is newer in it, and keeps the focus and the choice.
func TestRowTwiceInBrowser(t *testing.T) {
	site := serve(t, nil)
	first := open(t, site.Address())
	becomes(t, first, state, "live")
	site.push(3)
	becomes(t, first, rows, "3")
	evaluate(first, `document.getElementById('r2').focus(), document.getElementById('r2').click()`)
	site.add(`<div hx-swap-oob="afterbegin:#feed"><button class="turn" id="r2">row 2, used</button></div>`, "a word to the user")
	becomes(t, first, `[...document.querySelectorAll('#feed > *')].map(e => e.textContent).join()`, "row 3,row 2, used,row 1")
	becomes(t, first, `document.activeElement.id + ' ' + document.activeElement.getAttribute('aria-selected')`, "r2 true")
	becomes(t, first, `document.getElementById('notice').textContent`, "a word to the user")
}

// Ensure what is chosen stands in the address, and the view that is read again and the stream
// know of it.
func TestChoiceInBrowser(t *testing.T) {
	var asked sync.Map
	site := serve(t, func(o *ui.Options) {
		o.Fragment = func(context.Context, string, url.Values) (template.HTML, error) {
			return `<h1>Live</h1><div data-after="0"><button class="turn" id="a" data-choice="id=1">one</button><button class="turn" id="b" data-choice="id=2&amp;of=x">two</button></div>`, nil
		}
		stream := o.Stream
		o.Stream = func(ctx context.Context, after int64, query url.Values) <-chan ui.Push {
			asked.Store(query.Get("id"), true)
			return stream(ctx, after, query)
		}
	})
	first := open(t, site.Address())
	becomes(t, first, state, "live")
	evaluate(first, `document.getElementById('b').click()`)
	becomes(t, first, `location.hash`, "#live?id=2&of=x")
	wait(t, "a stream that knows", func() bool { _, there := asked.Load("2"); return there })
	evaluate(first, `location.hash = 'live?id=1'`)
	becomes(t, first, `document.querySelector('[aria-selected=true]')?.id`, "a")
}

// Ensure eight tabs of one window work, though a browser opens six connections: those in
// the background hold none, and go on where they were when they come to the front.
func TestEightTabsInBrowser(t *testing.T) {
	checkEight(t, false)
}

// Ensure eight windows side by side work: those that were used last are live, the others
// say that they are not, and are again when they are used.
func TestEightWindowsInBrowser(t *testing.T) {
	checkEight(t, true)
}

func checkEight(t *testing.T, windows bool) {
	t.Helper()
	site := serve(t, nil)
	tabs := []*uitest.Page{open(t, site.Address())}
	another := tabs[0].Tab
	if windows {
		another = tabs[0].Window
	}
	becomes(t, tabs[0], state, "live")
	for range 7 {
		tabs = append(tabs, another(t, "http://"+site.host+"/")) // the token comes from another tab
		becomes(t, tabs[len(tabs)-1], state, "live")
	}
	eighth := tabs[7]
	becomes(t, eighth, heading, "Live")
	site.push(5)
	becomes(t, eighth, rows, "5")
	eighth.Press("2")
	becomes(t, eighth, heading, "Outcomes")
	eighth.Press("1")
	becomes(t, eighth, heading, "Live")
	most := 1
	if windows {
		most = 4
	}
	wait(t, "few streams", func() bool { return site.streams() <= most })
	paused := evaluate(tabs[0], state)
	if !strings.HasPrefix(paused, "paused") {
		t.Errorf("the first tab is %q", paused)
	}
	tabs[0].Front()
	tabs[0].Press("k") // windows that lie side by side all are in front
	becomes(t, tabs[0], state, "live")
	becomes(t, tabs[0], rows, "5")
}

// Ensure a tab that is left open over an upgrade of the program says so and stops, and so
// does one of a program that was killed, where another one has its port now.
func TestUpgradeInBrowser(t *testing.T) {
	site := serve(t, nil)
	for change, words := range map[string]string{
		`document.body.dataset.version = '0.9.0'`: "load the page again",
		`sessionStorage.token = 'of another one'`: "belongs to a program that has ended",
	} {
		first := open(t, site.Address())
		becomes(t, first, state, "live")
		evaluate(first, change)
		first.Press("2")
		becomes(t, first, state, "not live")
		if text := evaluate(first, `document.getElementById('notice').textContent`); !strings.Contains(text, words) {
			t.Errorf("after %s it says %q", change, text)
		}
		wait(t, "the end of its stream", func() bool { return site.streams() == 0 })
	}
}

// Ensure a page is still open after it was loaded again, and that an address whose code
// was used says so in words, and shows nothing.
func TestCodeInBrowser(t *testing.T) {
	site := serve(t, nil)
	address := site.Address()
	first := open(t, address)
	becomes(t, first, state, "live")
	first.Reload()
	becomes(t, first, heading+` + ' ' + `+state, "Live live")
	second := open(t, address)
	becomes(t, second, `document.getElementById('notice').textContent.includes('used already')`, "true")
	becomes(t, second, heading+` + ' ' + `+state, "impressionism not opened yet")
}

// Ensure two tabs whose keys are of a program that ended, as where it was started again on the
// same port, ask each other once, say so and stop.
func TestStaleKeysInBrowser(t *testing.T) {
	site := serve(t, nil)
	first := open(t, site.Address())
	becomes(t, first, state, "live")
	second := first.Tab(t, strings.SplitN(site.Address(), "#", 2)[0])
	becomes(t, second, state, "live")
	for _, page := range []*uitest.Page{first, second} {
		evaluate(page, `sessionStorage.token = 'stale'`)
	}
	asked := len(second.Requests())
	evaluate(second, `location.hash = 'other'`)
	becomes(t, second, state, "not live")
	if more := len(second.Requests()) - asked; more > 3 {
		t.Errorf("%d requests for one refused view", more)
	}
}

// Ensure a page of another port, with all that a page can try, reads nothing of an open
// page's and changes nothing.
func TestForeignPageInBrowser(t *testing.T) {
	site := serve(t, func(o *ui.Options) {
		o.Act = func(context.Context, string, url.Values) (template.HTML, error) {
			return "", fmt.Errorf("it ran")
		}
	})
	first := open(t, site.Address())
	becomes(t, first, state, "live")
	read := site.read.Load()
	code := site.code()
	foreign := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		http.SetCookie(w, &http.Cookie{Name: "Impressionism-Token", Value: "planted"})
		fmt.Fprintf(w, `<!doctype html><h1>foreign</h1><script>const host = %q, code = %q;%s</script>`, site.host, code, foreignScript)
	}))
	defer foreign.Close()
	for _, origin := range []string{foreign.URL, strings.Replace(foreign.URL, "127.0.0.1", "localhost", 1)} {
		logged := site.lines()
		other := first.Window(t, origin)
		becomes(t, other, `document.title`, "done")
		if got := evaluate(other, `JSON.stringify(window.read)`); got != "{}" {
			t.Errorf("%s reads %s", origin, got)
		}
		for _, code := range []string{"ui-site", "ui-origin"} {
			if !site.names(code, logged) {
				t.Errorf("the log has no %s:\n%s", code, site.log())
			}
		}
	}
	if site.names("ui-action", 0) || site.read.Load() != read || site.streams() != 1 {
		t.Errorf("it had an effect: %d views, %d streams; %s", site.read.Load()-read, site.streams(), site.log())
	}
	if status, answer := site.ask(t, exchange+own+length+done+code); status != "200" {
		t.Errorf("it used up the code: %s", answer)
	}
	becomes(t, first, state, "live")
}

// foreignScript tries what a page can, and puts what it could read into window.read.
const foreignScript = `
const base = 'http://' + host;
window.read = {};
const got = (name, value) => { if (value) window.read[name] = String(value); };
const tries = {
  fetch: async () => (await fetch(base + '/v/live')).text(),
  fetchWithHeader: async () => (await fetch(base + '/v/live', {headers: {'Impressionism-Token': 'a'}})).text(),
  fetchWithCookies: async () => (await fetch(base + '/v/live', {credentials: 'include'})).text(),
  fetchOpaque: async () => (await fetch(base + '/', {mode: 'no-cors'})).text(),
  fetchShell: async () => (await fetch(base + '/')).text(),
  postCode: async () => (await fetch(base + '/code', {method: 'POST', body: code})).text(),
  postCodeOpaque: async () => (await fetch(base + '/code', {method: 'POST', body: code, mode: 'no-cors'})).text(),
  postAction: async () => (await fetch(base + '/act/good', {method: 'POST', body: 'id=7', mode: 'no-cors'})).text(),
  stream: () => new Promise((resolve, reject) => { const s = new EventSource(base + '/stream'); s.onopen = () => resolve('open'); s.onerror = reject; }),
  socket: () => new Promise((resolve, reject) => { const s = new WebSocket('ws://' + host + '/stream'); s.onopen = () => resolve('open'); s.onerror = reject; }),
  image: () => new Promise((resolve, reject) => { const i = new Image(); i.onload = () => resolve('loaded'); i.onerror = reject; i.src = base + '/v/live'; }),
  script: () => element('script', 'src', '/ui.js', () => 'loaded'),
  data: () => element('script', 'src', '/v/live', () => 'loaded'),
  style: () => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = base + '/ui.css'; return loading(l, () => l.sheet && l.sheet.cssRules.length); },
  frame: () => element('iframe', 'src', '/', f => { try { return f.contentDocument && f.contentDocument.querySelector('nav'); } catch { return ''; } }),
  frameSize: () => element('iframe', 'src', '/', f => f.contentWindow.length),
  object: () => element('object', 'data', '/', f => { try { return f.contentDocument && f.contentDocument.querySelector('nav'); } catch { return ''; } }),
  opened: async () => { const w = open(base + '/'); await pause(500); try { return w && w.document.body && w.document.body.innerText; } finally { w && w.close(); } },
  channel: () => new Promise(resolve => { const c = new BroadcastChannel('impressionism'); c.onmessage = e => resolve(JSON.stringify(e.data)); c.postMessage({ask: true}); setTimeout(resolve, 600); }),
  beacon: async () => { navigator.sendBeacon(base + '/act/good', 'id=7'); },
  form: async () => { const f = document.createElement('iframe'); f.name = 'target'; document.body.append(f);
    const form = document.createElement('form'); form.method = 'POST'; form.action = base + '/act/good'; form.target = 'target'; form.enctype = 'text/plain';
    document.body.append(form); form.submit(); await pause(500); try { return f.contentDocument && f.contentDocument.body.innerText; } catch { return ''; } },
};
function pause(ms) { return new Promise(resolve => setTimeout(resolve, ms)); }
function loading(e, value) { return new Promise((resolve, reject) => { e.onload = () => resolve(value(e)); e.onerror = reject; setTimeout(resolve, 1500); document.body.append(e); }); }
function element(tag, attribute, path, value) { const e = document.createElement(tag); e[attribute] = base + path; return loading(e, value); }
addEventListener('load', async () => {
  await Promise.all(Object.entries(tries).map(async ([name, attempt]) => { try { got(name, await attempt()); } catch {} }));
  document.title = 'done';
});
`
