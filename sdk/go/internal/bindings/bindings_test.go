package bindings

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

var update = flag.Bool("update", false, "write the generated files again")

const banner = "// Code generated from abi.Calls by go test ./sdk/go/internal/bindings -update. DO NOT EDIT.\n\n"

// Ensure that the SDK has every host call of the contract with its types, and no
// other, and that only calls that a ruleset makes become imports of its module.
func TestGenerated(t *testing.T) {
	for file, want := range map[string]string{
		"types.go":          types(),
		"calls.go":          wrappers(),
		"imports_wasip1.go": imports(),
		"imports_native.go": nativeImports(),
	} {
		file = filepath.Join("..", "..", file)
		source, err := format.Source([]byte(banner + want))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if *update {
			if err := os.WriteFile(file, source, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, source) {
			t.Errorf("%s is not what abi.Calls says; run: make generate", file)
		}
	}
}

// aliases are the types whose name is a call's, by the name that they have here.
var aliases = map[string]string{"Active": "ActiveItem", "Relevance": "ItemRelevance", "Session": "SessionInfo"}

// types lists the contract's types that calls and functions deal in.
func types() string {
	var names []string
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(of reflect.Type) {
		if of == nil || seen[of] {
			return
		}
		seen[of] = true
		if of.Name() != "" && of.PkgPath() == reflect.TypeFor[abi.Context]().PkgPath() {
			names = append(names, of.Name())
		}
		switch of.Kind() {
		case reflect.Slice, reflect.Pointer:
			visit(of.Elem())
		case reflect.Struct:
			for i := range of.NumField() {
				visit(of.Field(i).Type)
			}
		}
	}
	visit(reflect.TypeFor[abi.Context]())
	visit(reflect.TypeFor[abi.Fault]())
	for _, call := range abi.Calls {
		visit(call.Request)
		visit(call.Reply)
	}
	var out strings.Builder
	out.WriteString("package impressionism\n\nimport \"github.com/ed-irl/impressionism/abi\"\n\n// The types of the contract.\ntype (\n")
	for _, name := range names {
		fmt.Fprintf(&out, "%s = abi.%s\n", cmp.Or(aliases[name], name), name)
	}
	out.WriteString(")\n")
	return out.String()
}

func wrappers() string {
	var out strings.Builder
	out.WriteString("package impressionism\n\nimport \"github.com/ed-irl/impressionism/abi\"\n")
	for _, call := range abi.Calls {
		name := exported(call.Name)
		doc := strings.ToLower(call.Doc[:1]) + call.Doc[1:]
		reply := strings.ReplaceAll(call.Reply.String(), "interface {}", "any")
		fmt.Fprintf(&out, "\n// %s is the host call %s: %s\n", name, call.Name, doc)
		fmt.Fprintf(&out, "func %s(request %s) (%s, error) {\n\treturn call[%s](%q, %s, request)\n}\n",
			name, call.Request.Name(), reply, reply, call.Name, unexported(call.Name))
	}
	return out.String()
}

func imports() string {
	var out strings.Builder
	out.WriteString("package impressionism\n")
	for _, call := range abi.Calls {
		fmt.Fprintf(&out, "\n//go:wasmimport extism:host/user %s\nfunc %s(request uint64) (reply uint64)\n", call.Name, unexported(call.Name))
	}
	return out.String()
}

func nativeImports() string {
	var names []string
	for _, call := range abi.Calls {
		names = append(names, unexported(call.Name))
	}
	return "//go:build !wasip1\n\npackage impressionism\n\n// Natively nothing is imported; exchange goes by the name.\nvar " +
		strings.Join(names, ",\n") + " hostFunction\n"
}

// renamed are calls whose name the SDK gives to a helper with types of its own.
var renamed = map[string]string{"param": "ask_param"}

func exported(name string) string {
	name = cmp.Or(renamed[name], name)
	var out strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		out.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return out.String()
}

func unexported(name string) string {
	upper := exported(name)
	if strings.ToLower(upper) == "log" {
		return "writeLog"
	}
	return strings.ToLower(upper[:1]) + upper[1:]
}
