package scan

import (
	"strings"

	"github.com/ed-irl/impressionism/host/code"
)

// logical is a line of a program: from the token that begins it to the one before the next.
type logical struct {
	first, last int // tokens
	column      int // of the first, a tab to the next multiple of eight
}

// indented finds the definitions of a text whose blocks are told by columns: Python's by
// indentation, Ruby's and the shell's by the closing word under the opening one.
type indented struct {
	machine
	lines []logical
}

// readIndented reads Python, Ruby or a shell's language.
func readIndented(language code.Language, text string, lines lines, limits Limits) (r reading, err error) {
	var x lexis
	var read func(*indented)
	switch language {
	case code.Python:
		x = lexis{hashes: true, quotes: `"'`, triple: `"'`, special: pythonToken}
		read = (*indented).python
	case code.Ruby:
		x = lexis{hashes: true, quotes: "\"'`", inside: "#{", words: "$@?!", special: rubyToken}
		read = (*indented).ruby
	default:
		x = lexis{long: "\"'`", inside: "$(", special: shellToken}
		read = (*indented).shell
	}
	m, err := newMachine(&table{lexis: x}, lex(text, x), lines.count(), limits)
	if err != nil {
		return reading{}, err
	}
	d := &indented{machine: *m}
	defer d.bounded(limits, &r, &err)
	d.logicalLines(language == code.Python)
	read(d)
	return reading{d.definitions, d.imported}, nil
}

// logicalLines splits the tokens into lines; brackets and a backslash carry a line on.
func (m *indented) logicalLines(brackets bool) {
	within := 0
	for i := range m.tokens {
		m.step()
		if i >= within && m.startsLine(i) && !(i > 0 && m.kind(i-1) == '\\') {
			if n := len(m.lines); n > 0 {
				m.lines[n-1].last = i - 1
			}
			m.lines = append(m.lines, logical{first: i, column: m.column(i)})
		}
		if k := m.kind(i); brackets && i >= within && (k == '(' || k == '[' || k == '{') {
			within = int(m.match[i]) + 1
			if within > len(m.tokens) { // never closed: it carries nothing on
				within = 0
			}
		}
	}
	if n := len(m.lines); n > 0 {
		m.lines[n-1].last = len(m.tokens) - 1
	}
}

func (m *indented) column(i int) int {
	start := int(m.tokens[i].start)
	begin := strings.LastIndexByte(m.text[:start], '\n') + 1
	column := 0
	for _, c := range m.text[begin:start] {
		switch c {
		case '\t':
			column += 8 - column%8
		case '\ufeff':
		default:
			column++
		}
	}
	return column
}

// block returns the line after those that stand deeper than line n.
func (m *indented) block(n int) int {
	column := m.lines[n].column
	for n++; n < len(m.lines) && m.lines[n].column > column; n++ {
		m.step()
	}
	return n
}

// python reads a module.
func (m *indented) python() {
	m.pythonLines(0, len(m.lines), scope{})
}

// pythonLines reads lines n to before end, which are a module's or a class's.
func (m *indented) pythonLines(n, end int, s scope) {
	if s.depth++; s.depth > nestingMax || n >= end {
		return
	}
	begin, column := n, m.lines[n].column
	for n < end {
		m.step()
		line := m.lines[n]
		i := line.first
		if m.kind(i) == '@' {
			n++
			continue
		}
		if m.word(i) == "async" {
			i++
		}
		next := n + 1
		switch w := m.word(i); {
		case (w == "def" || w == "class") && m.word(i+1) != "":
			next = m.pythonDefinition(begin, n, i, s)
		case w == "import" || w == "from":
			m.imports(i, line.last+1)
		case w == "type" && m.word(i+1) != "" && m.kind(m.brackets(i+2)) == '=':
			m.pythonAdd(begin, n, n+1, Definition{Line: int(m.tokens[i].line), Symbol: s.prefix + m.word(i+1), Kind: code.Type, place: true})
		case !s.member && line.column == column && m.pythonVariable(i, line.last):
			m.pythonAdd(begin, n, n+1, Definition{Line: int(m.tokens[i].line), Symbol: w, Kind: code.Variable, place: true})
		}
		n, begin = next, next
	}
}

// brackets returns the token after [ … ] at i, if there is one.
func (m *indented) brackets(i int) int {
	if m.kind(i) == '[' {
		return m.close(i, len(m.tokens)) + 1
	}
	return i
}

// pythonVariable reports whether a line is `name = …` or `name: type`.
func (m *indented) pythonVariable(i, last int) bool {
	if m.word(i) == "" || i+1 > last || pythonWords(m.word(i)) {
		return false
	}
	return m.kind(i+1) == '=' && m.kind(i+2) != '=' || m.kind(i+1) == ':' && i+2 <= last && m.kind(i+2) != '='
}

func pythonWords(word string) bool {
	switch word {
	case "else", "try", "finally", "except", "lambda", "with", "if", "while", "for":
		return true
	}
	return false
}

// pythonDefinition reads a function or a class on line n, whose decorators begin on line
// begin, and returns the line after it.
func (m *indented) pythonDefinition(begin, n, i int, s scope) int {
	next := m.block(n)
	name := m.word(i + 1)
	d := Definition{Line: int(m.tokens[i+1].line), Symbol: s.prefix + name, Kind: code.Function, place: true}
	body := n + 1
	if m.word(i) == "class" {
		d.Kind = code.Type
		d.members = true
	} else if s.member {
		d.Kind = code.Method
	}
	for t := m.lines[begin].first; t < i; t++ {
		m.step()
		d.open = d.open || m.word(t) == "overload"
	}
	at := m.pythonAdd(begin, n, next, d)
	if body < next && m.kind(m.lines[body].first) == stringToken {
		if doc := pythonDoc(m.textOf(m.lines[body].first)); doc != "" {
			m.definitions[at].Doc = doc
		}
	}
	if d.members {
		m.pythonLines(body, next, scope{prefix: d.Symbol + ".", name: name, member: true, depth: s.depth})
	}
	return next
}

func (m *indented) textOf(i int) string { return m.text[m.tokens[i].start:m.tokens[i].end] }

// pythonAdd adds a definition of lines begin to before next, with comments that end its block.
func (m *indented) pythonAdd(begin, n, next int, d Definition) int {
	m.add(d, m.lines[begin].first, m.lines[next-1].last)
	at := len(m.definitions) - 1
	limit := int(m.tokens[len(m.tokens)-1].endLine) + 1
	if next < len(m.lines) {
		limit = int(m.tokens[m.lines[next].first].line)
	}
	for line := m.definitions[at].End + 1; d.Kind != code.Variable && line < limit && line < len(m.above); line++ {
		m.step()
		c := int(m.above[line])
		if c == 0 {
			if line > m.definitions[at].End+1 {
				break
			}
			continue
		}
		if m.commentColumn(c-1) <= m.lines[n].column {
			break
		}
		m.definitions[at].End = line
	}
	return at
}

func (m *indented) commentColumn(c int) int {
	start := int(m.comments[c].start)
	return start - strings.LastIndexByte(m.text[:start], '\n') - 1
}

// pythonDoc returns the text of a docstring, its lines without indentation.
func pythonDoc(s string) string {
	s = strings.TrimLeft(s, "rRuUbBfF")
	s = strings.Trim(s, `"'`)
	var b strings.Builder
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line == "" || b.Len() > code.DocBytesMax {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line)
	}
	return shortened(b.String())
}
