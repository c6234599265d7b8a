package binary

import "fmt"

// Error is the place at which bytes stop being a valid WebAssembly module.
type Error struct {
	Section string // "code section"; "" where no section is at fault
	Offset  int    // from the module's start
	Problem string
}

func (e *Error) Error() string {
	if e.Section == "" {
		return fmt.Sprintf("not a valid WebAssembly module: byte %d: %s", e.Offset, e.Problem)
	}
	return fmt.Sprintf("not a valid WebAssembly module: %s, byte %d: %s", e.Section, e.Offset, e.Problem)
}

// Unsupported reports a part of a module that this host does not run.
type Unsupported struct {
	Feature string // "threads"
	Cure    string // what to build it with instead
	Section string
	Offset  int
}

func (e *Unsupported) Error() string {
	return fmt.Sprintf("the module uses %s (%s, byte %d), which this host does not run: %s",
		e.Feature, e.Section, e.Offset, e.Cure)
}

type feature struct{ name, cure string }

var (
	threads = feature{"threads", "build without -pthread, -matomics and --shared-memory " +
		"(Rust: without -C target-feature=+atomics)"}
	exceptions = feature{"exception handling", "build without -fwasm-exceptions " +
		"(Rust: panic = \"abort\"; C++: -fno-exceptions)"}
	tailCalls = feature{"tail calls", "build with -mno-tail-call " +
		"(Rust: -C target-feature=-tail-call)"}
	memory64 = feature{"64-bit memory", "build for wasm32 instead of wasm64 " +
		"(Emscripten: without -sMEMORY64)"}
	multiMemory = feature{"several memories", "build with -mno-multimemory, and link modules " +
		"into one memory"}
	customPages = feature{"pages of another size than 64 KiB", "link without --page-size"}
	garbage     = feature{"garbage collection or typed function references", "compile from a language " +
		"that manages its own memory (Rust, C, Go, TinyGo, AssemblyScript)"}
	referenceTypes = feature{"reference types", "build with -mno-reference-types " +
		"(Rust: -C target-feature=-reference-types); funcref tables and call_indirect are fine"}
	extendedConst = feature{"extended constant expressions", "build with -mno-extended-const " +
		"and not position independent (Rust: -C target-feature=-extended-const)"}
	relaxedSIMD = feature{"relaxed SIMD", "build with -mno-relaxed-simd " +
		"(Rust: -C target-feature=-relaxed-simd); plain SIMD is fine"}
	wideArithmetic = feature{"wide arithmetic", "build with -mno-wide-arithmetic " +
		"(Rust: -C target-feature=-wide-arithmetic)"}
	component = feature{"the component model", "build a core module instead " +
		"(Rust: --target wasm32-unknown-unknown; TinyGo: -target wasip1 -buildmode=c-shared)"}
)
