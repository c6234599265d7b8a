package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/plot"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/trace"
)

// liveView shows what is decided, as it falls.
var liveView = view{name: "live", title: "Live", key: "1", panels: []panel{
	{name: "today", title: "Today", size: "wide", command: fixed("digest", "--days", "1", "--hooks=false"), draw: drawToday},
	{name: rowsPanel, title: "Decisions", size: "live-rows", command: watchCommand, draw: drawRows},
	{name: "why", title: "Why", size: "live-why", command: traceCommand, draw: drawWhy},
	{name: "active", title: "What was active when", size: "live-rows", command: whyCommand, draw: drawActive},
}}

const rowsPanel = "rows"

// rowsMax bounds the rows of the page; ui.js removes the oldest beyond it.
const rowsMax = 200

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

func traceCommand(q query) []string {
	if decision := cmp.Or(q.decision, q.follows); decision != 0 {
		return []string{"trace", "show", fmt.Sprint(decision)}
	}
	return []string{"trace", "show", "last"}
}

func drawToday(ctx context.Context, p *pages, _ query, args []string) (any, error) {
	var digest shape.Digest
	err := p.ask(ctx, &digest, args...)
	return digest, err
}

// row is one decision, or a prompt without one, as the list shows it.
type row struct {
	feed.Change
	ID       string // in the page
	Chart    template.HTML
	Silent   string // why nothing was told
	Came     string // of the first item that was told
	CameText string
	CameMore string
	Selected bool
	Command  string
	Query    string // of the panel beside
	Choice   string // words of the address that choose it
	Fresh    bool
}

// Widths of the chart in a row.
const similaritiesWidth = 236

func (p *pages) row(change feed.Change, q query) row {
	r := row{Change: change, ID: rowID(change), Selected: change.Decision != 0 && change.Decision == q.decision}
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
	floor := usualFloor
	if change.Floor != nil {
		floor = *change.Floor
	}
	r.Chart = plot.Similarities(similaritiesWidth, told, others, floor).SVG
	r.Silent = p.silence(change)
	if len(change.Told) > 0 {
		r.Came = change.Told[0].Came
		r.CameText, r.CameMore = fate(change.Told[0])
	}
	if change.Decision != 0 {
		r.Command = commandLine(traceCommand(query{decision: change.Decision}))
		r.Choice = fmt.Sprintf("decision=%d", change.Decision)
		r.Query = url.Values{"decision": {fmt.Sprint(change.Decision)}, "session": {q.session}}.Encode()
	}
	return r
}

// dotsMax bounds what came close in a row.
const dotsMax = 8

// usualFloor is drawn where a decision has no threshold of its own.
const usualFloor = .7

func rowID(change feed.Change) string {
	if change.Decision != 0 {
		return fmt.Sprintf("d%d", change.Decision)
	}
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
	case change.Outcome == "nothing fitted":
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
		text, more = "taken back", "nobody read the answer"
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

// sessionPick is a session as the page offers it.
type sessionPick struct {
	feed.SessionState
	Name   string // of its folder
	Short  string // of its id
	When   string
	Live   bool
	Chosen bool
	Href   string
}

// picksMax bounds the sessions that are offered.
const picksMax = 8

// liveFor is how long after its last event a session counts as running.
const liveFor = 10 * time.Minute

func (p *pages) picks(q query) ([]sessionPick, error) {
	sessions, err := p.feed.Sessions()
	if err != nil {
		return nil, err
	}
	var picks []sessionPick
	for _, s := range sessions {
		if len(picks) == picksMax {
			break
		}
		if s.Prompts == 0 && s.Session != q.session {
			continue
		}
		ago := p.now().Sub(s.LastActive)
		pick := sessionPick{
			SessionState: s, Name: lastPart(s.Workspace), Short: s.Session[:min(len(s.Session), 8)], Live: s.Ended == nil && ago < liveFor,
			Chosen: s.Session == q.session, When: agoWords(ago), Href: "#live?session=" + url.QueryEscape(s.Session),
		}
		if pick.Chosen {
			pick.Href = "#live"
		}
		picks = append(picks, pick)
	}
	return picks, nil
}

func lastPart(path string) string {
	path = strings.TrimRight(strings.ReplaceAll(path, `\`, "/"), "/")
	return cmp.Or(path[strings.LastIndexByte(path, '/')+1:], path)
}

func agoWords(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%d min", d/time.Minute)
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
// there is none among the newest changes.
func (p *pages) newestDecision(q query) int64 {
	const lookedAt = 20
	changes, _ := p.feed.Recent(q.session, lookedAt) // the list says why they cannot be read
	for _, change := range slices.Backward(changes) {
		if change.Decision != 0 && isRow(change, query{session: q.session}) {
			return change.Decision
		}
	}
	return 0
}

func drawRows(_ context.Context, p *pages, q query, _ []string) (any, error) {
	shown := struct {
		After    int64
		Rows     []row
		Picks    []sessionPick
		Swap     bool // the list comes with them
		Trouble  string
		Filter   string
		Outcome  string
		Outcomes []string
		Limit    int
	}{Filter: q.filter, Outcome: q.outcome, Outcomes: outcomesOffered, Limit: rowsMax, After: p.feed.Newest()}
	var err error
	if shown.Picks, err = p.picks(q); err == nil {
		var changes []feed.Change
		changes, err = p.feed.Recent(q.session, rowsMax)
		for _, change := range slices.Backward(changes) {
			if isRow(change, q) {
				shown.Rows = append(shown.Rows, p.row(change, q))
			}
		}
	}
	if err != nil {
		shown.Trouble = p.problem(err.Error())
	}
	if words, _ := p.feed.State(); words != "" {
		shown.Trouble = p.problem(words)
	}
	return shown, nil
}

// outcomesOffered are those that rows can be narrowed down to.
var outcomesOffered = []string{"suggested", "used", "late", "ignored", "open", "nothing fitted", "too short", "not told", "out of time", "ruleset failed", "failed"}

// why is the panel beside the list.
type why struct {
	trace.Made
	Trace     *trace.Trace
	Note      string
	Item      string // whose score is shown
	Parts     []shape.Part
	Waterfall template.HTML
	Ranking   template.HTML
	Steps     template.HTML
	Explained *shape.Explained
	Total     float64
	Calls     int
	Prompt    string
	Came      []fated // of what was told, in the order in which it was
	Acts      bool
}

// fated is an item that was told and what came of it.
type fated struct {
	feed.Told
	Text, More string
}

// scored is an item's score as a decision keeps it.
type scored struct {
	Ref        abi.Ref  `json:"ref"`
	Similarity float64  `json:"similarity"`
	Enough     bool     `json:"enough"`
	Fit        *fit.Fit `json:"fit"`
}

// rankedMax bounds what came close.
const rankedMax = 6

func drawWhy(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var stored shape.TraceShow
	if err := p.ask(ctx, &stored, args...); err != nil {
		return nil, err
	}
	w := why{Made: stored.Made, Trace: stored.Trace, Note: stored.Note, Acts: p.acts}
	if change, there, err := p.feed.Decision(stored.Made.ID); err == nil && there {
		for _, told := range change.Told {
			text, more := fate(told)
			w.Came = append(w.Came, fated{told, text, more})
		}
	}
	var scores []scored
	_ = json.Unmarshal(stored.Made.Scores, &scores) // a decision without scores has none to show
	width := q.whyWidth()
	w.explain(p, scores, width)
	var steps []plot.Step
	for _, name := range inStepOrder(stored.Made.StepsMS) {
		ms := stored.Made.StepsMS[name]
		w.Total += ms
		if ms > 0 {
			steps = append(steps, plot.Step{Name: name, MS: ms})
		}
	}
	w.Steps = plot.Steps(width, steps, p.deadlineMS).HTML()
	if w.Trace != nil {
		for _, part := range w.Trace.Parts() {
			w.Calls += len(part.Calls)
		}
	}
	return w, nil
}

// stepNames are the steps of an event, in their order.
var stepNames = []string{"record", "typed", "index", "state", "files", "ruleset", "opinion", "render"}

func inStepOrder(steps map[string]float64) []string {
	return slices.SortedFunc(maps.Keys(steps), func(a, b string) int {
		return cmp.Or(slices.Index(stepNames, a)-slices.Index(stepNames, b), cmp.Compare(a, b))
	})
}

// explain draws the scores: of what was told, else of the best.
func (w *why) explain(p *pages, scores []scored, width int) {
	if len(scores) == 0 {
		return
	}
	best := slices.IndexFunc(scores, func(s scored) bool { return slices.Contains(w.Told, s.Ref) })
	best = max(best, 0)
	floor := usualFloor
	w.Item = p.name(scores[best].Ref)
	if f := scores[best].Fit; f != nil {
		w.Explained = explain.ExplainedShape(f, index.Explanation{})
		var parts []plot.Part
		for _, part := range w.Explained.Parts {
			parts = append(parts, plot.Part{Name: part.Name, Value: part.Points, Base: part.Name == "start"})
		}
		if f.Behind != 0 {
			parts = append(parts, plot.Part{Name: "behind", Value: f.Behind})
		}
		slices.SortStableFunc(parts, func(a, b plot.Part) int { return order(a) - order(b) })
		needed := 0.0
		if f.Needed != nil {
			needed, floor = f.Needed.Odds, f.Needed.Similarity
		}
		w.Waterfall = plot.Waterfall(width, parts, f.Odds, needed).HTML()
	}
	var bars []plot.Bar
	for _, s := range scores[:min(len(scores), rankedMax)] {
		bars = append(bars, plot.Bar{Name: p.name(s.Ref), Value: s.Similarity, Strong: slices.Contains(w.Told, s.Ref)})
	}
	w.Ranking = plot.Ranking(width, bars, floor).HTML()
}

// order puts what everything starts from first, and what takes away last.
func order(part plot.Part) int {
	switch {
	case part.Name == "start":
		return 0
	case part.Value < 0:
		return 2
	}
	return 1
}

// activeMax bounds the spans of a session that are drawn, the newest.
const activeMax = 30

// drawActive shows which items were active when, and why they left.
func drawActive(ctx context.Context, p *pages, q query, args []string) (any, error) {
	var stored shape.Why
	if err := p.ask(ctx, &stored, args...); err != nil {
		return nil, err
	}
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
	return plot.Timeline(q.inside("live-rows"), spans, nil, from.Local(), to.Local().Add(time.Second)).HTML(), nil
}
