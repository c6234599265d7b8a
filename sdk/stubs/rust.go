package stubs

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

const rustHead = `// Code generated from abi.Calls by go test ./sdk/stubs -update. DO NOT EDIT.

use crate::record::record;
use crate::{Embedding, Fault, Ref, Value};

/// The number of the contract.
pub const VERSION: i64 = %d;

record! {
`

const rustWidth = 100 // of rustfmt's lines

// Rust writes sdk/rust/src/abi.rs: the types, and a function for each call that
// is the only thing to refer to its import, so that a module imports what it
// calls.
func (c Contract) Rust() []byte {
	var out strings.Builder
	fmt.Fprintf(&out, rustHead, abi.Version)
	for i, t := range c.Types {
		if i > 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "    /// %s\n    pub struct %s {\n", t.Doc, t.Name)
		for _, field := range t.Fields {
			fmt.Fprintf(&out, "        /// %s\n        pub %s: %s,\n", field.Doc, rustName(field.Name), rustField(field))
		}
		out.WriteString("    }\n")
	}
	out.WriteString("}\n")
	for _, call := range c.Calls {
		result := fmt.Sprintf("Result<%s, Fault>", rustType(call.Reply))
		name := call.Name
		if name == parameter {
			name = "ask_" + name
		}
		head := fmt.Sprintf("pub fn %s(request: &%s) -> %s {", name, call.Request.Name(), result)
		if len(head) > rustWidth {
			head = fmt.Sprintf("pub fn %s(\n    request: &%s,\n) -> %s {", name, call.Request.Name(), result)
		}
		fmt.Fprintf(&out, "\n/// %s\n///\n%s#[track_caller]\n%s\n    crate::host_call!(%q, request)\n}\n", call.Doc, c.rustExample(call), head, call.Name)
	}
	return []byte(out.String())
}

// rustExample is a doc test: cargo test compiles it and runs nothing.
func (c Contract) rustExample(call abi.Call) string {
	return fmt.Sprintf(`/// `+"```no_run"+`
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = %s;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// `+"```\n", c.RustExample(call))
}

func rustField(field Field) string {
	if field.Optional {
		return "Option<" + rustType(field.Type) + ">"
	}
	return rustType(field.Type)
}

func rustType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "String"
	case reflect.Int, reflect.Int64:
		return "i64"
	case reflect.Float32:
		return "f32"
	case reflect.Float64:
		return "f64"
	case reflect.Bool:
		return "bool"
	case reflect.Slice:
		return "Vec<" + rustType(t.Elem()) + ">"
	case reflect.Pointer:
		return rustType(t.Elem())
	case reflect.Interface:
		return "Value"
	case reflect.Struct:
		return t.Name()
	}
	panic("no Rust type for " + t.String()) // abi has no other kinds; the test runs this
}

// rustName gives a field's name as an identifier.
func rustName(name string) string {
	switch name {
	case "type", "match", "ref", "use", "where", "move", "loop", "fn", "in", "as", "box", "mod", "impl", "trait":
		return "r#" + name
	}
	return name
}
