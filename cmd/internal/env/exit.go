package env

import (
	"fmt"
)

// Exit codes. `hook`, `select` and `log` never end with ExitUsage: the client
// would block the prompt.
const (
	ExitOK     = 0
	ExitFailed = 1 // it failed, or there are findings
	ExitUsage  = 2 // used wrongly, or it could not run
)

// ExitError is an error with its exit code; a nil err was printed already.
type ExitError struct {
	Code int
	Err  error
}

// Error implements error.
func (e *ExitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

// Failed marks an error that is no fault of how the command was called.
func Failed(err error) error {
	if err == nil {
		return nil
	}
	return &ExitError{Code: ExitFailed, Err: err}
}
