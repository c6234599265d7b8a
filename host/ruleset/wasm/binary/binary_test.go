package binary

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// everything is a module with something in every section.
func everything() *Module {
	start, count := uint32(1), uint32(2)
	zero := Constant{byte(OpI32Const), 0, opEnd}
	return &Module{
		Types: []FuncType{{Params: []ValueType{I32, I64}, Results: []ValueType{F64}}, {Params: []ValueType{}, Results: []ValueType{}}},
		Imports: []Import{
			{Module: "env", Name: "f", Kind: KindFunction, Type: 0},
			{Module: "env", Name: "g", Kind: KindGlobal, Global: GlobalType{Type: F32}},
		},
		Functions: []uint32{1},
		Tables:    []Table{{Limits{Min: 3, Max: 300, HasMax: true}}},
		Memories:  []Limits{{Min: 1}},
		Globals:   []Global{{GlobalType{V128, true}, append(append(Constant{0xfd, 12}, make([]byte, 16)...), opEnd)}},
		Exports:   []Export{{"run", KindFunction, 1}, {"größe", KindMemory, 0}},
		Start:     &start,
		Elements: []Element{
			{Offset: zero, Functions: []uint32{0, 1}},
			{Mode: Passive, Functions: []uint32{1}},
			{Mode: Declarative, Functions: []uint32{1}},
			{Offset: zero, Expressions: []Constant{{byte(OpRefFunc), 1, opEnd}, {byte(OpRefNull), refTypeFunc, opEnd}}},
			{Mode: Passive, Expressions: []Constant{{byte(OpRefNull), refTypeFunc, opEnd}}},
		},
		DataCount: &count,
		Bodies:    []Body{{Locals: []Locals{{2, I32}, {300, V128}}, Code: []byte{byte(OpNop), opEnd}}},
		Data:      []Data{{Offset: zero, Bytes: []byte("active")}, {Passive: true, Bytes: []byte("passive")}},
		Customs:   []Section{{"first", []byte("1"), 0}, {"name", []byte{}, 11}},
	}
}

// Ensure what was encoded is decoded again, every section of it, and that
// canonical bytes come back as they were.
func TestEncodeAndDecode(t *testing.T) {
	want := everything()
	encoded := want.Encode()
	got, err := Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if offset := got.Bodies[0].Offset; encoded[offset] != byte(OpNop) {
		t.Errorf("the body's offset %d does not lead to its code", offset)
	}
	if last := got.Sections[len(got.Sections)-1]; last.Name != "custom name" || last.Offset+last.Size != len(encoded) {
		t.Errorf("got last section %+v", last)
	}
	if !bytes.Equal(got.Encode(), encoded) {
		t.Error("encoding again gave other bytes")
	}
	got.Sections, got.Bodies[0].Offset = nil, 0
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// Ensure functions, globals and the like are counted with the imported ones
// first, as indices in code count them.
func TestIndicesCountImportsFirst(t *testing.T) {
	m := everything()
	imported, _ := m.Signature(0)
	own, _ := m.Signature(1)
	if imported.String() != "(i32, i64) -> f64" || own.String() != "() -> ()" {
		t.Errorf("got %s and %s", imported, own)
	}
	if _, found := m.Signature(2); found {
		t.Error("function 2 was found")
	}
	if m.Count(KindFunction) != 2 || m.Count(KindGlobal) != 2 || m.Count(KindMemory) != 1 || m.Imported(KindGlobal) != 1 {
		t.Error("the counts are wrong")
	}
	if len(m.AllMemories()) != 1 || len(m.AllTables()) != 1 {
		t.Error("memories or tables are missing")
	}
}

// Ensure a custom section is found, replaced and added, and nothing else changes.
func TestCustomSections(t *testing.T) {
	m := everything()
	m.Customs = append(m.Customs, Section{"mine", []byte("old"), 3}, Section{"mine", []byte("older"), 11})
	plain := m.Encode()
	if content, found, err := Custom(plain, "mine"); string(content) != "old" || !found || err != nil {
		t.Errorf("got %q, %v, %v", content, found, err)
	}
	if _, found, err := Custom(plain, "absent"); found || err != nil {
		t.Errorf("an absent section: %v, %v", found, err)
	}
	with, err := WithCustom(plain, "mine", []byte("new"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(with)
	if err != nil {
		t.Fatal(err)
	}
	want := append(everything().Customs, Section{"mine", []byte("new"), 11})
	if !reflect.DeepEqual(got.Customs, want) {
		t.Errorf("got %+v, want %+v", got.Customs, want)
	}
	if _, err := WithCustom(plain, "big", make([]byte, moduleBytesMax)); err == nil || !strings.Contains(err.Error(), "16 MiB") {
		t.Errorf("a module over the limit: got error %v", err)
	}
	if _, err := WithCustom([]byte("\x00as"), "mine", nil); err == nil {
		t.Error("half a header was taken for a module")
	}
}

// Ensure no prefix of a module makes a reader panic or is taken for a module
// with fewer functions.
func TestPrefixes(t *testing.T) {
	whole := everything().Encode()
	for n := range whole {
		m, err := Decode(whole[:n])
		var invalid *Error
		if err != nil && !errors.As(err, &invalid) {
			t.Errorf("%d bytes: got error %v, want an *Error", n, err)
		}
		if err == nil && len(m.Functions) != len(m.Bodies) {
			t.Errorf("%d bytes were taken for a module", n)
		}
		if _, err := WithCustom(whole[:n], "x", nil); err == nil {
			if _, _, err := Custom(whole[:n], "x"); err != nil {
				t.Errorf("%d bytes: WithCustom reads what Custom refuses: %v", n, err)
			}
		}
	}
}
