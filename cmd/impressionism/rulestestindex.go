package main

import (
	"errors"
	"os"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/author/ruletest"
)

// shelf is a scenario's index in a folder of its own, which goes with it.
type shelf struct {
	*host.Shelf
	folder string
}

func (s shelf) Close() error { return errors.Join(s.Shelf.Close(), os.RemoveAll(s.folder)) }

// scenarioIndex indexes a scenario's skills really.
func (a *app) scenarioIndex(skills []abi.Item) (ruletest.Searcher, error) {
	folder, err := os.MkdirTemp("", "impressionism-index-")
	if err != nil {
		return nil, err
	}
	opened, err := host.OpenShelf(folder, a.pools(), a.now, skills)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return shelf{opened, folder}, nil
}
