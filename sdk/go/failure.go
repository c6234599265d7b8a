package impressionism

import (
	"errors"
	"fmt"
	"path"
	"runtime"
	"strings"
)

// failure is an error as it crosses: a text, and the place in the author's code.
type failure struct {
	text, place string
	cause       error
}

func (f failure) Error() string {
	if f.place == "" {
		return f.text
	}
	return f.text + " (" + f.place + ")"
}

func (f failure) Unwrap() error { return f.cause }

// issued remembers where in the author's code the last host call failed, for an
// error that is only returned has no place of its own.
type issued struct {
	fault *Fault
	place string
}

var lastFault issued

// returned makes the failure of an error.
func returned(err error) failure {
	f := failure{text: err.Error(), cause: err}
	if fault, ok := errors.AsType[*Fault](err); ok && fault == lastFault.fault {
		f.place = lastFault.place
	}
	return f
}

// panicked makes the failure of a recovered panic, while its frames are still on
// the stack.
func panicked(value any) failure {
	cause, _ := value.(error)
	return failure{text: fmt.Sprint(value), place: place(), cause: cause}
}

const framesMax = 64

// place gives the innermost line of the author's on the stack: not of the runtime,
// of this package, nor of the standard library, unless there is no other.
func place() string {
	callers := make([]uintptr, framesMax)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	first := ""
	for {
		frame, more := frames.Next()
		switch root := rootOf(frame.Function); {
		case frame.Function == "" || root == "runtime" || isOwn(frame.Function):
		case root == "main" || strings.Contains(root, "."):
			return at(frame)
		case first == "":
			first = at(frame)
		}
		if !more {
			return first
		}
	}
}

func at(frame runtime.Frame) string {
	return fmt.Sprintf("%s:%d", path.Base(strings.ReplaceAll(frame.File, `\`, "/")), frame.Line)
}

// rootOf gives the first element of a function's import path.
func rootOf(function string) string {
	if root, _, ok := strings.Cut(function, "/"); ok {
		return root
	}
	root, _, _ := strings.Cut(function, ".")
	return root
}

const ownPath = "github.com/ed-irl/impressionism/sdk/go."

func isOwn(function string) bool { return strings.HasPrefix(function, ownPath) }
