package hostile

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// watch stands between engine and runtime and sees where a guest fails.
type watch struct {
	phase string // of the last error
	fuel  int64  // of the guest that was closed last: the active ruleset's
}

func (w *watch) reset() { *w = watch{} }

func (w *watch) over(start abi.Start) abi.Start {
	return func(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
		g, err := start(program, sandbox)
		if err != nil {
			w.phase = phaseStart
			return nil, err
		}
		return &watched{g, w}, nil
	}
}

// watched is a guest that tells.
type watched struct {
	abi.Guest
	watch *watch
}

func (g *watched) Evaluate(function string, context []byte) ([]byte, error) {
	answer, err := g.Guest.Evaluate(function, context)
	if err != nil {
		g.watch.phase = phaseEvaluate
	} else {
		g.watch.phase = phaseDecide // if it fails now
	}
	return answer, err
}

func (g *watched) FuelUsed() int64 {
	if metered, ok := g.Guest.(abi.Metered); ok {
		return metered.FuelUsed()
	}
	return 0
}

func (g *watched) Close() error {
	g.watch.fuel = g.FuelUsed()
	return g.Guest.Close()
}

func (w *watch) ending(outcome engine.Outcome) ending {
	e := ending{phase: phaseOK, warnings: outcome.Warnings, fuel: w.fuel}
	for _, line := range outcome.Trace.Log {
		e.logged = append(e.logged, line.Message)
	}
	e.decision = string(engine.Encode(outcome.Decision))
	if outcome.Fault != nil {
		e.phase, e.code, e.message = w.phase, outcome.Fault.Code, outcome.Fault.Message
	}
	return e
}
