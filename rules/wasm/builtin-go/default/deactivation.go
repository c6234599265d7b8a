package main

import (
	"fmt"
	"slices"

	impressionism "github.com/ed-irl/impressionism/sdk/go"
)

// Why an item does not leave.
const (
	isNew  = "new"  // this event made it active
	isKept = "kept" // it was active and was found again, or is sticky
)

func deactivation(context impressionism.Context) ([]impressionism.Entry, error) {
	if context.HookEvent == fileTouched {
		return nil, nil
	}
	p, err := configured()
	if err != nil {
		return nil, err
	}
	active, err := impressionism.Active(impressionism.KindsRequest{})
	if err != nil {
		return nil, err
	}
	fresh := freshness(context, active)
	topics, err := arrivals(context, fresh)
	if err != nil {
		return nil, err
	}
	still := map[impressionism.Ref]float64{}
	if len(topics) > 0 {
		if still, err = concerning(p, context, active); err != nil {
			return nil, err
		}
	}
	var entries []impressionism.Entry
	for _, item := range active {
		_, concerned := still[item.Ref]
		reason, err := leaves(p, context, item, topics[family(item.Ref)], concerned)
		if err != nil {
			return nil, err
		}
		if reason != "" && fresh[item.Ref] == "" {
			entries = append(entries, impressionism.Entry{Ref: item.Ref, Reason: reason})
		}
	}
	return entries, nil
}

func freshness(context impressionism.Context, active []impressionism.ActiveItem) map[impressionism.Ref]string {
	fresh := map[impressionism.Ref]string{}
	for _, entry := range context.Activated {
		fresh[entry.Ref] = isNew
	}
	for _, item := range active {
		if fresh[item.Ref] != "" || item.Sticky {
			fresh[item.Ref] = isKept
		}
	}
	return fresh
}

// topic is what this event made active of one family: the vectors, and the first one's name.
type topic struct {
	name    string
	vectors []impressionism.Embedding
}

// arrivals gives the topic of each family of which something that has a vector became active.
func arrivals(context impressionism.Context, fresh map[impressionism.Ref]string) (map[string]*topic, error) {
	if context.Neutral || len(context.Activated) == 0 {
		return nil, nil
	}
	hits, err := impressionism.Search(impressionism.SearchRequest{Text: context.UserPrompt, Limit: candidatesMax})
	if err != nil {
		return nil, err
	}
	topics := map[string]*topic{}
	for _, hit := range hits {
		if fresh[hit.Item.Ref] != isNew || hit.Item.Embedding.IsZero() {
			continue
		}
		arrived := topics[family(hit.Item.Ref)]
		if arrived == nil {
			arrived = &topic{name: hit.Item.Name}
			topics[family(hit.Item.Ref)] = arrived
		}
		arrived.vectors = append(arrived.vectors, hit.Item.Embedding)
	}
	return topics, nil
}

// leaves says why an active item is of no more use, or "".
func leaves(p parameters, context impressionism.Context, item impressionism.ActiveItem, now *topic, concerned bool) (string, error) {
	unused := item.PromptsSinceRelevant
	if context.HookEvent == "prompt" {
		unused++
	}
	if float64(unused) >= p.InactiveThreshold {
		return fmt.Sprintf("not needed for %d prompts", unused), nil
	}
	if now == nil || item.Embedding.IsZero() || concerned {
		return "", nil
	}
	cosines, err := impressionism.Similarities(impressionism.SimilaritiesRequest{A: item.Embedding, Bs: now.vectors})
	if err != nil || len(cosines) == 0 || slices.Max(cosines) >= sameTopic {
		return "", err
	}
	return "the topic changed to " + short(now.name), nil
}
