package plot

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// HookRow is how long a hook takes.
type HookRow struct {
	Source, Event          string
	Runs                   int
	P50, P95, Max, Timeout time.Duration // Timeout is 0 where it is not known
	Times                  []time.Duration
	Untimed                string // why nobody can time it; the times are not drawn then
}

// stripMax and stripPoints keep a strip readable: further rows are counted, of more times
// evenly many are drawn.
const (
	stripMax    = 60
	stripPoints = 90
)

// What somebody feels, in milliseconds: J. Nielsen, Usability engineering, 1993, chapter 5.
const (
	notFelt = 100
	waiting = 1000
)

// stripNarrow is the width below which names stand above their times.
const stripNarrow = 620

// Strip draws how long hooks take on a logarithmic axis from 1 ms to 60 s, or as far as a
// time goes: a point a run, the median, a bar to the 95th percentile, the longest as a
// line, the timeout dotted or, where it lies beyond, in words. Of more than 60 rows the
// rest is counted.
func Strip(width int, rows []HookRow) Chart {
	if len(rows) == 0 {
		return empty(width, "No hook ran in this time.")
	}
	c := sheet(width)
	shown := make([]HookRow, min(len(rows), stripMax))
	for i := range shown {
		shown[i] = rows[i].clean()
	}
	s := newStrip(c, shown)
	s.axis(len(shown))
	for i, r := range shown {
		s.row(26+float64(i)*s.pitch, r)
	}
	c.height = s.bottom(len(shown)) + 22
	if more := len(rows) - len(shown); more > 0 {
		c.height += 16
		c.text(0, c.height-5, smallFaint, start, smallFaint.fit("… and "+count(more)+" more", c.width))
	}
	return c.chart(stripSays(rows), []string{"Plugin", "Event", "Runs", "Median", "95th percentile", "Longest", "Timeout"}, stripRows(rows))
}

func (r HookRow) clean() HookRow {
	r.Source, r.Event, r.Untimed, r.Runs = clean(r.Source), clean(r.Event), clean(r.Untimed), whole(r.Runs)
	return r
}

// runs returns how often a hook ran.
func (r HookRow) runs() string {
	return short(r.Runs) + "×"
}

func (r HookRow) timed() bool { return r.Untimed == "" && r.P50 >= 0 && r.Max > 0 }

// strip holds the scale while its rows are drawn.
type strip struct {
	c           *canvas
	source      float64 // where the names of events begin
	left, right float64 // of the axis
	last        float64 // ms at the end of the axis
	pitch       float64
	narrow      bool
}

func newStrip(c *canvas, rows []HookRow) *strip {
	s := &strip{c: c, last: 60_000, pitch: 34, narrow: c.width < stripNarrow}
	sources, events, runs := make([]string, len(rows)), make([]string, len(rows)), 0.0
	longest := 0.0
	for i, r := range rows {
		sources[i], events[i] = r.Source, r.Event
		runs = max(runs, smallFaint.width(r.runs()))
		if r.timed() {
			longest = max(longest, millis(r.Max))
		}
	}
	for _, end := range [...]float64{600_000, 3_600_000, 86_400_000, 1e15} {
		if longest > s.last {
			s.last = end
		}
	}
	s.right = c.width - runs - 16
	if s.narrow {
		s.pitch, s.left, s.right = 48, 8, c.width-10
		s.source = c.column(bold, sources, .45) + 10
		return s
	}
	s.source = c.column(bold, sources, .2) + 14
	s.left = s.source + c.column(smallSoft, events, .22) + 18
	return s
}

func (s *strip) bottom(rows int) float64 { return 22 + float64(rows)*s.pitch }

func (s *strip) x(ms float64) float64 {
	return s.left + unit(math.Log10(max(ms, 1))/math.Log10(s.last))*(s.right-s.left)
}

// axis draws the decades and the bands of what somebody feels.
func (s *strip) axis(rows int) {
	c, bottom := s.c, s.bottom(rows)
	c.rect(s.left, 20, s.x(notFelt)-s.left, bottom-20, 0, "calm", "")
	c.rect(s.x(waiting), 20, s.right-s.x(waiting), bottom-20, 0, "wait", "")
	free := 0.0
	for _, ms := range [...]float64{1, 10, 100, 1000, 10_000, 60_000, 600_000, 3_600_000, 86_400_000} {
		if ms > s.last {
			break
		}
		x, name := s.x(ms), duration(ms)
		c.line(x, 20, x, bottom, "grid")
		half := smallFaint.width(name) / 2
		at := min(max(x, half), c.width-half)
		if at-half >= free {
			c.text(at, 13, smallFaint, middle, name)
			free = at + half + 8
		}
	}
	for _, band := range [...]struct {
		from, to float64
		name     string
	}{{1, notFelt, "not felt"}, {waiting, s.last, "somebody waits"}} {
		room := s.x(band.to) - s.x(band.from)
		c.text(s.x(band.from)+room/2, bottom+15, smallFaint, middle, smallFaint.fit(band.name, room))
	}
}

// row draws a hook.
func (s *strip) row(y float64, r HookRow) {
	c, middleY := s.c, y+s.pitch/2-4
	if s.narrow {
		number := r.runs()
		end1 := c.width - 10 - smallFaint.width(number) - 8
		c.name(8, y+8, bold, start, r.Source, min(s.source-10, end1-8))
		c.name(8+s.source, y+8, smallSoft, start, r.Event, end1-8-s.source)
		if r.Runs > 0 {
			c.text(c.width-10, y+8, smallFaint, end, number)
		}
		middleY = y + 25
	} else {
		c.name(0, middleY+4, bold, start, r.Source, s.source-10)
		c.name(s.source, middleY+4, smallSoft, start, r.Event, s.left-s.source-14)
		if r.Runs > 0 {
			c.text(c.width, middleY+4, smallFaint, end, r.runs())
		}
	}
	switch {
	case r.Untimed != "":
		s.untimed(middleY, r)
	case !r.timed():
		c.text(s.left+6, middleY+4, smallFaint, start, smallFaint.fit("no times", s.right-s.left-6))
	default:
		s.times(middleY, r)
	}
}

// untimed writes why a hook has no times, in at most two lines.
func (s *strip) untimed(y float64, r HookRow) {
	room := s.right - s.left - 6
	lines := smallFaint.wrap(r.Untimed, room)
	if len(lines) < 2 {
		s.c.name(s.left+6, y+4, smallFaint, start, r.Untimed, room)
		return
	}
	s.c.text(s.left+6, y-3, smallFaint, start, lines[0])
	second := lines[1]
	if len(lines) > 2 {
		second = smallFaint.fit(second+"…", room)
	}
	s.c.titled(s.left+6, y+11, smallFaint, start, second, r.Untimed)
}

// pace is the meaning of a time: quick, felt, or one that somebody waits for.
func pace(p95 time.Duration) Meaning {
	switch ms := millis(p95); {
	case ms <= notFelt:
		return Told
	case ms < waiting:
		return Later
	}
	return Warn
}

func (s *strip) times(y float64, r HookRow) {
	c, class := s.c, pace(r.P95).class()
	title := fmt.Sprintf("%s %s: median %s, 95th percentile %s, longest %s", r.Source, r.Event, duration(millis(r.P50)), duration(millis(r.P95)), duration(millis(r.Max)))
	if r.Timeout > 0 {
		if limit := millis(r.Timeout); limit <= s.last {
			c.line(s.x(limit), y-9, s.x(limit), y+9, "floor")
		} else if words := "timeout " + duration(limit) + " →"; s.x(millis(r.Max))+16+small.width(words) < s.right {
			c.text(s.right, y+4, face{"xs warn-text", 11, false}, end, words)
		}
	}
	for i, t := range sample(r.Times, stripPoints) {
		jitter := float64(int(uint32(i+1)*2654435761>>24)-128) / 128 // a scatter that is always the same
		c.circle(s.x(millis(t)), y+jitter*7, 2, "run "+class, "")
	}
	c.line(s.x(millis(r.P50)), y, s.x(millis(r.P95)), y, "bar "+class+"-line")
	c.circle(s.x(millis(r.P50)), y, 5.5, class+" edge", title)
	c.line(s.x(millis(r.Max)), y-6, s.x(millis(r.Max)), y+6, "longest "+class+"-line")
}

// sample returns at most so many times, evenly taken from the sorted ones.
func sample(times []time.Duration, most int) []time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	if len(sorted) <= most {
		return sorted
	}
	kept := make([]time.Duration, most)
	for i := range kept {
		kept[i] = sorted[i*(len(sorted)-1)/(most-1)]
	}
	return kept
}

func stripSays(rows []HookRow) string {
	slowest, untimed := -1, 0
	for i, r := range rows {
		switch {
		case !r.timed():
			untimed++
		case slowest < 0 || r.P95 > rows[slowest].P95:
			slowest = i
		}
	}
	says := some(len(rows), "hook", "hooks")
	if slowest >= 0 {
		r := rows[slowest].clean()
		says += fmt.Sprintf("; the slowest is %s at %s: median %s, 95th percentile %s, longest %s",
			r.Source, r.Event, duration(millis(r.P50)), duration(millis(r.P95)), duration(millis(r.Max)))
	}
	if untimed > 0 {
		says += fmt.Sprintf("; %s without times", count(untimed))
	}
	return says + "."
}

func stripRows(rows []HookRow) [][]string {
	out := make([][]string, len(rows))
	for i, r := range rows {
		r = r.clean()
		timeout := none
		if r.Timeout > 0 {
			timeout = duration(millis(r.Timeout))
		}
		if !r.timed() {
			out[i] = []string{r.Source, r.Event, count(r.Runs), none, none, none, timeout}
			continue
		}
		out[i] = []string{r.Source, r.Event, count(r.Runs), duration(millis(r.P50)), duration(millis(r.P95)), duration(millis(r.Max)), timeout}
	}
	return out
}
