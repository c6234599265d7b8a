// Package codec decodes what a host sends. encoding/json looks at each byte twice
// through a function, which costs a guest half of its fuel on a long prompt; this
// decoder runs through texts at once and leaves to encoding/json what the contract
// has little of. It trusts the host to send JSON, and harms nobody where it does not.
package codec

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
)

// Decode reads JSON as json.Unmarshal does. Of data that is no JSON it may find
// only what stands in its way.
func Decode(data []byte, into any) error {
	d := decoder{data: data}
	if err := d.value(reflect.ValueOf(into).Elem()); err != nil {
		return err
	}
	if d.space(); d.at < len(d.data) {
		return d.failed("more than one value")
	}
	return nil
}

type decoder struct {
	data []byte
	at   int
}

var errEnd = errors.New("unexpected end of JSON input")

func (d *decoder) failed(what string) error {
	if d.at >= len(d.data) {
		return errEnd
	}
	return fmt.Errorf("%s at byte %d", what, d.at)
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

func (d *decoder) value(into reflect.Value) error {
	d.space()
	if d.at >= len(d.data) {
		return errEnd
	}
	if reflect.PointerTo(into.Type()).Implements(unmarshaler) {
		return d.other(into)
	}
	c := d.data[d.at]
	switch into.Kind() {
	case reflect.String:
		if c == '"' {
			text, err := d.text()
			into.SetString(text)
			return err
		}
	case reflect.Struct:
		switch written, isText := into.Addr().Interface().(encoding.TextUnmarshaler); {
		case isText && c == '"':
			text, err := d.text()
			if err != nil {
				return err
			}
			return written.UnmarshalText([]byte(text))
		case !isText && c == '{':
			return d.object(into)
		}
	case reflect.Slice:
		if c == '[' && into.Type().Elem().Kind() != reflect.Uint8 {
			return d.list(into)
		}
	case reflect.Pointer:
		if c != 'n' {
			into.Set(reflect.New(into.Type().Elem()))
			return d.value(into.Elem())
		}
	case reflect.Float64, reflect.Float32:
		if c == '-' || '0' <= c && c <= '9' {
			return d.number(into)
		}
	}
	return d.other(into)
}

func (d *decoder) object(into reflect.Value) error {
	fields := fieldsOf(into.Type())
	d.at++
	for first := true; !d.take('}'); first = false {
		if !first && !d.take(',') {
			return d.failed("no comma between two fields")
		}
		d.space()
		if d.at >= len(d.data) || d.data[d.at] != '"' {
			return d.failed("no name of a field")
		}
		name, err := d.text()
		if err != nil {
			return err
		}
		if !d.take(':') {
			return d.failed("no colon after a name")
		}
		if index := fields.find(name); index != nil {
			err = d.value(into.FieldByIndex(index))
		} else {
			_, err = d.skip()
		}
		if err != nil {
			return inField(name, err)
		}
	}
	return nil
}

// inField says where in a value an error is.
func inField(name string, err error) error {
	if errors.Is(err, errEnd) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

func (d *decoder) list(into reflect.Value) error {
	if texts, ok := into.Addr().Interface().(*[]string); ok {
		return d.texts(texts)
	}
	d.at++
	list := reflect.MakeSlice(into.Type(), 0, 4)
	for !d.take(']') {
		if list.Len() > 0 && !d.take(',') {
			return d.failed("no comma between two entries")
		}
		list = reflect.Append(list, reflect.Zero(into.Type().Elem()))
		if err := d.value(list.Index(list.Len() - 1)); err != nil {
			return err
		}
	}
	into.Set(list)
	return nil
}

// texts reads keywords, of which a reply has hundreds, without reflection.
func (d *decoder) texts(into *[]string) error {
	d.at++
	list := []string{}
	for !d.take(']') {
		if len(list) > 0 && !d.take(',') {
			return d.failed("no comma between two entries")
		}
		d.space()
		var text string
		var err error
		if d.at < len(d.data) && d.data[d.at] == '"' {
			text, err = d.text()
		} else {
			err = d.other(reflect.ValueOf(&text).Elem())
		}
		if err != nil {
			return err
		}
		list = append(list, text)
	}
	*into = list
	return nil
}

func (d *decoder) number(into reflect.Value) error {
	raw, err := d.skip()
	if err != nil {
		return err
	}
	number, err := strconv.ParseFloat(string(raw), into.Type().Bits())
	if err != nil {
		return json.Unmarshal(raw, into.Addr().Interface()) // its words for what is wrong
	}
	into.SetFloat(number)
	return nil
}

// other leaves a value to encoding/json.
func (d *decoder) other(into reflect.Value) error {
	raw, err := d.skip()
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into.Addr().Interface())
}
