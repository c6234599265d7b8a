package ui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/ui"
)

// Times of the panels that sum up.
const (
	redrawAfter = 100 * time.Millisecond // a change: its row comes first
	redrawApart = 500 * time.Millisecond // at the least
	redrawRest  = 2                      // times as long as the last drawing took
	redrawIdle  = 30 * time.Second       // as they also say how long ago something was
	writtenIn   = time.Second            // the client writes its last answer some time after its hooks ran
)

// stream pushes what happens to one page: rows as they come and change, and the panels that
// sum up, now and then. Views but the live one are drawn again when they are opened.
func (p *pages) stream(ctx context.Context, after int64, values url.Values) <-chan ui.Push {
	pushes := make(chan ui.Push)
	s := &streaming{
		pages: p, q: readQuery(values), live: values.Get("view") == liveView.name, out: pushes,
		rows: map[int64]feed.Change{}, gone: map[int64]bool{}, drawn: map[string]template.HTML{},
	}
	if after < 0 {
		after = p.feed.Newest()
	}
	go func() { // it waits for changes; ends with ctx
		defer close(pushes)
		s.run(ctx, after)
	}()
	return pushes
}

// streaming is the stream of one page.
type streaming struct {
	pages *pages
	q     query
	live  bool
	out   chan<- ui.Push
	rows  map[int64]feed.Change    // decisions that the page may show, with what came of them
	gone  map[int64]bool           // decisions that are no more, whose rows the page may show: their ids are given anew
	drawn map[string]template.HTML // panels, as they were pushed last
	last  int64                    // number of the last change
	dirty bool                     // panels that sum up are to be drawn again
	acted bool                     // of them only what the model did is
	ended <-chan time.Time         // when a turn that ended is written; nil: none did
}

func (s *streaming) run(ctx context.Context, after int64) {
	s.last = after
	s.learn()
	idle := time.NewTicker(redrawIdle)
	defer idle.Stop()
	batches, tools := s.pages.feed.Batches(ctx, after), s.pages.feed.Tools(ctx)
	var due <-chan time.Time     // nil: no drawing is planned
	var drawing <-chan []ui.Push // nil: nothing is drawn
	var began, rested time.Time
	for {
		select {
		case batch, open := <-batches:
			if !open || !s.batch(ctx, batch) {
				return
			}
		case call, open := <-tools:
			if !open {
				return
			}
			s.acted = s.acted || call.Session == s.shown()
		case <-s.ended:
			s.acted, s.ended = true, nil
		case <-idle.C:
			s.dirty = true
		case <-due:
			due, drawing, began = nil, s.draw(ctx, s.dirty), time.Now()
			s.dirty, s.acted = false, false
		case panels := <-drawing:
			rested = time.Now().Add(max(redrawApart, redrawRest*time.Since(began)))
			drawing = nil
			if !s.pushPanels(ctx, panels) {
				return
			}
		}
		if s.live && (s.dirty || s.acted) && due == nil && drawing == nil {
			due = time.After(max(redrawAfter, time.Until(rested)))
		}
	}
}

// shown is the session of the decision that the page shows.
func (s *streaming) shown() string {
	return cmp.Or(s.q.session, s.rows[cmp.Or(s.q.decision, s.q.follows)].Session)
}

// learn remembers the decisions that the page shows, and no others. Where they cannot be read,
// rows come as they are decided.
func (s *streaming) learn() {
	if !s.live {
		return
	}
	clear(s.rows)
	clear(s.gone)
	s.q.follows = 0
	known, _ := s.pages.recentRows(s.q.session)
	for _, change := range known {
		s.know(change)
	}
}

// know remembers a decision while the page may show it, with this filter or another.
func (s *streaming) know(change feed.Change) {
	if change.Decision == 0 || !isRow(change, query{session: s.q.session}) {
		return
	}
	s.rows[change.Decision] = change
	s.q.follows = change.Decision
	if len(s.rows) > 2*rowsMax {
		ids := slices.Sorted(maps.Keys(s.rows))
		for _, id := range ids[:len(ids)-rowsMax] {
			delete(s.rows, id)
		}
	}
}

// pending is what a batch of changes does to the page.
type pending struct {
	rows    map[string]pendingRow // by id in the page
	order   []string              // in which they were met
	relist  bool                  // the whole list is drawn instead
	refresh bool                  // the page reads its whole view instead
	notice  string
}

type pendingRow struct {
	change feed.Change
	number int64
	fresh  bool // the page does not have it
	anew   bool // the page may have that of a decision that is gone and had this id
	gone   bool // the filter no longer wants it
}

func (p *pending) put(row pendingRow) {
	id := rowID(row.change)
	was, met := p.rows[id]
	if !met {
		p.order = append(p.order, id)
	}
	row.fresh, row.anew = row.fresh || was.fresh, row.anew || was.anew
	p.rows[id] = row
}

// batch pushes what came since the last one. It reports whether somebody reads.
func (s *streaming) batch(ctx context.Context, changes []feed.Change) bool {
	p := &pending{rows: map[string]pendingRow{}}
	for _, change := range changes {
		s.last = change.Number
		s.change(change, p)
	}
	if p.refresh {
		return s.push(ctx, ui.Push{Number: s.last, Refresh: true})
	}
	if p.relist {
		return s.pushList(ctx, p.notice)
	}
	fresh := 0
	for _, row := range p.rows {
		if row.fresh {
			fresh++
		}
	}
	for _, id := range p.order {
		row := p.rows[id]
		if row.fresh {
			if fresh--; fresh >= rowsMax {
				continue // newer ones would take its place at once
			}
		}
		if !s.pushRow(ctx, row) {
			return false
		}
	}
	return true
}

// change notes what one change does to the page.
func (s *streaming) change(change feed.Change, p *pending) {
	switch change.Kind {
	case feed.KindState:
		p.refresh = true
	case feed.KindMissed:
		s.learn()
		p.relist, p.notice = p.relist || s.live, missedWords(change.Missed)
		p.refresh = p.refresh || !s.live // it may show prompts that were forgotten
	case feed.KindDecision:
		s.know(change)
		switch {
		case !s.live:
		case isRow(change, s.q):
			p.put(pendingRow{change: change, number: change.Number, fresh: true, anew: s.gone[change.Decision]})
			delete(s.gone, change.Decision)
		case change.Decision != 0 && isRow(change, query{session: s.q.session}): // its prompt may have a row
			p.put(pendingRow{change: feed.Change{Session: change.Session, Prompt: change.Prompt}, number: change.Number, gone: true})
		}
	case feed.KindOutcome:
		s.outcome(change, p)
	case feed.KindTurn:
		s.ended = time.After(writtenIn)
	}
	s.dirty = s.dirty || change.Kind != feed.KindFault
}

func missedWords(missed int64) string {
	const what = "the list was read again"
	if missed <= 0 {
		return "Some changes are no longer kept: " + what + "."
	}
	return fmt.Sprintf("%s came faster than they could be shown one by one: %s, and the numbers count all of them.", textline.Count(int(missed), "change", "changes"), what)
}

// outcome changes a row, which may begin or cease to be what the filter wants.
func (s *streaming) outcome(change feed.Change, p *pending) {
	row, known := s.rows[change.Decision]
	if !known {
		return
	}
	before := isRow(row, s.q)
	row.Told = slices.Clone(row.Told)
	for i, told := range row.Told {
		switch {
		case change.Ref == nil: // the whole decision was taken back
			row.Told[i].Came = change.Came
		case told.Ref == *change.Ref:
			row.Told[i].Came, row.Told[i].Between, row.Told[i].By, row.Told[i].Verdict = change.Came, change.Between, change.By, change.Verdict
		}
	}
	s.rows[change.Decision] = row
	if change.Ref == nil {
		s.forget(change.Decision)
	}
	switch after := isRow(row, s.q); {
	case !after: // where the rows were read with this outcome, the page may be older
		p.put(pendingRow{change: row, number: change.Number, gone: true})
	case before || s.pends(row, p):
		p.put(pendingRow{change: row, number: change.Number})
	default:
		p.relist = true // its place is between others
	}
}

// forget drops a decision that is gone. A page that followed it follows the newest that there is.
func (s *streaming) forget(decision int64) {
	delete(s.rows, decision)
	s.gone[decision] = true
	if s.q.follows == decision {
		s.q.follows = s.pages.newestDecision(s.q)
	}
}

// pends reports whether a row is about to be pushed.
func (s *streaming) pends(row feed.Change, p *pending) bool {
	_, met := p.rows[rowID(row)]
	return met
}

// pushList pushes the whole list, and says why.
func (s *streaming) pushList(ctx context.Context, notice string) bool {
	for _, one := range liveView.panels {
		if one.name != rowsPanel {
			continue
		}
		return s.push(ctx, ui.Push{Number: s.last, HTML: s.pages.pushedPanel(ctx, one, s.q), Key: one.name, Notice: notice})
	}
	return true
}

// pushRow pushes a row: before the others, in its place, or out of it.
func (s *streaming) pushRow(ctx context.Context, row pendingRow) bool {
	id := rowID(row.change)
	if row.anew && !s.push(ctx, ui.Push{Number: s.last, HTML: render(removes(id)), Key: id}) {
		return false
	}
	row.change.Number = row.number
	var html template.HTML
	switch shown := s.pages.row(row.change, s.q, row.fresh); {
	case row.gone:
		html = render(removes(id))
	case row.fresh:
		html = render(el("div", "", attr("hx-swap-oob", "afterbegin:#feed"), shown), removes("none"), when(row.change.Decision != 0, removes(undecidedID(row.change))))
	default:
		html = render(shown)
	}
	return s.push(ctx, ui.Push{Number: s.last, HTML: html, Key: id})
}

// removes takes what has an id out of the page.
func removes(id string) node { return el("p", "", attr("id", id), attr("hx-swap-oob", "delete")) }

// pushedPanel is a panel that takes the place of the one that the page has.
func (p *pages) pushedPanel(ctx context.Context, one panel, q query) template.HTML {
	shown := p.panel(ctx, one, q)
	shown.swap = true
	return render(shown.frame())
}

// draw draws the panels that sum up, all or the one of what the model did, beside what is pushed
// meanwhile. A page whose decision nobody chose follows the newest.
func (s *streaming) draw(ctx context.Context, all bool) <-chan []ui.Push {
	pages, q := s.pages, s.q
	drawn := make(chan []ui.Push, 1)
	go func() { // commands take their time; it ends with them
		var pushes []ui.Push
		if q.session == "" {
			q.newest = pages.newestSession()
		}
		for _, one := range liveView.panels {
			if one.name != rowsPanel && (all || one.name == turnPanel) {
				pushes = append(pushes, ui.Push{HTML: pages.pushedPanel(ctx, one, q), Key: one.name})
			}
		}
		if picks, err := pages.picks(q); all && err == nil { // else the list says why
			pushes = append(pushes, ui.Push{HTML: render(pickList(picks, true)), Key: "picks"})
		}
		drawn <- pushes
	}()
	return drawn
}

// pushPanels pushes the panels that look otherwise than before.
func (s *streaming) pushPanels(ctx context.Context, panels []ui.Push) bool {
	for _, panel := range panels {
		if s.drawn[panel.Key] == panel.HTML {
			continue
		}
		s.drawn[panel.Key] = panel.HTML
		panel.Number = s.last
		if !s.push(ctx, panel) {
			return false
		}
	}
	return true
}

func (s *streaming) push(ctx context.Context, push ui.Push) bool {
	select {
	case s.out <- push:
		return true
	case <-ctx.Done():
		return false
	}
}

// act says what a button asks for, by the command that a person would type.
func (p *pages) act(ctx context.Context, a *asker, action string, form url.Values) (template.HTML, error) {
	item, session := short(form.Get("item")), short(form.Get("session"))
	args := []string{action}
	if session != "" {
		args = append(args, "--session", session)
	}
	switch action {
	case "good", "bad":
		if item == "" {
			return "", errors.New("of which item is not said")
		}
		args = append(args, "--", item) // or it could be a flag
	case "on", "off":
	default:
		return "", fmt.Errorf("there is no action %q", action)
	}
	if err := a.do(ctx, args); err != nil {
		return "", errors.New(p.problem(err.Error()))
	}
	named := item != "" && !p.private // it may be a path
	return render(el("span", "chip", "noted: ", action, when(named, " ", textline.Plain(item)))), nil
}
