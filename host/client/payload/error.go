package payload

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Codes of an Error. They are counted and shown to the user: stable.
const (
	CodeRead         = "read"
	CodeEmpty        = "empty"
	CodeTooLarge     = "too-large"
	CodeNotJSON      = "not-json"
	CodeNotObject    = "not-object"
	CodeTrailingText = "trailing-text"
	CodeNoEvent      = "no-event"
	CodePromptType   = "prompt-type"
)

// Error is the reason why an input is no event. It holds nothing of the input.
type Error struct {
	Code   string
	Detail string
}

func (e *Error) Error() string { return "decode hook input: " + e.Code + ": " + e.Detail }

// explain turns the library's error into one of ours. The library quotes
// characters of its input, so only positions and kinds are taken from it.
func explain(data []byte, err error) *Error {
	if wrongType, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return &Error{Code: CodeNotObject, Detail: "stdin is a JSON " + wrongType.Value}
	}
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return &Error{Code: CodeNotJSON, Detail: "stdin is not JSON"}
	}
	if at := syntax.Offset - 1; at > 0 && json.Valid(data[:at]) {
		return &Error{Code: CodeTrailingText, Detail: fmt.Sprintf("stdin goes on after the JSON value, at byte %d", at)}
	}
	return &Error{Code: CodeNotJSON, Detail: fmt.Sprintf("stdin is not JSON from byte %d on", syntax.Offset)}
}
