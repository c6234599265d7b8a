package plot

import "fmt"

// Box is a description in the listing of a client.
type Box struct {
	Chars   int
	Meaning Meaning // Told: used before; Used: shown again by the plan; Ignored: never used; Quiet: name only
	Hidden  bool    // beyond the room, so the model does not see it
}

// roomKeys are the entries of the legend.
var roomKeys = [...]key{{Told, "used before"}, {Ignored, "never used"}, {again, "shown again by the plan"}, {Quiet, "name only"}, {Warn, "hidden"}}

// area returns the way in which a box is drawn.
func (b Box) area() Meaning {
	if b.Hidden {
		return Warn
	}
	if b.Meaning == Used {
		return again // beside what was used before, which is filled
	}
	return b.Meaning.known()
}

// Room draws the listing of a client: each description is a box as wide as it is long, in
// the order given, now and with the plan (none: left out), and the end of the room as a
// line, in characters (0: no line). Boxes thinner than a px share one.
func Room(width int, now, plan []Box, room int) Chart {
	all := max(total(now), total(plan))
	if all == 0 {
		return empty(width, "The client lists nothing.")
	}
	c := sheet(width)
	all = max(all, whole(room))
	scale := (c.width - 1) / float64(all)
	y := 0.0
	if end := float64(whole(room)) * scale; room > 0 {
		words := smallSoft.fit("room ends at "+count(whole(room))+" characters", c.width)
		half := smallSoft.width(words) / 2
		c.text(min(max(end, half), c.width-half), 12, smallSoft, middle, words)
		y = 20
	}
	rows := [][]string{}
	says := ""
	for _, list := range [...]struct {
		name  string
		boxes []Box
	}{{"Now", now}, {"With the plan", plan}} {
		if len(list.boxes) == 0 {
			continue
		}
		summary, row := summarise(list.boxes)
		y += c.heading(y+14, list.name, summary)
		c.boxes(list.boxes, y+22, scale)
		if room > 0 {
			x := min(max(float64(whole(room))*scale, 1), c.width-1)
			c.line(x, y+17, x, y+55, "end")
		}
		rows = append(rows, append([]string{list.name}, row...))
		says += list.name + ": " + summary + ". "
		y += 62
	}
	c.height = y + 10 + c.legend(0, y+10, occurring(now, plan)) - 8
	if room > 0 {
		says += "The room ends at " + count(whole(room)) + " characters. "
	}
	return c.chart(says[:len(says)-1], []string{"Listing", "Descriptions", "Shown", "Name only", "Hidden", "Characters"}, rows)
}

// heading writes a name with a summary behind it or, where that has no room, in lines
// beneath, and returns the height of these lines.
func (c *canvas) heading(y float64, name, summary string) float64 {
	c.text(0, y, bold, start, bold.fit(name, c.width))
	left := bold.width(name) + 12
	if left+smallSoft.width(summary) <= c.width {
		c.text(left, y, smallSoft, start, summary)
		return 0
	}
	lines := smallSoft.wrap(summary, c.width)
	for i, line := range lines {
		c.text(0, y+float64(i+1)*16, smallSoft, start, line)
	}
	return float64(len(lines)) * 16
}

func total(boxes []Box) int {
	sum := 0
	for _, b := range boxes {
		sum += whole(b.Chars)
	}
	return min(sum, 1e15)
}

// summarise counts boxes in words and as the cells of a row.
func summarise(boxes []Box) (string, []string) {
	names, hidden := 0, 0
	for _, b := range boxes {
		if b.Hidden {
			hidden++
		} else if b.area() == Quiet {
			names++
		}
	}
	shown := len(boxes) - names - hidden
	words := fmt.Sprintf("%s of %s are shown", count(shown), some(len(boxes), "description", "descriptions"))
	if names > 0 {
		words += ", " + count(names) + " by name only"
	}
	if hidden > 0 {
		words += ", " + count(hidden) + " hidden"
	}
	return words, []string{count(len(boxes)), count(shown), count(names), count(hidden), count(total(boxes))}
}

// boxes draws boxes one after another. Those of one kind that would be thinner than 2 px
// are drawn together.
func (c *canvas) boxes(boxes []Box, y, scale float64) {
	x, from := 0.0, 0.0
	for i, b := range boxes {
		x += float64(whole(b.Chars)) * scale
		last := i+1 == len(boxes) || boxes[i+1].area() != b.area()
		if x-from < 2 && !last {
			continue
		}
		wide := max(x-from-min(.6, (x-from)/4), .3)
		if m := b.area(); m == Ignored || m == Open {
			c.rect(from, y, wide, 28, 1, m.class(), "")
		} else {
			c.area(from, y, wide, 28, 1, m, "")
		}
		from = x
	}
}

// occurring returns the entries of the legend that occur.
func occurring(lists ...[]Box) []key {
	var seen [len(meanings)]bool
	for _, boxes := range lists {
		for _, b := range boxes {
			seen[b.area()] = true
		}
	}
	var keys []key
	for _, k := range roomKeys {
		if seen[k.m] {
			keys = append(keys, k)
		}
	}
	return keys
}
