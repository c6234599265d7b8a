package abi

import "errors"

// Codes of errors that cross between host and guest.
const (
	BadRequest  = "bad_request"
	UnknownCall = "unknown_call"
	NotAllowed  = "not_allowed" // not in the manifest's calls
	NotFound    = "not_found"
	Limit       = "limit" // a budget; the message starts with its name, as in "fuel: …"
	Unavailable = "unavailable"
	Internal    = "internal"
)

// Codes lists them.
var Codes = []string{BadRequest, UnknownCall, NotAllowed, NotFound, Limit, Unavailable, Internal}

// Fault is an error that crosses to a guest or comes from one.
type Fault struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (f *Fault) Error() string { return f.Code + ": " + f.Message }

// AsFault gives err as a fault; what is no fault becomes "internal" with the
// details left out.
func AsFault(err error) *Fault {
	if fault, ok := errors.AsType[*Fault](err); ok {
		return fault
	}
	return &Fault{Code: Internal, Message: "the host could not answer"}
}
