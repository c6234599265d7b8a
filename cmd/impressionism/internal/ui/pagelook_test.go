package ui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/host/ui/uitest"
)

// launchLook runs the page with the deadlines that people have: those of tests would make
// pictures of ten minutes.
func launchLook(folder string) (*page, error) {
	environ, err := pageEnviron(folder)
	if err != nil {
		return nil, err
	}
	workspace := filepath.Join(folder, "work", "orders-api")
	if _, err := os.Stat(workspace); err != nil {
		workspace = folder
	}
	environ = slices.DeleteFunc(environ, func(variable string) bool { return strings.HasPrefix(variable, "IMPRESSIONISM_HOOK_") })
	return launch(append(environ, "PATH=/usr/bin:/bin"), folder, workspace, "impressionism", "ui", "--no-open")
}

// startLook is launchLook for one test.
func startLook(t testing.TB, folder string) *page {
	t.Helper()
	p, err := launchLook(folder)
	envtest.Must(t, err)
	t.Cleanup(func() { _ = p.end() })
	p.t = t
	p.unlock()
	return p
}

// lookedAt is the page of the played day with few skills for all tests that only look: what its
// views compute is computed once.
var lookedAt *page

// dayPage returns the page of the played day with few skills. Its home must stay as it is.
func dayPage(t testing.TB) *page {
	t.Helper()
	uitest.Start(t) // without a browser, the test ends here
	if lookedAt == nil {
		folder, err := os.MkdirTemp("", "impressionism-looked-at-")
		envtest.Must(t, err)
		atEnd = append(atEnd, func() { _ = os.RemoveAll(folder) })
		copyDayOfFew(t, folder)
		p, err := launchLook(folder)
		envtest.Must(t, err)
		atEnd = append(atEnd, func() { _ = p.end() })
		p.t = t
		p.unlock()
		lookedAt = p
	}
	return lookedAt.in(t)
}

// look is a page in a browser.
type look struct {
	*uitest.Page
	t     testing.TB
	width int
	view  string
}

// openLook opens a page that is unlocked in a window of a width.
func openLook(t testing.TB, p *page, width int, theme string) *look {
	t.Helper()
	l := &look{uitest.Start(t).Page(t, p.origin+"/", width, lookHeight(width), theme), t, width, "live"}
	uitest.Eval[bool](l.Page, fmt.Sprintf("(sessionStorage.token = %q, true)", p.token))
	l.Reload()
	l.whole()
	return l
}

// lookHeight is the height of a window that people have at a width.
func lookHeight(width int) int {
	if width < 600 {
		return 844
	}
	return 900
}

// show goes to a view, "hooks" or "skills/item?item=x", at a width, and waits until all of it
// is drawn.
func (l *look) show(view string, width int) {
	l.t.Helper()
	if view == l.view && width == l.width {
		return
	}
	uitest.Eval[bool](l.Page, "document.querySelector('#main .panels').toggleAttribute('data-stale', true)")
	if width != l.width {
		l.Size(width, lookHeight(width))
	}
	if view != l.view {
		uitest.Eval[string](l.Page, fmt.Sprintf("location.hash = %q", view))
	}
	l.view, l.width = view, width
	l.whole()
}

// wholeWait is how long a view may take to be drawn with all of its panels.
const wholeWait = 15 * time.Minute // with 2,000 skills, and others on the machine

// whole waits until the view and all of its panels are drawn.
func (l *look) whole() {
	l.t.Helper()
	const drawn = "(() => { const panels = document.querySelector('#main .panels'); return !!panels && !panels.hasAttribute('data-stale') && !panels.querySelector('[hx-trigger=load]'); })()"
	for end := time.Now().Add(wholeWait); !uitest.Eval[bool](l.Page, drawn); time.Sleep(30 * time.Millisecond) {
		if time.Now().After(end) {
			l.t.Fatalf("%s at %d px is not drawn; the page shows %.1000q", l.view, l.width, l.Text("body"))
		}
	}
}

// unfold opens or closes all that unfolds.
func (l *look) unfold(open bool) {
	l.t.Helper()
	uitest.Eval[int](l.Page, fmt.Sprintf("(all => { for (const one of all) one.open = %v; return all.length; })([...document.querySelectorAll('#main details')])", open))
}

// lookWidths are those of a desk, of a half of its screen, of a phone and of a laptop, in CSS pixels.
var lookWidths = []int{1440, 1000, 390, 1280}

var lookThemes = []string{"light", "dark"}

// lookViews are the views of a home in which an item is known.
func lookViews(item string) []string {
	return []string{"live", "outcomes", "skills", "skills/item?item=" + item, "hooks", "rulesets"}
}

// viewName names a view in a file.
func viewName(view string) string {
	name, _, _ := strings.Cut(view, "?")
	return strings.ReplaceAll(name, "/", "-")
}

// layout is one way to look at a view.
type layout struct {
	view  string
	width int
	theme string
}

// layouts are all ways to look at the views of a home at some widths.
func layouts(item string, widths ...int) (all []layout) {
	for _, view := range lookViews(item) {
		for _, width := range widths {
			for _, theme := range lookThemes {
				all = append(all, layout{view, width, theme})
			}
		}
	}
	return all
}

// How many layouts of a home are tried on each commit, and how many of a desk's by axe-core.
const (
	layoutsTried = 5
	axesTried    = 4
)

// Ensure that on each view, in both themes, at four widths and with three sizes of data, no
// text lies over another, leaves its picture, is cut or unreadably small, nothing is wider
// than the window, also with all that unfolds; that axe-core finds nothing; and that nothing
// was refused, failed or fetched from elsewhere.
func TestPageIsLaidOut(t *testing.T) {
	for _, home := range []struct {
		name string
		page func(*testing.T) *page
		item string
		axe  bool
	}{
		{"empty", func(t *testing.T) *page { return startLook(t, emptyHome(t)) }, "nothing", false},
		{"day", func(t *testing.T) *page { return dayPage(t) }, "database-migrations", true},
		{"large", func(t *testing.T) *page { return startLook(t, largeHome(t)) }, "migrate-database-tables", false},
	} {
		t.Run(home.name, func(t *testing.T) {
			l := openLook(t, home.page(t), lookWidths[0], lookThemes[0])
			name := func(one layout) string { return fmt.Sprint(home.name, one) }
			for _, one := range sampletest.Some(layouts(home.item, lookWidths...), layoutsTried, name) {
				l.show(one.view, one.width)
				if os.Getenv(uitest.ShotsVariable) != "" && one.theme == lookThemes[0] {
					l.Shot(fmt.Sprintf("%s/%s-%d", home.name, viewName(one.view), one.width))
				}
				l.Media("prefers-color-scheme", one.theme)
				l.check(one.theme, sampletest.Soak())
			}
			for _, one := range sampletest.Some(layouts(home.item, lookWidths[0]), axesTried, name) {
				if home.axe {
					l.show(one.view, one.width)
					l.Media("prefers-color-scheme", one.theme)
					l.check(one.theme, true)
				}
			}
			uitest.None(t, home.name, l.Complaints())
		})
	}
}

// check finds what is wrong with the view that is shown, also where all is unfolded.
func (l *look) check(theme string, axe bool) {
	l.t.Helper()
	where := fmt.Sprintf("%s, %d px, %s", l.view, l.width, theme)
	uitest.None(l.t, where, l.Overlaps())
	l.unfold(true)
	defer l.unfold(false)
	uitest.None(l.t, where+", unfolded", l.Overlaps())
	if axe {
		uitest.None(l.t, where+", axe", l.Axe())
	}
}

// Ensure that a report, opened from its file, looks as the page does, on a desk and on a phone.
func TestReportIsLaidOut(t *testing.T) {
	browser := uitest.Start(t)
	environ, err := pageEnviron(fewHome(t))
	envtest.Must(t, err)
	path := filepath.Join(t.TempDir(), "report.html")
	envtest.Must(t, os.WriteFile(path, writtenReport(t, environ, time.Now()), 0o600))
	p := browser.Page(t, "file://"+path, lookWidths[0], lookHeight(lookWidths[0]), lookThemes[0])
	for _, width := range lookWidths {
		p.Size(width, lookHeight(width))
		uitest.None(t, fmt.Sprintf("%d px", width), p.Overlaps())
	}
	if border := uitest.Eval[string](p, "getComputedStyle(document.querySelector('.card')).borderTopWidth"); border != "1px" {
		t.Errorf("a card has a border of %s", border)
	}
	uitest.None(t, "a report", p.Complaints())
}

// Ensure that somebody who never saw the page finds five answers on it, each in a sentence of
// a view's first screen: what was suggested last and why, what came of it, which skill is
// suggested and never used, whose hook is slowest, and what `conservative` would have done.
func TestPageAnswersFiveQuestions(t *testing.T) {
	l := openLook(t, dayPage(t), lookWidths[0], lookThemes[0])
	for _, question := range []struct {
		asked, view, selector string
		answer                []string
	}{
		{"what was suggested last, and why", "live", "#why .lead", []string{"go-concurrency was suggested, as it fits", "similarity .9", "is needed", "most of it by"}},
		{"what came of it", "live", "#why .came", []string{"used", "in the same turn"}},
		{"which skill is suggested and never used", "outcomes", "#worth .note", []string{"database-migrations was suggested 4 times and never used"}},
		{"which plugin's hook is slowest", "hooks", "#hook-times .lead", []string{"Slowest: tts-notify at Stop"}},
		{"what conservative would have done otherwise", "rulesets", "#shadows .lead:last-child", []string{"builtin/conservative would have decided", "told less at", "unused ones spared"}},
	} {
		l.show(question.view, lookWidths[0])
		text := l.Text(question.selector)
		for _, word := range question.answer {
			if !strings.Contains(text, word) {
				t.Errorf("%s: %q is not in %q", question.asked, word, text)
			}
		}
		if !uitest.Eval[bool](l.Page, fmt.Sprintf("(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector(%q).getBoundingClientRect())", question.selector)) {
			t.Errorf("%s: the answer is below the first screen", question.asked)
		}
	}
}

// Ensure that on a phone a tap on a decision brings its reasons into view, which are below the
// list, and that a skill's page has the skill's name for its heading.
func TestPageOnAPhone(t *testing.T) {
	l := openLook(t, dayPage(t), lookWidths[2], lookThemes[0])
	l.Click("#feed .turn:nth-child(3)")
	l.WaitFor("(r => Math.abs(r.top) < 40)(document.querySelector('#why').getBoundingClientRect())")
	l.show("skills/item?item=database-migrations", lookWidths[2])
	if heading := l.Text("h1"); heading != "database-migrations" {
		t.Errorf("the heading is %q", heading)
	}
}

// Ensure that a pair that is clicked is shown beside the map, and that the view stays.
func TestPageShowsChosenPair(t *testing.T) {
	l := openLook(t, dayPage(t), lookWidths[0], lookThemes[0])
	l.show("skills", lookWidths[0])
	const row = "#pair table:last-of-type tr:nth-child(2) "
	first, chosen := l.Text("#pair .lead"), strings.Split(l.Text(row+"td"), " · ")
	l.Click(row + "[hx-get]")
	l.WaitFor(fmt.Sprintf("document.querySelector('#pair .lead')?.innerText !== %q", first))
	if lead := l.Text("#pair .lead"); len(chosen) != 2 || !strings.Contains(lead, chosen[0]) || !strings.Contains(lead, chosen[1]) {
		t.Errorf("%q was chosen, and is shown as %q", chosen, lead)
	}
	if at := uitest.Eval[string](l.Page, "location.hash"); at != "#skills" || l.Count("#map") != 1 {
		t.Errorf("the view is no more, at %s: %.300q", at, l.Text("#main"))
	}
	uitest.None(t, "a chosen pair", l.Complaints())
}

// Ensure that each action of the page is reached by the tabulator alone and shows that it has
// the focus, and that the keys do what the page says they do.
func TestPageByKeyboardAlone(t *testing.T) {
	l := openLook(t, dayPage(t), lookWidths[0], lookThemes[0])
	views := []string{"live", "outcomes", "skills", "hooks", "rulesets"}
	walked := sampletest.Some(views, 2, func(view string) string { return "walk " + view })
	for i, view := range views {
		l.press(fmt.Sprint(i+1), view)
		if !slices.Contains(walked, view) {
			continue
		}
		l.unfold(true)
		_, findings := l.Focuses()
		uitest.None(t, view, findings)
	}
	l.press("1", "live")
	t.Run("rows", func(t *testing.T) { rowsByKey(t, l) })
	t.Run("letters", func(t *testing.T) { lettersByKey(t, l) })
	uitest.None(t, "complaints", l.Complaints())
}

// press presses the key of a view and waits until the view is there.
func (l *look) press(key, view string) {
	l.t.Helper()
	if view != l.view {
		uitest.Eval[bool](l.Page, "document.querySelector('#main .panels').toggleAttribute('data-stale', true)")
	}
	l.Press(key)
	l.view = view
	l.whole()
	if at := uitest.Eval[string](l.Page, "location.hash"); at != "#"+view {
		l.t.Errorf("%s leads to %s, want #%s", key, at, view)
	}
}

// rowsByKey walks over the rows, and opens one.
func rowsByKey(t *testing.T, l *look) {
	focused := func() string { return uitest.Eval[string](l.Page, "document.activeElement.id") }
	rows := uitest.Eval[[]string](l.Page, "[...document.querySelectorAll('#feed .turn')].map(row => row.id)")
	uitest.Eval[bool](l.Page, "(document.activeElement.blur(), true)")
	l.Press("j")
	first := slices.Index(rows, focused())
	l.Press("j", "j", "k")
	if at := slices.Index(rows, focused()); first < 0 || at != first+1 {
		t.Fatalf("j, j, j, k lead to row %d, want %d", at, first+1)
	}
	l.Press("Enter")
	l.WaitFor(fmt.Sprintf("document.querySelector('#why').textContent.includes('decision %s')", strings.TrimPrefix(rows[first+1], "d")))
	if at := focused(); at != rows[first+1] {
		t.Errorf("the row lost the focus to %q", at)
	}
	l.Press("y")
	l.WaitText("impressionism trace show " + strings.TrimPrefix(rows[first+1], "d"))
}

// lettersByKey presses the other keys of the page.
func lettersByKey(t *testing.T, l *look) {
	l.Press("t")
	if theme := uitest.Eval[string](l.Page, "document.documentElement.dataset.theme"); theme != "dark" {
		t.Errorf("t: the theme is %s", theme)
	}
	l.Press("t", "?")
	if !uitest.Eval[bool](l.Page, "document.querySelector('#keys').open") {
		t.Error("?: no keys are shown")
	}
	l.Press("Escape", "/")
	if !uitest.Eval[bool](l.Page, "document.activeElement.matches('[data-filter]')") {
		t.Errorf("/: the focus is at %s", l.Focused())
	}
	const empty = "(document.activeElement.value = '', true)" // this driver also types the key
	uitest.Eval[bool](l.Page, empty)
	l.Type("docker")
	l.WaitFor("(rows => rows.length < 5 && rows.every(row => /docker/i.test(row.textContent)))([...document.querySelectorAll('#feed .turn')])")
	l.Press("Escape")
	if at := l.Focused(); at != "body" {
		t.Errorf("Escape leaves the focus at %s", at)
	}
	if typed := uitest.Eval[string](l.Page, "document.querySelector('[data-filter]').value"); typed != "docker" {
		t.Errorf("Escape leaves %q in the filter", typed)
	}
	l.Press("/")
	uitest.Eval[bool](l.Page, empty)
	l.Type("x")
	l.Press("Backspace", "Escape")
	l.WaitFor("document.querySelectorAll('#feed .turn').length > 5")
}

// Ensure that the page moves nothing for who wants no motion, and that with forced colours it
// still says which row is chosen and draws its signs.
func TestPageAsTheSystemPrefers(t *testing.T) {
	l := openLook(t, dayPage(t), lookWidths[0], lookThemes[0])
	l.Media("prefers-reduced-motion", "reduce")
	if moving := uitest.Eval[int](l.Page, "(row => { row.classList.add('fresh'); return document.getAnimations().length; })(document.querySelector('#feed .turn'))"); moving != 0 {
		t.Errorf("%d things move", moving)
	}
	l.Media("forced-colors", "active")
	l.Click("#feed .turn")
	l.WaitFor("getComputedStyle(document.querySelector('#feed .turn[aria-selected=true]')).outlineStyle === 'solid'")
	uitest.None(t, "forced colours", l.Overlaps())
	l.Shot("live-forced-colors")
}
