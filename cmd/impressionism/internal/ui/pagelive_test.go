package ui_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/ui/uitest"
)

// livePage is a page open in a browser, and a process that writes what it shows.
type livePage struct {
	*uitest.Page
	writer *pageWriter
	served *page
}

const isLive = `['live', 'caught up'].includes(document.getElementById('state').textContent)`

// openLive starts the program on a home of its own with one decision in it, and opens its page.
func openLive(t *testing.T, args ...string) livePage {
	t.Helper()
	browser := uitest.Start(t)
	folder := t.TempDir()
	w := startWriter(t, folder)
	w.tell("s1", "the first prompt", "first")
	served := startPage(t, folder, args...)
	p := browser.Page(t, served.address, 1440, 900, "light")
	p.WaitFor(isLive)
	p.WaitText("the first prompt")
	return livePage{p, w, served}
}

// complain fails where the browser has something against the page.
func (p livePage) complain(t *testing.T) {
	t.Helper()
	uitest.None(t, "the page", p.Complaints())
}

func rowOf(s stored) string { return fmt.Sprintf("#d%d", s.Decision) }

// visit goes to a place within the page.
func (p livePage) visit(place string) {
	uitest.Eval[bool](p.Page, fmt.Sprintf("location.hash = %q, true", place))
}

// Ensure what comes of a suggestion reaches its row, the panel that says why, and the
// timeline while the page is open, and that a decision that was chosen stays chosen while
// others come.
func TestPageOutcomesReachWhatIsShown(t *testing.T) {
	p := openLive(t)
	chosen := p.writer.tell("s1", "rename the column mail", "db")
	p.WaitText("rename the column mail")
	p.Click(rowOf(chosen))
	p.WaitFor(fmt.Sprintf(`document.querySelector('#why').dataset.command.endsWith(' %d')`, chosen.Decision))
	p.WaitFor(fmt.Sprintf(`location.hash.includes('decision=%d')`, chosen.Decision))
	p.WaitFor(isLive)
	next := p.writer.tell("s1", "a later prompt", "docs")
	p.WaitText("a later prompt")
	before := uitest.Eval[string](p.Page, `document.querySelector('#active').innerHTML`)
	p.writer.use("s1", "db")
	p.WaitFor(fmt.Sprintf(`document.querySelector('%s .fate').innerText.startsWith('used')`, rowOf(chosen)))
	p.WaitFor(`document.querySelector('#why .came')?.innerText.startsWith('used')`)
	p.WaitFor(`document.querySelector('#active').innerHTML !== ` + fmt.Sprintf("%q", before))
	if got := p.Text(rowOf(next) + " .fate"); !strings.HasPrefix(got, "open") {
		t.Errorf("the other row is %q", got)
	}
	for what, want := range map[string]string{
		`document.querySelector('#why').dataset.command`:                                     fmt.Sprintf("impressionism trace show %d", chosen.Decision),
		`[...document.querySelectorAll('[aria-selected=true]')].map(e => '#' + e.id).join()`: rowOf(chosen),
	} {
		if got := uitest.Eval[string](p.Page, what); got != want {
			t.Errorf("%s is %q, want %q", what, got, want)
		}
	}
	p.visit("live")
	p.WaitFor(fmt.Sprintf(`document.querySelector('#why').dataset.command.endsWith(' %d')`, next.Decision))
	newest := p.writer.tell("s2", "the newest prompt", "docs")
	p.WaitFor(fmt.Sprintf(`document.querySelector('#why').dataset.command.endsWith(' %d')`, newest.Decision))

	// What is pushed is drawn for the window as it is now.
	const chart = `document.querySelector('%s svg')?.getAttribute('width')`
	before = uitest.Eval[string](p.Page, fmt.Sprintf(chart, rowOf(newest)))
	p.Size(1240, 900)
	p.WaitFor(fmt.Sprintf(chart, rowOf(newest)) + fmt.Sprintf(" !== %q", before))
	p.WaitFor(isLive)
	narrow := p.writer.tell("s2", "in a narrow window", "docs")
	p.WaitText("in a narrow window")
	if got := uitest.Eval[string](p.Page, fmt.Sprintf(chart, rowOf(narrow))); got == before {
		t.Errorf("the chart of a row that was pushed is as wide as before: %s", got)
	}
	p.complain(t)
}

// Ensure the filters and the chosen session hold while rows come, rows enter and leave the
// list as their outcome does, and what is typed stays.
func TestPageFiltersHold(t *testing.T) {
	p := openLive(t)
	p.Press("/")
	uitest.Eval[bool](p.Page, `(document.activeElement.value = '', true)`) // this driver also types the key
	p.Type("quay")
	p.WaitFor(`document.querySelectorAll('#feed > *').length === 0`)
	p.WaitFor(isLive)
	p.writer.tell("s1", "a prompt about nothing", "db")
	wanted := p.writer.tell("s1", "a prompt about a Quay", "db")
	p.WaitText("a prompt about a Quay")
	if got := p.Count("#feed > *"); got != 1 {
		t.Errorf("%d rows pass the filter", got)
	}
	if got := uitest.Eval[string](p.Page, `document.activeElement.value`); got != "quay" {
		t.Errorf("the filter with the focus holds %q", got)
	}
	p.visit("live?outcome=open&session=s1")
	p.WaitFor(`document.querySelectorAll('#feed > *').length === 3`)
	p.WaitFor(isLive)
	p.writer.use("s1", "db")
	p.WaitFor(`!document.querySelector('` + rowOf(wanted) + `')`)
	p.writer.tell("s2", "in another session", "db")
	last := p.writer.tell("s1", "in this session", "docs")
	p.WaitText("in this session")
	if strings.Contains(p.Text("#feed"), "in another session") {
		t.Error("a row of another session is shown")
	}
	p.visit("live?outcome=used&session=s1")
	p.WaitFor(fmt.Sprintf(`document.querySelector('#feed > *')?.id === 'd%d'`, wanted.Decision))
	p.WaitFor(isLive)
	p.writer.use("s1", "docs")
	p.WaitFor(fmt.Sprintf(`document.querySelector('#feed > *')?.id === 'd%d'`, last.Decision))
	p.complain(t)
}

// Ensure what the model does is shown as it does it, beside the decision that is shown, and that of
// another session is not.
func TestPageShowsWhatTheModelDoes(t *testing.T) {
	p := openLive(t)
	chosen := p.writer.tell("s1", "rename the column mail", "db")
	p.WaitText("rename the column mail")
	p.Click(rowOf(chosen))
	p.WaitFor(`document.querySelector('#did').innerText.includes('nothing is known of this turn')`)
	act := func(session, second, rest string) {
		path := filepath.Join(p.served.folder, "client", "projects", "p", session+".jsonl")
		envtest.Must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		envtest.Must(t, err)
		kind, block, _ := strings.Cut(rest, "|")
		_, err = fmt.Fprintf(file, `{"type":%s,"sessionId":%q,"timestamp":"2999-01-01T00:00:0%sZ","message":{"content":[%s]}}`+"\n", kind, session, second, block)
		envtest.Must(t, err)
		envtest.Must(t, file.Close())
	}
	act("s1", "1", `"assistant"|{"type":"tool_use","id":"a","name":"Skill","input":{"skill":"db"}}`)
	act("s1", "2", `"assistant"|{"type":"tool_use","id":"b","name":"Bash","input":{"command":"psql -f 7.sql"}}`)
	act("s2", "2", `"assistant"|{"type":"tool_use","id":"c","name":"Bash","input":{"command":"echo of another session"}}`)
	p.WaitFor(`document.querySelector('#did').innerText.includes('psql -f 7.sql')`)
	if text := p.Text("#did"); !strings.Contains(text, "Skill db") || !strings.Contains(text, "2 tool calls") || strings.Contains(text, "another session") {
		t.Errorf("the panel says %q", text)
	}
	act("s1", "9", `"user"|{"type":"tool_result","tool_use_id":"b","is_error":true,"content":"no"}`)
	p.WaitFor(`document.querySelector('#did').innerText.includes('1 failed')`)
	p.writer.write(written{Do: "stop", Session: "s1"})
	time.Sleep(500 * time.Millisecond) // as late as the client may write
	act("s1", "9", `"assistant"|{"type":"text","text":"The column is renamed."}`)
	p.WaitFor(`document.querySelector('#did').innerText.includes('The column is renamed.')`)
	p.complain(t)
}

// Ensure the focus and the place on the screen stay while rows come above.
func TestPageFocusAndScrollStay(t *testing.T) {
	p := openLive(t)
	p.writer.write(written{Do: "burst", Session: "s1", Text: "an earlier prompt", Many: 150})
	p.WaitText("an earlier prompt 000150")
	p.Press(slices.Repeat([]string{"j"}, 60)...)
	const place = `Math.round(document.activeElement.getBoundingClientRect().top)`
	focused, top := p.Focused(), uitest.Eval[int](p.Page, place)
	if !strings.Contains(focused, "#d") {
		t.Fatalf("%q has the focus", focused)
	}
	for i := range 5 {
		p.writer.tell("s1", fmt.Sprintf("meanwhile %d", i), "db")
	}
	p.WaitText("meanwhile 4")
	time.Sleep(time.Second) // the panels above are drawn again meanwhile
	if now := p.Focused(); now != focused {
		t.Errorf("the focus went from %s to %s", focused, now)
	}
	if now := uitest.Eval[int](p.Page, place); max(now-top, top-now) > 2 {
		t.Errorf("what has the focus went from %d to %d px", top, now)
	}
	p.complain(t)
}

// Ensure a page that is about to be left closes its stream, so that the browser has none to
// fail, and goes on where it was not left after all.
func TestPageThatIsLeft(t *testing.T) {
	p := openLive(t)
	if uitest.Eval[bool](p.Page, `(dispatchEvent(new Event('beforeunload')), document.getElementById('stream').hasAttribute('hx-sse:connect'))`) {
		t.Error("its stream is open")
	}
	p.writer.tell("s1", "after nothing came of it", "db")
	p.WaitText("after nothing came of it")
	p.complain(t)
}

// Ensure two thousand changes at once are shown or counted in words, the newest rows are
// there, at most 200, and the page still answers keys. How long both take is reported.
func TestPageManyAtOnce(t *testing.T) {
	p := openLive(t)
	uitest.Eval[bool](p.Page, `(window.answers = [], addEventListener('keydown', e => {
	const at = e.timeStamp;
	requestAnimationFrame(() => setTimeout(() => answers.push(performance.now() - at)));
}, true), true)`)
	one := p.writer.tell("s1", "one alone", "db")
	p.WaitText("one alone")
	alone := uitest.Eval[float64](p.Page, "performance.timeOrigin + performance.now()") - one.Committed
	uitest.Eval[bool](p.Page, watchRows)
	burst := p.writer.write(written{Do: "burst", Session: "s1", Text: "number", Many: 2000})
	for range 8 {
		p.Press("t")
	}
	p.WaitFor(`document.querySelector('#feed > *').innerText.includes('number 002000')`)
	took := uitest.Eval[float64](p.Page, "seen['number 002000']") - burst.Committed
	p.WaitText("came faster than they could be shown one by one")
	p.WaitFor(`document.querySelector('#today').innerText.includes('2,00')`)
	if rows := p.Count("#feed > *"); rows > 200 || rows < 150 {
		t.Errorf("%d rows are shown", rows)
	}
	if rows := uitest.Eval[int](p.Page, `new Set([...document.querySelectorAll('#feed > *')].map(e => e.id)).size`); rows != p.Count("#feed > *") {
		t.Errorf("only %d rows are different ones", rows)
	}
	answers := uitest.Eval[[]float64](p.Page, "answers")
	slices.Sort(answers)
	t.Logf("2,000 changes stand in the page after %.0f ms, one alone after %.0f ms; %d keys answered within %.0f ms", took, alone, len(answers), answers[len(answers)-1])
	p.complain(t)
}

// hide has a page believe that its tab is hidden, or in sight again.
func hide(p *uitest.Page, hidden bool) {
	uitest.Eval[bool](p, fmt.Sprintf(`(Object.defineProperty(document, 'hidden', {configurable: true, value: %t}), document.dispatchEvent(new Event('visibilitychange')), true)`, hidden))
}

// Ensure a page in a hidden tab asks for nothing, and catches up when it is seen again, also
// with more than is kept.
func TestPageHiddenTabCatchesUp(t *testing.T) {
	p := openLive(t)
	for _, many := range []int{3, 1200} {
		hide(p.Page, true)
		p.WaitFor(`document.getElementById('state').textContent === 'paused'`)
		p.writer.write(written{Do: "burst", Session: "s1", Text: fmt.Sprintf("behind %d number", many), Many: many})
		time.Sleep(500 * time.Millisecond)
		if strings.Contains(p.Text("#feed"), "behind "+fmt.Sprint(many)) {
			t.Error("a hidden tab holds a connection")
		}
		hide(p.Page, false)
		p.WaitText(fmt.Sprintf("behind %d number %06d", many, many))
	}
	p.complain(t)
}

// Ensure eight tabs of one window work on the real page, the eighth too, and one that was
// hidden catches up when it comes to the front.
func TestPageEightTabs(t *testing.T) {
	p := openLive(t)
	tabs := []*uitest.Page{p.Page}
	for range 7 {
		tab := p.Tab(t, p.served.origin+"/") // the token comes from another tab
		tab.WaitFor(isLive)
		tabs = append(tabs, tab)
	}
	p.writer.tell("s1", "while eight tabs are open", "db")
	tabs[7].WaitText("while eight tabs are open")
	tabs[7].Press("2")
	tabs[7].WaitFor(`document.querySelector('h1').textContent === 'Outcomes'`)
	if strings.Contains(tabs[0].Text("#feed"), "while eight tabs are open") {
		t.Error("the tab that was used least holds a connection")
	}
	tabs[0].Front()
	tabs[0].Press("k")
	tabs[0].WaitText("while eight tabs are open")
	for _, tab := range tabs {
		uitest.None(t, "a tab", tab.Complaints())
	}
}

// Ensure a tab to which no other one answers in time opens when one does.
func TestPageTokenThatComesLate(t *testing.T) {
	p := openLive(t)
	token := uitest.Eval[string](p.Page, "sessionStorage.token")
	uitest.Eval[bool](p.Page, "(sessionStorage.removeItem('token'), true)") // it answers no more
	tab := p.Tab(t, p.served.origin+"/")
	tab.WaitFor(`performance.now() > 1500 && document.getElementById('state').textContent === 'not opened yet'`)
	uitest.Eval[bool](tab, fmt.Sprintf("(new BroadcastChannel('impressionism').postMessage({token: %q}), true)", token))
	tab.WaitFor(isLive)
}

// Ensure a page whose machine slept goes on and misses nothing. A server that is stopped for
// a while serves as the machine.
func TestPageAfterSleep(t *testing.T) {
	p := openLive(t)
	envtest.Must(t, p.served.process.Process.Signal(syscall.SIGSTOP))
	for i := range 20 {
		p.writer.tell("s1", fmt.Sprintf("in its sleep %02d", i), "db")
	}
	time.Sleep(time.Second)
	if strings.Contains(p.Text("#feed"), "in its sleep") {
		t.Fatal("it did not sleep")
	}
	envtest.Must(t, p.served.process.Process.Signal(syscall.SIGCONT))
	p.WaitText("in its sleep 19")
	if got := uitest.Eval[int](p.Page, `[...document.querySelectorAll('#feed > *')].filter(e => e.innerText.includes('in its sleep')).length`); got != 20 {
		t.Errorf("%d of 20 rows came", got)
	}
	p.complain(t)
}

// Ensure a page on which all was forgotten shows no word of it any more, and what is decided then,
// with its reasons.
func TestPageAfterForget(t *testing.T) {
	p := openLive(t)
	for i := range 3 {
		p.writer.tell("s1", fmt.Sprintf("forgotten %d", i), "db")
	}
	p.WaitText("forgotten 2")
	p.writer.write(written{Do: "forget"})
	p.WaitText("the list was read again")
	p.WaitFor(`!document.querySelector('main').innerText.includes('forgotten')`)
	anew := p.writer.tell("s2", "decided afresh", "docs")
	p.WaitText("decided afresh")
	p.WaitFor(fmt.Sprintf(`document.querySelector('#why').dataset.command.endsWith(' %d')`, anew.Decision))
	p.WaitFor(`document.querySelector('#why').innerText.includes('docs')`)
	if rows := uitest.Eval[string](p.Page, `document.querySelector('#feed').innerText`); !strings.Contains(rows, "decided afresh") || strings.Contains(rows, "forgotten") {
		t.Errorf("the rows are %q", rows)
	}
	p.complain(t)
}

// Ensure a person at the page says what a suggestion was worth, and switches suggestions off
// and on in the session that they chose, by keys alone, with a name that says what happens.
func TestPageFeedbackByKeys(t *testing.T) {
	p := openLive(t, "--allow-feedback")
	if p.Count(`[hx-post="/act/off"]`) != 0 {
		t.Error("what is to be switched off where no session is chosen?")
	}
	p.visit("live?session=s1")
	p.WaitFor(`document.querySelector('#picks [hx-post="/act/off"]')`)
	p.WaitFor(isLive)
	const press = `(document.querySelector(%q).focus(), document.activeElement.matches(%q))`
	for _, step := range []struct{ button, name, then string }{
		{`#why [hx-post="/act/good"]`, "good: first", `document.querySelector('#why').innerText.includes('you said good')`},
		{`#picks [hx-post="/act/off"]`, "Switch off suggestions in session s1", `document.querySelector('#picks .pick').innerText.includes('off') && document.querySelector('#picks [hx-post="/act/on"]')`},
		{`#picks [hx-post="/act/on"]`, "Switch on suggestions in session s1", `!document.querySelector('#picks .pick').innerText.includes('off') && document.querySelector('#picks [hx-post="/act/off"]')`},
	} {
		if !uitest.Eval[bool](p.Page, fmt.Sprintf(press, step.button, step.button)) {
			t.Fatalf("%s takes no focus", step.button)
		}
		if name := uitest.Eval[string](p.Page, `document.activeElement.ariaLabel || document.activeElement.innerText`); name != step.name {
			t.Errorf("%s is called %q, want %q", step.button, name, step.name)
		}
		p.Press("Enter")
		p.WaitFor(step.then)
	}
	p.complain(t)
}

// Ensure that however the page ends, no process, no port and no file is left.
func TestPageLeavesNothing(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			folder, temporary := t.TempDir(), t.TempDir()
			w := startWriter(t, folder)
			w.tell("s1", "the first prompt", "db")
			before := slices.Concat(filesIn(t, folder), filesIn(t, temporary))
			environ, err := pageEnviron(folder)
			envtest.Must(t, err)
			p := startPageIn(t, append(environ, "TMPDIR="+temporary), folder, folder, "impressionism", "ui", "--no-open")
			p.view("/v/live")
			w.tell("s1", "another prompt", "db")
			p.view("/v/hooks")
			envtest.Must(t, p.process.Process.Signal(signal))
			err = p.process.Wait()
			if signal != syscall.SIGKILL && err != nil {
				t.Errorf("it ended with %v: %s", err, p.said)
			}
			if c, err := net.DialTimeout("tcp", strings.TrimPrefix(p.origin, "http://"), time.Second); err == nil {
				c.Close()
				t.Error("its port is still open")
			}
			if left := processesOf(temporary); len(left) > 0 {
				t.Errorf("processes are left: %v", left)
			}
			w.tell("s1", "after its end", "db") // who writes next takes the reader's log away
			after := slices.Concat(filesIn(t, folder), filesIn(t, temporary))
			for _, name := range after {
				if !slices.Contains(before, name) {
					t.Errorf("%s is left", name)
				}
			}
		})
	}
}

func filesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	envtest.Must(t, filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
		names = append(names, path)
		return err
	}))
	return names
}

// processesOf returns the processes whose environment holds a text, where the system tells.
func processesOf(text string) (left []string) {
	names, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is good; elsewhere there are none
	for _, name := range names {
		if data, err := os.ReadFile(name); err == nil && strings.Contains(string(data), text) {
			left = append(left, name)
		}
	}
	return left
}
