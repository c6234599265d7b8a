package wasm

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// cachedModule is one that computes, traps by name, and has a table, data and a
// memory: whatever a module's compiled form depends on.
func cachedModule(tb testing.TB) []byte {
	b := newModule(tb)
	b.activation("loop local.get 0 i32.const 7 i32.add local.tee 0 i32.const 7000 i32.eq i32.eqz br_if 0 end" + b.answering(`["cached"]`))
	b.function(abi.Deactivation, "-> i32", "", "unreachable")
	return b.bytes()
}

// use starts a module in a Runtime of its own, as each process does.
func use(tb testing.TB, config Config, module []byte) {
	tb.Helper()
	r, err := Open(config)
	if err != nil {
		tb.Fatal(err)
	}
	defer r.Close()
	g, err := r.Start(programOf(module), sandboxOf(nil))
	if err != nil {
		tb.Fatal(err)
	}
	defer g.Close()
	answer, err := g.Evaluate(abi.Activation, []byte("{}"))
	used := g.(abi.Metered).FuelUsed()
	if err != nil || string(answer) != `["cached"]` || used < 100 {
		tb.Fatalf("got %s, %v, %d units", answer, err, used)
	}
	_, err = g.Evaluate(abi.Deactivation, []byte("{}"))
	if got, want := faultOf(tb, err).Error(), "internal: acme/x.wasm: unreachable\n  from evaluate_deactivation"; got != want {
		tb.Fatalf("got %s, want %s", got, want)
	}
}

// entries gives the files of a module's compiled form.
func entries(tb testing.TB, config Config, module []byte) []string {
	tb.Helper()
	r := &Runtime{config: config}
	folder := r.cacheFolder(hashOf(module))
	entry, err := entryOf(folder)
	if err != nil {
		tb.Fatal(err)
	}
	return []string{entry, filepath.Join(folder, skeletonFile)}
}

// Ensure the compiled form that vetting leaves is what runs, with the answers,
// the fuel and the errors of the whole module, and that using it writes nothing.
func TestCache(t *testing.T) {
	module := cachedModule(t)
	config := Config{Vetted: t.TempDir(), Cache: t.TempDir()}
	vet(t, openRuntime(t, config), module)
	before := map[string]os.FileInfo{}
	for _, name := range entries(t, config, module) {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		before[name] = info
	}
	use(t, config, module)
	use(t, Config{Vetted: config.Vetted}, module)
	use(t, Config{Vetted: config.Vetted, Cache: config.Cache, Interpret: true}, module)
	r := openRuntime(t, config)
	c, err := r.loadCached(context.Background(), hashOf(module))
	if err != nil {
		t.Fatalf("what vetting left is not used: %v", err)
	}
	if err := c.close(); err != nil {
		t.Error(err)
	}
	for name, info := range before {
		now, err := os.Stat(name)
		if err != nil || !now.ModTime().Equal(info.ModTime()) || now.Size() != info.Size() || !os.SameFile(now, info) {
			t.Errorf("%s was written: %v", name, err)
		}
	}
}

// Ensure a compiled form that a program wrote which names the engine's version otherwise is
// not run: the engine does not find it, and would run the skeleton.
func TestCacheOfAnotherEngine(t *testing.T) {
	module := cachedModule(t)
	config := Config{Vetted: t.TempDir(), Cache: t.TempDir()}
	vet(t, openRuntime(t, config), module)
	versioned := filepath.Dir(entries(t, config, module)[0])
	if err := os.Rename(versioned, filepath.Join(filepath.Dir(versioned), "wazero-another")); err != nil {
		t.Fatal(err)
	}
	use(t, config, module)
	use(t, config, module)
}

// Ensure a compiled form that is damaged anywhere, or gone, is made again, and
// never run.
func TestDamagedCache(t *testing.T) {
	module := cachedModule(t)
	config := Config{Vetted: t.TempDir(), Cache: t.TempDir()}
	vet(t, openRuntime(t, config), module)
	for which, name := range entries(t, config, module) {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		damages := map[string][]byte{"gone": nil, "empty": {}, "doubled": append(append([]byte{}, whole...), whole...), "zeros": make([]byte, len(whole))}
		step := max(1, len(whole)/60)
		for i := 0; i < len(whole); i++ {
			if i%step != 0 && i > 64 { // the head has what would take most memory
				continue
			}
			flipped := bytes.Clone(whole)
			flipped[i] ^= 1 << (i % 8)
			damages[fmt.Sprintf("flipped at %d", i)] = flipped
			damages[fmt.Sprintf("cut to %d", i)] = whole[:i]
		}
		for damage, content := range damages {
			name := entries(t, config, module)[which]
			if content == nil {
				err = os.Remove(name)
			} else {
				err = os.WriteFile(name, content, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			use(t, config, module)
			again, err := os.ReadFile(entries(t, config, module)[which])
			if err != nil || !bytes.Equal(again, whole) {
				t.Fatalf("%s of %s: it was not made again: %v", damage, filepath.Base(name), err)
			}
		}
	}
	if leftovers, err := filepath.Glob(filepath.Join(config.Cache, "*", "building-*")); err != nil || len(leftovers) > 0 {
		t.Errorf("left over: %v, %v", leftovers, err)
	}
}

// Ensure the engine never sees an entry whose head is damaged: it would take
// memory by what stands there, and jump there.
func TestDamagedEntry(t *testing.T) {
	module := cachedModule(t)
	r := openRuntime(t, Config{Vetted: t.TempDir(), Cache: t.TempDir()})
	vet(t, r, module)
	name := entries(t, r.config, module)[0]
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40 { // magic, version, number of functions, their offsets
		flipped := bytes.Clone(whole)
		flipped[i] ^= 0x80
		if err := os.WriteFile(name, flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := r.loadCached(context.Background(), hashOf(module)); err != errEntry {
			t.Errorf("byte %d: got %v, want %v", i, err, errEntry)
		}
	}
}

// Ensure a cache that cannot be used is done without: a file in its place, or a
// folder that may not be written.
func TestUnusableCache(t *testing.T) {
	module := cachedModule(t)
	config := Config{Vetted: t.TempDir()}
	r := openRuntime(t, config)
	trust(t, r, module)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	readOnly := t.TempDir()
	if err := os.Chmod(readOnly, 0o500); err != nil {
		t.Fatal(err)
	}
	for _, cache := range []string{file, filepath.Join(file, "below"), readOnly} {
		config.Cache = cache
		use(t, config, module)
		vet(t, openRuntime(t, config), module)
	}
}
