package trace

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/catalog/rule"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/decide"
)

// usualCharsPerToken is how many characters are taken for a token where the client does not say.
const usualCharsPerToken = 4

// assembly puts together the texts of items under a budget of tokens.
type assembly struct {
	env           *env.Env
	listing       catalog.Listing
	charsPerToken int
	result        shape.Assembled
}

// assemble returns the texts of the items that fit a decision's prompt: those that are suggested
// first, then those that reach the threshold, each whole, without its rule files, or not at all.
func assemble(e *env.Env, listing catalog.Listing, decision *decide.Decision, budget int) shape.Assembled {
	a := &assembly{env: e, listing: listing, charsPerToken: usualCharsPerToken}
	if window := inspectors.Of(e.Client().ID).Listing.WindowTokens; window != nil {
		a.charsPerToken = window(budget).CharsPerToken
	}
	a.result = shape.Assembled{Budget: budget, Items: []shape.AssembledItem{}, LeftOut: []shape.AssembledItem{}}
	for _, ref := range fitting(decision) {
		a.add(ref)
	}
	a.result.Tokens = a.tokens(a.result.Text)
	return a.result
}

// fitting returns the items that fit a decision's prompt, the best first.
func fitting(decision *decide.Decision) []abi.Ref {
	if decision == nil {
		return nil
	}
	refs := slices.Clone(decision.Suggested)
	for _, score := range decision.Scores {
		if score.Enough && !slices.Contains(refs, score.Ref) {
			refs = append(refs, score.Ref)
		}
	}
	return refs
}

func (a *assembly) tokens(text string) int {
	return (cut.Units(text) + a.charsPerToken - 1) / a.charsPerToken
}

// add adds as much of an item as there is room for.
func (a *assembly) add(ref abi.Ref) {
	item := shape.AssembledItem{Ref: ref, Files: []string{}}
	if ref.Kind == abi.KindCode {
		item.Reason = "it is a place in the sources, to be read there"
		a.result.LeftOut = append(a.result.LeftOut, item)
		return
	}
	at := slices.IndexFunc(a.listing.Entries, func(e catalog.Entry) bool { return e.Ref() == ref })
	if at < 0 {
		item.Reason = "it is no longer there"
		a.result.LeftOut = append(a.result.LeftOut, item)
		return
	}
	entry := a.listing.Entries[at]
	text, why := a.text(entry)
	if why != "" {
		item.Reason = why
		a.result.LeftOut = append(a.result.LeftOut, item)
		return
	}
	rules := ruleFiles(entry)
	whole := text
	for _, r := range rules {
		whole += part(r)
	}
	item.Tokens = a.tokens(whole)
	if !a.fits(text) {
		item.Reason = fmt.Sprintf("it has %d tokens, for which there is no room", a.tokens(text))
		a.result.LeftOut = append(a.result.LeftOut, item)
		return
	}
	a.result.Text += text
	if entry.Path != "" {
		item.Files = append(item.Files, entry.Path)
	}
	for _, r := range rules {
		if !a.fits(part(r)) {
			item.Short++
			continue
		}
		a.result.Text += part(r)
		item.Files = append(item.Files, r.Entry.Path)
	}
	a.result.Items = append(a.result.Items, item)
}

func (a *assembly) fits(more string) bool { return a.tokens(a.result.Text+more) <= a.result.Budget }

// text returns what the model gets of an item when it calls it, or why that cannot be read.
func (a *assembly) text(entry catalog.Entry) (text, why string) {
	item, _, rejection, err := a.env.Kinds.Load(entry)
	switch {
	case err != nil:
		return "", textline.OneLine(err.Error())
	case rejection != nil:
		return "", textline.OneLine(rejection.Reason)
	}
	body := cmp.Or(item.Body, item.Description)
	if entry.Kind == abi.KindSkill || entry.Kind == abi.KindCommand { // whose body an item has cut
		data, _, rejection, err := markdown.Read(entry)
		if doc, bad := markdown.Parse(data); err == nil && rejection == nil && bad == nil {
			body = doc.Body
		}
	}
	return fmt.Sprintf("# %s\n\n%s\n\n", entry.Ref(), strings.TrimSpace(body)), ""
}

// ruleFiles returns the rule files that lie in a skill's own folder.
func ruleFiles(entry catalog.Entry) []rule.Rule {
	if entry.Kind != abi.KindSkill || entry.Path == "" {
		return nil
	}
	folder := filepath.Dir(entry.Path)
	entries, _ := rule.Find(catalog.Root{Dir: filepath.Join(folder, "rules"), Boundary: folder, Prefix: "rules/"})
	var rules []rule.Rule
	for _, found := range entries {
		if one, rejection, err := rule.Load(found); err == nil && rejection == nil && one.Text != "" {
			rules = append(rules, one)
		}
	}
	return rules
}

// part is a rule file as it stands in the text.
func part(r rule.Rule) string { return fmt.Sprintf("## %s.md\n\n%s\n\n", r.Entry.ID, r.Text) }
