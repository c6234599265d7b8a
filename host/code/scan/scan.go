// Package scan cuts source text into places: definitions with their doc comments, what lies
// between them, and windows where a language is not known. Go is read by the standard
// library's parser, the other languages by a scanner of its own that knows strings, comments,
// brackets and heads of definitions, one table a language. The package is pure: no file, no
// clock, no process. See RATIONALE.md, "Why is code cut, stored and ranked by parts of its
// own?".
package scan

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/code"
)

// Limits bound what one text may cost, and say how long places are. A text beyond a limit is
// cut at blank lines, and Text.Windows names the limit.
type Limits struct {
	Bytes       int // of the text
	LineBytes   int // of one line
	Nesting     int // of brackets
	StepsAByte  int // of the scanner; a step is a token looked at
	PlaceLines  int // of a place; a longer definition is cut at blank lines
	WindowLines int // of a window, about
	Places      int // of a text; one with more is cut into windows
	Overlap     int // lines that a window or a part repeats of the one before; 0: places do not overlap
}

// DefaultLimits returns the limits that an index uses. Overlap brings nothing to a search
// (measured, 2026), so there is none.
func DefaultLimits() Limits {
	return Limits{Bytes: 1 << 20, LineBytes: 100_000, Nesting: 500, StepsAByte: 16, PlaceLines: 60, WindowLines: 40, Places: 1 << 15}
}

// Definition is what a language defines by a name: a function, a type, a member, a variable.
// Functions inside functions are no definitions of their own.
type Definition struct {
	Start, End int // lines from 1, both included, with the doc comment, decorators and attributes
	Line       int // where the name stands
	Symbol     string
	Kind       code.Kind
	Doc        string
	members    bool // has definitions inside, which follow it
	open       bool // has no body, as an overload's signature
	place      bool // false: its lines are told as rest, as those of a namespace
}

// Cut returns the places of a text, in order. They hold every line that says more than the end
// of a block, and never overlap where limits.Overlap is 0. Symbols of members are dotted in every
// language, as in "Type.method" or "Outer.Inner.method", without packages and modules.
func Cut(language code.Language, source []byte, limits Limits) code.Text {
	lines := linesOf(source)
	found, err := read(language, source, lines, limits)
	text := code.Text{Language: language, Imports: found.imports}
	if err != nil {
		text.Windows = err.Error()
		text.Places = windows(lines, limits)
		return text
	}
	text.Places = places(lines, found.definitions, limits)
	if len(text.Places) > limits.Places {
		text.Windows = fmt.Sprintf("more than %d places", limits.Places)
		text.Places = windows(lines, limits)
	}
	return text
}

// Definitions returns the definitions of a text in the order of their first lines, an outer
// one before those inside it. The error says why the text is cut into windows instead.
func Definitions(language code.Language, source []byte, limits Limits) ([]Definition, error) {
	found, err := read(language, source, linesOf(source), limits)
	return slices.DeleteFunc(found.definitions, func(d Definition) bool { return !d.place }), err
}

// reading is what a reader found in a text.
type reading struct {
	definitions []Definition
	imports     []string
}

// read finds the definitions of a text. A panic is a defect of the reader, and costs the
// definitions of this text only.
func read(language code.Language, source []byte, lines lines, limits Limits) (found reading, err error) {
	defer func() {
		if r := recover(); r != nil {
			found, err = reading{}, fmt.Errorf("the scanner failed: %v", r)
		}
	}()
	if len(source) > limits.Bytes {
		return reading{}, fmt.Errorf("more than %d bytes", limits.Bytes)
	}
	if n := lines.longest(); n > limits.LineBytes {
		return reading{}, fmt.Errorf("a line of more than %d bytes", limits.LineBytes)
	}
	if bytes.IndexByte(source, 0) >= 0 {
		return reading{}, fmt.Errorf("a NUL: binary or UTF-16")
	}
	found, err = readAs(language, source, lines, limits)
	found.imports = importsOf(found.imports)
	found.definitions = ordered(found.definitions, lines.count())
	return found, err
}

// readAs reads a text by the reader of its language.
func readAs(language code.Language, source []byte, lines lines, limits Limits) (reading, error) {
	switch language {
	case code.Go:
		if r, err := readGo(source, lines, limits); err == nil || len(r.definitions) > 0 {
			return r, nil
		}
	case code.Python, code.Ruby, code.Shell:
		return readIndented(language, string(source), lines, limits)
	}
	t, ok := tables()[language]
	if !ok {
		return reading{}, fmt.Errorf("no table for the language %q", language)
	}
	if t.statement != nil {
		return scanned(t, lexScript(string(source), t.lexis), lines, limits)
	}
	return scanned(t, lex(string(source), t.lexis), lines, limits)
}

// importBytesMax bounds one import: beyond it a list of names in braces is cut off.
const importBytesMax = 200

// importsOf bounds imports, and makes each one line.
func importsOf(imports []string) []string {
	imports = imports[:min(len(imports), code.ImportsMax)]
	for i, s := range imports {
		s = strings.Join(strings.Fields(s[:min(len(s), 4*importBytesMax)]), " ")
		imports[i] = strings.ToValidUTF8(s[:min(len(s), importBytesMax)], "\uFFFD")
	}
	return imports
}

// ordered sorts definitions by their first lines, joins an overload's signature with what
// follows under the same name, and drops what another definition's line holds already.
func ordered(definitions []Definition, lines int) []Definition {
	slices.SortStableFunc(definitions, func(a, b Definition) int { return a.Start - b.Start })
	kept := definitions[:0]
	for _, d := range definitions {
		d.Start = max(d.Start, 1)
		d.End = max(min(d.End, lines), d.Start)
		if n := len(kept) - 1; n >= 0 && !d.members {
			p := &kept[n]
			if p.open && p.Symbol == d.Symbol && d.Start <= p.End+1 {
				d.Start, d.Line = p.Start, max(d.Line, p.Line)
				if p.Doc != "" {
					d.Doc = p.Doc
				}
				*p = d
				continue
			}
		}
		kept = append(kept, d)
	}
	return kept
}
