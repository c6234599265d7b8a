package rank

import (
	"strings"

	"github.com/ed-irl/impressionism/host/internal/ascii"
)

// isCode reports a line of source code or data, by its shape alone. Prose that
// starts with a keyword ("let me know", "import the data") is none.
func isCode(line string) bool {
	trimmed := strings.TrimLeft(line, " \t")
	if trimmed == "" {
		return false
	}
	if strings.IndexByte(";{}", trimmed[len(trimmed)-1]) >= 0 || trimmed[0] == '}' {
		return true
	}
	if hasAnyPrefix(trimmed, "//", "/*", "*/", "#include", "#define", "#!/") {
		return true
	}
	if trimmed[0] == '<' && trimmed[len(trimmed)-1] == '>' || trimmed[0] == '"' && strings.Contains(trimmed, `":`) {
		return true
	}
	if indented(line) && !isBullet(trimmed) && (strings.ContainsAny(trimmed, "=()[]{}<>") || strings.HasPrefix(trimmed, "return ")) {
		return true
	}
	return isDefinition(trimmed) || isImport(trimmed) || isStatement(trimmed)
}

func indented(line string) bool { return line[0] == '\t' || strings.HasPrefix(line, "  ") }

// isBullet reports an entry of a list: "- …", "* …", "2. …".
func isBullet(trimmed string) bool {
	mark, _, _ := strings.Cut(trimmed, " ")
	return mark == "-" || mark == "*" || mark == "•" || digits(strings.TrimRight(mark, ".)"))
}

// isDefinition reports the head of a function or class.
func isDefinition(line string) bool {
	return hasAnyPrefix(line, "def ", "async def ", "class ", "func ", "function ", "fn ") &&
		(strings.HasSuffix(line, ":") || strings.HasSuffix(line, ")")) &&
		(strings.Contains(line, "(") || len(strings.Fields(line)) == 2)
}

func isImport(line string) bool {
	fields := strings.Fields(line)
	switch {
	case len(fields) >= 4 && fields[0] == "from":
		return fields[2] == "import"
	case len(fields) == 2 && fields[0] == "import":
		return true
	case len(fields) == 4 && fields[0] == "import":
		return fields[2] == "as" || fields[2] == "from"
	}
	return false
}

// isStatement reports an assignment ("const a.b = …", "x += 1") or a call
// ("console.log(x)").
func isStatement(line string) bool {
	for _, keyword := range []string{"const ", "let ", "var ", "export ", "public ", "private ", "static ", "return "} {
		line = strings.TrimPrefix(line, keyword)
	}
	name := strings.IndexFunc(line, func(r rune) bool { return r > 'z' || !ascii.IsAlphanumeric(byte(r)) && r != '_' && r != '.' })
	if name <= 0 {
		return false
	}
	rest := line[name:]
	if rest[0] == '(' || rest[0] == '[' {
		return rest[len(rest)-1] == ')' || rest[0] == '[' && strings.Contains(rest, "] = ")
	}
	return hasAnyPrefix(strings.TrimLeft(rest, " "), "= ", ":= ", "+= ", "-= ", "=> ")
}
