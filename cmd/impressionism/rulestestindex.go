package main

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/ruletest"
)

// scenarioIndex indexes a scenario's skills really.
func (a *app) scenarioIndex(skills []abi.Item) (ruletest.Searcher, error) {
	return ruletest.OpenIndex(a.pools(), a.now, skills)
}
