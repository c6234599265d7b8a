// Package builtin embeds the rulesets that are part of the program, one folder
// each; the folder `default` is the ruleset `builtin/default`. It knows nothing
// of how they are found or run.
package builtin

import "embed"

// FS holds the folders of the built-in rulesets.
//
//go:embed default aggressive conservative minimal
var FS embed.FS
