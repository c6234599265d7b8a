package guests

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// cGuest is a guest in C without a libc, with the headers of sdk/c.
func cGuest(lane *cLane, name, source string, defines ...string) job {
	return job{
		name: name, lane: "c", outputs: []string{name + ".wasm"},
		inputs: []string{"sdk/c", filepath.Dir(source)},
		toolchain: func(ctx context.Context, root string) (string, error) {
			compiler, err := lane.find(ctx, root)
			if err != nil {
				return "", err
			}
			return compiler.version + fmt.Sprint(cFlags, defines), nil
		},
		build: func(ctx context.Context, root, into string) error {
			compiler, err := lane.find(ctx, root)
			if err != nil {
				return err
			}
			args := append(append([]string{}, compiler.args...), cFlags...)
			args = append(args, defines...)
			args = append(args, "-I", "sdk/c", "-o", filepath.Join(into, name+".wasm"), source)
			return tool.Call{Dir: root, Env: compiler.env, Args: args}.Run(ctx)
		},
	}
}

// cFlags make a reactor: no entry, exports by their attribute alone.
var cFlags = []string{
	"-Os", "-nostdlib", "-ffreestanding", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function",
	"-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=65536",
}

// cCompiler is a C compiler that makes WebAssembly.
type cCompiler struct {
	args    []string
	env     []string
	version string
}

// cLane finds the compiler once for all its jobs, which run one after the other.
type cLane struct {
	found *cCompiler
	err   error
}

func (l *cLane) find(ctx context.Context, root string) (cCompiler, error) {
	if l.found == nil {
		found, err := findC(ctx, root)
		l.found, l.err = &found, err
	}
	return *l.found, l.err
}

// findC takes clang where it has WebAssembly and a linker for it, else Zig's
// clang, which pip installs without root.
func findC(ctx context.Context, root string) (cCompiler, error) {
	for _, name := range []string{"clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15"} {
		clang := cCompiler{args: []string{name, "--target=wasm32"}}
		if _, err := exec.LookPath(name); err == nil && clang.links(ctx) {
			clang.version = tool.Version(ctx, name, "--version")
			return clang, nil
		}
	}
	return findZig(ctx, root)
}

// links tries whether the compiler's linker is there.
func (c cCompiler) links(ctx context.Context) bool {
	dir, err := os.MkdirTemp("", "links-")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	source := filepath.Join(dir, "a.c")
	if err := os.WriteFile(source, []byte("int f(void) { return 1; }\n"), 0o644); err != nil {
		return false
	}
	args := append(append([]string{}, c.args...), "-nostdlib", "-Wl,--no-entry", "-o", filepath.Join(dir, "a.wasm"), source)
	return tool.Call{Env: c.env, Args: args}.Run(ctx) == nil
}
