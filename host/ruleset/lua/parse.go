package lua

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	vm "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"github.com/ed-irl/impressionism/host/cut"
)

// SyntaxError is why a source cannot be loaded.
type SyntaxError struct {
	Line    int // from 1
	Column  int // in bytes from 1; 0 where only the line is known
	Message string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }

// Parse reads a source by the rules of the sandbox and returns the names in it. None
// of it runs. The error is a SyntaxError.
func Parse(code []byte) (Outline, error) {
	code = bytes.TrimPrefix(code, []byte("\ufeff"))
	if line := nesting(string(code)); line > 0 {
		return Outline{}, &SyntaxError{Line: line, Message: fmt.Sprintf("nested deeper than %d levels", syntaxDepthMax)}
	}
	chunk, err := parse.Parse(bytes.NewReader(code), "")
	if err != nil {
		return Outline{}, parseError(code, err)
	}
	outline := outlineOf(chunk)
	r := rewriter{charge: func(int, int) {}}
	if chunk = r.chunk(chunk); r.failed != "" {
		return Outline{}, &SyntaxError{Line: max(r.failedLine, 1), Message: r.failed}
	}
	proto, err := compileChecked(chunk, "")
	if failed, ok := errors.AsType[*vm.CompileError](err); ok {
		return Outline{}, compileError(failed)
	}
	if err != nil {
		return Outline{}, &SyntaxError{Line: 1, Message: cut.BytesEllipsis(err.Error(), messageBytesMax)}
	}
	if line := crowded(proto); line > 0 {
		return Outline{}, &SyntaxError{Line: line, Message: fmt.Sprintf("a function uses more than %d variables of the functions around it", upvaluesMax)}
	}
	return outline, nil
}

// compileError tells of a goto by the line where it stands, which the compiler's
// text has and its field, the end of the block, has not.
func compileError(failed *vm.CompileError) *SyntaxError {
	e := &SyntaxError{Line: max(failed.Line, 1), Message: failed.Message}
	if text, line, ok := strings.Cut(failed.Message, " at line "); ok {
		if number, err := strconv.Atoi(line); err == nil {
			e.Line, e.Message = number, text
		}
	}
	return e
}

func parseError(code []byte, err error) *SyntaxError {
	failed, ok := errors.AsType[*parse.Error](err)
	if !ok {
		return &SyntaxError{Line: 1, Message: cut.BytesEllipsis(err.Error(), messageBytesMax)}
	}
	message := strings.TrimSpace(failed.Message)
	if failed.Pos.Line < 0 {
		text := strings.TrimRight(string(code), " \t\r\n")
		line := 1 + strings.Count(text, "\n")
		column := len(text) - strings.LastIndexByte(text, '\n')
		return &SyntaxError{Line: line, Column: column, Message: message + " at the end of the file"}
	}
	return &SyntaxError{
		Line: max(failed.Pos.Line, 1), Column: max(failed.Pos.Column-max(len(failed.Token)-1, 0), 1), // it counts to the token's end
		Message: message + " near '" + cut.BytesEllipsis(failed.Token, 40) + "'",
	}
}

// Known returns what a guest can name: the globals, and of those that are libraries
// what is in them.
func Known() map[string][]string {
	known := map[string][]string{"_VERSION": nil, moduleName: nil}
	for name := range basics {
		known[name] = nil
	}
	for name := range stringLibrary {
		known["string"] = append(known["string"], name)
	}
	for name := range tableLibrary {
		known["table"] = append(known["table"], name)
	}
	for name := range mathLibrary {
		known["math"] = append(known["math"], name)
	}
	for name := range unary {
		known["math"] = append(known["math"], name)
	}
	for name := range binary {
		known["math"] = append(known["math"], name)
	}
	known["math"] = append(known["math"], "pi", "huge")
	return known
}
