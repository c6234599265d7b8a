package binary

import "bytes"

// Custom finds a custom section by name and returns its content, a part of module;
// of several the first. Only headers of sections are read.
func Custom(module []byte, name string) (content []byte, found bool, err error) {
	err = headers(module, func(s *section, _ []byte) bool {
		if s.id != sectionCustom || s.name() != name || s.err != nil {
			return s.err == nil
		}
		content, found = s.bytes[s.at:], true
		return false
	})
	return content, found, err
}

// WithCustom returns a copy of the module that has one custom section of that
// name, at its end; sections of that name before are left out.
func WithCustom(module []byte, name string, content []byte) ([]byte, error) {
	w := &writer{make([]byte, 0, len(module)+len(name)+len(content)+16)}
	w.raw(module[:min(8, len(module))])
	err := headers(module, func(s *section, whole []byte) bool {
		if s.id != sectionCustom || s.name() != name {
			w.raw(whole)
		}
		return s.err == nil
	})
	if err != nil {
		return nil, err
	}
	w.custom(name, content)
	if len(w.bytes) > moduleBytesMax {
		_, err := open(w.bytes)
		return nil, err
	}
	return w.bytes, nil
}

// headers passes each section to visit, with a cursor over its content and its bytes with
// the header, until visit returns false.
func headers(module []byte, visit func(s *section, whole []byte) bool) error {
	c, err := open(module)
	if err != nil {
		return err
	}
	for count := 0; c.left() > 0; count++ {
		start := c.at
		s, err := c.header()
		if err == nil && count == sectionsMax {
			err = tooMany(s)
		}
		if err != nil {
			return err
		}
		if !visit(s, module[start:c.at]) {
			return s.err
		}
		if s.id == sectionCustom && bytes.Equal(s.bytes, nil) {
			s.short()
			return s.err
		}
	}
	return nil
}
