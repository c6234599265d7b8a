package impressionism

import (
	"encoding/json"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/sdk/go/internal/codec"
)

// hostFunction is an imported host call: where the request lies, and where the
// reply.
type hostFunction func(request uint64) (reply uint64)

// call makes one host call. Its errors are Faults.
func call[A any](name string, via hostFunction, request any) (A, error) {
	var reply struct {
		OK    A      `json:"ok"`
		Error *Fault `json:"error"`
	}
	encoded, err := json.Marshal(request)
	if err != nil {
		return reply.OK, failed(&Fault{Code: abi.BadRequest, Message: name + ": " + err.Error()})
	}
	if err := codec.Decode(exchange(name, via, encoded), &reply); err != nil {
		return reply.OK, failed(&Fault{Code: abi.Internal, Message: name + ": the reply: " + err.Error()})
	}
	if reply.Error != nil {
		return reply.OK, failed(reply.Error)
	}
	return reply.OK, nil
}

func failed(fault *Fault) error {
	lastFault = issued{fault: fault, place: place()}
	return fault
}
