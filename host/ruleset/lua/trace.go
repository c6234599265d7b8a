package lua

import (
	"strings"

	vm "github.com/yuin/gopher-lua"
)

const (
	messageBytesMax = 2 << 10 // of an uncaught error
	traceLinesMax   = 6
)

// traceback names the innermost calls, one to a line.
func (g *guest) traceback(L *vm.LState) string {
	var lines []string
	last := ""
	for level := 0; level < 2*traceLinesMax && len(lines) < traceLinesMax; level++ {
		where := strings.TrimSuffix(L.Where(level), ":")
		if where == "" || where == last || strings.HasPrefix(where, "[G]") {
			continue
		}
		lines, last = append(lines, where), where
	}
	return strings.Join(lines, "\n")
}

// place returns "file:line" of the Lua code that is running, or nothing.
func (g *guest) place() string {
	if g.compiling != "" {
		return g.compiling
	}
	for level := range 4 {
		where := strings.TrimSuffix(g.running.Where(level), ":")
		if where != "" && !strings.HasPrefix(where, "[G]") {
			return where
		}
	}
	return ""
}

// hideAddresses takes machine addresses out of the interpreter's messages, for
// equal inputs give equal bytes.
func hideAddresses(text string) string {
	var out strings.Builder
	for {
		at := strings.Index(text, ": 0x")
		if at < 0 {
			break
		}
		end := at + len(": 0x")
		for end < len(text) && strings.IndexByte("0123456789abcdef", text[end]) >= 0 {
			end++
		}
		out.WriteString(text[:at])
		text = text[end:]
	}
	if out.Len() == 0 {
		return text
	}
	return out.String() + text
}
