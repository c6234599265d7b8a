package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/wasm/binary"
)

func (a *app) rulesPackCommand() *cobra.Command {
	var manifest, out string
	command := &cobra.Command{
		Use:   "pack MODULE.wasm",
		Short: "Write a manifest into a WebAssembly module, so that the one file is a ruleset",
		Long: `Write a manifest into a WebAssembly module, as its custom section
` + abi.ManifestSection + `, so that the one file is a ruleset: it can be added,
listed and shared without the folder it came from.`,
		Example: "  impressionism rules pack target/wasm32-unknown-unknown/release/careful.wasm --manifest ruleset.json --out careful.wasm",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return a.rulesPack(args[0], manifest, out) },
	}
	command.Flags().StringVar(&manifest, "manifest", "", "the manifest; ruleset.json beside the module where absent")
	command.Flags().StringVar(&out, "out", "", "file to write; the module itself where absent")
	return command
}

// Limits of what is packed.
const (
	moduleBytesMax   = 16 << 20
	manifestBytesMax = 256 << 10
)

func (a *app) rulesPack(name, manifestName, out string) error {
	if manifestName == "" {
		manifestName = filepath.Join(filepath.Dir(name), "ruleset.json")
		if info, err := os.Lstat(manifestName); err == nil && !info.Mode().IsRegular() {
			return failed(fmt.Errorf("%s is no regular file: put a copy of the manifest in its place, or name it with --manifest", manifestName))
		}
	}
	if out == "" {
		out = name
	}
	module, err := readLimited(name, moduleBytesMax)
	if err != nil {
		return failed(err)
	}
	data, err := readLimited(manifestName, manifestBytesMax)
	if errors.Is(err, os.ErrNotExist) {
		return failed(fmt.Errorf("there is no manifest %s; name it: --manifest ruleset.json", manifestName))
	}
	if err != nil {
		return failed(err)
	}
	manifest, err := abi.DecodeManifest(data)
	if err != nil {
		return failed(fmt.Errorf("%s: %w", manifestName, err))
	}
	packed, err := binary.WithCustom(module, abi.ManifestSection, data)
	if err != nil {
		return failed(fmt.Errorf("%s: %w", name, err))
	}
	if err := replaceFile(out, packed); err != nil {
		return failed(err)
	}
	fmt.Fprintf(a.out, "Packed %s %s into %s (%s).\n", manifest.ID, manifest.Version, out, size(len(packed)))
	return nil
}

// readLimited reads a file of at most limit bytes.
func readLimited(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, fmt.Errorf("%s: %d bytes of %v; a regular file of at most %d bytes is wanted", name, info.Size(), info.Mode().Type(), limit)
	}
	return os.ReadFile(name)
}
