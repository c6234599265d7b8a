package plot

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Span is a time in which something was active.
type Span struct {
	Name     string
	From, To time.Time // To is zero where it still is
	Meaning  Meaning
	Left     string // why it ended; empty where it has not
	Points   []Point
}

// Point is something that happened within a span.
type Point struct {
	At      time.Time
	Meaning Meaning
}

// Instant is something that happened to all spans at once, such as a compaction.
type Instant struct {
	At   time.Time
	Name string
}

// spansMax and pointsMax keep a timeline readable: the rest is counted.
const (
	spansMax  = 40
	pointsMax = 60 // of a span
)

const spanRow = 23

// Timeline draws what was active when, a row each in the order given, with the points of
// each, why it left where there is room for the words, and a line for each instant. Times
// are shown in the zone of from. Of more than 40 spans the rest is counted.
func Timeline(width int, spans []Span, instants []Instant, from, to time.Time) Chart {
	if !to.After(from) || to.Sub(from) > 100*365*24*time.Hour {
		spans = nil
	}
	var kept []Span
	for _, s := range spans {
		if s.To.IsZero() || s.To.After(to) {
			s.To = to
		}
		if s.From.Before(to) && s.To.After(from) && !s.To.Before(s.From) {
			s.Name, s.Left, s.Meaning = clean(s.Name), clean(s.Left), s.Meaning.known()
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return empty(width, "Nothing was active in this time.")
	}
	c := sheet(width)
	shown := kept[:min(len(kept), spansMax)]
	t := newTimeline(c, shown, instants, from, to)
	for i, s := range shown {
		t.span(t.top+float64(i*spanRow), s)
	}
	c.height = t.bottom + 24
	if more := len(kept) - len(shown); more > 0 {
		c.height += 16
		c.text(0, c.height-5, smallFaint, start, smallFaint.fit("… and "+count(more)+" more", c.width))
	}
	return c.chart(timelineSays(kept, from, to), []string{"Name", "From", "To", "Why it left"}, timelineRows(kept, from, to))
}

// timeline holds the scale while its rows are drawn.
type timeline struct {
	c                 *canvas
	from, to          time.Time
	left, top, bottom float64
}

func newTimeline(c *canvas, spans []Span, instants []Instant, from, to time.Time) *timeline {
	names := make([]string, len(spans))
	for i, s := range spans {
		names[i] = s.Name
	}
	t := &timeline{c: c, from: from, to: to, left: c.column(soft, names, .4) + 14, top: 2}
	instants = t.within(instants)
	if len(instants) > 0 {
		t.top = 20
	}
	t.bottom = t.top + float64(len(spans)*spanRow)
	t.axis()
	free := t.left
	for _, i := range instants {
		x, name := t.x(i.At), clean(i.Name)
		c.line(x, t.top-4, x, t.bottom, "instant")
		w := smallSoft.width(name)
		at := min(max(x-w/2, t.left), c.width-w)
		if at >= free {
			c.text(at, 12, smallSoft, start, name)
			free = at + w + 10
		}
	}
	return t
}

// within returns the instants that the timeline shows, by time.
func (t *timeline) within(instants []Instant) []Instant {
	var kept []Instant
	for _, i := range instants {
		if !i.At.Before(t.from) && !i.At.After(t.to) {
			kept = append(kept, i)
		}
	}
	slices.SortStableFunc(kept, func(a, b Instant) int { return cmp.Compare(a.At.UnixNano(), b.At.UnixNano()) })
	return kept[:min(len(kept), pointsMax)]
}

// x places a time; times outside are at the edge.
func (t *timeline) x(at time.Time) float64 {
	share := float64(at.Sub(t.from)) / float64(t.to.Sub(t.from))
	return t.left + unit(share)*(t.c.width-t.left-2)
}

// axis draws lines at round times.
func (t *timeline) axis() {
	step, layout := timeStep(t.from, t.to, max(int((t.c.width-t.left)/76), 1))
	_, offset := t.from.Zone()
	seconds := int64(step / time.Second)
	first := t.from.Unix() + int64(offset)
	first += (seconds - first%seconds) % seconds
	free := t.left - 20
	for s := first; ; s += seconds {
		at := time.Unix(s-int64(offset), 0).In(t.from.Location())
		if at.After(t.to) {
			return
		}
		x, name := t.x(at), at.Format(layout)
		t.c.line(x, t.top, x, t.bottom+4, "grid")
		half := smallFaint.width(name) / 2
		x = min(max(x, half), t.c.width-half)
		if x-half >= free {
			t.c.text(x, t.bottom+18, smallFaint, middle, name)
			free = x + half + 8
		}
	}
}

// timeStep returns the distance of round times, of which at most so many lie between, and
// how they are written.
func timeStep(from, to time.Time, most int) (step time.Duration, layout string) {
	span := to.Sub(from)
	const day = 24 * time.Hour
	for _, s := range [...]time.Duration{1, 2, 5, 10, 15, 30, 60, 120, 240, 300, 600, 900, 1800, 3600, 7200, 3 * 3600, 6 * 3600, 12 * 3600} {
		s *= time.Second
		if span/s <= time.Duration(most) {
			layout := "15:04"
			if s < time.Minute {
				layout = "15:04:05"
			} else if span > day {
				layout = "Jan 2 15:04"
			}
			if span > day && span/s > time.Duration(max(most*2/3, 1)) {
				continue
			}
			return s, layout
		}
	}
	for _, n := range [...]time.Duration{1, 2, 7, 14, 28, 91} {
		if span/(n*day) <= time.Duration(most) {
			return n * day, "Jan 2"
		}
	}
	return (span/time.Duration(most)/day + 1) * day, "2006-01-02"
}

// span draws the row of a span.
func (t *timeline) span(y float64, s Span) {
	c := t.c
	c.name(t.left-14, y+15, soft, end, s.Name, t.left-14)
	x1, x2 := t.x(s.From), t.x(s.To)
	x2 = max(x2, x1+6)
	title := s.Name
	if s.Left != "" {
		title += ", left: " + s.Left
	}
	c.rect(x1, y+4, x2-x1, 14, 7, s.Meaning.class()+"-pale", title)
	free := t.points(s, y+11)
	if s.Left == "" {
		return
	}
	c.line(x2, y+2, x2, y+20, "left")
	if x2-8-smallSoft.width(s.Left) > free+4 {
		c.text(x2-8, y+15, smallSoft, end, s.Left)
		return
	}
	x2 = max(x2, free-6)
	if room := c.width - x2 - 8; smallFaint.width(s.Left) <= room {
		c.text(x2+7, y+15, smallFaint, start, s.Left)
	} else if room > 90 {
		c.name(x2+7, y+15, smallFaint, start, s.Left, room)
	}
}

// points draws the points of a span, each beside the one before where they would cover
// each other, and returns where they end.
func (t *timeline) points(s Span, y float64) float64 {
	const r = 5.0
	points := slices.Clone(s.Points)
	slices.SortStableFunc(points, func(a, b Point) int { return cmp.Compare(a.At.UnixNano(), b.At.UnixNano()) })
	points = points[:min(len(points), pointsMax)]
	free := t.left - r
	for i, p := range points {
		if p.At.Before(t.from) || p.At.After(t.to) {
			continue
		}
		rest := float64(len(points)-i-1) * (2*r + 1)
		x := max(t.x(p.At), free+r, t.left+r)
		x = max(min(x, t.c.width-r-rest-1), t.left+r, free+r)
		if x+r > t.c.width {
			break
		}
		t.c.circle(x, y, r+1.2, "halo-disc", "")
		t.c.mark(x, y, r, p.Meaning.known())
		free = x + r + 1
	}
	return free
}

func timelineSays(spans []Span, from, to time.Time) string {
	left := 0
	for _, s := range spans {
		if s.Left != "" {
			left++
		}
	}
	verb := "were"
	if len(spans) == 1 {
		verb = "was"
	}
	says := fmt.Sprintf("Between %s and %s %s %s active", clock(from, from, to), clock(to.In(from.Location()), from, to), some(len(spans), "item", "items"), verb)
	if left > 0 {
		says += fmt.Sprintf(", %s left", count(left))
	}
	return says + "."
}

// clock writes a time with its day where that is not clear.
func clock(at, from, to time.Time) string {
	if to.Sub(from) > 24*time.Hour {
		return at.Format("Jan 2 15:04")
	}
	return at.Format("15:04:05")
}

func timelineRows(spans []Span, from, to time.Time) [][]string {
	rows := make([][]string, len(spans))
	zone := from.Location()
	for i, s := range spans {
		until := clock(s.To.In(zone), from, to)
		if s.To.Equal(to) && s.Left == "" {
			until = "still"
		}
		rows[i] = []string{s.Name, clock(s.From.In(zone), from, to), until, s.Left}
	}
	return rows
}
