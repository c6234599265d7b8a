package trace

import "github.com/ed-irl/impressionism/abi"

// Opinion is what a language model said of the candidates for an open prompt, or why there
// is nothing of it. It says all that changed the decision, so that nobody is asked again.
type Opinion struct {
	Provider   string    `json:"provider"`
	Model      string    `json:"model"`
	Open       string    `json:"open"`            // why the prompt was open, see decide.Question
	Verdict    string    `json:"verdict"`         // one of the constants
	Cause      string    `json:"cause,omitempty"` // why it failed or was not asked for
	Candidates []abi.Ref `json:"candidates"`      // that it was about
	Chosen     []abi.Ref `json:"chosen"`          // of them, the best first
	Local      []abi.Ref `json:"local"`           // what would have been suggested without it
	TokensIn   int       `json:"tokens_in,omitempty"`
	TokensOut  int       `json:"tokens_out,omitempty"`
	MS         float64   `json:"ms"`
}

// Verdicts of an opinion.
const (
	OpinionConfirmed = "confirmed" // the same is suggested as without it
	OpinionChanged   = "changed"
	OpinionFailed    = "failed"  // the local decision stands
	OpinionSkipped   = "skipped" // it was not asked for, though the prompt was open
)
