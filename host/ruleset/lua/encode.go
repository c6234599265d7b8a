package lua

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

// encodeAnswer writes what a function of the ruleset returned. Nil says
// nothing, which is the empty list; any other value is written as it is, for
// the host's check to say what is wrong with it.
func (g *guest) encodeAnswer(function string, value vm.LValue) ([]byte, error) {
	if value == vm.LNil {
		return []byte("[]"), nil
	}
	e := encoder{g: g, limit: g.sandbox.Budgets.AnswerBytes, answer: true}
	e.value(value, false)
	switch {
	case e.full:
		g.spent = &abi.Fault{Code: abi.Limit, Message: fmt.Sprintf("answer: %s returned more than %d bytes", function, e.limit)}
		return nil, g.spent
	case e.failed != "":
		return nil, g.failure("%s returned what cannot be passed on: %s%s", function, e.path(), e.failed)
	}
	return e.out, nil
}

// encoder writes Lua values as JSON. It stops at the first thing that JSON does
// not have and remembers where that was.
type encoder struct {
	g      *guest
	out    []byte
	limit  int
	full   bool
	failed string
	at     []string     // where we are: ".score", "[2]"; of an answer "/score", "/1"
	answer bool         // places are JSON Pointers, as where the host checks the answer
	above  []*vm.LTable // the tables around
	quoter *json.Encoder
	quoted bytes.Buffer
}

func (e *encoder) path() string {
	text := ""
	for _, part := range e.at {
		text += part
	}
	if text == "" {
		return ""
	}
	if e.answer {
		return text + ": "
	}
	return "at " + text + ": "
}

func (e *encoder) fail(format string, args ...any) { e.failed = fmt.Sprintf(format, args...) }

func (e *encoder) write(text string) {
	if len(e.out)+len(text) > e.limit {
		e.full = true
		return
	}
	e.out = append(e.out, text...)
}

func (e *encoder) ended() bool { return e.full || e.failed != "" }

// value writes one value; object says what an empty table means here.
func (e *encoder) value(value vm.LValue, object bool) {
	e.g.work(2)
	switch v := value.(type) {
	case *vm.LNilType:
		e.write("null")
	case vm.LBool:
		e.write(v.String())
	case vm.LNumber:
		e.number(float64(v))
	case vm.LString:
		e.text(string(v))
	case *vm.LTable:
		if reference, ok := e.g.embeddings.byTable[v]; ok {
			e.text(reference.ref)
			return
		}
		e.table(v, object)
	default:
		e.fail("%s is no value that JSON has", describe(value))
	}
}

func (e *encoder) number(n float64) {
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		e.fail("%s is no number that JSON has", formatNumber(n))
	case n == math.Trunc(n) && math.Abs(n) < integerMax:
		e.write(strconv.FormatInt(int64(n), 10))
	default:
		e.g.work(floatUnits)
		e.write(strconv.FormatFloat(n, 'g', -1, 64))
	}
}

func (e *encoder) text(text string) {
	if len(text) > e.limit {
		e.full = true
		return
	}
	e.g.work(len(text) / bytesPerUnitLooked)
	if e.quoter == nil {
		e.quoter = json.NewEncoder(&e.quoted)
		e.quoter.SetEscapeHTML(false)
	}
	e.quoted.Reset()
	if err := e.quoter.Encode(text); err != nil {
		e.fail("%v", err)
		return
	}
	e.write(strings.TrimSuffix(e.quoted.String(), "\n"))
}

func (e *encoder) table(table *vm.LTable, object bool) {
	for _, outer := range e.above {
		if outer == table {
			e.fail("the table contains itself")
			return
		}
	}
	if len(e.above) >= jsonDepthMax {
		e.fail("nested deeper than %d", jsonDepthMax)
		return
	}
	e.above = append(e.above, table)
	defer func() { e.above = e.above[:len(e.above)-1] }()
	keys := e.g.keys(table)
	length := e.g.border(table)
	switch last := len(keys) - 1; {
	case last < 0 && object:
		e.write("{}")
	case length == len(keys):
		e.list(table, length)
	case keys[0].Type() == vm.LTNumber && keys[last].Type() == vm.LTString:
		e.fail("a table is a list or has named fields, this one is both (field %q)", cut.BytesEllipsis(keys[last].String(), 40))
	default:
		e.fields(table, keys)
	}
}

func (e *encoder) list(table *vm.LTable, length int) {
	e.write("[")
	for i := 1; i <= length && !e.ended(); i++ {
		if i > 1 {
			e.write(",")
		}
		if e.answer {
			e.at = append(e.at, "/"+strconv.Itoa(i-1))
		} else {
			e.at = append(e.at, "["+strconv.Itoa(i)+"]")
		}
		e.value(table.RawGetInt(i), false)
		e.leave()
	}
	e.write("]")
}

func (e *encoder) fields(table *vm.LTable, keys []vm.LValue) {
	e.write("{")
	for i, key := range keys {
		name, ok := key.(vm.LString)
		switch {
		case !ok && key.Type() == vm.LTNumber:
			e.fail("a list whose entries are not numbered from 1 on without a hole")
		case !ok:
			e.fail("%s as a key", describe(key))
		}
		if e.ended() {
			return
		}
		if i > 0 {
			e.write(",")
		}
		e.text(string(name))
		e.write(":")
		before := "."
		if e.answer {
			before = "/"
		}
		e.at = append(e.at, before+cut.BytesEllipsis(string(name), 40))
		e.value(table.RawGet(key), false)
		e.leave()
	}
	e.write("}")
}

// leave goes up one level, unless the place is needed for an error text.
func (e *encoder) leave() {
	if !e.ended() {
		e.at = e.at[:len(e.at)-1]
	}
}
