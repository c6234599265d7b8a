package ruleimport

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/visible"
)

// promptBytesMax is how much of a prompt the ruleset reads; the Lua code has the same.
const promptBytesMax = 2000

// mark parts the words of a marked text.
const mark = "\x01"

// marked returns a text in small letters, with a mark before and after each word, each
// other sign, and each character of a script that does not part its words. So a keyword
// stands in a prompt as words of its own where its marked form stands in the prompt's. The
// Lua code does the same.
func marked(text string) string {
	var out strings.Builder
	out.WriteString(mark)
	closed := true
	single := func(part string) {
		if !closed {
			out.WriteString(mark)
		}
		out.WriteString(part)
		out.WriteString(mark)
		closed = true
	}
	blank := false
	for _, r := range strings.ToLower(text) {
		if r <= ' ' || r == 0x7f {
			if !blank {
				single(" ")
			}
			blank = true
			continue
		}
		blank = false
		if isLetter(r) {
			out.WriteRune(r)
			closed = false
			continue
		}
		single(string(r))
	}
	if !closed {
		out.WriteString(mark)
	}
	return out.String()
}

// letters are the ranges beyond ASCII whose scripts part words by blanks; signs are the
// punctuation inside them. The Lua code has the same.
var (
	letters = [][2]rune{{0xC0, 0xDFF}, {0x10A0, 0x177F}, {0x1800, 0x1FFF}, {0x2C00, 0x2DFF}, {0xA4D0, 0xABFF}}
	signs   = []rune{0xD7, 0xF7, 0x37E, 0x387, 0x55D, 0x589, 0x5BE, 0x5C0, 0x5C3, 0x60C, 0x61B, 0x61F, 0x6D4, 0x964, 0x965, 0x1362, 0x1363}
)

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return slices.ContainsFunc(letters, func(span [2]rune) bool { return r >= span[0] && r <= span[1] }) && !slices.Contains(signs, r)
}

// prompt is a text in the forms in which triggers are looked for.
type prompt struct {
	small, marked string
}

func newPrompt(text string) prompt {
	text = cutPrompt(text)
	return prompt{strings.ToLower(text), marked(text)}
}

func cutPrompt(text string) string {
	if len(text) > promptBytesMax {
		return text[:promptBytesMax]
	}
	return text
}

// meets returns the first trigger of a skill's words that the prompt meets, as the ruleset
// decides.
func (s *Skill) meets(p prompt) (Trigger, bool) {
	for _, keyword := range s.Keywords {
		if strings.Contains(p.marked, keyword.form) {
			return keyword, true
		}
	}
	for i := range s.Patterns {
		if s.Patterns[i].met(p.small) {
			return s.Patterns[i].Trigger, true
		}
	}
	return Trigger{}, false
}

// met reports whether a text in small letters meets the pattern.
func (p *Pattern) met(text string) bool {
	for _, texts := range p.needs {
		if !slices.ContainsFunc(texts, func(one string) bool { return strings.Contains(text, one) }) {
			return false
		}
	}
	return p.match.MatchString(text)
}

// holds returns the first keyword that stands anywhere in the prompt, inside a longer word
// too, as the scripts look for it that such files are made for.
func (s *Skill) holds(p prompt) (Trigger, bool) {
	for _, keyword := range s.Keywords {
		if strings.Contains(p.small, strings.ToLower(keyword.Text)) {
			return keyword, true
		}
	}
	return Trigger{}, false
}

// Limits of one path pattern.
const (
	pathBytesMax = 250 // of a file that is compared; the Lua code has the same
	globBytesMax = 200
	globFormsMax = 32 // paths that the choices of one path pattern stand for
)

// Glob is a path pattern, with its choices written out. In a form, "*" stays within a
// folder, and a folder "**" stands for any folders, also for none.
type Glob struct {
	Trigger
	forms  []string
	sample string // a path that it is met by; empty: none was found
}

// newGlob reads a path pattern of *, ** and {a,b}.
func newGlob(text string) (Glob, error) {
	if len(text) > globBytesMax {
		return Glob{}, refused(fmt.Sprintf("it has more than %d bytes", globBytesMax))
	}
	if strings.ContainsAny(text, `[]?\`) || strings.HasPrefix(text, "!") || extended().MatchString(text) {
		return Glob{}, refused("it has other signs than *, ** and {a,b}, as ?, [a-z], !(a) or a backslash")
	}
	variants, ok := braces(text)
	if !ok {
		return Glob{}, refused("its braces do not fit, or stand for too many paths")
	}
	g := Glob{}
	for _, variant := range variants {
		if form := formOf(variant); form != "" && !slices.Contains(g.forms, form) {
			g.forms = append(g.forms, form)
		}
	}
	if len(g.forms) == 0 {
		return Glob{}, refused("it names no path")
	}
	if sample := strings.NewReplacer("**/", "", "**", "file", "*", "file").Replace(g.forms[0]); g.met(sample) {
		g.sample = sample
	}
	return g, nil
}

var extended = lazyregexp.New(`[!*+@]\(`)

// formOf writes a path pattern so that "**" is a folder by itself.
func formOf(text string) string {
	if strings.HasSuffix(text, "/") {
		text += "**"
	}
	var form []string
	for segment := range strings.SplitSeq(text, "/") {
		switch {
		case segment == "" || segment == ".":
		case segment == "**":
			form = append(form, "**")
		case strings.HasPrefix(segment, "**"):
			form = append(form, "**", oneStar().ReplaceAllString(segment, "*"))
		case strings.HasSuffix(segment, "**"):
			form = append(form, oneStar().ReplaceAllString(segment, "*"), "**")
		default:
			form = append(form, oneStar().ReplaceAllString(segment, "*"))
		}
	}
	return strings.Join(form, "/")
}

var oneStar = lazyregexp.New(`\*+`)

// braces writes out the choices of a path pattern.
func braces(text string) ([]string, bool) {
	open := strings.IndexByte(text, '{')
	if open < 0 {
		return []string{text}, !strings.Contains(text, "}")
	}
	length := strings.IndexByte(text[open:], '}')
	if length < 0 || strings.Contains(text[open+1:open+length], "{") {
		return nil, false
	}
	var variants []string
	for one := range strings.SplitSeq(text[open+1:open+length], ",") {
		more, ok := braces(text[:open] + one + text[open+length+1:])
		if variants = append(variants, more...); !ok || len(variants) > globFormsMax {
			return nil, false
		}
	}
	return variants, true
}

// met reports whether a path meets one of the forms.
func (g *Glob) met(file string) bool {
	path := segments(file)
	return slices.ContainsFunc(g.forms, func(form string) bool { return pathFits(path, segments(form)) })
}

func segments(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
}

// pathFits compares from left to right, and goes back to the last "**" alone, so that the
// time is at most the product of both lengths. The Lua code does the same.
func pathFits(path, form []string) bool {
	i, j, star, again := 0, 0, -1, 0
	for i < len(path) {
		switch {
		case j < len(form) && form[j] == "**":
			star, again = j, i
			j++
		case j < len(form) && segmentFits(path[i], form[j]):
			i, j = i+1, j+1
		case star >= 0:
			again++
			i, j = again, star+1
		default:
			return false
		}
	}
	for j < len(form) && form[j] == "**" {
		j++
	}
	return j == len(form)
}

func segmentFits(text, form string) bool {
	parts := strings.Split(form, "*")
	if len(parts) == 1 {
		return text == form
	}
	rest, ok := strings.CutPrefix(text, parts[0])
	for _, part := range parts[1 : len(parts)-1] {
		at := strings.Index(rest, part)
		if !ok || at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return ok && strings.HasSuffix(rest, parts[len(parts)-1])
}

// touches returns the first path pattern of a skill that one of the files meets, and that
// file.
func (s *Skill) touches(files []string) (Glob, string, bool) {
	for _, file := range files {
		excepted := len(file) > pathBytesMax || slices.ContainsFunc(s.Except, func(g Glob) bool { return g.met(file) })
		if excepted {
			continue
		}
		for _, glob := range s.Paths {
			if glob.met(file) {
				return glob, file, true
			}
		}
	}
	return Glob{}, "", false
}

// decide returns the names of the skills that the ruleset suggests, in its order.
func (f *File) decide(text string, files []string) []string {
	p := newPrompt(text)
	if strings.Trim(text, " \t\r\n\v\f") == "" {
		return nil
	}
	type found struct{ rank, at int }
	var all []found
	for i := range f.Skills {
		s := &f.Skills[i]
		if s.Never {
			continue
		}
		if _, ok := s.meets(p); ok {
			all = append(all, found{s.rank() * 2, i})
		} else if _, _, ok := s.touches(files); ok || s.Always {
			all = append(all, found{s.rank()*2 + 1, i})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.rank - b.rank })
	var names []string
	for _, one := range all[:min(len(all), entriesMax)] {
		names = append(names, f.Skills[one.at].Name)
	}
	return names
}

// shown is a foreign text in one line of at most so many characters, without what hides.
func shown(text string, chars int) string { return cut.RunesEllipsis(visible.Line(text), chars) }
