package scan

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/code"
)

// table is what the machine knows of a language with braces.
type table struct {
	lexis
	heads     map[string]head
	modifiers map[string]bool // words before a head
	continues map[string]bool // words at a line's beginning that go on with the statement before
	joins     map[string]bool // words at a line's end that go on with the next line
	newlines  bool            // a statement may end with its line
	postfix   string          // punctuation that may end a statement, as Swift's ?
	callables bool            // functions have no word of their own
	brackets  bool            // attributes stand in brackets
	abstract  bool            // a member without a body is a definition all the same
	statement func(m *machine, i, end int, s scope) int
}

// head is what a word such as "class" or "fn" begins.
type head struct {
	kind code.Kind
	body body
	// name finds the name of what the word at i begins; nil: the next word.
	name func(m *machine, i, end int) naming
}

// naming is where a head's name stands and what it says.
type naming struct {
	at     int // the token of the name; negative: it is no head
	next   int // the token after it
	symbol string
}

// body says what the braces behind a head hold.
type body byte

const (
	leaf     body = iota // statements
	value                // an expression up to the statement's end
	either               // braces, or = and an expression
	members              // fields and members
	entries              // constants, then members behind a semicolon
	addendum             // members of a type that is defined elsewhere
	through              // a namespace: its definitions are as those outside
	imports              // the statement names what is imported
)

// scope is what surrounds a statement.
type scope struct {
	prefix string // of symbols, with its dot
	name   string // of the type itself
	member bool   // in a type
	code   bool   // in the body of a function: no variables are told
	depth  int
}

// machine finds the definitions of a text with braces, from its tokens, in one pass.
type machine struct {
	*table
	text        string
	tokens      []token
	comments    []comment
	match       []int32 // of an opening bracket, the token that closes it
	above       []int32 // by line, the comment that ends there, plus one
	steps       int
	definitions []Definition
	imported    []string
}

// stepsError is thrown where a text costs more steps than its length allows.
type stepsError struct{}

func newMachine(t *table, l *lexer, lines int, limits Limits) (*machine, error) {
	m := &machine{table: t, text: l.text, tokens: l.tokens, comments: l.comments, steps: limits.StepsAByte*len(l.text) + 1000}
	m.preprocess()
	if deep := m.pair(); deep > limits.Nesting {
		return nil, nestingError(limits)
	}
	m.above = make([]int32, lines+2)
	for i, c := range l.comments {
		if c.own && int(c.endLine) < len(m.above) {
			m.above[c.endLine] = int32(i + 1)
		}
	}
	return m, nil
}

// step counts. Every loop over tokens takes one a turn.
func (m *machine) step() {
	if m.steps--; m.steps < 0 {
		panic(stepsError{})
	}
}

// pair finds which bracket closes which, and returns how deep they nest. A closing bracket
// without an opening one is passed over; those left open inside a pair end with it.
func (m *machine) pair() int {
	m.match = make([]int32, len(m.tokens))
	var open []int32
	var count [128]int
	deep := 0
	for i := range m.tokens {
		k := m.tokens[i].kind
		switch k {
		case '(', '[', '{':
			open = append(open, int32(i))
			count[k]++
			deep = max(deep, len(open))
		case ')', ']', '}':
			opener := byte('(')
			if k != ')' {
				opener = k - 2
			}
			for count[opener] > 0 {
				last := open[len(open)-1]
				open = open[:len(open)-1]
				m.match[last] = int32(i)
				of := m.tokens[last].kind
				count[of]--
				if of == opener {
					break
				}
			}
		}
	}
	for _, i := range open {
		m.match[i] = int32(len(m.tokens))
	}
	return deep
}

// preprocess drops the further branches of an #if whose first branch leaves braces open, so
// that braces come out even.
func (m *machine) preprocess() {
	if !m.directives {
		return
	}
	type branch struct {
		braces int
		drop   bool
		first  bool
	}
	var open []branch
	kept := m.tokens[:0]
	for _, t := range m.tokens {
		n := len(open) - 1
		if t.kind == directiveToken {
			word := directiveWord(m.text[t.start:t.end])
			switch {
			case strings.HasPrefix(word, "if"):
				open = append(open, branch{first: true, drop: n >= 0 && open[n].drop})
			case strings.HasPrefix(word, "el") && n >= 0:
				open[n].drop = open[n].drop || open[n].first && open[n].braces != 0
				open[n].first = false
			case strings.HasPrefix(word, "endif") && n >= 0:
				if n > 0 && open[n-1].first {
					open[n-1].braces += open[n].braces
				}
				open = open[:n]
			}
			if word == "define" || word == "include" || word == "import" {
				kept = append(kept, t)
			}
			continue
		}
		if n >= 0 {
			if open[n].drop {
				continue
			}
			if open[n].first {
				switch t.kind {
				case '{':
					open[n].braces++
				case '}':
					open[n].braces--
				}
			}
		}
		kept = append(kept, t)
	}
	m.tokens = kept
}

// directiveWord returns the word of a line of the preprocessor, as "include".
func directiveWord(line string) string {
	line = strings.TrimLeft(line[1:], " \t")
	return line[:strings.IndexFunc(line+" ", func(r rune) bool { return r < 'a' || r > 'z' })]
}

// kind returns the kind of token i, none outside the text.
func (m *machine) kind(i int) byte {
	if i < 0 || i >= len(m.tokens) {
		return noToken
	}
	return m.tokens[i].kind
}

// word returns the text of token i where that is a word, else "".
func (m *machine) word(i int) string {
	if m.kind(i) != wordToken {
		return ""
	}
	return m.text[m.tokens[i].start:m.tokens[i].end]
}

// pairOf reports whether tokens i and i+1 are the two bytes, side by side.
func (m *machine) pairOf(i int, two string) bool {
	return m.kind(i) == two[0] && m.kind(i+1) == two[1] && m.tokens[i].end == m.tokens[i+1].start
}

// close returns the token that closes the bracket at i, at most the one before end.
func (m *machine) close(i, end int) int { return min(int(m.match[i]), end-1) }

// startsLine reports whether token i is the first of its line.
func (m *machine) startsLine(i int) bool {
	return i == 0 || i < len(m.tokens) && m.tokens[i].line > m.tokens[i-1].endLine
}

// block reads the statements from token i to before end.
func (m *machine) block(i, end int, s scope) {
	if s.depth++; s.depth > nestingMax {
		return
	}
	read := m.statement
	if read == nil {
		read = (*machine).declaration
	}
	for i < end {
		m.step()
		i = max(read(m, i, end, s), i+1)
	}
}

// nestingMax bounds the nesting of types and namespaces, whatever the limit of brackets is.
const nestingMax = 500

// declaration reads a statement of a language whose definitions begin with a word of their
// own or have the shape of a function, and returns where the next one begins.
func (m *machine) declaration(i, end int, s scope) int {
	if m.kind(i) == directiveToken {
		m.directiveAt(i, s)
		return i + 1
	}
	if m.kind(i) == '#' && m.kind(i+1) == '!' && m.kind(i+2) == '[' { // of the file itself
		return m.close(i+2, end) + 1
	}
	if next := m.label(i); next > 0 {
		return next
	}
	begin := i
	i = m.modified(i, end)
	if i > begin && m.kind(i-1) == stringToken && m.kind(i) == '{' { // extern "C" {
		last := m.close(i, end)
		m.block(i+1, last, s)
		return last + 1
	}
	if h, ok := m.heads[m.word(i)]; ok {
		if next := m.headed(begin, i, end, h, s); next > 0 {
			return next
		}
	}
	if m.callables {
		if next := m.callable(begin, i, end, s); next > 0 {
			return next
		}
	}
	return m.skip(i, end)
}

// label returns the token after `public:` or `public slots:` of C++, 0 where there is none.
func (m *machine) label(i int) int {
	if !m.directives || !m.callables || !m.modifiers[m.word(i)] {
		return 0
	}
	if m.word(i+1) != "" {
		i++
	}
	if m.kind(i+1) == ':' && !m.pairOf(i+1, "::") {
		return i + 2
	}
	return 0
}

// modified passes attributes, annotations and modifiers.
func (m *machine) modified(i, end int) int {
	for i < end {
		m.step()
		switch k := m.kind(i); {
		case k == '@' && m.word(i+1) == "interface", k == wordToken && m.word(i) == "fun" && m.word(i+1) == "interface":
			return i + 1
		case k == '@' && m.kind(i+1) == wordToken:
			i = m.annotation(i, end)
		case k == '#' && m.kind(i+1) == '[':
			i = m.close(i+1, end) + 1
		case k == '[' && (m.brackets || m.kind(i+1) == '['):
			i = m.close(i, end) + 1
		case k == wordToken && m.modifiers[m.word(i)]:
			if i+1 >= end || m.kind(i+1) == '=' || m.beginsWith(i) {
				return i
			}
			i = m.modifier(i, end)
		default:
			return i
		}
	}
	return i
}

// beginsWith reports whether the modifier at i is the word that begins the definition, as
// Rust's const is in `const X` and not in `const fn x`.
func (m *machine) beginsWith(i int) bool {
	if _, ok := m.heads[m.word(i)]; !ok {
		return false
	}
	next := m.word(i + 1)
	_, head := m.heads[next]
	return !head && !m.modifiers[next]
}

// annotation passes @a.b(…) and @a:b.
func (m *machine) annotation(i, end int) int {
	i += 2
	for i+1 < end && (m.kind(i) == '.' || m.kind(i) == ':') && m.kind(i+1) == wordToken {
		m.step()
		i += 2
	}
	if i < end && m.kind(i) == '(' && m.tokens[i].line == m.tokens[i-1].endLine {
		i = m.close(i, end) + 1
	}
	return i
}

// modifier passes one modifier with what belongs to it: pub(crate), extern "C", template<…>.
func (m *machine) modifier(i, end int) int {
	word := m.word(i)
	i++
	switch {
	case m.kind(i) == '(' && (word != "const" || m.heads["fn"].kind == ""):
		i = m.close(i, end) + 1
	case m.kind(i) == stringToken && word == "extern":
		i++
	case word == "template":
		i = m.angles(i, end)
	case word == "non" && m.kind(i) == '-':
		i += 2
	}
	return i
}

// angles returns the token after <…> that begins at i, i itself where none does.
func (m *machine) angles(i, end int) int {
	if m.kind(i) != '<' {
		return i
	}
	depth := 0
	for j := i; j < end && j < i+anglesMax; j++ {
		m.step()
		switch m.kind(j) {
		case '<':
			depth++
		case '>':
			if p := m.kind(j - 1); (p == '-' || p == '=') && m.tokens[j-1].end == m.tokens[j].start {
				continue
			}
			if depth--; depth == 0 {
				return j + 1
			}
		case '(', '[', '{':
			j = m.close(j, end)
		case ';', '}', ')':
			return i
		}
	}
	return i
}

// anglesMax bounds how many tokens type parameters may have.
const anglesMax = 400

// headed reads the definition that the word at i begins; 0 is none.
func (m *machine) headed(begin, i, end int, h head, s scope) int {
	if h.body == imports {
		next := m.importEnd(i, end)
		if !s.member { // PHP's traits
			m.imports(i+1, next)
		}
		return next
	}
	name := naming{at: i + 1, next: i + 2, symbol: m.word(i + 1)}
	if h.name != nil {
		name = h.name(m, i, end)
	}
	if h.body == through {
		return m.namespace(i, end, s)
	}
	if name.at < 0 || name.symbol == "" || name.next > end {
		return 0
	}
	open, last := m.bodyOf(name.next, end, h.body)
	d := Definition{Line: int(m.tokens[min(name.at, len(m.tokens)-1)].line), Symbol: s.prefix + name.symbol, Kind: h.kind, open: open < 0 && h.body == leaf, place: true}
	if s.member && d.Kind == code.Function {
		d.Kind = code.Method
	}
	inner := scope{prefix: d.Symbol + ".", name: name.symbol, member: true, depth: s.depth}
	switch {
	case s.member && (h.kind == code.Variable || h.body == value):
		return last + 1 // fields and aliases are of their type's own lines
	case h.body == addendum:
		d.place = false
		if m.word(i) == "companion" {
			inner.prefix = s.prefix
		}
		d.members = true
		m.add(d, begin, last)
	case h.body == members || h.body == entries:
		d.members = open >= 0
		m.add(d, begin, last)
	default:
		m.add(d, begin, last)
		return last + 1
	}
	if open < 0 {
		return last + 1
	}
	closing := m.close(open, end)
	if open++; h.body == entries {
		open = m.behindEntries(open, closing)
	}
	m.block(open, closing, inner)
	return max(last, closing) + 1
}

// behindEntries returns the token after the semicolon that ends an enum's constants.
func (m *machine) behindEntries(i, end int) int {
	for ; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case '(', '[', '{':
			i = m.close(i, end)
		case ';':
			return i + 1
		}
	}
	return end
}

// namespace reads a namespace or module, whose definitions are as those outside.
func (m *machine) namespace(i, end int, s scope) int {
	for i++; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case ';':
			return i + 1
		case '(':
			i = m.close(i, end)
		case '{':
			last := m.close(i, end)
			m.block(i+1, last, scope{prefix: s.prefix, depth: s.depth})
			return last + 1
		}
	}
	return i
}

// bodyOf returns the brace that opens a definition's body, negative where there is none, and
// the last token of the definition. i is behind the name.
func (m *machine) bodyOf(i, end int, b body) (open, last int) {
	assigned := b == value
	if m.newlines && m.endsLine(i-1, end, !assigned) && !m.constructed(i, b) {
		return -1, i - 1
	}
	for ; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case '(', '[':
			i = m.close(i, end)
		case '<':
			if n := m.angles(i, end); n > i && !assigned {
				i = n - 1
			}
		case '{':
			if !assigned {
				return i, m.trailer(m.close(i, end), end)
			}
			i = m.close(i, end)
		case '=':
			assigned = assigned || b == either
		case ';':
			return -1, i
		case '}':
			return -1, i - 1
		}
		if m.newlines && m.endsLine(i, end, !assigned) && !m.constructed(i+1, b) {
			return -1, i
		}
	}
	return -1, end - 1
}

// constructed reports whether token i begins the primary constructor of a class of Kotlin,
// which may stand on a line of its own.
func (m *machine) constructed(i int, b body) bool {
	if b != members && b != entries {
		return false
	}
	if m.kind(i) == '@' {
		i += 2
	}
	return m.word(i) == "constructor" || m.modifiers[m.word(i)] && m.word(i+1) == "constructor"
}

// trailer takes the semicolon, and of C the names of variables, behind a type's brace.
func (m *machine) trailer(last, end int) int {
	if last+1 < end && m.kind(last+1) == ';' && m.tokens[last+1].line == m.tokens[last].line {
		return last + 1
	}
	return last
}

// endsLine reports whether a statement ends with token i, since its line does. brace says
// whether { on the next line goes on with it.
func (m *machine) endsLine(i, end int, brace bool) bool {
	if i+1 >= end || i < 0 {
		return true
	}
	if m.tokens[i+1].line <= m.tokens[i].endLine {
		return false
	}
	a, b := m.kind(i), m.kind(i+1)
	switch a {
	case wordToken:
		if m.joins[m.word(i)] && m.kind(i-1) != '.' {
			return false
		}
	case '>':
		if p := m.kind(i - 1); (p == '=' || p == '-') && m.tokens[i-1].end == m.tokens[i].start {
			return false
		}
	case '+', '-':
		if m.kind(i-1) != a {
			return false
		}
	case '=', '*', '/', '%', '&', '|', '^', ',', '.', '<', '(', '[', '{', ':', '~', '!', '?':
		if strings.IndexByte(m.postfix, a) < 0 {
			return false
		}
	}
	switch b {
	case wordToken:
		return !m.continues[m.word(i+1)]
	case '{':
		return !brace
	case '(', '[', '-':
		return m.postfix != ""
	case '.', '?', ':', '+', '*', '/', '%', '&', '|', '^', '=', '<', '>', ',', ')', ']':
		return false
	}
	return true
}

// skip returns the token after the statement at i, which is no definition.
func (m *machine) skip(i, end int) int {
	assigned := false
	for ; i < end; i++ {
		m.step()
		switch m.kind(i) {
		case '(', '[':
			i = m.close(i, end)
		case '=':
			assigned = true
		case '{':
			i = m.close(i, end)
			if next := m.kind(i + 1); !assigned && next != ';' && next != ',' && next != '.' && next != '=' && next != '(' {
				return i + 1
			}
		case ';':
			return i + 1
		case directiveToken:
			return i
		}
		if m.newlines && m.endsLine(i, end, !assigned) {
			return i + 1
		}
	}
	return i
}

// importEnd returns the token after an import, which ends with its line where statements do:
// the sign at the end of `import a.*` carries nothing on.
func (m *machine) importEnd(i, end int) int {
	if !m.newlines {
		return m.skip(i, end)
	}
	for i++; i < end && !m.startsLine(i); i++ {
		m.step()
		if m.kind(i) == '(' {
			i = m.close(i, end)
		}
	}
	return i
}

// imports notes what the statement of tokens i to before end imports.
func (m *machine) imports(i, end int) {
	end = min(end, len(m.tokens))
	if i < end && m.kind(end-1) == ';' {
		end--
	}
	if i < end {
		m.imported = append(m.imported, m.text[m.tokens[i].start:m.tokens[end-1].end])
	}
}

// directiveAt takes an #include, and a #define with parameters as a function.
func (m *machine) directiveAt(i int, s scope) {
	line := m.text[m.tokens[i].start:m.tokens[i].end]
	word := directiveWord(line)
	rest := strings.TrimSpace(line[strings.Index(line, word)+len(word):])
	if word != "define" {
		m.imported = append(m.imported, strings.Trim(rest, "<>\"\r"))
		return
	}
	name := rest[:strings.IndexFunc(rest+" ", func(r rune) bool { return r < 0x80 && !letter(byte(r)) && (r < '0' || r > '9') })]
	if name != "" && strings.HasPrefix(rest[len(name):], "(") {
		m.add(Definition{Line: int(m.tokens[i].line), Symbol: name, Kind: code.Function, place: true}, i, i)
	}
}

// add adds a definition of the tokens begin to last, with the comments above.
func (m *machine) add(d Definition, begin, last int) {
	last = max(min(last, len(m.tokens)-1), begin)
	d.Start, d.End = int(m.tokens[begin].line), int(m.tokens[last].endLine)
	d.Start, d.Doc = m.documented(d.Start, d.Line)
	d.Symbol = strings.ToValidUTF8(d.Symbol, "\uFFFD")
	m.definitions = append(m.definitions, d)
}

// scanned reads a text by a table.
func scanned(t *table, lexed *lexer, lines lines, limits Limits) (r reading, err error) {
	m, err := newMachine(t, lexed, lines.count(), limits)
	if err != nil {
		return reading{}, err
	}
	defer m.bounded(limits, &r, &err)
	m.block(0, len(m.tokens), scope{})
	return reading{m.definitions, m.imported}, nil
}

// bounded turns a text that costs too many steps into an error. It is to be deferred.
func (m *machine) bounded(limits Limits, r *reading, err *error) {
	switch e := recover().(type) {
	case nil:
	case stepsError:
		*r, *err = reading{}, fmt.Errorf("more than %d steps a byte", limits.StepsAByte)
	default:
		panic(e)
	}
}
