package rulelint

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

// known is what a guest can name.
var known = sync.OnceValue(lua.Known)

// forbidden is what Lua has and the sandbox does not, with what to do instead.
var forbidden = map[string]string{
	"print": `Use impressionism.log("info", …); impressionism why shows it.`,
	"os":    "Leave it out: a ruleset has no files, programs or environment, and context.now is its only clock.",
	"io":    "Leave it out: a ruleset reads no files; what it may know comes by host calls.",
	"debug": "Leave it out.", "package": "Use require with a name that is written out.", "module": "Return a table at the end of the file instead.",
	"load": "Write the code into a module and require it.", "loadstring": "Write the code into a module and require it.",
	"loadfile": "Put the file beside the ruleset and require it.", "dofile": "Put the file beside the ruleset and require it.",
	"coroutine": "Use plain functions and closures.", "collectgarbage": "Leave it out: memory is counted by the sandbox.",
	"getfenv": "Leave it out.", "setfenv": "Leave it out.", "newproxy": "Leave it out.",
	"rawget": "Index the table.", "rawset": "Assign to the table.", "rawequal": "Compare with ==.", "rawlen": "Use #.",
	"_G": "Use a table of your own.", "_ENV": "Use a table of your own.",
	"bit": "Calculate with math.floor and %.", "bit32": "Calculate with math.floor and %.", "utf8": `Use patterns: [%z\1-\127\194-\244][\128-\191]* is one character.`,
}

func (l *linter) read(s script, name lua.Name) {
	base, inner, dotted := strings.Cut(name.Text, ".")
	fields, exists := known()[base]
	if base == moduleImpressionism && dotted {
		if _, ok := abi.Lookup(inner); !ok && !name.Guarded {
			l.unknownCall(s, name.Line, inner)
		}
		return
	}
	switch {
	case name.Guarded:
	case !exists && forbidden[base] != "":
		l.find("global-forbidden", s.place(name.Line, base), forbidden[base], "The sandbox has no %s.", base)
	case !exists:
		l.find("global-unknown", s.place(name.Line, base), didYouMean(base, slices.Collect(maps.Keys(known())), "Declare it with local before it is used, or pass it in."),
			"Nothing of the name %.60s is in scope here, so it is nil.", base)
	case dotted && !slices.Contains(fields, inner):
		l.find("library-unknown", s.place(name.Line, inner), didYouMean(inner, fields, "The library "+base+" has "+strings.Join(slices.Sorted(slices.Values(fields)), ", ")+"."),
			"The sandbox has no %.60s.", name.Text)
	}
}

func (l *linter) write(s script, name lua.Name) {
	if _, exists := known()[name.Text]; exists {
		l.find("global-assigned", s.place(name.Line, name.Text), "Choose another name, and declare it with local.", "%.60s is a function or library of the sandbox; from here on it is something else.", name.Text)
		return
	}
	l.find("global-assigned", s.place(name.Line, name.Text), "Put local before it.", "%.60s is a global variable: every module of the ruleset sees it, and a misspelt name would not be found.", name.Text)
}

func (l *linter) unknownCall(s script, line int, name string) {
	names := callNames()
	for _, alias := range lua.Aliases {
		names = append(names, alias.Name)
	}
	l.find("call-unknown", s.place(line, name), didYouMean(name, names, "Remove it, or use a newer impressionism; docs/rulesets/host-calls.md has them all."),
		"This host has no call %.60q.", name)
}
