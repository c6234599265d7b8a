package check

import (
	"slices"
	"strings"
)

// words reads the words of one file into the table: names, which name stands within which
// type and behind which other name, and the flags that the file defines.
type words struct {
	table  *table
	file   int32
	syntax syntax

	last   string // the name before
	joiner []byte // what stands between that name and the next; nil if too much
	run    string // names joined by hyphens, as far as read

	scopes  []scope
	depth   int
	pending *scope   // a scope whose body has not begun
	heading []string // its words before the body
	indent  int
	begun   bool // the line has a word
	method  int  // of Go's func (r *Type) Name: how far it is read
	angle   int  // depth of angle brackets in a heading
	paren   int  // depth of parentheses in a heading
	option  bool // the run began with two hyphens

	literals []string // strings of one word
	fields   []string // names before a colon or an equals sign
	cli      bool     // the file defines flags
	derives  bool     // the file's flags have the names of its fields
}

// scope is the body of a type or the like.
type scope struct {
	owners []string
	kind   string
	depth  int // of braces outside of the body, or the indentation of its heading
}

func newWords(t *table, file int32, s syntax) *words {
	return &words{table: t, file: file, syntax: s}
}

const (
	joinerMax = 5
	ownersMax = 4
	listMax   = 5000
)

// part reads a part of the file.
func (w *words) part(text []byte, quoted bool) {
	if quoted {
		w.quoted(text)
		return
	}
	for i := 0; i < len(text); {
		c := text[i]
		if isLetter(c) || isDigit(c) {
			end := i + 1
			for end < len(text) && isWordByte(text[end]) {
				end++
			}
			w.name(text[i:end], true)
			i = end
			continue
		}
		w.mark(c)
		i++
	}
}

// quoted reads a string. One of a single word may name a flag.
func (w *words) quoted(text []byte) {
	before, joiner := w.last, w.joiner
	w.last, w.joiner, w.run = "", nil, ""
	if j := string(joiner); j == "[" || j == "][" { // settings["tide"]["cache"]
		w.last, w.joiner = before, joiner
	}
	single := len(text) > 0 && len(text) <= wordBytesMax
	for i := 0; i < len(text); {
		c := text[i]
		if isLetter(c) || isDigit(c) {
			end := i + 1
			for end < len(text) && isWordByte(text[end]) {
				end++
			}
			w.name(text[i:end], false)
			i = end
			continue
		}
		single = single && (c == '-' || c == '.')
		w.join(c)
		i++
	}
	if single && len(w.literals) < listMax {
		w.literals = append(w.literals, strings.Trim(string(text), "-."))
	}
}

// name reads a name or number.
func (w *words) name(text []byte, code bool) {
	if len(text) > wordBytesMax {
		w.last, w.joiner, w.run = "", nil, ""
		return
	}
	name := w.put(text)
	joiner := string(w.joiner)
	if joiner == "-" && w.run != "" && len(w.run)+len(name) < wordBytesMax {
		w.run += "-" + name
		w.put([]byte(w.run))
	} else {
		w.run, w.option = name, strings.HasSuffix(joiner, "--")
	}
	if w.option {
		w.defines(w.run)
	}
	if joinsMembers(joiner) && w.last != "" {
		w.pairUp(w.last, name)
	} else if joiner == "/" && w.last != "" {
		w.pairUp(w.last+"/", name)
	}
	if w.last == "long" && joiner == `:"` {
		w.defines(name)
	}
	if code {
		w.within(name)
	}
	for i := len(w.scopes) - 1; i >= max(0, len(w.scopes)-ownersMax); i-- {
		for _, owner := range w.scopes[i].owners {
			w.pairUp(owner, name)
		}
	}
	w.cli = w.cli || flagWords()[name]
	w.derives = w.derives || deriveWords()[name]
	w.last, w.joiner = name, make([]byte, 0, joinerMax)
	w.begun = true
}

// joinsMembers reports whether a member's name stands behind its owner's with this between.
func joinsMembers(joiner string) bool {
	switch joiner {
	case ".", "::", "->", "#", "?.", "!.", "().", ")::", "][", "[", `.["`, "$", ":":
		return true
	}
	return false
}

// put notes a word, and returns it as the table has it.
func (w *words) put(text []byte) string {
	if !slices.ContainsFunc(text, isLetter) {
		return string(text) // numbers are no names
	}
	entry := w.table.words[string(text)]
	if entry == nil {
		entry = &word{}
		w.table.words[string(text)] = entry
	}
	if n := len(entry.files); !entry.everyone && (n == 0 || entry.files[n-1] != w.file) {
		if entry.files = append(entry.files, w.file); n >= filesMax {
			entry.files, entry.everyone = nil, true
		}
	}
	return string(text)
}

func (w *words) pairUp(owner, member string) {
	if owner != member {
		w.table.pairs[w.table.pair(owner, member)] = true
	}
}

func (w *words) join(c byte) {
	if w.joiner == nil || len(w.joiner) == joinerMax || c == ' ' || c == '\n' || c == '\t' {
		w.joiner = nil
		if c == '-' {
			w.joiner = append(make([]byte, 0, joinerMax), c)
			w.last, w.run = "", ""
		}
		return
	}
	w.joiner = append(w.joiner, c)
}

// mark reads a character between names.
func (w *words) mark(c byte) {
	switch c {
	case ':', '=':
		if len(w.joiner) == 0 && w.joiner != nil && w.last != "" && len(w.fields) < listMax {
			w.fields = append(w.fields, w.last)
		}
	case '\n':
		w.begun, w.indent = false, 0
	case ' ':
		if !w.begun {
			w.indent++
		}
	case '\t':
		if !w.begun {
			w.indent += 4
		}
	}
	w.bracket(c)
	if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
		w.begun = true
	}
	w.join(c)
}

// defines notes a flag of the file.
func (w *words) defines(name string) {
	w.table.options[fold(name)] = strings.ReplaceAll(name, "_", "-")
}

// end notes the flags, when the whole file is known.
func (w *words) end() {
	if w.cli {
		for _, literal := range w.literals {
			w.defines(literal)
		}
	}
	if w.derives {
		for _, field := range w.fields {
			w.defines(field)
		}
	}
}

// flagWords stand in files that define flags by name, deriveWords where fields become flags.
var (
	flagWords = set("flag Flags FlagSet pflag kingpin cobra argparse optparse getopt_long getopts Arg yargs minimist parseArgs meow oclif cac " +
		"cxxopts program_options jcommander GetoptLong urfave")
	deriveWords = set("clap structopt StructOpt argh bpaf typer cyclopts kong tyro parseArgs minimist yargs meow citty thor Thor")
)
