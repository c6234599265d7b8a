package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	impressionism "github.com/ed-irl/impressionism/sdk/go"
)

// pick is an item that may be activated.
type pick struct {
	item  impressionism.Item
	score float64
	why   string
}

// family names what an item competes with: skills and commands are one family, each
// other kind is its own.
func family(ref impressionism.Ref) string {
	if ref.Kind == "command" {
		return "skill"
	}
	return ref.Kind
}

// atFile activates the lessons whose paths name the touched file, those that proved themselves
// first.
func atFile() ([]impressionism.Entry, error) {
	p, err := configured()
	if err != nil {
		return nil, err
	}
	var touched []impressionism.Item
	for offset := 0; ; {
		page, err := impressionism.Items(impressionism.PageRequest{Kinds: []string{"lesson"}, Offset: offset})
		if err != nil {
			return nil, err
		}
		for _, item := range page.Items {
			if l := item.Lesson; l != nil && l.Touched && l.Trust >= p.FileTrust {
				touched = append(touched, item)
			}
		}
		if offset += len(page.Items); !page.Truncated || len(page.Items) == 0 {
			break
		}
	}
	slices.SortFunc(touched, func(a, b impressionism.Item) int {
		return cmp.Or(cmp.Compare(b.Lesson.Trust, a.Lesson.Trust), strings.Compare(a.Ref.String(), b.Ref.String()))
	})
	var entries []impressionism.Entry
	for _, item := range touched[:min(len(touched), entriesMax)] {
		entries = append(entries, impressionism.Entry{Ref: item.Ref, Reason: "its paths name the file"})
	}
	return entries, nil
}

func activation(context impressionism.Context) ([]impressionism.Entry, error) {
	if context.HookEvent == fileTouched {
		return atFile()
	}
	if isBlank(context.UserPrompt) {
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
	picks, err := fitting(p, context, active)
	if err != nil {
		return nil, err
	}
	still, err := concerning(p, context, active)
	if err != nil {
		return nil, err
	}
	for _, item := range active {
		score, concerned := still[item.Ref]
		if _, picked := picks[item.Ref]; concerned && !picked {
			picks[item.Ref] = pick{item.Item, score, "still fits"}
		}
	}
	return answer(p, picks), nil
}

// answer lists the best picks of each family, ties by ref.
func answer(p parameters, picks map[impressionism.Ref]pick) []impressionism.Entry {
	sorted := make([]pick, 0, len(picks))
	for _, found := range picks {
		sorted = append(sorted, found)
	}
	slices.SortFunc(sorted, func(a, b pick) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.item.Ref.String(), b.item.Ref.String()))
	})
	var entries []impressionism.Entry
	places := map[string]float64{}
	for _, found := range sorted {
		own := family(found.item.Ref)
		if places[own]++; places[own] > p.MaxActiveSkills || len(entries) >= entriesMax {
			continue
		}
		score := min(1, found.score)
		entries = append(entries, impressionism.Entry{
			Ref: found.item.Ref, Score: &score,
			Reason: fmt.Sprintf("%s, similarity=%.2f", found.why, score),
		})
	}
	return entries
}

// fitting gives what the search and the keywords lift to the threshold.
func fitting(p parameters, context impressionism.Context, active []impressionism.ActiveItem) (map[impressionism.Ref]pick, error) {
	kept, families := map[impressionism.Ref]bool{}, map[string]bool{}
	for _, item := range active {
		kept[item.Ref], families[family(item.Ref)] = true, true
	}
	newcomer := p.SimilarityThreshold
	if followsUp(context.UserPrompt) {
		newcomer += p.SwitchMargin
	}
	background, err := background(p, context)
	if err != nil {
		return nil, err
	}
	hits, err := impressionism.Search(impressionism.SearchRequest{
		Text: context.UserPrompt, Background: background, Limit: candidatesMax,
	})
	if err != nil {
		return nil, err
	}
	text := " " + strings.ToLower(head(context.UserPrompt)) + " "
	picks := map[impressionism.Ref]pick{}
	for _, hit := range hits {
		wanted := p.SimilarityThreshold
		if families[family(hit.Item.Ref)] && !kept[hit.Item.Ref] {
			wanted = newcomer
		}
		if found := lifted(p, text, hit, wanted); found.score >= wanted {
			picks[hit.Item.Ref] = found
		}
	}
	return picks, nil
}

// lifted scores a candidate, with its keyword where that can matter.
func lifted(p parameters, text string, hit impressionism.Candidate, wanted float64) pick {
	found := pick{hit.Item, hit.Similarity, "fits the prompt"}
	if hit.Similarity < wanted-p.KeywordBoost || p.KeywordBoost <= 0 {
		return found
	}
	keyword, ok := keywordIn(text, hit.Item.Keywords)
	if !ok {
		return found
	}
	found.score += p.KeywordBoost
	found.why = `fits the prompt and its keyword "` + short(keyword) + `"`
	impressionism.Debugf("%s: %.2f, with its keyword %.2f", hit.Item.Name, hit.Similarity, found.score)
	return found
}

// background is what the user said before this prompt.
func background(p parameters, context impressionism.Context) (string, error) {
	messages, err := impressionism.Messages(impressionism.CountRequest{Count: messagesMax})
	if err != nil {
		return "", err
	}
	var texts []string
	for _, message := range slices.Backward(messages) {
		earlier := message.Role == "user" && message.Sequence != context.Sequence
		if earlier && float64(len(texts)) < p.LookbackActivate {
			texts = append(texts, message.Content)
		}
	}
	slices.Reverse(texts)
	return strings.Join(texts, " "), nil
}

// concerning gives the similarity of those items that the prompt still concerns.
func concerning(p parameters, context impressionism.Context, items []impressionism.ActiveItem) (map[impressionism.Ref]float64, error) {
	found := map[impressionism.Ref]float64{}
	if context.Neutral || context.UserPrompt == "" || len(items) == 0 {
		return found, nil
	}
	var refs []impressionism.Ref
	for _, item := range items {
		refs = append(refs, item.Ref)
	}
	answers, err := impressionism.Relevance(impressionism.RelevanceRequest{Text: context.UserPrompt, Refs: refs})
	if err != nil {
		return nil, err
	}
	for _, answer := range answers {
		if answer.Similarity >= p.RefreshThreshold {
			found[answer.Ref] = answer.Similarity
		}
	}
	return found, nil
}
