package plot

import (
	"html"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// face is a way to write: what CSS sets for the class, and the numbers behind.
type face struct {
	class string
	size  float64 // px
	bold  bool
}

var (
	plain      = face{"", 12, false}
	soft       = face{"s", 12, false}
	bold       = face{"b", 12, true}
	small      = face{"xs", 11, false}
	smallSoft  = face{"xs s", 11, false}
	smallBold  = face{"xs b", 11, true}
	smallFaint = face{"xs f", 11, false}
)

// The part of a line above and below its baseline, in sizes of the face.
const (
	ascent  = .93
	descent = .24
)

// The advance widths of ' ' to '~' in thousandths of the size, in a plain and in a bold
// face: those of DejaVu Sans, the widest of the common faces of systems, so that what
// fits by them fits in any.
var (
	advances     = [95]int16{318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838}
	advancesBold = [95]int16{348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838}
)

// width estimates how wide a text is, in px, never less than what common faces need.
func (f face) width(text string) float64 {
	sum := 0.0
	for _, r := range text {
		sum += f.advance(r)
	}
	return sum * f.size / 1000
}

// advance estimates the width of a character in thousandths of the size.
func (f face) advance(r rune) float64 {
	switch {
	case r >= ' ' && r <= '~' && f.bold:
		return float64(advancesBold[r-' '])
	case r >= ' ' && r <= '~':
		return float64(advances[r-' '])
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case strings.ContainsRune("·", r):
		return 380
	case strings.ContainsRune("–−→←×", r):
		return 850
	case r == '…' || r == '�':
		return f.heavy(1040)
	case r < 0x250 && unicode.IsLower(r): // letters of Latin with accents
		return f.heavy(720)
	case r == '﷽': // a sentence as one character
		return 12_000
	case strings.ContainsRune("ﷺ⸺⸻௵꧅𒐫𒈙", r): // the widest that Unicode has beside it
		return 4500
	case unicode.In(r, unicode.Hebrew, unicode.Arabic):
		return f.heavy(960)
	case unicode.IsUpper(r) || unicode.In(r, unicode.S, unicode.P):
		return f.heavy(1450)
	}
	return f.heavy(1100) // ideographs and all others
}

// heavy returns a width, more of it in a bold face.
func (f face) heavy(width float64) float64 {
	if f.bold {
		return width * 1.22
	}
	return width
}

// fit returns the text, or as much of its beginning as fits with an ellipsis into so many
// px. Where not even the ellipsis fits, the text is empty.
func (f face) fit(text string, room float64) string {
	if f.width(text) <= room {
		return text
	}
	room -= f.width("…")
	if room < 0 {
		return ""
	}
	used, end := 0.0, 0
	for i, r := range text {
		if used += f.advance(r) * f.size / 1000; used > room {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return strings.TrimRight(text[:end], " -·,") + "…"
}

// wrap breaks a text into lines of at most so many px, shortening words that are wider.
func (f face) wrap(text string, room float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch longer := strings.TrimPrefix(line+" "+word, " "); {
		case line == "" || f.width(longer) <= room:
			line = longer
		default:
			lines = append(lines, f.fit(line, room))
			line = word
		}
	}
	if line != "" {
		lines = append(lines, f.fit(line, room))
	}
	return lines
}

// textMax is as much of a foreign text as a picture or its table keeps, in characters.
const textMax = 300

// clean returns a text as one line in which each character is seen: white space is
// folded, control characters become their pictures and other hidden ones a question mark
// in a box. Dropped are joiners and selectors, which belong to what they follow, and the
// third and further accents of a letter, which would reach into the line above.
func clean(text string) string {
	var out strings.Builder
	kept, accents, gap := 0, 0, false
	for _, r := range text {
		if unicode.In(r, unicode.Mn, unicode.Me) {
			accents++
		} else {
			accents = 0
		}
		switch {
		case r == ' ' || unicode.IsSpace(r) && r != 0x85:
			gap = out.Len() > 0
			continue
		case accents > 2, r == 0x200C, r == 0x200D, unicode.Is(unicode.Variation_Selector, r):
			continue
		case kept == textMax:
			return out.String() + "…"
		}
		if gap {
			out.WriteByte(' ')
			gap = false
		}
		out.WriteRune(seen(r))
		kept++
	}
	return out.String()
}

// seen returns a character, or the picture of a hidden one.
func seen(r rune) rune {
	switch {
	case r < ' ':
		return '␀' + r
	case r == 0x7F:
		return '␡'
	case !unicode.IsPrint(r):
		return unicode.ReplacementChar
	}
	return r
}

// escape makes a text safe as content and as a quoted attribute of HTML and of XML.
func escape(text string) string { return html.EscapeString(text) }

// finite reports whether a number can be drawn. A sum of thousands of the largest is
// still a number.
func finite(v float64) bool { return math.Abs(v) <= 1e15 }
