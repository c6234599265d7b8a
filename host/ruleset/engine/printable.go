package engine

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/visible"
)

// printable returns a guest's error without what a terminal or a log would obey:
// its text may be anybody's.
func printable(err error) error {
	fault := abi.AsFault(err)
	return &abi.Fault{Code: fault.Code, Message: visible.Text(fault.Message)}
}
