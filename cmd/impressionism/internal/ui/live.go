package ui

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/plot"
	"github.com/ed-irl/impressionism/host/store/session"
)

// liveView shows what is decided, as it falls.
var liveView = view{name: "live", title: "Live", key: "1", panels: []panel{
	{name: "today", title: "Last 24 hours", size: "wide", command: fixed("digest", "--days", "1", "--hooks=false", "--worth=false"), draw: of(drawToday)},
	{name: rowsPanel, title: "Decisions", size: "live-rows", command: watchCommand, draw: drawRows},
	{name: "why", title: "Why", size: "live-why", command: traceCommand, draw: ofDecision(drawWhy)},
	{name: turnPanel, title: "What the model did", size: "live-rows", command: turnCommand, draw: ofDecision(drawTurn)},
	{name: "active", title: "What was active when", size: "live-rows", command: whyCommand, draw: of(drawActive)},
}}

const (
	rowsPanel = "rows"
	turnPanel = "did"
)

// rowsMax bounds the rows of the page; ui.js removes the oldest beyond it.
const rowsMax = 200

// changesEach is how many changes are read for each row: between prompts, turns end and tools use
// files.
const changesEach = 4

// recentRows returns the newest rows of a session or, for "", of all, the oldest first, as many as
// the page holds.
func (p *pages) recentRows(session string) ([]feed.Change, error) {
	changes, err := p.feed.Recent(session, rowsMax*changesEach)
	rows := slices.DeleteFunc(changes, func(change feed.Change) bool { return !isRow(change, query{session: session}) })
	return rows[max(len(rows)-rowsMax, 0):], err
}

func watchCommand(q query) []string {
	args := []string{"watch", "--once", "--last", fmt.Sprint(rowsMax)}
	if q.session != "" {
		args = append(args, "--session", q.session)
	}
	return args
}

func whyCommand(q query) []string {
	args := []string{"why", "--limit", fmt.Sprint(rowsMax)}
	if session := cmp.Or(q.session, q.newest); session != "" {
		args = append(args, "--session", session)
	}
	return args
}

func traceCommand(q query) []string { return aboutDecision("show", q) }

func turnCommand(q query) []string { return aboutDecision("turn", q) }

// aboutDecision is a command of trace about the decision that is shown.
func aboutDecision(command string, q query) []string {
	decision := cmp.Or(q.decision, q.follows)
	switch {
	case decision != 0:
		return []string{"trace", command, fmt.Sprint(decision)}
	case q.session != "":
		return []string{"trace", "list", "--session", q.session}
	}
	return []string{"trace", command, "last"}
}

// ofDecision is the drawing of what such a command prints. Of a chosen session without a decision
// there is nothing.
func ofDecision[T any](draw func(p *pages, q query, shape T) node) drawing {
	return func(ctx context.Context, p *pages, q query, args []string) (node, error) {
		if q.session != "" && cmp.Or(q.decision, q.follows) == 0 {
			return undecided(), nil
		}
		return of(draw)(ctx, p, q, args)
	}
}

func drawToday(_ *pages, _ query, digest shape.Digest) node {
	f, a := digest.Flow, digest.Answers
	return el("dl", "kpis",
		figure("prompts", number(f.Prompts, "flow.prompts")),
		figure("about something", number(f.About, "flow.about")),
		figure("got a suggestion", number(f.Answered, "flow.answered")),
		figure(join("used, of ", number(f.Used.Of, "flow.used.of"), " known by now"), rate(f.Used, "flow.used"), " ", el("small", "", interval(f.Used))),
		figure("tokens said, an estimate", number(f.TokensSaid, "flow.tokens_said")),
		figure("95 of 100 answers within", milliseconds(a.P95MS, "answers.p95_ms"), " ", el("small", "", "of ", number(a.DeadlineMS, "answers.deadline_ms"), " allowed")))
}

// row is one decision, or a prompt without one, as the list shows it; a fresh one is no part of
// the page yet.
func (p *pages) row(change feed.Change, q query, fresh bool) node {
	silent := p.silence(change)
	var acts nodes // what a row does
	if change.Decision != 0 {
		decision := fmt.Sprint(change.Decision)
		acts = nodes{
			attr("data-command", commandLine(traceCommand(query{decision: change.Decision}))), attr("data-choice", "decision="+decision),
			attr("hx-get", address("/v/live/why", "decision", decision, "session", q.session)), attr("hx-target", "#why"), attr("hx-swap", "outerHTML"),
		}
	}
	class := "turn" + q.tight()
	if silent != "" {
		class += " quiet"
	}
	if fresh {
		class += " fresh"
	}
	return el("button", class, attr("type", "button"), attr("role", "option"), attr("id", rowID(change)),
		attr("aria-selected", fmt.Sprint(change.Decision != 0 && change.Decision == q.decision)), acts, when(change.Number != 0 && !fresh, swapsItself()),
		el("time", "", attr("datetime", change.At.UTC().Format(time.RFC3339)), clock(change.At)), " ",
		el("span", "asked", el("span", "prompt", cmp.Or(p.text(change.Text), "(its text is not stored)")), p.said(change, silent)), " ",
		el("span", "dots", similarities(change, q)), " ", rowFate(change))
}

func clock(at time.Time) string { return at.Local().Format(time.TimeOnly) }

// said is what the model was told at a prompt, or why it was told nothing.
func (p *pages) said(change feed.Change, silent string) node {
	var told nodes
	for _, t := range change.Told {
		told = append(told, el("span", "chip", p.name(t.Ref)), when(t.Wording != "", el("span", "", textline.Plain(t.Wording))))
	}
	return el("span", "said", told, when(silent != "", el("span", "", textline.Plain(silent))), when(change.TotalMS != 0, el("span", "", fmt.Sprintf("%.0f ms", change.TotalMS))))
}

// rowFate is what came of the first item that was told.
func rowFate(change feed.Change) node {
	if len(change.Told) == 0 || change.Told[0].Came == "" {
		return el("span", "fate", mark(""), el("span", "", "silent", el("small", "", textline.Plain(change.Outcome))))
	}
	text, more := fate(change.Told[0])
	return el("span", "fate", mark(change.Told[0].Came), el("span", "", text, el("small", "", more)))
}

// The width of the chart in a row, as pages.css has it, and that of the list from which on it is
// the wider one.
const (
	similaritiesWidth = 236
	similaritiesTight = 132
	tightBelow        = 700
)

// tight is the class of rows with little room, beside others.
func (q query) tight() string {
	if !q.narrow && q.inside("live-rows") < tightBelow {
		return " tight"
	}
	return ""
}

// similarities draws how near what was told and what was not came to the floor.
func similarities(change feed.Change, q query) node {
	width := similaritiesWidth
	if q.tight() != "" {
		width = similaritiesTight
	}
	var told, others []float64
	for _, t := range change.Told {
		if t.Similarity != nil {
			told = append(told, *t.Similarity)
		}
	}
	for _, c := range change.Candidates {
		if !slices.ContainsFunc(change.Told, func(t feed.Told) bool { return t.Ref == c.Ref }) && len(others) < dotsMax {
			others = append(others, c.Similarity)
		}
	}
	floor := math.NaN() // none is drawn
	if change.Floor != nil {
		floor = *change.Floor
	}
	return verbatim(plot.Similarities(width, told, others, floor).SVG)
}

// dotsMax bounds what came close in a row.
const dotsMax = 8

func rowID(change feed.Change) string {
	if change.Decision != 0 {
		return fmt.Sprintf("d%d", change.Decision)
	}
	return undecidedID(change)
}

// undecidedID is the id that the row of a change's prompt has while there is no decision on it.
func undecidedID(change feed.Change) string {
	return fmt.Sprintf("p%s-%d", strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, change.Session), change.Prompt)
}

// silence says why nothing was told.
func (p *pages) silence(change feed.Change) string {
	switch {
	case len(change.Told) > 0:
		return ""
	case change.Reason != "":
		return p.text(change.Reason)
	case change.Fault != "":
		return p.text(change.Fault)
	case change.Outcome == session.OutcomeNone && len(change.Candidates) > 0 && change.Candidates[0].Enough:
		return "nothing was chosen"
	case change.Outcome == session.OutcomeNone:
		return "below the floor"
	}
	return change.Outcome
}

// fate says what came of a suggestion.
func fate(told feed.Told) (text, more string) {
	between := 0
	if told.Between != nil {
		between = *told.Between
	}
	switch told.Came {
	case feed.CameUsed, feed.CameLate:
		text, more = "used", "in the same turn"
		if told.Came == feed.CameLate {
			text = "used later"
		}
		if between > 0 {
			more = textline.Count(between, "prompt", "prompts") + " later"
		}
		if told.By == "user" {
			more += ", by you"
		}
	case feed.CameIgnored:
		text, more = "not used", "the time for it passed"
	case feed.CameGone:
		text, more = "gone", "taken back or forgotten"
	default:
		text, more = "open", "not used yet"
	}
	if told.Verdict != "" {
		more += "; you said " + told.Verdict
	}
	return text, more
}

// isRow reports whether a change is a row of the list that the query wants.
func isRow(change feed.Change, q query) bool {
	return change.Kind == feed.KindDecision && (change.Event == "" || change.Event == abi.EventPrompt) &&
		(q.session == "" || change.Session == q.session) && q.matches(change)
}

// matches reports whether a change has the text and the outcome that were asked for.
func (q query) matches(change feed.Change) bool {
	if q.outcome != "" && change.Outcome != q.outcome && !slices.ContainsFunc(change.Told, func(t feed.Told) bool { return t.Came == q.outcome }) {
		return false
	}
	if q.filter == "" {
		return true
	}
	wanted := strings.ToLower(q.filter)
	return strings.Contains(strings.ToLower(change.Text), wanted) ||
		slices.ContainsFunc(change.Told, func(t feed.Told) bool { return strings.Contains(strings.ToLower(t.Ref.ID), wanted) })
}

// picksMax bounds the sessions that are offered.
const picksMax = 6

// liveFor is how long after its last event a session counts as running.
const liveFor = 10 * time.Minute

// picks are the sessions that the page offers.
func (p *pages) picks(q query) (nodes, error) {
	sessions, err := p.feed.Sessions()
	if err != nil {
		return nil, err
	}
	var picks nodes
	for _, s := range sessions {
		if len(picks) < picksMax && (s.Prompts > 0 || s.Session == q.session) {
			picks = append(picks, p.pick(s, s.Session == q.session))
		}
	}
	return picks, nil
}

func (p *pages) pick(s feed.SessionState, chosen bool) node {
	ago := p.now().Sub(s.LastActive)
	leads, dot := address("#live", "session", s.Session), "dot off"
	if chosen {
		leads = "#live"
	}
	if s.Ended == nil && ago >= 0 && ago < liveFor {
		dot = "dot live"
	}
	shown := s.Session[:min(len(s.Session), 8)]
	return join(el("a", "pick", attr("href", leads), when(chosen, attr("aria-current", "true")),
		el("i", dot), el("b", "", p.text(lastPart(s.Workspace))), " ", shown, " · ", when(s.Ended != nil, "ended "), agoWords(ago), when(s.Silent, " · off")),
		when(chosen && p.acts, silenceButton(s, shown)))
}

// silenceButton switches suggestions off or on in a session.
func silenceButton(s feed.SessionState, shown string) node {
	action := "off"
	if s.Silent {
		action = "on"
	}
	label := "Switch " + action
	return actButton(action, label, map[string]string{"session": s.Session}, attr("aria-label", label+" suggestions in session "+textline.Plain(shown)))
}

// pickList holds the sessions, to swap where the page has another list.
func pickList(picks nodes, swap bool) node {
	return el("div", "picks", attr("id", "picks"), when(swap, swapsItself()), picks)
}

func lastPart(path string) string {
	path = strings.TrimRight(strings.ReplaceAll(path, `\`, "/"), "/")
	return cmp.Or(path[strings.LastIndexByte(path, '/')+1:], path)
}

func agoWords(d time.Duration) string {
	switch {
	case d < 0:
		return "the clock was ahead"
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", d/time.Minute)
	}
	return fmt.Sprintf("%d h ago", d/time.Hour)
}

// newestSession is the one that was touched last; "" where there is none.
func (p *pages) newestSession() string {
	sessions, err := p.feed.Sessions()
	if err != nil || len(sessions) == 0 {
		return ""
	}
	return sessions[0].Session
}

// follow has a page whose session or decision nobody chose show the newest.
func (p *pages) follow(q *query) {
	if q.session == "" {
		q.newest = p.newestSession()
	}
	if q.decision == 0 {
		q.follows = p.newestDecision(*q)
	}
}

// newestDecision is the newest that the list shows, of all or of the chosen session; 0 where
// there is none.
func (p *pages) newestDecision(q query) int64 {
	rows, _ := p.recentRows(q.session) // the list says why they cannot be read
	for _, change := range slices.Backward(rows) {
		if change.Decision != 0 {
			return change.Decision
		}
	}
	return 0
}

func drawRows(_ context.Context, p *pages, q query, _ []string) (node, error) {
	after := p.feed.Newest()
	var rows nodes
	picks, err := p.picks(q)
	if err == nil {
		var changes []feed.Change
		changes, err = p.recentRows(q.session)
		for _, change := range slices.Backward(changes) {
			if isRow(change, q) {
				rows = append(rows, p.row(change, q, false))
			}
		}
	}
	var wrong node
	if words, _ := p.feed.State(); words != "" {
		wrong = trouble(p.problem(words))
	} else if err != nil {
		wrong = trouble(p.problem(err.Error()))
	}
	none := "No prompt yet. Type one to the client: it appears here as it is decided on."
	if q.filter != "" || q.outcome != "" {
		none = "No prompt fits the filter."
	}
	return join(pickList(picks, false), filters(q), wrong,
		el("div", "head"+q.tight(), attr("aria-hidden", "true"), el("span", "", "Time"), el("span", "", "Prompt, and what the model was told"),
			el("span", "scale", el("span", "", "0"), el("span", "", scaleWords(q)), el("span", "", "1")), el("span", "", "What came of it")),
		el("div", "", attr("id", "feed"), attr("role", "listbox"), attr("aria-label", "Decisions, the newest first"), attr("data-after", fmt.Sprint(after)), attr("data-limit", fmt.Sprint(rowsMax)), rows),
		when(len(rows) == 0, el("p", "muted below", attr("id", "none"), none))), nil
}

// scaleWords say what the chart in a row shows.
func scaleWords(q query) string {
	if q.tight() != "" {
		return "similarity"
	}
	return "similarity; dotted: needed"
}

// filters narrow the list down.
func filters(q query) node {
	outcomes := nodes{el("option", "", attr("value", ""), "all")}
	for _, outcome := range outcomesOffered {
		outcomes = append(outcomes, el("option", "", flag("selected", outcome == q.outcome), outcome))
	}
	return el("div", "filters",
		el("label", "", "Filter prompts and items ", el("input", "", attr("type", "search"), attr("data-query", "q"), flag("data-filter", true), attr("value", q.filter))), " ",
		el("label", "", "What came of it ", el("select", "", attr("data-query", "outcome"), outcomes)))
}

// outcomesOffered are those that rows can be narrowed down to.
var outcomesOffered = []string{"suggested", "used", "late", "ignored", "open", "nothing fitted", "too short", "not told", "out of time", "ruleset failed", "failed"}

// activeMax bounds the spans of a session that are drawn, the newest.
const activeMax = 30

// drawActive shows which items were active when, and why they left.
func drawActive(p *pages, q query, stored shape.Why) node {
	newest := stored.Active[:min(len(stored.Active), activeMax)]
	var spans []plot.Span
	from, to := time.Time{}, time.Time{}
	widen := func(at time.Time) {
		if from.IsZero() || at.Before(from) {
			from = at
		}
		if at.After(to) {
			to = at
		}
	}
	for _, a := range slices.Backward(newest) {
		span := plot.Span{Name: p.name(a.Ref), From: a.From.Local(), Meaning: plot.Told, Left: p.text(a.Left)}
		widen(a.From)
		if a.To != nil {
			span.To = a.To.Local()
			widen(*a.To)
		}
		for _, at := range a.Told {
			span.Points = append(span.Points, plot.Point{At: at.Local(), Meaning: plot.Told})
			widen(at)
		}
		for _, at := range a.Used {
			span.Points, span.Meaning = append(span.Points, plot.Point{At: at.Local(), Meaning: plot.Used}), plot.Used
			widen(at)
		}
		spans = append(spans, span)
	}
	for _, prompt := range stored.Prompts {
		if !from.IsZero() && prompt.At.After(to) {
			to = prompt.At
		}
	}
	return verbatim(plot.Timeline(q.inside("live-rows"), spans, nil, from.Local(), to.Local().Add(time.Second)).HTML())
}
