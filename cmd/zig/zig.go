// Package zig finds Zig's clang, which compiles for every platform, or has pip
// install it below .tools without root. See RATIONALE.md, "Why Zig for all platforms?".
package zig

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// Version is the release of Zig's Python package; 341 MB on disk.
const Version = "0.14.1"

// Zig is an installed Zig.
type Zig struct {
	Folder string // where pip put it
}

// Find returns Zig below the root's .tools, installed there at the first time.
func Find(ctx context.Context, root string) (Zig, error) {
	z := Zig{Folder: filepath.Join(root, ".tools", "zig-"+Version)}
	if _, err := os.Stat(z.program()); err == nil {
		return z, nil
	}
	python, err := tool.Python(ctx)
	if err != nil {
		return Zig{}, err
	}
	if err := tool.PipInstall(ctx, python, z.Folder, "ziglang=="+Version); err != nil {
		return Zig{}, fmt.Errorf("install Zig by pip: %w", err)
	}
	return z, nil
}

// program is Zig itself. Its package's own way, python -m ziglang, starts Python
// for each of the hundreds of calls of a build, and hides from Go which compiler
// it is.
func (z Zig) program() string {
	name := "zig"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(z.Folder, "ziglang", name)
}

// CC is the command that compiles C for a target in Zig's words.
func (z Zig) CC(target string) []string {
	return []string{z.program(), "cc", "-target", target}
}

// Env is what the command needs of the environment.
func (z Zig) Env() []string {
	cache := filepath.Join(z.Folder, "cache")
	return []string{"ZIG_GLOBAL_CACHE_DIR=" + cache, "ZIG_LOCAL_CACHE_DIR=" + cache}
}
