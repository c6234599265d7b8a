package guests

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// theLibrary stands for a crate's library, whatever the crate calls it: none of
// its dependencies makes a module.
const theLibrary = "library"

const wasmTarget = "wasm32-unknown-unknown"

// crate is where a guest's Rust lies and which of cargo's targets it is.
type crate struct {
	folder  string
	kind    string            // "--lib" or "--examples"
	outputs map[string]string // by the target's name; that of a library is theLibrary
	sources map[string]string // folder of the ruleset.json, by the target's name
}

// rustGuests builds the modules of one crate.
func rustGuests(lane *rustLane, name string, c crate) job {
	j := job{name: name, lane: "rust", inputs: []string{"sdk/rust", c.folder}}
	for _, output := range c.outputs {
		j.outputs = append(j.outputs, output)
	}
	j.toolchain = func(ctx context.Context, root string) (string, error) {
		rust, err := lane.find(ctx, root)
		return rust.version + c.kind, err
	}
	j.build = func(ctx context.Context, root, into string) error {
		rust, err := lane.find(ctx, root)
		if err != nil {
			return err
		}
		modules, err := rust.build(ctx, filepath.Join(root, c.folder), c.kind)
		if err != nil {
			return err
		}
		return c.collect(root, into, modules)
	}
	return j
}

// collect copies cargo's modules to where they belong.
func (c crate) collect(root, into string, modules map[string]string) error {
	for target, output := range c.outputs {
		made, ok := modules[target]
		if !ok {
			return fmt.Errorf("cargo made no module %q, it made %q", target, slices.Sorted(maps.Keys(modules)))
		}
		module, err := os.ReadFile(made)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(into, output), module, 0o644); err != nil {
			return err
		}
		if source, ok := c.sources[target]; ok {
			if err := addManifest(root, source, filepath.Join(into, output)); err != nil {
				return err
			}
		}
	}
	return nil
}

// rust is a toolchain that makes WebAssembly.
type rust struct {
	cargo   string
	env     []string
	flags   []string
	version string
}

// build returns the modules that cargo made, by the names of their targets.
func (r rust) build(ctx context.Context, folder, kind string) (map[string]string, error) {
	args := []string{r.cargo, "build", "--release", "--target", wasmTarget, "--message-format=json-render-diagnostics", kind}
	said, err := tool.Call{Dir: folder, Env: r.env, Args: append(args, r.flags...)}.Output(ctx)
	if err != nil {
		return nil, err
	}
	modules := map[string]string{}
	for line := range strings.Lines(said) {
		var message struct {
			Target    struct{ Name string }
			Filenames []string
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil {
			return nil, fmt.Errorf("read what cargo said: %w", err)
		}
		for _, name := range message.Filenames {
			if strings.HasSuffix(name, ".wasm") {
				target := message.Target.Name
				if kind == "--lib" {
					target = theLibrary
				}
				modules[target] = name
			}
		}
	}
	return modules, nil
}

// withPaths adds what keeps the paths of this machine out of panic texts.
func (r rust) withPaths(ctx context.Context, root, rustc string) (rust, error) {
	sysroot, err := tool.Call{Env: r.env, Args: []string{rustc, "--print", "sysroot"}}.Output(ctx)
	if err != nil {
		return rust{}, err
	}
	home := os.Getenv("CARGO_HOME")
	if home == "" {
		user, err := os.UserHomeDir()
		if err != nil {
			return rust{}, err
		}
		home = filepath.Join(user, ".cargo")
	}
	sysroot = strings.TrimSpace(sysroot)
	flags := []string{
		"--remap-path-prefix=" + filepath.Join(home, "registry", "src") + "=/crates",
		"--remap-path-prefix=" + filepath.Join(sysroot, "lib", "rustlib", "src", "rust") + "=/rust",
		"--remap-path-prefix=" + root + "=/impressionism",
	}
	r.env = append(r.env, "CARGO_ENCODED_RUSTFLAGS="+strings.Join(flags, "\x1f"), "RUSTFLAGS=")
	return r, nil
}
