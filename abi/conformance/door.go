package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/ed-irl/impressionism/abi"
)

// laterField is what every reply has besides the fields of the contract: later
// hosts answer more, and guests pass over what they do not know.
const laterField = "later_field"

var laterValue = map[string]any{"nested": []any{true, "x", 1.5, []any{}}, "none": nil}

// door answers the calls of one case and remembers what went wrong.
type door struct {
	calls    []Exchange
	at, done int // exchange, and how often it was made
	wrong    []string
}

func (d *door) failed(format string, args ...any) []byte {
	d.wrong = append(d.wrong, fmt.Sprintf(format, args...))
	return abi.EncodeFault(&abi.Fault{Code: abi.Internal, Message: "the case has no such call here"})
}

// invoke has the shape of abi.Sandbox.Invoke.
func (d *door) invoke(call string, request []byte) []byte {
	if d.at == len(d.calls) {
		return d.failed("one call too many: %s %s", call, request)
	}
	expected := d.calls[d.at]
	if d.done++; d.done >= expected.Repeat {
		d.at, d.done = d.at+1, 0
	}
	if call != expected.Call {
		return d.failed("call %d is %s, want %s", d.at, call, expected.Call)
	}
	got, err := reencode(call, request)
	if err != nil {
		return d.failed("%s: the request does not fit the contract: %v: %s", call, err, request)
	}
	if !expected.Loosely {
		want, err := reencode(call, expected.Request)
		if err != nil {
			return d.failed("%s: the case's request does not fit the contract: %v", call, err)
		}
		if !bytes.Equal(got, want) {
			return d.failed("%s: got the request %s, want %s", call, got, want)
		}
	}
	return expected.reply(laterValue)
}

// missing says which calls were never made.
func (d *door) missing() []string {
	if d.at < len(d.calls) {
		return []string{fmt.Sprintf("%s was not called", d.calls[d.at].Call)}
	}
	return nil
}

// reencode gives a request as the contract's own types write it.
func reencode(call string, request []byte) ([]byte, error) {
	row, ok := abi.Lookup(call)
	if !ok {
		return nil, fmt.Errorf("there is no such call")
	}
	return throughType(row.Request, request)
}

// throughType decodes strictly and encodes again.
func throughType(t reflect.Type, data []byte) ([]byte, error) {
	value := reflect.New(t)
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value.Interface()); err != nil {
		return nil, err
	}
	return json.Marshal(value.Interface())
}

// reply encodes the answer; later is the value of the field that is put into
// every object of it, none where it is nil. A parameter's value has no fields of
// the contract, so it is left as it is.
func (e Exchange) reply(later any) []byte {
	if e.Error != nil {
		fields := map[string]any{"code": e.Error.Code, "message": e.Error.Message}
		return encode(withLater(map[string]any{"error": fields}, later))
	}
	if e.Call == "param" || later == nil {
		return encode(map[string]any{"ok": e.OK})
	}
	value, err := parse(e.OK)
	if err != nil {
		panic(err) // a RawMessage that was decoded is JSON
	}
	return encode(withLater(map[string]any{"ok": value}, later))
}

func withLater(value, later any) any {
	if later == nil {
		return value
	}
	switch v := value.(type) {
	case map[string]any:
		for name := range v {
			v[name] = withLater(v[name], later)
		}
		v[laterField] = later
	case []any:
		for i := range v {
			v[i] = withLater(v[i], later)
		}
	}
	return value
}

func encode(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // made of JSON values alone
	}
	return data
}
