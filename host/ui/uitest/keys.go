package uitest

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var modifiers = map[string]chromedp.Modifier{"Shift": chromedp.ModifierShift, "Ctrl": chromedp.ModifierCtrl, "Alt": chromedp.ModifierAlt, "Meta": chromedp.ModifierMeta}

// Press presses keys one after the other, by the names that the browser gives them: "j",
// "?", "Enter", "ArrowDown", "Shift+Tab".
func (p *Page) Press(keys ...string) {
	p.t.Helper()
	for _, name := range keys {
		var held []chromedp.Modifier
		key := name
		for {
			before, after, more := strings.Cut(key, "+")
			if !more || after == "" {
				break
			}
			modifier, known := modifiers[before]
			if !known {
				p.t.Fatalf("%q: there is no modifier %q", name, before)
			}
			held, key = append(held, modifier), after
		}
		pressed, ok := runeOf(key)
		if !ok {
			p.t.Fatalf("there is no key %q", key)
		}
		var options []chromedp.KeyOption
		if len(held) > 0 {
			options = append(options, chromedp.KeyModifiers(held...))
		}
		p.do("press "+name, chromedp.KeyEvent(string(pressed), options...))
	}
}

// runeOf returns the rune by which chromedp knows a key.
func runeOf(name string) (rune, bool) {
	if runes := []rune(name); len(runes) == 1 {
		return runes[0], true
	}
	for r, key := range kb.Keys {
		// A key of the main block; the digits' block has some of the same names.
		if key.Key == name && !strings.HasPrefix(key.Code, "Numpad") {
			return r, true
		}
	}
	return 0, false
}

// Type types a text into what has the focus.
func (p *Page) Type(text string) {
	p.t.Helper()
	p.do("type", chromedp.KeyEvent(text))
}

// Focused returns a CSS path of what has the focus, or "body".
func (p *Page) Focused() string {
	p.t.Helper()
	return Eval[string](p, "("+describe+")(document.activeElement)")
}

// stopsMax ends a walk over a page that never comes round.
const stopsMax = 500

// actions are what a person can do something with.
const actions = `'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=checkbox], [role=switch], [onclick]'`

// begin lets the next tabulator key begin at the top of the page, wherever the focus was.
const begin = `(() => {
	delete window[Symbol.for('uitest')];
	document.body.tabIndex = -1;
	document.body.focus({preventScroll: true});
	document.body.blur();
	document.body.removeAttribute('tabindex');
	return true;
})()`

// walkStep notes what has the focus and whether that can be seen: by what lies at its
// place, and by how it looks without the focus.
const walkStep = `(() => {
	const describe = ` + "%s" + `;
	const element = document.activeElement;
	if (!element || element === document.body || element === document.documentElement) return null;
	const looks = () => { const s = getComputedStyle(element); const outline = s.outlineStyle === 'none' || parseFloat(s.outlineWidth) === 0 ? '' : s.outline; return [outline, s.boxShadow, s.border, s.backgroundColor, s.textDecoration].join('|'); };
	const r = element.getBoundingClientRect();
	const inside = r.width > 0 && r.height > 0 && r.right > 0 && r.bottom > 0 && r.left < innerWidth && r.top < innerHeight;
	const focused = looks();
	element.blur();
	const shown = looks() !== focused;
	element.focus({focusVisible: true, preventScroll: true});
	const reached = window[Symbol.for('uitest')] ??= new Set();
	if (reached.has(element)) return null; // once round
	reached.add(element);
	return {where: describe(element), inside, shown};
})()`

// Focuses walks over the page by the tabulator key alone and returns what has the focus on
// the way, in order. It finds what a person without a mouse misses: actions that never have
// the focus ("unreachable"), and those that do not show it ("focus"). Of a group that arrows
// walk over, such as a list box, one has to be reached.
func (p *Page) Focuses() (order []string, findings []Finding) {
	p.t.Helper()
	Eval[bool](p, begin)
	type stop struct {
		Where         string
		Inside, Shown bool
	}
	step := fmt.Sprintf(walkStep, describe)
	for len(order) < stopsMax {
		p.Press("Tab")
		at := ours[*stop](p, step)
		if at == nil {
			break
		}
		order = append(order, at.Where)
		switch {
		case !at.Inside:
			findings = append(findings, Finding{"focus", at.Where, "has the focus out of sight"})
		case !at.Shown:
			findings = append(findings, Finding{"focus", at.Where, "looks the same with the focus"})
		}
	}
	return order, append(findings, ours[[]Finding](p, `(() => {
	const describe = `+describe+`, reached = window[Symbol.for('uitest')] ?? new Set();
	const groups = '[role=listbox], [role=tablist], [role=menu], [role=menubar], [role=radiogroup], [role=grid], [role=tree], [role=toolbar]';
	const ofGroup = element => { const group = element.closest(groups); return group && [...reached].some(e => group.contains(e)); };
	const off = element => element.matches(':disabled, [aria-disabled=true], main, section, h1, h2, h3') || !element.checkVisibility({visibilityProperty: true});
	return [...document.querySelectorAll(`+actions+`)].filter(e => !reached.has(e) && !off(e) && !ofGroup(e)).
		map(e => ({kind: 'unreachable', where: describe(e), text: (e.innerText || e.getAttribute('aria-label') || '').trim().slice(0, 60)}));
})()`)...)
}
