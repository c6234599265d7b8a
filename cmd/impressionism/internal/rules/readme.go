package rules

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
)

// readmeCode stands before lines of code.
const readmeCode = "    "

// readmeBytesMax bounds how much of a README is shown.
const readmeBytesMax = 64 << 10

// readmeLines makes plain lines for a terminal of a README in Markdown: headings,
// paragraphs, lists, tables and code, nothing else. It is a stranger's text, so
// what it does not know it leaves as it is, and no line can steer the terminal. Lines of
// code, and no others, begin with readmeCode.
func readmeLines(text string, columns int) []string {
	cut := len(text) > readmeBytesMax
	if cut {
		text = text[:readmeBytesMax]
	}
	p := &readmePrinter{columns: columns}
	for line := range strings.Lines(strings.ToValidUTF8(text, "\uFFFD")) {
		p.line(strings.TrimRight(line, " \t\r\n"))
	}
	p.flush()
	if cut {
		p.out = append(p.out, "", "(The README goes on; its first 64 KiB are shown.)")
	}
	for len(p.out) > 0 && p.out[len(p.out)-1] == "" {
		p.out = p.out[:len(p.out)-1]
	}
	return p.out
}

// readmePrinter collects lines that belong together until their end is seen.
type readmePrinter struct {
	columns int // of a line of prose
	out     []string
	prose   string     // of the paragraph or list item at hand
	bullet  string     // of the list item, with its indentation
	table   [][]string // rows of the table at hand
	fence   string     // that ends the code at hand
}

func (p *readmePrinter) line(line string) {
	if p.fence != "" {
		if strings.HasPrefix(strings.TrimSpace(line), p.fence) {
			p.fence = ""
			return
		}
		p.add(readmeCode + strings.ReplaceAll(line, "\t", "    "))
		return
	}
	if fence := readmeMarks().fence.FindStringSubmatch(line); fence != nil {
		p.flush()
		p.fence = fence[1]
		return
	}
	if strings.HasPrefix(line, "|") {
		p.flushProse()
		if !readmeMarks().rule.MatchString(line) {
			p.table = append(p.table, cells(line))
		}
		return
	}
	p.flushTable()
	heading, item := readmeMarks().heading.FindStringSubmatch(line), readmeMarks().bullet.FindStringSubmatch(line)
	switch {
	case line == "":
		p.flushProse()
		p.add("")
	case heading != nil:
		p.heading(spans(heading[2]))
	case item != nil:
		p.flushProse()
		p.bullet, p.prose = item[1]+item[2]+" ", item[3]
	default:
		p.prose = strings.TrimSpace(p.prose + " " + strings.TrimSpace(line))
	}
}

// add puts out a line; of several empty ones the first counts.
func (p *readmePrinter) add(line string) {
	if line == "" && (len(p.out) == 0 || p.out[len(p.out)-1] == "") {
		return
	}
	p.out = append(p.out, textline.Plain(line))
}

func (p *readmePrinter) heading(words string) {
	p.flush()
	if words == "" {
		return
	}
	p.add("")
	p.add(words)
	p.add(strings.Repeat("-", min(utf8.RuneCountInString(words), p.columns)))
}

func (p *readmePrinter) flush() {
	p.flushProse()
	p.flushTable()
}

func (p *readmePrinter) flushProse() {
	if p.prose != "" || p.bullet != "" {
		lead := p.bullet
		for _, line := range cli.WrappedTo(spans(p.prose), p.columns-utf8.RuneCountInString(p.bullet)) {
			p.add(lead + line)
			lead = strings.Repeat(" ", utf8.RuneCountInString(p.bullet))
		}
	}
	p.prose, p.bullet = "", ""
}

// flushTable aligns the columns of a table.
func (p *readmePrinter) flushTable() {
	var widths []int
	for _, row := range p.table {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], min(utf8.RuneCountInString(cell), p.columns))
		}
	}
	for _, row := range p.table {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(cell + strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell))+2))
		}
		p.add(strings.TrimRight(line.String(), " "))
	}
	p.table = nil
}

// cellsMax bounds the columns of one row.
const cellsMax = 32

// cells are the texts of a table's row.
func cells(line string) []string {
	line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	cells := strings.SplitN(line, "|", cellsMax)
	for i, cell := range cells {
		cells[i] = spans(strings.TrimSpace(cell))
	}
	return cells
}

// readmePatterns are the marks of Markdown that are known.
type readmePatterns struct{ heading, bullet, fence, rule, link, strong, em *regexp.Regexp }

// readmeMarks compiles them when they are first asked for: a hook needs none.
var readmeMarks = sync.OnceValue(func() readmePatterns {
	return readmePatterns{
		heading: regexp.MustCompile(`^(#{1,6})\s+(.*?)\s*#*$`),
		bullet:  regexp.MustCompile(`^(\s*)([*+-]|[0-9]{1,9}[.)])\s+(.*)$`),
		fence:   regexp.MustCompile("^\\s*(```+|~~~+)"),
		rule:    regexp.MustCompile(`^[\s|:-]+$`),
		link:    regexp.MustCompile(`!?\[([^\[\]]*)\]\(([^()\s]*)\)`),
		strong:  regexp.MustCompile(`\*\*([^*\s](?:[^*]*[^*\s])?)\*\*`),
		em:      regexp.MustCompile(`\*([^*\s](?:[^*]*[^*\s])?)\*`),
	}
})

// spans takes the marks of emphasis, links and code out of a text. What stands
// between backticks is left as it is.
func spans(text string) string {
	parts := strings.Split(text, "`")
	if len(parts)%2 == 0 { // one has no partner
		return unmarked(text)
	}
	for i := 0; i < len(parts); i += 2 {
		parts[i] = unmarked(parts[i])
	}
	return strings.Join(parts, "")
}

func unmarked(text string) string {
	text = readmeMarks().link.ReplaceAllStringFunc(text, func(link string) string {
		found := readmeMarks().link.FindStringSubmatch(link)
		if found[2] == "" || found[2] == found[1] || strings.HasPrefix(link, "!") {
			return found[1]
		}
		return found[1] + " (" + found[2] + ")"
	})
	return readmeMarks().em.ReplaceAllString(readmeMarks().strong.ReplaceAllString(text, "$1"), "$1")
}
