package hook

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Codes of a DecodeError. They are counted and shown to the user: stable.
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

// DecodeError says why an input is no event. It holds nothing of the input.
type DecodeError struct {
	Code   string
	Detail string
}

func (e *DecodeError) Error() string { return "decode hook input: " + e.Code + ": " + e.Detail }

// explain turns the library's error into one of ours. The library quotes
// characters of its input, so only positions and kinds are taken from it.
func explain(data []byte, err error) *DecodeError {
	if wrongType, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return &DecodeError{Code: CodeNotObject, Detail: "stdin is a JSON " + wrongType.Value}
	}
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return &DecodeError{Code: CodeNotJSON, Detail: "stdin is not JSON"}
	}
	if at := syntax.Offset - 1; at > 0 && json.Valid(data[:at]) {
		return &DecodeError{Code: CodeTrailingText, Detail: fmt.Sprintf("stdin goes on after the JSON value, at byte %d", at)}
	}
	return &DecodeError{Code: CodeNotJSON, Detail: fmt.Sprintf("stdin is not JSON from byte %d on", syntax.Offset)}
}
