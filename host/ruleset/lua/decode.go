package lua

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	vm "github.com/yuin/gopher-lua"
)

// jsonDepthMax bounds how deep values may nest that cross in either direction.
const jsonDepthMax = 32

// decode turns JSON into a Lua value.
func (g *guest) decode(data []byte) (vm.LValue, error) {
	if !json.Valid(data) {
		return nil, errors.New("malformed JSON")
	}
	return g.decodeValid(data, nil)
}

// decodeValid turns JSON that is known to be valid into a Lua value, fields in
// the order in which they are written. Where the shape says that an embedding
// stands, it becomes one.
func (g *guest) decodeValid(data []byte, s *shape) (vm.LValue, error) {
	g.work(1 + len(data)/8)
	d := decoder{g: g, data: string(data)}
	value := d.value(s, 0)
	return value, d.err
}

// decoder reads JSON that is known to be valid.
type decoder struct {
	g    *guest
	data string
	at   int
	err  error
}

// space moves to the next token and returns its first byte.
func (d *decoder) space() byte {
	for d.at < len(d.data) && strings.IndexByte(" \t\r\n,:", d.data[d.at]) >= 0 {
		d.at++
	}
	return d.data[d.at]
}

func (d *decoder) value(s *shape, depth int) vm.LValue {
	if depth > jsonDepthMax {
		d.err = errors.New("nested deeper than " + strconv.Itoa(jsonDepthMax))
	}
	if d.err != nil {
		return vm.LNil
	}
	switch c := d.space(); c {
	case '{':
		return d.object(s, depth)
	case '[':
		return d.array(s, depth)
	case '"':
		text := d.text()
		if s != nil && s.embedding {
			return d.g.reference(text)
		}
		return vm.LString(text)
	case 't':
		d.at += len("true")
		return vm.LTrue
	case 'f':
		d.at += len("false")
		return vm.LFalse
	case 'n':
		d.at += len("null")
		return vm.LNil
	default:
		return d.number()
	}
}

func (d *decoder) object(s *shape, depth int) vm.LValue {
	d.g.hold(smallTableBytes)
	table := d.g.state.CreateTable(0, smallTableHint)
	for d.at++; d.space() != '}'; {
		name := d.text()
		d.g.field(1)
		d.space()
		if value := d.value(s.field(name), depth+1); value != vm.LNil {
			table.RawSetString(name, value)
		}
		if d.err != nil {
			return vm.LNil
		}
	}
	d.at++
	return table
}

func (d *decoder) array(s *shape, depth int) vm.LValue {
	d.g.hold(smallTableBytes)
	table := d.g.state.CreateTable(0, 0)
	count := 0
	for d.at++; d.space() != ']'; {
		d.g.hold(slotBytes)
		count++
		table.RawSetInt(count, d.value(s.element(), depth+1))
		if d.err != nil {
			return vm.LNil
		}
	}
	d.at++
	d.g.arrays(min(count, arrayIndexMax))
	return table
}

func (d *decoder) text() string {
	from := d.at + 1
	d.at = from
	escaped := false
	for d.data[d.at] != '"' {
		if d.data[d.at] == '\\' {
			escaped = true
			d.at++
		}
		d.at++
	}
	d.at++
	raw := d.data[from : d.at-1]
	d.g.hold(len(raw) + stringBytes)
	if !escaped {
		return raw
	}
	var text string
	if err := json.Unmarshal([]byte(d.data[from-1:d.at]), &text); err != nil {
		d.err = err
	}
	return text
}

func (d *decoder) number() vm.LValue {
	from := d.at
	for d.at < len(d.data) && strings.IndexByte("+-0123456789.eE", d.data[d.at]) >= 0 {
		d.at++
	}
	n, err := strconv.ParseFloat(d.data[from:d.at], 64)
	if err != nil {
		d.err = err
	}
	return vm.LNumber(n)
}
