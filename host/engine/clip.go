package engine

import (
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

// The methods below stand before those of the host behind the door: they refuse
// requests that make no sense and keep every reply within Results and TextBytes.

// GetRecentMessages gives at most Results messages.
func (d *door) GetRecentMessages(request abi.CountRequest) ([]abi.Message, error) {
	if err := d.bound("count", &request.Count); err != nil {
		return nil, err
	}
	messages, err := d.Host.GetRecentMessages(request)
	messages = clip(d, messages)
	for i := range messages {
		d.cut(&messages[i].Content)
	}
	return messages, err
}

// GetRecentToolUse gives at most Results tool uses.
func (d *door) GetRecentToolUse(request abi.CountRequest) ([]abi.ToolUse, error) {
	if err := d.bound("count", &request.Count); err != nil {
		return nil, err
	}
	uses, err := d.Host.GetRecentToolUse(request)
	uses = clip(d, uses)
	for i := range uses {
		d.cut(&uses[i].ToolInputPreview)
	}
	return uses, err
}

// GetActiveSkills gives at most Results items.
func (d *door) GetActiveSkills(request abi.KindsRequest) ([]abi.Active, error) {
	active, err := d.Host.GetActiveSkills(request)
	active = clip(d, active)
	for i := range active {
		d.cutItem(&active[i].Item)
	}
	return active, err
}

// GetAllSkills gives pages of at most Results items.
func (d *door) GetAllSkills(request abi.PageRequest) (abi.ItemPage, error) {
	if request.Offset < 0 {
		return abi.ItemPage{}, badRequest("offset %d is negative", request.Offset)
	}
	if request.Limit == 0 {
		request.Limit = d.run.input.Budgets.Results
	}
	if err := d.bound("limit", &request.Limit); err != nil {
		return abi.ItemPage{}, err
	}
	page, err := d.Host.GetAllSkills(request)
	page.Truncated = page.Truncated || len(page.Items) > d.run.input.Budgets.Results
	page.Items = clip(d, page.Items)
	for i := range page.Items {
		d.cutItem(&page.Items[i])
	}
	return page, err
}

// SearchSkills gives at most Results candidates, none for a blank query.
func (d *door) SearchSkills(request abi.SearchRequest) ([]abi.Candidate, error) {
	if err := d.bound("limit", &request.Limit); err != nil {
		return nil, err
	}
	if strings.TrimSpace(request.QueryText) == "" {
		return []abi.Candidate{}, nil
	}
	found, err := d.Host.SearchSkills(request)
	return d.candidates(found), err
}

// SearchSkillsByEmbedding gives at most Results candidates.
func (d *door) SearchSkillsByEmbedding(request abi.VectorSearchRequest) ([]abi.Candidate, error) {
	if err := d.bound("limit", &request.Limit); err != nil {
		return nil, err
	}
	found, err := d.Host.SearchSkillsByEmbedding(request)
	return d.candidates(found), err
}

// Relevance answers for at most Results items.
func (d *door) Relevance(request abi.RelevanceRequest) ([]abi.Relevance, error) {
	if err := d.bounded("ids", len(request.IDs)); err != nil {
		return nil, err
	}
	relevance, err := d.Host.Relevance(request)
	return clip(d, relevance), err
}

// CosineSimilarities compares at most Results vectors.
func (d *door) CosineSimilarities(request abi.PairsRequest) ([]float64, error) {
	if err := d.bounded("bs", len(request.Bs)); err != nil {
		return nil, err
	}
	cosines, err := d.Host.CosineSimilarities(request)
	return clip(d, cosines), err
}

func (d *door) candidates(found []abi.Candidate) []abi.Candidate {
	found = clip(d, found)
	for i := range found {
		d.cutItem(&found[i].Skill)
	}
	return found
}

func (d *door) cutItem(item *abi.Item) {
	d.cut(&item.Description)
	if item.Keywords == nil {
		item.Keywords = []string{}
	}
}

func (d *door) cut(text *string) {
	*text = cut.Bytes(*text, d.run.input.Budgets.TextBytes)
}

// bound refuses a negative number and lowers one above Results.
func (d *door) bound(field string, number *int) error {
	if *number < 0 {
		return badRequest("%s %d is negative", field, *number)
	}
	*number = min(*number, d.run.input.Budgets.Results)
	return nil
}

func (d *door) bounded(field string, length int) error {
	if length > d.run.input.Budgets.Results {
		return limit("results: %s has %d entries, more than %d", field, length, d.run.input.Budgets.Results)
	}
	return nil
}

// clip gives a copy of at most Results entries, an empty list rather than none:
// the caller may change it.
func clip[T any](d *door, list []T) []T {
	return append([]T{}, list[:min(len(list), d.run.input.Budgets.Results)]...)
}

var _ abi.Host = (*door)(nil)
