package check

// declares are the words before the name of something that has members.
var declares = set("class struct interface trait enum impl object namespace record protocol extension module defmodule union message service table view type mod annotation actor contract package_type")

// hasMembers are values with members of their own.
var hasMembers = set("const let var val static")

// within follows declarations and the bodies behind them.
func (w *words) within(name string) {
	if w.syntax.indented {
		w.outdent()
	}
	switch {
	case w.method == 1:
		w.heading = append(w.heading, name)
		return
	case w.method == 2:
		if len(w.heading) > 0 {
			w.pairUp(w.heading[min(1, len(w.heading)-1)], name) // (s *Store[T]) Name
		}
		w.method, w.heading = 0, nil
		return
	case name == "func":
		w.method = 3
		return
	}
	w.method = 0
	if w.syntax.settings {
		return
	}
	if w.pending != nil && (w.begun || !declares()[name] && !hasMembers()[name]) {
		w.headed(name)
		return
	}
	w.open(false)
	lower := name
	if w.syntax.tables && len(name) <= 6 {
		lower = fold(name)
	}
	if (declares()[lower] || hasMembers()[lower]) && !isMember(w.joiner) {
		w.pending, w.heading, w.angle, w.paren = &scope{kind: lower, depth: w.depth}, nil, 0, 0
		if w.syntax.indented {
			w.pending.depth = w.indent
		}
	}
}

func isMember(joiner []byte) bool {
	return len(joiner) > 0 && (joiner[len(joiner)-1] == '.' || joiner[len(joiner)-1] == ':' || joiner[len(joiner)-1] == '-')
}

// headed reads a word of a declaration's heading.
func (w *words) headed(name string) {
	p := w.pending
	if w.syntax.tables {
		switch fold(name) {
		case "if", "not", "exists", "only", "table":
			return
		case "add", "alter", "drop", "rename", "as", "column", "set":
			if len(p.owners) > 0 && p.kind == "table" { // ALTER TABLE x ADD y: until the semicolon
				w.open(true)
			}
			return
		}
	}
	if w.angle > 0 || len(w.heading) > 40 {
		return
	}
	if len(p.owners) > 0 && !hasMembers()[p.kind] {
		w.pairUp(p.owners[0], name) // parameters of a class are members
	}
	if w.paren > 0 && !w.syntax.indented {
		return
	}
	w.heading = append(w.heading, name)
	switch {
	case len(p.owners) == 0 && declares()[name]: // static class, enum class
		p.kind, w.heading = name, nil
	case len(p.owners) == 0 || string(w.joiner) == "::" || w.syntax.tables && string(w.joiner) == ".":
		p.owners = []string{name}
	case p.kind == "impl" && w.heading[max(0, len(w.heading)-2)] == "for":
		w.adopt(p.owners[0], name)
		p.owners = []string{name}
	}
}

// adopt notes that a type has the members of another one.
func (w *words) adopt(parent, child string) {
	d := w.table.types[child]
	if d == nil {
		d = &declared{}
		w.table.types[child] = d
	}
	if len(d.parents) < 8 {
		d.parents = append(d.parents, parent)
	}
}

// open begins the body of what is pending.
func (w *words) open(body bool) {
	p := w.pending
	w.pending = nil
	if p == nil {
		return
	}
	if len(p.owners) > 0 && !hasMembers()[p.kind] {
		owner := p.owners[0]
		if w.table.types[owner] == nil {
			w.table.types[owner] = &declared{}
		}
		if p.kind != "impl" && !w.syntax.tables {
			for _, parent := range w.heading[min(1, len(w.heading)):] {
				if parent != owner && !headingWords()[parent] {
					w.adopt(parent, owner)
				}
			}
		}
	}
	w.heading = nil
	if body && len(p.owners) > 0 {
		w.scopes = append(w.scopes, *p)
	}
}

// headingWords stand in headings and name no parent.
var headingWords = set("extends implements with struct interface class enum for where final open public private internal abstract sealed data static export default of permits object func int string bool")

// bracket follows scopes.
func (w *words) bracket(c byte) {
	opens, closes := byte('{'), byte('}')
	if w.syntax.tables {
		opens, closes = '(', ')'
	}
	if w.pending != nil && c == '(' {
		w.paren++
	} else if w.pending != nil && c == ')' && w.paren > 0 {
		w.paren--
	}
	switch {
	case w.method == 3 && c == '(':
		w.method, w.heading = 1, nil
	case w.method == 1 && c == ')':
		w.method = 2
	case w.method == 3 && c != ' ', w.method == 2 && c != ' ':
		w.method = 0
	case w.pending != nil && c == '<':
		w.angle++
	case w.pending != nil && c == '>' && w.angle > 0:
		w.angle--
	case w.pending != nil && len(w.pending.owners) == 0 && c != ' ' && c != '\t' && c != '\n' && c != '*' && c != '&':
		w.pending = nil // the word is a name here
	case c == opens && !w.syntax.indented:
		w.open(true)
		w.depth++
	case c == closes && !w.syntax.indented:
		w.depth = max(0, w.depth-1)
		for n := len(w.scopes); n > 0 && w.scopes[n-1].depth >= w.depth; n = len(w.scopes) {
			w.scopes = w.scopes[:n-1]
		}
	case c == ';' && !w.syntax.indented:
		w.open(false)
		if w.syntax.tables {
			w.scopes, w.depth = nil, 0
		}
	case w.pending == nil:
	case c == ':' && w.syntax.indented && !hasMembers()[w.pending.kind]:
		w.open(true)
	case c == '\n' && w.syntax.indented:
		w.open(w.pending.kind != "type" && !hasMembers()[w.pending.kind])
	case c == '\n' && len(w.pending.owners) > 0 && hasMembers()[w.pending.kind]:
		w.pending = nil
	case c == '(' && hasMembers()[w.pending.kind], c == '=' && w.pending.kind == "type" && !w.braced():
		w.open(false)
	}
}

// braced reports whether a type may still get a body: type X = { … }.
func (w *words) braced() bool { return len(w.heading) == 1 }

// outdent ends the scopes that the line's indentation ends.
func (w *words) outdent() {
	if w.begun {
		return
	}
	for n := len(w.scopes); n > 0 && w.scopes[n-1].depth >= w.indent; n = len(w.scopes) {
		w.scopes = w.scopes[:n-1]
	}
}
