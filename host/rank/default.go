package rank

// Default is the recipe for skills with all-MiniLM-L6-v2. Its constants are
// fitted on eval/dev: see RATIONALE.md.
func Default() *Recipe { return For("all-MiniLM-L6-v2") }

// For is the recipe for skills with another encoder. Only the gate belongs to
// one encoder; where there is none for it, Gate is 0 and subtracts nothing, and
// the null prompts alone keep the thresholds honest.
func For(model string) *Recipe {
	return &Recipe{
		Kind:  "skill",
		Model: model,

		dense:   mixture{head: .4, best: .3, mean: .3},
		bm25:    bm25{k1: 1.2, b: .75, countMax: 2, half: 20, massFloor: 15},
		logit:   logit{dense: 8.1, saturated: 5.3, normalised: 3.0, gate: 2.1, gateScale: 4, bias: -6.3},
		lexical: lexicalLogit{saturated: 13, saturatedMax: .55, normalised: 6.4, bias: -9.1},
		silent:  2,
		sure:    1.5,

		modelProfiles: profiles{
			aggressive:   profile{quantile: .05, floor: -1.4},
			standard:     profile{quantile: .02, floor: -.8},
			conservative: profile{quantile: .01, floor: -.5},
		},
		lexicalProfiles: profiles{
			aggressive:   profile{quantile: .05, floor: -1.2},
			standard:     profile{quantile: .02, floor: -.5},
			conservative: profile{quantile: .01, floor: -.2},
		},
		denseMap: Thresholds{Aggressive: .37, Default: .42, Conservative: .46},

		background: background{table: backgroundTable, documents: 3922, length: 117.50535441101479},
		nulls:      nullPrompts,
		gate:       gateOf(model),
	}
}

type mixture struct{ head, best, mean float64 }

// logit holds the weights of the logit with a model.
type logit struct{ dense, saturated, normalised, gate, gateScale, bias float64 }

// lexicalLogit holds the weights of the logit without one.
type lexicalLogit struct{ saturated, saturatedMax, normalised, bias float64 }
