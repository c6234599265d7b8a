package conformance

import (
	"regexp"

	"github.com/ed-irl/impressionism/abi"
)

// Probe is the probe guest of one language, ready to start.
type Probe struct {
	Language string
	Start    abi.Start
	Program  abi.Program
	// Place matches how an error names file and line of the author's source. Nil:
	// the language does not know them.
	Place *regexp.Regexp
	// BareLists: items gives the items alone, as in Lua.
	BareLists bool
}
