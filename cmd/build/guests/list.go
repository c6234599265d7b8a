package guests

import (
	"os"
	"path/filepath"
)

// list returns every guest of the tree.
func list(root string) ([]job, error) {
	lane, c := &rustLane{}, &cLane{}
	rulesets, err := builtinRust(root)
	if err != nil {
		return nil, err
	}
	hostile, err := watGuests(lane, root)
	if err != nil {
		return nil, err
	}
	jobs := []job{
		rustGuests(lane, "builtin-rust", rulesets),
		rustGuests(lane, "probe/rust", probeCrate("abi/guests/rust", "probe/rust.wasm")),
		rustGuests(lane, "probe/extism-rust", probeCrate("abi/guests/extism-rust", "probe/extism-rust.wasm")),
		hostile,
		goGuest("builtin-go/default", "rules/wasm/builtin-go/default"),
		goGuest("probe/go", "abi/guests/go"),
		cGuest(c, "probe/c", "abi/guests/c/probe.c"),
		cGuest(c, "probe/c-half", "abi/guests/c/probe.c", "-DHALF"),
		assemblyScript("probe/assemblyscript", "abi/guests/assemblyscript"),
	}
	if tinyGoIsPresent() {
		jobs = append(jobs, tinyGo("probe/tinygo", "abi/guests/go"))
	}
	return present(root, jobs), nil
}

// present keeps the jobs that have sources: a tree may leave some out.
func present(root string, jobs []job) []job {
	var kept []job
	for _, j := range jobs {
		_, err := os.Stat(filepath.Join(root, j.inputs[len(j.inputs)-1]))
		if err == nil && len(j.outputs) > 0 {
			kept = append(kept, j)
		}
	}
	return kept
}

// builtinRust is the crate of the built-in rulesets, an example for each folder
// that has a manifest.
func builtinRust(root string) (crate, error) {
	const folder = "rules/wasm/builtin-rust"
	c := crate{folder: folder, kind: "--examples", outputs: map[string]string{}, sources: map[string]string{}}
	manifests, err := filepath.Glob(filepath.Join(root, folder, "*", "ruleset.json"))
	if err != nil {
		return crate{}, err
	}
	for _, manifest := range manifests {
		name := filepath.Base(filepath.Dir(manifest))
		c.outputs[name] = "builtin-rust/" + name + ".wasm"
		c.sources[name] = folder + "/" + name
	}
	return c, nil
}

// probeCrate is a crate whose library is a probe.
func probeCrate(folder, output string) crate {
	return crate{folder: folder, kind: "--lib", outputs: map[string]string{theLibrary: output}}
}
