package main

import (
	"fmt"

	impressionism "github.com/ed-irl/impressionism/sdk/go"
)

var ruleset = impressionism.Ruleset{Activation: activation}

func init() { impressionism.Register(ruleset) }

func main() {}

func activation(context impressionism.Context) ([]impressionism.Entry, error) {
	threshold, err := impressionism.Param("similarity_threshold", 0.5)
	if err != nil {
		return nil, err
	}
	hits, err := impressionism.Search(impressionism.SearchRequest{Text: context.UserPrompt, Limit: 10})
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	var entries []impressionism.Entry
	for _, hit := range hits {
		impressionism.Debugf("%s: %.2f", hit.Item.Name, hit.Similarity)
		if hit.Similarity >= threshold {
			entries = append(entries, impressionism.Entry{Ref: hit.Item.Ref, Reason: "it fits", Score: &hit.Similarity})
		}
	}
	return entries, nil
}
