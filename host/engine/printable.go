package engine

import (
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// printable gives a guest's error without what a terminal or a log would obey:
// its text may be anybody's.
func printable(err error) error {
	fault := abi.AsFault(err)
	text := strings.Map(func(r rune) rune {
		if (r < ' ' && r != '\n' && r != '\t') || (r >= 0x7f && r < 0xa0) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(fault.Message, "\uFFFD"))
	return &abi.Fault{Code: fault.Code, Message: text}
}
