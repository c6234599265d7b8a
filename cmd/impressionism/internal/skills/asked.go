package skills

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Search asks the workspace's index, brought up to date, which items a text reaches.
type Search struct{ catalog *catalogSearch }

// OpenSearch opens the index of a workspace.
func OpenSearch(e *env.Env, workspace string) (*Search, error) {
	opened, err := openSearch(e, workspace)
	if err != nil {
		return nil, err
	}
	return &Search{opened}, nil
}

// Close ends the look at the index.
func (s *Search) Close() error { return s.catalog.close() }

// Has reports whether an item can be reached.
func (s *Search) Has(ref abi.Ref) bool { return s.catalog.view.Has(ref) }

// Notes say why answers are poorer than they could be.
func (s *Search) Notes() []string { return s.catalog.notes() }

// Vector embeds a text; nil where there is no model, or none that knows the language.
func (s *Search) Vector(text string) ([]float32, error) {
	query := rank.Prompt(text)
	if s.catalog.words != nil || !s.catalog.recipe.Knows(query) {
		return nil, nil
	}
	return s.catalog.embedder.Embed(query.Text)
}

// Hits ranks the items that the client lists for a text, the best first.
func (s *Search) Hits(text string, vector []float32) ([]index.Hit, error) {
	return s.catalog.hits(text, vector)
}
