// Command default is the ruleset builtin-go/default: rules/lua/default again, with
// the same decisions byte for byte. Its comments say only what Go does not show;
// why it decides so stands there.
package main

import impressionism "github.com/ed-irl/impressionism/sdk/go"

var ruleset = impressionism.Ruleset{Activation: activation, Deactivation: deactivation}

func init() { impressionism.Register(ruleset) } // a guest's main never runs

func main() {}

const (
	candidatesMax = 20
	entriesMax    = 64 // of one answer
	messagesMax   = 40
	sameTopic     = 0.50 // cosine of two descriptions from which on they are related
)

const fileTouched = "file_touched" // the event of a tool use on a file that the paths of a lesson name

// parameters are numbers without exception, as in Lua: another ruleset that
// evaluates this one brings parameters of its own.
type parameters struct {
	SimilarityThreshold float64 `json:"similarity_threshold"`
	KeywordBoost        float64 `json:"keyword_boost"`
	SwitchMargin        float64 `json:"switch_margin"`
	RefreshThreshold    float64 `json:"refresh_threshold"`
	LookbackActivate    float64 `json:"lookback_activate"`
	MaxActiveSkills     float64 `json:"max_active_skills"`
	InactiveThreshold   float64 `json:"inactive_threshold"`
	FileTrust           float64 `json:"file_trust"`
}

func defaults() parameters {
	return parameters{
		SimilarityThreshold: 0.70, KeywordBoost: 0.15, SwitchMargin: 0.15, RefreshThreshold: 0.63,
		LookbackActivate: 2, MaxActiveSkills: 3, InactiveThreshold: 5, FileTrust: 0.15,
	}
}

func configured() (parameters, error) {
	p := defaults()
	err := impressionism.Params(&p)
	return p, err
}
