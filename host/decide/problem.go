package decide

import (
	"errors"

	"github.com/ed-irl/impressionism/host/embedding"
)

// Problem is a fault that made an answer poorer; problems are counted by code.
type Problem struct {
	Code string
	Err  error
}

// Error returns the code and the reason.
func (p Problem) Error() string { return p.Code + ": " + p.Err.Error() }

// Codes of problems, of a decision and of the process that asks for one.
const (
	ProblemState    = "state"     // state.db could not be read or written
	ProblemMemory   = "no-memory" // nothing can be written where the databases are
	ProblemIndex    = "index"     // index.db could not be read or written
	ProblemRebuilt  = "index-rebuilt"
	ProblemModel    = "model" // a model is installed but could not be used
	ProblemVectors  = "not-embedded"
	ProblemLate     = "model-late"
	ProblemRuleset  = "ruleset" // the active ruleset lost its say
	ProblemWarning  = "ruleset-warning"
	ProblemShadow   = "shadow" // a ruleset that only looks on could not be asked
	ProblemConfig   = "config"
	ProblemDeadline = "deadline"
	ProblemPanic    = "panic"
	ProblemWarm     = "warm"    // the server that had taken an event ended
	ProblemOpinion  = "opinion" // a language model was asked in vain
	ProblemHandoff  = "handoff" // what unfinished work is drawn from could not be read, or git did not answer
	ProblemLessons  = "lessons" // they could not be held against the repository
	ProblemCode     = "code"    // a project's sources could not be indexed
)

// Problems collects the problems of one event.
type Problems []Problem

// Add adds an error, unless it is nil.
func (p *Problems) Add(code string, err error) {
	if err != nil {
		*p = append(*p, Problem{code, err})
	}
}

// AddModel adds an error of a model that should have worked; none being installed is a
// choice, which status shows.
func (p *Problems) AddModel(err error) {
	switch {
	case errors.Is(err, embedding.ErrNone):
	case errors.Is(err, embedding.ErrDeadline):
		p.Add(ProblemLate, err)
	case errors.Is(err, embedding.ErrNotEmbedded):
		p.Add(ProblemVectors, err)
	default:
		p.Add(ProblemModel, err)
	}
}
