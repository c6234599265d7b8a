package binary

import (
	"errors"
	"strings"
	"testing"
)

// sections makes a module of sections: id and content each.
func sections(parts ...any) []byte {
	w := &writer{}
	w.raw(magic)
	w.raw(version1)
	for i := 0; i < len(parts); i += 2 {
		content := parts[i+1].(string)
		w.byte(byte(parts[i].(int)))
		w.length(len(content))
		w.raw([]byte(content))
	}
	return w.bytes
}

// body makes a module of one function without parameters and results.
func body(code string) []byte {
	content := "\x00" + code + "\x0b"
	return sections(1, "\x01\x60\x00\x00", 3, "\x01\x00", 10, "\x01"+string(rune(len(content)))+content)
}

// Ensure what is no module is refused with the place and what to do, and a
// feature that is not run with its name and the flag that avoids it.
func TestRefusals(t *testing.T) {
	for name, try := range map[string]struct {
		module []byte
		want   []string
	}{
		"nothing":               {nil, []string{"not a valid WebAssembly module", "empty"}},
		"text":                  {[]byte("\n (module)"), []string{"wat2wasm"}},
		"text with a comment":   {[]byte(";; hello\n(module)"), []string{"wat2wasm"}},
		"something else":        {[]byte("\x7fELF and more"), []string{`\0asm`}},
		"component":             {[]byte("\x00asm\x0d\x00\x01\x00"), []string{"component model", "wasm32-unknown-unknown"}},
		"other version":         {[]byte("\x00asm\x02\x00\x00\x00"), []string{"byte 4", "version 1"}},
		"too large":             {make([]byte, moduleBytesMax+1), []string{"16 MiB", "strip"}},
		"section cut short":     {sections(1, "\x01")[:10], []string{"type section", "cut short"}},
		"section of no kind":    {sections(77, ""), []string{"byte 8", "unknown number 77"}},
		"wrong order":           {sections(3, "\x00", 1, "\x00"), []string{"type section", "order"}},
		"section twice":         {sections(1, "\x00", 1, "\x00"), []string{"twice"}},
		"bytes left over":       {sections(1, "\x00\x00"), []string{"type section", "byte 11", "left over"}},
		"lying count":           {sections(1, "\xff\xff\xff\xff\x0f"), []string{"type section, byte 10", "4294967295 entries"}},
		"number over 32 bits":   {sections(1, "\xff\xff\xff\xff\x1f"), []string{"larger than 32 bits"}},
		"lying name":            {sections(2, "\x01\x7fabc\x00\x00"), []string{"import section", "announced"}},
		"name not UTF-8":        {sections(2, "\x01\x01\xff\x01a\x00\x00"), []string{"UTF-8"}},
		"function without type": {sections(3, "\x01\x00", 10, "\x01\x02\x00\x0b"), []string{"type 0, which does not exist"}},
		"function without code": {sections(1, "\x01\x60\x00\x00", 3, "\x01\x00"), []string{"1 functions are declared, but 0"}},
		"export twice":          {sections(5, "\x01\x00\x01", 7, "\x02\x01a\x02\x00\x01a\x02\x00"), []string{`"a" is exported twice`}},
		"maximum below minimum": {sections(5, "\x01\x01\x02\x01"), []string{"minimum of 2 is above"}},
		"data count":            {sections(12, "\x03"), []string{"3 data segments are announced, but there are 0"}},
		"shared memory":         {sections(5, "\x01\x03\x01\x02"), []string{"threads", "-pthread"}},
		"64-bit memory":         {sections(5, "\x01\x04\x01"), []string{"64-bit memory", "wasm32"}},
		"several memories":      {sections(5, "\x02\x00\x01\x00\x01"), []string{"several memories", "multimemory"}},
		"several tables":        {sections(4, "\x02\x70\x00\x01\x70\x00\x01"), []string{"reference types", "-mno-reference-types"}},
		"table of externref":    {sections(4, "\x01\x6f\x00\x01"), []string{"reference types"}},
		"externref parameter":   {sections(1, "\x01\x60\x01\x6f\x00"), []string{"reference types"}},
		"struct type":           {sections(1, "\x01\x5f\x00\x00"), []string{"garbage collection"}},
		"tag":                   {sections(13, "\x01\x00\x00"), []string{"exception", "panic"}},
		"imported tag":          {sections(2, "\x01\x01a\x01b\x04\x00\x00"), []string{"exception"}},
		"extended constant":     {sections(6, "\x01\x7f\x00\x41\x01\x41\x02\x6a\x0b"), []string{"extended constant", "extended-const"}},
		"tail call":             {body("\x12\x00"), []string{"tail calls", "tail-call"}},
		"try":                   {body("\x06\x40\x0b"), []string{"exception"}},
		"atomic":                {body("\xfe\x03\x00"), []string{"threads", "code section, byte 23"}},
		"table.grow":            {body("\xfc\x0f\x00"), []string{"reference types"}},
		"ref.null":              {body("\xd0\x70\x1a"), []string{"reference types"}},
		"typed select":          {body("\x1c\x01\x7f"), []string{"reference types"}},
		"relaxed SIMD":          {body("\xfd\x80\x02"), []string{"relaxed SIMD"}},
		"padded vector":         {body("\xfd\x8c\x00" + strings.Repeat("\x00", 16)), []string{"unknown instruction"}},
		"wide arithmetic":       {body("\xfc\x13"), []string{"wide arithmetic"}},
		"garbage collection":    {body("\xfb\x00\x00"), []string{"garbage collection"}},
		"unknown instruction":   {body("\xff"), []string{"code section, byte 23", "unknown instruction 0xff"}},
		"load of memory 1":      {body("\x41\x00\x28\x42\x01\x00\x1a"), []string{"several memories"}},
		"block of no type":      {body("\x02\x50\x0b"), []string{"unknown type"}},
		"lying br_table":        {body("\x0e\xff\x01"), []string{"255 entries"}},
	} {
		t.Run(name, func(t *testing.T) {
			err := read(try.module)
			var invalid *Error
			var unsupported *Unsupported
			if !errors.As(err, &invalid) && !errors.As(err, &unsupported) {
				t.Fatalf("got error %v", err)
			}
			for _, want := range try.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %q, want it to say %q", err, want)
				}
			}
		})
	}
}

// read decodes a module and all of its code.
func read(module []byte) error {
	m, err := Decode(module)
	if err != nil {
		return err
	}
	var i Instruction
	for _, b := range m.Bodies {
		reader := b.Instructions()
		for reader.Next(&i) { //nolint:revive // reading is what is tried
		}
		if reader.Err() != nil {
			return reader.Err()
		}
	}
	return nil
}

// Ensure padded numbers are read, as linkers write them so that they can fill
// them in later.
func TestPaddedNumbers(t *testing.T) {
	code := "\x41\x80\x80\x80\x80\x00\x11\x80\x80\x80\x80\x00\x80\x80\x80\x80\x00\x42\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x1a"
	m, err := Decode(body(code))
	if err != nil {
		t.Fatal(err)
	}
	reader := m.Bodies[0].Instructions()
	var got []Instruction
	var i Instruction
	for reader.Next(&i) {
		got = append(got, i)
	}
	if reader.Err() != nil || len(got) != 5 || got[1].Op != OpCallIndirect || got[1].Size != 11 || got[2].Value != -1 {
		t.Errorf("got %+v, %v", got, reader.Err())
	}
}
