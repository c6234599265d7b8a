package wasm

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/ruleset/wasm/meter"
)

// cacheBytesMax bounds the compiled forms of all modules: some hundred Rust
// modules, or twenty of standard Go.
const cacheBytesMax = 256 << 20

// Prune removes what no version of this program on this machine uses: compiled
// forms of other engines, the oldest ones beyond the cache's limit, and vetted
// forms that another meter made.
func (r *Runtime) Prune() error {
	return r.prune(cacheBytesMax)
}

func (r *Runtime) prune(limit int64) error {
	if err := r.pruneVetted(); err != nil {
		return fmt.Errorf("prune vetted modules: %w", err)
	}
	if r.config.Cache == "" {
		return nil
	}
	versions, err := os.ReadDir(r.config.Cache)
	if err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("prune compilation cache: %w", err)
	}
	for _, version := range versions {
		if strings.HasPrefix(version.Name(), "wazero-") && version.Name() != cacheVersion {
			if err := os.RemoveAll(filepath.Join(r.config.Cache, version.Name())); err != nil {
				return fmt.Errorf("prune compilation cache: %w", err)
			}
		}
	}
	return r.pruneOldest(filepath.Join(r.config.Cache, cacheVersion), limit)
}

func (r *Runtime) pruneVetted() error {
	files, err := os.ReadDir(r.config.Vetted)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	current := fmt.Sprintf("-%d.wasm", meter.Version)
	for _, file := range files {
		if strings.HasSuffix(file.Name(), ".wasm") && !strings.HasSuffix(file.Name(), current) {
			if err := os.Remove(filepath.Join(r.config.Vetted, file.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// compiled is one module's folder in the cache.
type compiled struct {
	folder string
	bytes  int64
	used   time.Time
}

func (r *Runtime) pruneOldest(folder string, limit int64) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil // an absent folder is within every limit
	}
	var all []compiled
	total := int64(0)
	for _, entry := range entries {
		one := compiled{folder: filepath.Join(folder, entry.Name())}
		_ = filepath.WalkDir(one.folder, func(_ string, d fs.DirEntry, err error) error { // what vanishes meanwhile has no size
			if err != nil {
				return nil
			}
			if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
				one.bytes += info.Size()
				if info.ModTime().After(one.used) {
					one.used = info.ModTime()
				}
			}
			return nil
		})
		total += one.bytes
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b compiled) int { return a.used.Compare(b.used) })
	for _, one := range all {
		if total <= limit {
			break
		}
		if err := os.RemoveAll(one.folder); err != nil {
			return fmt.Errorf("prune compilation cache: %w", err)
		}
		total -= one.bytes
	}
	return nil
}
