package impressionism

import (
	pdk "github.com/extism/go-pdk"

	"github.com/ed-irl/impressionism/abi"
)

var registered Ruleset

// Register makes r the ruleset of this module. It is called from init, since a
// guest's main never runs.
func Register(r Ruleset) { registered = r }

// The marker's name is the version of the contract, so that the host knows it
// before anything runs.
//
//go:wasmexport impressionism_abi_2
func marker() {}

//go:wasmexport evaluate_activation
func evaluateActivation() int32 { return run(abi.Activation) }

//go:wasmexport evaluate_deactivation
func evaluateDeactivation() int32 { return run(abi.Deactivation) }

func run(function string) int32 {
	answer, err := registered.Evaluate(function, pdk.Input())
	if err != nil {
		pdk.SetErrorString(err.Error())
		return 1
	}
	pdk.Output(answer)
	return 0
}

// exchange passes a request to the host and frees both blocks, for the host's
// memory has a limit too.
func exchange(_ string, via hostFunction, request []byte) []byte {
	block := pdk.AllocateBytes(request)
	answer := pdk.FindMemory(via(block.Offset()))
	block.Free()
	reply := answer.ReadBytes()
	answer.Free()
	return reply
}
