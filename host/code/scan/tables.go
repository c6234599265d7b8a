package scan

import (
	"strings"
	"sync"

	"github.com/ed-irl/impressionism/host/code"
)

// words is a set of words.
func words(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// heads is a table of heads from words by what they begin.
type heads map[string]head

func (h heads) add(words string, kind code.Kind, b body, name func(*machine, int, int) naming) heads {
	for _, w := range strings.Fields(words) {
		h[w] = head{kind, b, name}
	}
	return h
}

// tables are the languages that the machine reads. They are made when a text is first read,
// not at the start of every process.
var tables = sync.OnceValue(func() map[code.Language]*table {
	return map[code.Language]*table{
		code.Go: goTable(), code.Rust: rustTable(), code.Java: javaTable(), code.TypeScript: scriptTable(),
		code.JavaScript: scriptTable(), code.C: cTable(), code.CPP: cppTable(), code.CSharp: csharpTable(),
		code.Kotlin: kotlinTable(), code.PHP: phpTable(), code.Swift: swiftTable(),
	}
})

// goTable is for texts that Go's own parser makes nothing of.
func goTable() *table {
	return &table{
		lexis: lexis{slashes: true, blocks: true, quotes: `"'`, long: "`"},
		heads: heads{}.
			add("func", code.Function, leaf, goFunc).
			add("type", code.Type, leaf, nil).
			add("var const", code.Variable, either, nil).
			add("import", "", imports, nil),
		newlines: true, postfix: "?",
	}
}

func rustTable() *table {
	return &table{
		lexis: lexis{slashes: true, blocks: true, nested: true, long: `"`, special: rustToken},
		heads: heads{}.
			add("fn", code.Function, leaf, nil).
			add("struct enum", code.Type, leaf, nil).
			add("union", code.Type, leaf, contextual).
			add("trait", code.Type, members, nil).
			add("impl", code.Type, addendum, rustImpl).
			add("type", code.Type, value, nil).
			add("const static", code.Variable, value, rustConst).
			add("macro_rules", code.Function, leaf, rustMacro).
			add("macro", code.Function, leaf, contextual).
			add("mod", "", through, nil).
			add("use", "", imports, nil),
		modifiers: words("pub unsafe async extern default crate const"),
	}
}

func javaTable() *table {
	return &table{
		lexis: lexis{slashes: true, blocks: true, quotes: `"'`, triple: `"`, words: "$"},
		heads: heads{}.
			add("class interface", code.Type, members, nil).
			add("enum", code.Type, entries, nil).
			add("record", code.Type, members, contextual).
			add("import", "", imports, nil),
		modifiers: words("public protected private static final abstract native synchronized strictfp transient volatile default sealed non"),
		callables: true, abstract: true,
	}
}

func csharpTable() *table {
	return &table{
		lexis: lexis{slashes: true, blocks: true, quotes: `"'`, directives: true, special: csharpToken},
		heads: heads{}.
			add("class struct interface", code.Type, members, nil).
			add("enum", code.Type, leaf, nil).
			add("record", code.Type, members, secondWord).
			add("delegate", code.Type, leaf, delegate).
			add("namespace", "", through, nil).
			add("using", "", imports, nil),
		modifiers: words("public protected private internal static readonly sealed abstract virtual override async partial extern unsafe new file required const volatile global ref"),
		callables: true, abstract: true, brackets: true,
	}
}

func cHeads() heads {
	return heads{}.
		add("struct union enum", code.Type, leaf, structName).
		add("typedef", code.Type, value, typedefName)
}

func cTable() *table {
	return &table{
		lexis:     lexis{slashes: true, blocks: true, quotes: `"'`, directives: true},
		heads:     cHeads(),
		modifiers: words("static extern inline __inline __inline__ __extension__ register volatile"),
		callables: true,
	}
}

func cppTable() *table {
	return &table{
		lexis: lexis{slashes: true, blocks: true, quotes: `"'`, directives: true, special: cppToken},
		heads: cHeads().
			add("class struct union", code.Type, members, structName).
			add("using", code.Type, value, usingName).
			add("concept", code.Type, value, nil).
			add("namespace", "", through, nil),
		modifiers: words("static extern inline virtual explicit friend constexpr consteval constinit template export volatile public private protected"),
		callables: true,
	}
}

func kotlinTable() *table {
	return &table{
		lexis: lexis{slashes: true, blocks: true, nested: true, quotes: `"'`, triple: `"`, ticks: true, inside: "${"},
		heads: heads{}.
			add("class interface", code.Type, members, secondWord).
			add("object", code.Type, members, nil).
			add("enum", code.Type, entries, secondWord).
			add("companion", code.Type, addendum, kotlinCompanion).
			add("fun", code.Function, either, kotlinFun).
			add("constructor", code.Function, either, ownName).
			add("typealias", code.Type, value, nil).
			add("val var", code.Variable, either, kotlinFun).
			add("import", "", imports, nil),
		modifiers: words("public protected private internal open final abstract sealed data inner value inline noinline crossinline infix operator tailrec suspend override lateinit external annotation const expect actual vararg"),
		continues: words("else catch finally where by as in is get set"),
		joins:     words("else where by as in is"),
		newlines:  true, postfix: "?!",
	}
}

func swiftTable() *table {
	return &table{
		lexis: lexis{slashes: true, blocks: true, nested: true, quotes: `"`, triple: `"`, ticks: true, inside: `\(`, directives: true, special: swiftToken},
		heads: heads{}.
			add("class struct protocol actor", code.Type, members, nil).
			add("enum", code.Type, members, nil).
			add("extension", code.Type, addendum, dottedName).
			add("func", code.Function, leaf, signName).
			add("init deinit subscript", code.Function, leaf, ownName).
			add("typealias associatedtype", code.Type, value, nil).
			add("let var", code.Variable, either, nil).
			add("macro", code.Function, value, contextual).
			add("import", "", imports, nil),
		modifiers: words("public private fileprivate internal open final class static override mutating nonmutating required convenience lazy weak unowned indirect dynamic optional prefix postfix infix nonisolated isolated distributed package"),
		continues: words("else catch where as in is throws rethrows async"),
		joins:     words("else where as in is"),
		newlines:  true, postfix: "?!",
	}
}

func phpTable() *table {
	return &table{
		lexis: lexis{slashes: true, blocks: true, long: `"'`, words: "$", special: phpToken},
		heads: heads{}.
			add("class interface trait", code.Type, members, nil).
			add("enum", code.Type, members, contextual).
			add("function", code.Function, leaf, phpFunction).
			add("const", code.Variable, value, nil).
			add("namespace if else elseif", "", through, nil).
			add("use", "", imports, nil),
		modifiers: words("public protected private static abstract final readonly var"),
	}
}

func scriptTable() *table {
	return &table{
		lexis:     lexis{slashes: true, blocks: true, quotes: `"'`, words: "$"},
		modifiers: words("export default declare abstract async public private protected static readonly override accessor"),
		continues: words("else catch finally extends implements in of as instanceof satisfies from is"),
		joins:     words("else extends implements in of as instanceof satisfies is keyof return typeof infer new"),
		newlines:  true,
		statement: (*machine).script,
	}
}
