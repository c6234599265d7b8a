package servers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// errCut means that a text ends within a value, as a file does while it is written.
var errCut = errors.New("it ends within a value")

// scanner walks over a JSON text without decoding what nobody asks for. It looks at nothing
// that it skips but quotes and brackets: the state of the client may have megabytes.
type scanner struct {
	data []byte
	at   int
}

// visitor takes the value of one key, at which the scanner stands. It returns false where
// it has left the value for the scanner to skip. The key comes with its quotes.
type visitor func(s *scanner, key []byte) (taken bool, err error)

// scan visits the members of the object that a text is. Errors wrap errCut or say where the
// text is no JSON.
func scan(data []byte, visit visitor) error {
	s := &scanner{data: bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))}
	s.space()
	if s.at == len(s.data) {
		return nil
	}
	if s.data[s.at] != '{' {
		return fmt.Errorf("it is no JSON object: it begins with %q", s.data[s.at])
	}
	if err := s.members(visit); err != nil {
		return err
	}
	if s.space(); s.at != len(s.data) {
		return fmt.Errorf("it is no JSON: byte %d follows its end", s.at)
	}
	return nil
}

// members visits the members of the object at which the scanner stands, and leaves the
// scanner behind it.
func (s *scanner) members(visit visitor) error {
	s.at++
	s.space()
	if s.at < len(s.data) && s.data[s.at] == '}' {
		s.at++
		return nil
	}
	for {
		s.space()
		begin := s.at
		if err := s.text(); err != nil {
			return err
		}
		key := s.data[begin:s.at]
		s.space()
		if err := s.expect(':'); err != nil {
			return err
		}
		s.space()
		taken, err := visit(s, key)
		if err == nil && !taken {
			_, err = s.value()
		}
		if err != nil {
			return err
		}
		s.space()
		if s.at < len(s.data) && s.data[s.at] == '}' {
			s.at++
			return nil
		}
		if err := s.expect(','); err != nil {
			return err
		}
	}
}

// value returns the value at which the scanner stands, and leaves the scanner behind it.
func (s *scanner) value() ([]byte, error) {
	begin := s.at
	var err error
	switch {
	case s.at >= len(s.data):
		err = errCut
	case s.data[s.at] == '"':
		err = s.text()
	case s.data[s.at] == '{' || s.data[s.at] == '[':
		err = s.nested()
	default:
		err = s.word()
	}
	return s.data[begin:s.at], err
}

// word skips a number, true, false or null.
func (s *scanner) word() error {
	begin := s.at
	for s.at < len(s.data) && bytes.IndexByte([]byte(",}] \t\r\n"), s.data[s.at]) < 0 {
		s.at++
	}
	if s.at == begin {
		return fmt.Errorf("it is no JSON: %q stands at byte %d instead of a value", s.data[s.at], s.at)
	}
	return nil
}

// nested skips an object or list.
func (s *scanner) nested() error {
	depth := 0
	for s.at < len(s.data) {
		c := s.data[s.at]
		switch {
		case c == '"':
			if err := s.text(); err != nil {
				return err
			}
			continue
		case c|0x20 == '{': // or "["
			depth++
		case c|0x20 == '}': // or "]"
			if depth--; depth == 0 {
				s.at++
				return nil
			}
		}
		s.at++
	}
	return errCut
}

// text skips a text.
func (s *scanner) text() error {
	if err := s.expect('"'); err != nil {
		return err
	}
	for at := s.at; at < len(s.data); at++ {
		switch s.data[at] {
		case '"':
			s.at = at + 1
			return nil
		case '\\':
			at++
		}
	}
	s.at = len(s.data)
	return errCut
}

func (s *scanner) expect(one byte) error {
	switch {
	case s.at >= len(s.data):
		return errCut
	case s.data[s.at] != one:
		return fmt.Errorf("it is no JSON: %q stands at byte %d instead of %q", s.data[s.at], s.at, one)
	}
	s.at++
	return nil
}

func (s *scanner) space() {
	for s.at < len(s.data) && (s.data[s.at] == ' ' || s.data[s.at] == '\n' || s.data[s.at] == '\t' || s.data[s.at] == '\r') {
		s.at++
	}
}

// keyIs reports whether a quoted key is a name.
func keyIs(quoted []byte, name string) bool {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1:len(quoted)-1]) == name
	}
	var key string
	return json.Unmarshal(quoted, &key) == nil && key == name
}
