package guests

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// targetWait is how long rustup may take to fetch the target: 91 MB.
const targetWait = 90 * time.Second

// rustLane finds the Rust toolchain once for all its jobs, which run one after
// the other.
type rustLane struct {
	found *rust
	err   error
}

func (l *rustLane) find(ctx context.Context, root string) (rust, error) {
	if l.found == nil {
		found, err := findRust(ctx, root)
		l.found, l.err = &found, err
	}
	return *l.found, l.err
}

// findRust takes the Rust at hand, with rustup's target where that is missing,
// else Debian's, which compiles the standard library itself.
func findRust(ctx context.Context, root string) (rust, error) {
	plain := rust{
		cargo: "cargo", version: tool.Version(ctx, "rustc", "--version", "--verbose"),
		env: []string{"CARGO_TARGET_DIR=" + filepath.Join(root, ".tools", "rust")},
	}
	if plain.version != "" && (hasTarget(ctx) || addTarget(ctx)) {
		return plain.withPaths(ctx, root, "rustc")
	}
	debian, err := findDebian(ctx, root)
	if err == nil {
		return debian.withPaths(ctx, root, debianRustc)
	}
	return rust{}, fmt.Errorf("there is no Rust for WebAssembly: install rustup and run: rustup target add %s\n    (%w)", wasmTarget, err)
}

// hasTarget reports whether the compiler's standard library is there for wasm.
func hasTarget(ctx context.Context) bool {
	folder := tool.Version(ctx, "rustc", "--print", "target-libdir", "--target", wasmTarget)
	found, err := filepath.Glob(filepath.Join(folder, "libcore-*.rlib"))
	return folder != "" && err == nil && len(found) > 0
}

func addTarget(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, targetWait)
	defer cancel()
	return tool.Call{Args: []string{"rustup", "target", "add", wasmTarget}}.Run(ctx) == nil && hasTarget(ctx)
}

// Debian's Rust for WebAssembly has no compiled standard library, so cargo
// compiles it from the sources of rust-web-src. RUSTC_BOOTSTRAP allows the flag
// for that in a stable release, and rustup must not come first in PATH: it would
// look for its own sources.
const (
	debianRustc  = "/usr/bin/rustc"
	debianLinker = "/usr/lib/llvm-19/bin/wasm-ld"
)

var debianPackages = []string{"rustc-web", "cargo-web", "rust-web-src", "lld-19"}

func findDebian(ctx context.Context, root string) (rust, error) {
	debian := rust{
		cargo: "/usr/bin/cargo", flags: []string{"-Z", "build-std=std,panic_abort"},
		env: []string{
			"PATH=/usr/bin:/bin", "RUSTC_BOOTSTRAP=1", "CARGO_TARGET_DIR=" + filepath.Join(root, ".tools", "rust-debian"),
			"CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=" + debianLinker,
		},
	}
	if !hasDebian(ctx) {
		if err := tool.AptInstall(ctx, debianPackages...); err != nil {
			return rust{}, err
		}
	}
	debian.version = tool.Version(ctx, debianRustc, "--version", "--verbose")
	return debian, nil
}

func hasDebian(ctx context.Context) bool {
	for _, name := range []string{debianRustc, debianLinker} {
		if _, err := os.Stat(name); err != nil {
			return false
		}
	}
	sysroot := tool.Version(ctx, debianRustc, "--print", "sysroot")
	_, err := os.Stat(filepath.Join(sysroot, "lib", "rustlib", "src", "rust", "library"))
	return err == nil
}
