// Package code names what the search of a project's sources is about: languages, places and
// cut texts. It reads no file and knows no store.
package code

// Language is a programming language by its lower-case name, as in "go" or "typescript"; ""
// is none that is known.
type Language string

// Kind is what a place holds.
type Kind string

// The kinds of places.
const (
	Function Kind = "function"
	Method   Kind = "method"
	Type     Kind = "type"     // class, struct, interface, enum, trait: for those with members, the lines that no member has
	Variable Kind = "variable" // variables and constants
	Rest     Kind = "rest"     // what lies between definitions
	Window   Kind = "window"   // of a file that was not cut by its definitions
)

// Place is a stretch of whole lines of one text. The places of a text are in order and do not
// overlap.
type Place struct {
	Start, End int    // lines from 1, both included; a definition's include its doc comment
	Symbol     string // as in "Mux.Use" or "parse_args"; of a part, that of the whole; "": none
	Kind       Kind
	Doc        string // the doc comment without its marks, at most DocBytesMax
}

// DocBytesMax bounds Place.Doc.
const DocBytesMax = 400

// Text is a file's content, cut into places.
type Text struct {
	Language Language
	Imports  []string // as written, at most ImportsMax
	Places   []Place
	Windows  string // why it was cut at blank lines; "" where it was cut by its definitions
}

// ImportsMax bounds Text.Imports.
const ImportsMax = 100
