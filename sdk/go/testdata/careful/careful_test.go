package main

import (
	"testing"

	"github.com/ed-irl/impressionism/sdk/go/rulesettest"
)

func TestScenarios(t *testing.T) {
	rulesettest.Run(t, ruleset, "ruleset.json", "scenarios")
}
