package decide

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Searcher answers single host calls on a view as they are answered in a decision by
// words alone, outside of any session. It is not safe for concurrent use.
type Searcher struct {
	view   *index.View
	finder *finder
}

// NewSearcher searches a view, which stays the caller's.
func NewSearcher(view *index.View) *Searcher {
	wordsAlone := func(string) ([]float32, error) { return nil, errWordsAlone }
	return &Searcher{view, newFinder(Inputs{View: view, Embed: wordsAlone}, nil)}
}

var errWordsAlone = &abi.Fault{Code: abi.Unavailable, Message: "a scenario's index has no embedding model"}

// Search answers the call search while items are active.
func (s *Searcher) Search(request abi.SearchRequest, active []abi.Active) ([]abi.Candidate, error) {
	return (&calls{finder: s.finder, view: s.view, active: active}).Search(request)
}

// Relevance answers the call relevance.
func (s *Searcher) Relevance(request abi.RelevanceRequest) ([]abi.Relevance, error) {
	return (&calls{finder: s.finder, view: s.view}).Relevance(request)
}

// Neutral reports whether a prompt is about nothing in particular.
func (s *Searcher) Neutral(prompt string) (bool, error) {
	found, err := s.finder.find(cutPrompt(prompt))
	return err != nil || found.neutral(), err
}
