package cli

import (
	"os"

	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Typed reports whether the input is a terminal, on which nobody may mean to type.
func Typed(e *env.Env) bool {
	input, ok := e.In.(*os.File)
	return ok && isTerminal(input)
}

// Shown reports whether a terminal shows what is printed.
func Shown(e *env.Env) bool {
	output, ok := e.RawOut.(*os.File)
	return ok && isTerminal(output)
}
