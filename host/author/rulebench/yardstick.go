package rulebench

import (
	"embed"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// The yardstick is a ruleset with one scenario that every bench plays beside what
// it measures. Times are told and saved as multiples of its time, since those
// differ less between machines and hours than milliseconds do. See RATIONALE.md, "Why
// are times multiples of a yardstick?".
//
//go:embed yardstick
var yardstickFiles embed.FS

func yardstick() (Ruleset, error) {
	loaded, err := engine.Find(engine.Places{Builtin: yardstickFiles}).Load("builtin/yardstick")
	if err != nil {
		return Ruleset{}, fmt.Errorf("yardstick: %w", err)
	}
	for name, data := range loaded.Files() {
		if strings.HasPrefix(name, "scenarios/") {
			return Ruleset{Ruleset: loaded, Scenarios: []ruletest.File{{Name: "yardstick", Path: name, Data: data}}}, nil
		}
	}
	return Ruleset{}, fmt.Errorf("yardstick: it has no scenario")
}
