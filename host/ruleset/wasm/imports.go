package wasm

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// checkImport returns why an import is refused and what to do about it, or "".
func checkImport(m *binary.Module, imported binary.Import) string {
	what := fmt.Sprintf("it imports %.80s %.80s", imported.Module, imported.Name)
	switch imported.Kind {
	case binary.KindFunction:
	case binary.KindMemory:
		return what + ", a memory: link without --import-memory, so that it brings its own"
	case binary.KindTable:
		return what + ", a table: link without --import-table, so that it brings its own"
	default:
		return fmt.Sprintf("%s, a %s: the host gives functions only; build without -fPIC", what, imported.Kind)
	}
	signature := binary.FuncType{}
	if int(imported.Type) < len(m.Types) {
		signature = m.Types[imported.Type]
	}
	function, ok := lookup(imported.Module, imported.Name)
	if !ok {
		return what + ": " + cureOf(imported.Module, imported.Name)
	}
	if !function.fits(signature) {
		return fmt.Sprintf("%s as %s: declare it as %s", what, signature, function)
	}
	return ""
}

// cureOf returns what to do about an import that the host does not have.
func cureOf(module, name string) string {
	switch {
	case module == moduleEnv && strings.HasPrefix(name, "http_"):
		return "a ruleset has no network: remove the request, or build the PDK without its http feature"
	case module == moduleEnv:
		return "the host has no such function: use an Extism PDK 1.x (go-pdk 1.1, extism-pdk 1 for Rust, as-pdk 1, c-pdk 1) or one of impressionism's SDKs"
	case module == moduleUser:
		return "there is no such host call: a spelling error (`impressionism rules inspect` lists what a module calls), or it needs a newer impressionism"
	case module == moduleWASI:
		return cureOfWASI(name)
	}
	return cureOfModule(module, name)
}

func cureOfWASI(name string) string {
	switch {
	case strings.HasPrefix(name, "sock_"):
		return "a ruleset has no network: remove what opens sockets"
	case strings.HasPrefix(name, "path_"), strings.HasPrefix(name, "fd_"):
		return "a ruleset has no files: remove what opens, reads or writes them (Rust: build for wasm32-unknown-unknown, not wasip1; Go: keep os.Open and the like out)"
	case strings.HasPrefix(name, "proc_"):
		return "a ruleset sends no signals: remove it"
	}
	return "the host grants no such thing: remove what needs it"
}

func cureOfModule(module, name string) string {
	switch {
	case module == "env" && name == "abort":
		return "AssemblyScript: give an abort of your own with --use abort=assembly/index/abort (the file and name of your function)"
	case module == "env" && name == "seed":
		return "AssemblyScript: give a seed of your own with --use seed=assembly/index/seed, or do not use Math.random"
	case module == "env":
		return "the linker did not find this function: link its library, or, if it is a host call, declare it with import_module(\"" + moduleUser + "\")"
	case strings.HasPrefix(module, "__wbindgen"), module == "wbg":
		return "wasm-bindgen needs a browser: build without it (plain cargo build --target wasm32-unknown-unknown, no crate that pulls it in)"
	case module == "gojs", module == "go":
		return "Go for browsers: build with GOOS=wasip1 GOARCH=wasm -buildmode=c-shared"
	case module == "wasi_unstable", strings.HasPrefix(module, "wasi:"), module == "wasi_snapshot_preview2":
		return "only " + moduleWASI + " is served, and of it what programs need to start: build for wasip1 or wasm32-unknown-unknown"
	}
	if _, ok := abi.Lookup(name); ok {
		return fmt.Sprintf("host calls are imported from %s: change the module's name", moduleUser)
	}
	return fmt.Sprintf("the host gives %s, %s and a part of %s: remove what needs this", moduleEnv, moduleUser, moduleWASI)
}
