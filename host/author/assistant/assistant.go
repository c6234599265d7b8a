// Package assistant holds the names by which authors of skills call the model. A skill
// uses the name that its author knew, whichever client reads it.
package assistant

import (
	_ "embed"
	"strings"
)

// names has a name in lower case on each line.
//
//go:embed names.txt
var names string

// Names is a part of a regular expression that matches one of the names, in lower case.
var Names = strings.ReplaceAll(strings.TrimSpace(names), "\n", "|")
