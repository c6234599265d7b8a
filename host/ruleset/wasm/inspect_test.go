package wasm

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// producersSample is what Rust's compiler leaves.
var producersSample = []byte("\x02\x08language\x01\x04Rust\x00\x0cprocessed-by\x01\x05rustc\x061.95.0")

// Ensure a module is described without running it, as JSON that says what it
// carries, wants and gives.
func TestInspect(t *testing.T) {
	b := newModule(t).activation("i64.const 0 call user.log drop i64.const 0 call user.nothing drop i64.const 0 call user.log drop unreachable")
	b.module.Memories[0] = binary.Limits{Min: 2, Max: 3, HasMax: true}
	b.module.Customs = []binary.Section{
		{Name: "producers", Content: producersSample},
		{Name: abi.ManifestSection, Content: []byte(`{ "id": "acme/careful" }`)},
	}
	inspection, err := Inspect(b.bytes())
	if err != nil {
		t.Fatal(err)
	}
	inspection.Hash, inspection.Size, inspection.CodeSize = inspection.Hash[:0], 0, 0
	got, err := json.MarshalIndent(inspection, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
 "hash": "",
 "size": 0,
 "code_size": 0,
 "functions": 2,
 "abi": 2,
 "manifest": {
  "id": "acme/careful"
 },
 "toolchain": [
  "language Rust",
  "processed-by rustc 1.95.0"
 ],
 "calls": [
  "log",
  "nothing"
 ],
 "imports": [
  {
   "module": "extism:host/env",
   "name": "alloc",
   "kind": "function",
   "type": "(i64) -\u003e i64"
  },
  {
   "module": "extism:host/env",
   "name": "store_u8",
   "kind": "function",
   "type": "(i64, i32) -\u003e ()"
  },
  {
   "module": "extism:host/user",
   "name": "log",
   "kind": "function",
   "type": "(i64) -\u003e i64"
  },
  {
   "module": "extism:host/user",
   "name": "nothing",
   "kind": "function",
   "type": "(i64) -\u003e i64"
  }
 ],
 "exports": [
  {
   "name": "memory",
   "kind": "memory"
  },
  {
   "name": "impressionism_abi_2",
   "kind": "global"
  },
  {
   "name": "evaluate_activation",
   "kind": "function",
   "type": "() -\u003e i32"
  }
 ],
 "memory": {
  "min_bytes": 131072,
  "max_bytes": 196608
 },
 "custom_sections": [
  {
   "name": "producers",
   "size": 44
  },
  {
   "name": "impressionism.manifest",
   "size": 24
  }
 ],
 "refused": [
  "it imports extism:host/user nothing: there is no such host call: a spelling error (` + "`impressionism rules inspect`" + ` lists what a module calls), or it needs a newer impressionism"
 ]
}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := strings.Join(inspection.Undeclared([]string{"log"}), " "); got != "nothing" {
		t.Errorf("undeclared: %s", got)
	}
	if got := inspection.Undeclared(nil); got != nil {
		t.Errorf("undeclared without a list: %s", got)
	}
}

// Ensure a manifest that is no JSON is still shown, and what is no module is not.
func TestInspectOddities(t *testing.T) {
	b := newModule(t).activation("i32.const 0")
	b.module.Customs = []binary.Section{{Name: abi.ManifestSection, Content: []byte(`id: x`)}, {Name: "producers", Content: []byte{200, 200, 200}}}
	inspection, err := Inspect(b.bytes())
	if err != nil {
		t.Fatal(err)
	}
	if encoded, err := json.Marshal(inspection); err != nil || !strings.Contains(string(encoded), `"manifest":"id: x"`) || len(inspection.Toolchain) != 0 {
		t.Errorf("got %s, %v", encoded, err)
	}
	if _, err := Inspect([]byte("(module)")); err == nil {
		t.Error("a text is no module")
	}
}

// Ensure whatever bytes there are can be checked and inspected.
func FuzzCheck(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x00asm\x01\x00\x00\x00"))
	f.Add(newModule(f).activation(callAll()).bytes())
	module := newModule(f).activation("i32.const 0")
	module.module.Customs = []binary.Section{{Name: "producers", Content: producersSample}, {Name: abi.ManifestSection, Content: []byte("{}")}}
	f.Add(module.bytes())
	f.Fuzz(func(t *testing.T, module []byte) {
		checked := Check(module)
		inspection, err := Inspect(module)
		if checked == nil && (err != nil || len(inspection.Refused) > 0) {
			t.Errorf("it may run, but %v %v", err, inspection.Refused)
		}
	})
}
