package wasm

import (
	"os"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Ensure a module that may not run is refused with a line for each thing that is
// wrong and what to do about it, and one that may run is not.
func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		change func(b *builder)
		want   []string // the beginning of each line, in order; …: what it goes on with
	}{
		"good":           {func(*builder) {}, nil},
		"every function": {func(b *builder) { b.activation(callAll()) }, nil},
		"no marker": {func(b *builder) { b.rename("impressionism_abi_2", "memory2") }, []string{
			"it does not export impressionism_abi_2, which says for which ABI it was built: export anything",
		}},
		"newer": {func(b *builder) {
			b.rename("impressionism_abi_2", "impressionism_abi_7")
			b.activation("i64.const 0 call user.from_the_future drop i32.const 0")
		}, []string{"it exports impressionism_abi_7: abi 7 is of a later version of impressionism, which serves abi 2 here: update impressionism"}},
		"older": {func(b *builder) {
			b.rename("impressionism_abi_2", "impressionism_abi_1")
			b.activation("i64.const 0 call user.from_the_past drop i32.const 0")
		}, []string{"it exports impressionism_abi_1: abi 1 is not served by this host, which serves abi 2: "}},
		"both markers": {func(b *builder) {
			b.module.Exports = append(b.module.Exports, binary.Export{Name: "impressionism_abi_3", Kind: binary.KindMemory})
		}, nil},
		"no number": {func(b *builder) { b.rename("impressionism_abi_2", "impressionism_abi_01x") }, []string{"it does not export impressionism_abi_2"}},
		"nothing to ask": {func(b *builder) { b.functions = b.functions[:1] }, []string{
			"it exports neither evaluate_activation nor evaluate_deactivation: export one or both",
		}},
		"command": {func(b *builder) {
			b.functions[1].name = "_start"
			b.functions[1].signature = ""
			b.functions[1].code = ""
		}, []string{
			"it is a command (it exports _start and neither evaluate_activation nor evaluate_deactivation): build a reactor: Go with -buildmode=c-shared",
		}},
		"signatures": {func(b *builder) {
			b.functions[1].signature = "i32 -> i64"
			b.functions[1].code = "i64.const 0"
			b.function("evaluate_deactivation", "", "", "").function("_initialize", "-> i32", "", "i32.const 0")
		}, []string{
			"evaluate_activation has the signature (i32) -> i64: it must be () -> i32 (no parameters",
			"evaluate_deactivation has the signature () -> (): it must be () -> i32",
			"_initialize has the signature () -> i32: it must be () -> ()",
		}},
		"no function": {func(b *builder) {
			b.module.Exports = append(b.module.Exports, binary.Export{Name: "evaluate_deactivation", Kind: binary.KindMemory})
		}, []string{
			"it exports evaluate_deactivation as a memory: export a function",
		}},
		"reserved": {func(b *builder) {
			b.module.Exports = append(b.module.Exports, binary.Export{Name: "impressionism:fuel", Kind: binary.KindGlobal})
		}, []string{
			`it exports "impressionism:fuel": names that begin with impressionism: are the host's own`,
		}},
		"imports": {func(b *builder) {
			b.activation("i64.const 0 call env.http_request drop i64.const 0 call env.file_read drop i64.const 0 call user.serch_skills drop " +
				"i64.const 0 call wasi.path_open drop i64.const 0 call wasi.fd_pread drop i64.const 0 call wasi.sock_send drop i32.const 0")
		}, []string{
			"it imports extism:host/env http_request: a ruleset has no network",
			"it imports extism:host/env file_read: the host has no such function: use an Extism PDK 1.x",
			"it imports extism:host/user serch_skills: there is no such host call: a spelling error",
			"it imports wasi_snapshot_preview1 path_open: a ruleset has no files",
			"it imports wasi_snapshot_preview1 fd_pread: a ruleset has no files",
			"it imports wasi_snapshot_preview1 sock_send: a ruleset has no network",
		}},
		"other modules": {func(b *builder) {
			for _, from := range [][2]string{{"env", "abort"}, {"env", "seed"}, {"env", "strlen"}, {"env", "log"}, {"wbg", "x"}, {"gojs", "x"}, {"wasi_unstable", "fd_write"}, {"impressionism", "log"}, {"x", "y"}} {
				b.module.Imports = append(b.module.Imports, binary.Import{Module: from[0], Name: from[1], Type: b.typeOf("i64 -> i64")})
			}
		}, []string{
			"it imports env abort: AssemblyScript: give an abort of your own with --use abort=",
			"it imports env seed: AssemblyScript: give a seed",
			"it imports env strlen: the linker did not find this function: link its library",
			"it imports env log: the linker did not find this function: link its library, or, if it is a host call, declare it with import_module(\"extism:host/user\")",
			"it imports wbg x: wasm-bindgen needs a browser",
			"it imports gojs x: Go for browsers: build with GOOS=wasip1",
			"it imports wasi_unstable fd_write: only wasi_snapshot_preview1 is served",
			"it imports impressionism log: host calls are imported from extism:host/user: change the module's name",
			"it imports x y: the host gives extism:host/env, extism:host/user and a part of wasi_snapshot_preview1",
		}},
		"wrong types": {func(b *builder) {
			b.module.Imports = append(b.module.Imports, binary.Import{Module: moduleEnv, Name: "alloc", Type: b.typeOf("i32 -> i32")},
				binary.Import{Module: moduleUser, Name: "log", Type: b.typeOf("i64 ->")})
		}, []string{
			"it imports extism:host/env alloc as (i32) -> i32: declare it as (i64) -> i64",
			"it imports extism:host/user log as (i64) -> (): declare it as (i64) -> i64",
		}},
		"no functions": {func(b *builder) {
			b.module.Memories = nil
			b.module.Exports = b.module.Exports[1:]
			b.module.Exports[0].Index = 1
			b.module.Imports = []binary.Import{
				{Module: "env", Name: "memory", Kind: binary.KindMemory, Memory: binary.Limits{Min: 2}},
				{Module: "env", Name: "__indirect_function_table", Kind: binary.KindTable},
				{Module: "env", Name: "__stack_pointer", Kind: binary.KindGlobal, Global: binary.GlobalType{Type: binary.I32, Mutable: true}},
			}
		}, []string{
			"it imports env memory, a memory: link without --import-memory",
			"it imports env __indirect_function_table, a table: link without --import-table",
			"it imports env __stack_pointer, a global: the host gives functions only; build without -fPIC",
		}},
		"sizes": {func(b *builder) {
			b.module.Memories[0].Min = 2000
			b.module.Tables = []binary.Table{{Limits: binary.Limits{Min: 1 << 20}}}
			for range typesMax {
				b.typeOf("i64 ->")
			}
		}, []string{
			"its memory starts with 2000 pages of 64 KiB, at most 1024 are given: link with a smaller --initial-memory",
			"its tables have 1048576 entries, at most 131072 are allowed",
			"it has 1004 types, at most 1000 are allowed",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newModule(t).activation("i32.const 0")
			c.change(b)
			err := Check(b.bytes())
			var lines []string
			if err != nil {
				lines = strings.Split(err.Error(), "\n")
			}
			if len(lines) != len(c.want) {
				t.Fatalf("got %q, want %q", lines, c.want)
			}
			for i, line := range lines {
				if !strings.HasPrefix(line, c.want[i]) {
					t.Errorf("got %s, want %s…", line, c.want[i])
				}
			}
		})
	}
}

func (b *builder) rename(from, to string) {
	for i := range b.module.Exports {
		if b.module.Exports[i].Name == from {
			b.module.Exports[i].Name = to
		}
	}
}

// callAll gives code that imports everything there is.
func callAll() string {
	code := "return "
	for _, imported := range everyImport() {
		function, _ := lookup(imported[0], imported[1])
		for _, param := range function.params {
			code += map[byte]string{i32: "i32.const 0 ", i64: "i64.const 0 "}[param]
		}
		code += " call " + map[string]string{moduleEnv: "env.", moduleUser: "user.", moduleWASI: "wasi."}[imported[0]] + imported[1] + " "
		if len(function.results) > 0 {
			code += "drop "
		}
	}
	return "i32.const 0 " + code + " i32.const 0"
}

// Ensure a module that imports everything there is also links.
func TestLinkAll(t *testing.T) {
	module := newModule(t).activation(callAll()).bytes()
	engines(t, func(t *testing.T, r *Runtime) {
		trust(t, r, module)
		if _, err := startGuest(t, r, module, sandboxOf(nil)).Evaluate(abi.Activation, nil); err != nil {
			t.Error(err)
		}
	})
}

// Ensure the names of folders in the cache follow the engine that is linked.
func TestEngineVersion(t *testing.T) {
	data, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), "github.com/tetratelabs/wazero "+engineVersion+"\n") && !strings.Contains(string(data), "github.com/tetratelabs/wazero "+engineVersion+" ") {
		t.Errorf("go.mod names another version than %s: change it here, and look whether what cache.go and entry.go rely on still holds", engineVersion)
	}
}
