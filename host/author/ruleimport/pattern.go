package ruleimport

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of one intent pattern.
const (
	patternBytesMax = 500
	programMax      = 400 // steps of its automaton
	choicesMax      = 32  // texts that may stand at one place of a pattern
	ordersMax       = 16  // orders of texts that one pattern asks for
	choiceBytesMax  = 100
)

// Pattern is a regular expression that is met anywhere in a prompt, in any case.
type Pattern struct {
	Trigger
	match  *regexp.Regexp
	orders [][][]string  // the pattern is met where a line has the texts of one of them in their order; nil: it needs the automaton
	needs  [][]string    // of each of these lists the prompt has a text, or the pattern is not met
	steps  []syntax.Inst // the automaton, for patterns without orders
	start  int           // where the automaton begins
	first  []rune        // what a match begins with, if that is one of a few; nil: anything
	sample string        // a text that meets the pattern; empty: none was found
}

// refused says why a pattern cannot be had.
type refused string

func (r refused) Error() string { return string(r) }

// compile reads a regular expression as JavaScript and Python write it, and returns an
// error that says what in it RE2 does not have.
func compile(source string) (Pattern, error) {
	if len(source) > patternBytesMax {
		return Pattern{}, refused(fmt.Sprintf("it has more than %d bytes", patternBytesMax))
	}
	text := inRE2(source)
	if why := foreignTo(text); why != "" {
		return Pattern{}, refused(why)
	}
	tree, err := syntax.Parse(text, syntax.Perl|syntax.FoldCase)
	if err != nil {
		return Pattern{}, refused(strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	p := Pattern{orders: ordersOf(tree)}
	if p.orders == nil {
		if err := p.automaton(tree); err != nil {
			return Pattern{}, err
		}
	}
	if p.match, err = regexp.Compile("(?i)" + text); err != nil {
		return Pattern{}, refused(err.Error())
	}
	if p.match.MatchString("") {
		return Pattern{}, refused("it is met by every prompt, also by an empty one")
	}
	if sample := exampleOf(tree); p.match.MatchString(strings.ToLower(sample)) && sample != "" && !strings.ContainsFunc(sample, unwritable) {
		p.sample = sample
	}
	return p, nil
}

var unicodeEscape = lazyregexp.New(`\\u(?:([0-9A-Fa-f]{4})|\{([0-9A-Fa-f]{1,6})\})`)

// inRE2 writes JavaScript's escapes of characters as RE2 does.
func inRE2(source string) string { return unicodeEscape().ReplaceAllString(source, `\x{$1$2}`) }

// foreignTo names what RE2 does not have.
func foreignTo(source string) string {
	plain := escapes().ReplaceAllString(source, "")
	for _, sign := range []struct{ in, why string }{
		{"(?=", "it looks ahead, (?=…), which RE2 does not have"},
		{"(?!", "it looks ahead, (?!…), which RE2 does not have"},
		{"(?<=", "it looks behind, (?<=…), which RE2 does not have"},
		{"(?<!", "it looks behind, (?<!…), which RE2 does not have"},
		{"(?>", "it has an atomic group, (?>…), which RE2 does not have"},
	} {
		if strings.Contains(plain, sign.in) {
			return sign.why
		}
	}
	for _, escape := range escapes().FindAllString(source, -1) {
		if escape[1] >= '1' && escape[1] <= '9' || escape == `\k` {
			return fmt.Sprintf("it refers back to a group, %s, which RE2 does not have", escape)
		}
	}
	if caseOn().MatchString(plain) {
		return "it switches small and capital letters apart, (?-i), and prompts are compared without"
	}
	return ""
}

var (
	escapes = lazyregexp.New(`(?s)\\.`)
	caseOn  = lazyregexp.New(`\(\?[a-zA-Z]*-[a-zA-Z]*i`)
)

// ordersOf reads a pattern as texts in an order, with anything of the same line between
// them, or returns nil.
func ordersOf(tree *syntax.Regexp) [][][]string {
	tree = inner(tree)
	if tree.Op == syntax.OpAlternate {
		if texts, ok := choices(tree); ok {
			return oneOf(texts)
		}
		var orders [][][]string
		for _, sub := range tree.Sub {
			more := ordersOf(sub)
			if more == nil {
				return nil
			}
			orders = append(orders, more...)
		}
		if len(orders) > ordersMax {
			return nil
		}
		return orders
	}
	order, ok := inOrder(flat(tree))
	if !ok || len(order) == 0 {
		return nil
	}
	return [][][]string{order}
}

func oneOf(texts []string) [][][]string {
	if slices.Contains(texts, "") {
		return nil
	}
	return [][][]string{{texts}}
}

// inOrder joins what follows each other directly, and parts it at gaps.
func inOrder(parts []*syntax.Regexp) ([][]string, bool) {
	var order [][]string
	open := []string{""}
	put := func() {
		if !slices.Contains(open, "") {
			order = append(order, open)
		}
		open = []string{""}
	}
	for _, part := range parts {
		if anything(part) {
			put()
			continue
		}
		texts, ok := choices(part)
		if !ok {
			return nil, false
		}
		if open, ok = products(open, texts); !ok {
			return nil, false
		}
	}
	put()
	return order, true
}

// anything reports whether a part stands for any text of one line, also for none.
func anything(part *syntax.Regexp) bool {
	part = inner(part)
	return part.Op == syntax.OpStar && inner(part.Sub[0]).Op == syntax.OpAnyCharNotNL
}

// inner returns what a group holds.
func inner(tree *syntax.Regexp) *syntax.Regexp {
	for tree.Op == syntax.OpCapture {
		tree = tree.Sub[0]
	}
	return tree
}

// flat returns the parts of a sequence, those of sequences inside it too.
func flat(tree *syntax.Regexp) []*syntax.Regexp {
	tree = inner(tree)
	if tree.Op != syntax.OpConcat {
		return []*syntax.Regexp{tree}
	}
	var parts []*syntax.Regexp
	for _, sub := range tree.Sub {
		parts = append(parts, flat(sub)...)
	}
	return parts
}

// small returns characters as they stand in a text of small letters.
func small(runes ...rune) string {
	out := make([]rune, len(runes))
	for i, r := range runes {
		if out[i] = r; unicode.SimpleFold(r) != r {
			out[i] = unicode.ToLower(unicode.ToUpper(r)) // µ has two small forms, and prompts have the usual one
		}
	}
	return string(out)
}

// choices returns the texts that a part stands for, in small letters, if they are few and
// of one line.
func choices(part *syntax.Regexp) ([]string, bool) {
	part = inner(part)
	switch part.Op {
	case syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpLiteral:
		text := small(part.Rune...)
		return []string{text}, len(text) <= choiceBytesMax && !strings.ContainsAny(text, "\n\t|")
	case syntax.OpCharClass:
		return members(part.Rune)
	case syntax.OpQuest:
		texts, ok := choices(part.Sub[0])
		return united([]string{""}, texts), ok
	case syntax.OpConcat:
		texts, ok := []string{""}, true
		for _, sub := range part.Sub {
			more, fine := choices(sub)
			if !fine {
				return nil, false
			}
			if texts, ok = products(texts, more); !ok {
				return nil, false
			}
		}
		return texts, true
	case syntax.OpAlternate:
		var texts []string
		for _, sub := range part.Sub {
			more, ok := choices(sub)
			if !ok {
				return nil, false
			}
			if texts = united(texts, more); len(texts) > choicesMax {
				return nil, false
			}
		}
		return texts, true
	}
	return nil, false
}

// members returns the characters of a small class, in small letters.
func members(ranges []rune) ([]string, bool) {
	var texts []string
	for i := 0; i < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if len(texts) > 8 || strings.ContainsRune("\x00\n\t|", r) {
				return nil, false
			}
			texts = united(texts, []string{small(r)})
		}
	}
	return texts, len(texts) > 0
}

func united(texts, more []string) []string {
	for _, text := range more {
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

func products(before, after []string) ([]string, bool) {
	var texts []string
	for _, one := range before {
		for _, other := range after {
			if len(texts) == choicesMax || len(one)+len(other) > choiceBytesMax {
				return nil, false
			}
			texts = united(texts, []string{one + other})
		}
	}
	return texts, true
}

// automaton compiles a pattern that is no order of texts.
func (p *Pattern) automaton(tree *syntax.Regexp) error {
	large := refused(fmt.Sprintf("its automaton has more than %d steps", programMax))
	if stepsOf(tree) > programMax {
		return large
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return refused(err.Error())
	}
	if len(program.Inst) > programMax {
		return large
	}
	p.steps, p.start = program.Inst, program.Start
	p.first = firstOf(program)
	p.needs = needsOf(tree)
	return nil
}

// stepsOf returns how many steps an automaton has at least: some characters of a pattern
// stand for many thousands, which are not to be written out.
func stepsOf(tree *syntax.Regexp) int {
	steps := 0
	for _, sub := range tree.Sub {
		steps += stepsOf(sub)
	}
	switch tree.Op {
	case syntax.OpLiteral:
		return len(tree.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpRepeat:
		return steps * max(tree.Min, tree.Max)
	}
	return steps
}

// needsOf returns lists of texts of which one each stands in whatever meets a pattern.
func needsOf(tree *syntax.Regexp) [][]string {
	tree = inner(tree)
	if texts, ok := choices(tree); ok {
		if slices.Contains(texts, "") {
			return nil
		}
		return [][]string{texts}
	}
	var needs [][]string
	switch tree.Op {
	case syntax.OpConcat:
		for _, sub := range tree.Sub {
			needs = append(needs, needsOf(sub)...)
		}
	case syntax.OpPlus:
		return needsOf(tree.Sub[0])
	case syntax.OpRepeat:
		if tree.Min > 0 {
			return needsOf(tree.Sub[0])
		}
	case syntax.OpAlternate:
		var texts []string
		for _, sub := range tree.Sub {
			lists := needsOf(sub)
			if len(lists) == 0 {
				return nil
			}
			texts = united(texts, slices.MinFunc(lists, func(a, b []string) int { return len(a) - len(b) }))
			if len(texts) > choicesMax {
				return nil
			}
		}
		return [][]string{texts}
	}
	return needs
}

// firstMax is how many characters a match may begin with for them to be listed.
const firstMax = 40

// firstOf returns the characters that a match may begin with, or nil if they are many.
func firstOf(program *syntax.Prog) []rune {
	var first []rune
	seen := map[uint32]bool{}
	for todo := []uint32{uint32(program.Start)}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		switch inst := program.Inst[at]; inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, inst.Out, inst.Arg)
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			todo = append(todo, inst.Out)
		case syntax.InstRune, syntax.InstRune1:
			for _, span := range spans(inst) {
				if len(first)+int(span[1]-span[0]) >= firstMax {
					return nil
				}
				for r := span[0]; r <= span[1]; r++ {
					first = append(first, r)
				}
			}
		case syntax.InstFail:
		default:
			return nil
		}
	}
	slices.Sort(first)
	return slices.Compact(first)
}

// spans returns the ranges of characters that a step takes, as they stand in a text of
// small letters.
func spans(inst syntax.Inst) [][2]rune {
	if len(inst.Rune) == 1 {
		r := inst.Rune[0]
		list := [][2]rune{{r, r}}
		for other := unicode.SimpleFold(r); other != r && syntax.Flags(inst.Arg)&syntax.FoldCase != 0; other = unicode.SimpleFold(other) {
			list = append(list, [2]rune{other, other})
		}
		return slices.DeleteFunc(list, func(span [2]rune) bool { return unicode.ToLower(span[0]) != span[0] })
	}
	var list [][2]rune
	for i := 0; i+1 < len(inst.Rune); i += 2 {
		list = append(list, [2]rune{inst.Rune[i], inst.Rune[i+1]})
	}
	return list
}

// exampleOf returns a text that should meet a pattern: the first of each choice, the least
// of each repetition, and a blank for anything.
func exampleOf(tree *syntax.Regexp) string {
	switch tree.Op {
	case syntax.OpLiteral:
		return small(tree.Rune...)
	case syntax.OpCharClass:
		return exampleOfClass(tree.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpCapture, syntax.OpAlternate:
		return exampleOf(tree.Sub[0])
	case syntax.OpPlus:
		if inner(tree.Sub[0]).Op == syntax.OpAnyCharNotNL {
			return " "
		}
		return exampleOf(tree.Sub[0])
	case syntax.OpStar:
		if anything(tree) {
			return " "
		}
	case syntax.OpRepeat:
		if tree.Min > 0 {
			return strings.Repeat(exampleOf(tree.Sub[0]), tree.Min)
		}
		if inner(tree.Sub[0]).Op == syntax.OpAnyCharNotNL {
			return " "
		}
	case syntax.OpConcat:
		var text strings.Builder
		for _, sub := range tree.Sub {
			text.WriteString(exampleOf(sub))
		}
		return text.String()
	}
	return ""
}

func exampleOfClass(ranges []rune) string {
	for _, wanted := range " a1-" {
		for i := 0; i < len(ranges); i += 2 {
			if wanted >= ranges[i] && wanted <= ranges[i+1] {
				return string(wanted)
			}
		}
	}
	for i := 0; i < len(ranges); i += 2 {
		for r := ranges[i]; r <= min(ranges[i+1], ranges[i]+0xff); r++ {
			if !unwritable(r) {
				return small(r)
			}
		}
	}
	return ""
}

// unwritable reports whether a character stands in no scenario: YAML does not take some of
// those that nobody sees.
func unwritable(r rune) bool { return visible.Hidden(r) && r != '\t' && r != '\n' }
