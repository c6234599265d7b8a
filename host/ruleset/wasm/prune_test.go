package wasm

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Ensure the cache stays inside its limit, the oldest going first, and nothing
// stays of other engines.
func TestPruneCache(t *testing.T) {
	config := Config{Vetted: t.TempDir(), Cache: t.TempDir()}
	r := openRuntime(t, config)
	other := filepath.Join(config.Cache, "wazero-v0-x-y-meter-1", "abc")
	foreign := filepath.Join(config.Cache, "not-ours")
	for _, folder := range []string{other, foreign} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	var modules [][]byte
	for i := range 3 {
		b := newModule(t)
		module := b.activation(fmt.Sprintf("i32.const %d drop", i) + b.answering("[]")).bytes()
		vet(t, r, module)
		modules = append(modules, module)
		for _, name := range entries(t, config, module) {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(name, info.ModTime(), info.ModTime().AddDate(0, 0, i-10)); err != nil {
				t.Fatal(err)
			}
		}
	}
	size := int64(0)
	for _, name := range entries(t, config, modules[2]) {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	if err := r.prune(size + size/2); err != nil {
		t.Fatal(err)
	}
	for i, module := range modules {
		if _, err := os.Stat(r.cacheFolder(hashOf(module))); (err == nil) != (i == 2) {
			t.Errorf("module %d: %v", i, err)
		}
	}
	if _, err := os.Stat(other); !os.IsNotExist(err) {
		t.Errorf("another engine's folder stays: %v", err)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Errorf("what is not ours is gone: %v", err)
	}
}
