package guests

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/cmd/zig"
)

// findZig returns Zig's clang, and stands it in for the clang that is not there.
func findZig(ctx context.Context, root string) (cCompiler, error) {
	found, err := zig.Find(ctx, root)
	if err != nil {
		return cCompiler{}, fmt.Errorf("there is no C compiler for WebAssembly: install clang and lld, or python3 with pip: %w", err)
	}
	c := cCompiler{args: found.CC("wasm32-freestanding"), version: "ziglang " + zig.Version, env: found.Env()}
	return c, c.shim(root)
}

// shimsFolder holds stand-ins for tools under the names that people know.
const shimsFolder = ".tools/shims"

// shim makes a clang of Zig's, for the pages of docs/rulesets to be followed where
// no other clang is. Zig wants the target in a way of its own.
func (c cCompiler) shim(root string) error {
	var script strings.Builder
	script.WriteString("#!/bin/sh\n# Zig's clang, written by cmd/build/guests.\n" +
		"for arg do shift; case \"$arg\" in --target=wasm32*) ;; *) set -- \"$@\" \"$arg\";; esac; done\nexec env")
	for _, word := range append(append([]string{}, c.env...), c.args...) {
		script.WriteString(" '" + strings.ReplaceAll(word, "'", `'\''`) + "'")
	}
	script.WriteString(" \"$@\"\n")
	folder := filepath.Join(root, shimsFolder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "clang"), []byte(script.String()), 0o755)
}
