package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

func (a *app) rulesPackCommand() *cobra.Command {
	var manifest, out string
	command := &cobra.Command{
		Use:   "pack MODULE.wasm",
		Short: "Write a manifest into a WebAssembly module, so that the one file is a ruleset",
		Long: `Write a manifest into a WebAssembly module, as its custom section
` + abi.ManifestSection + `, so that the one file is a ruleset: it can be added,
listed and shared without the folder it came from. Where sources lie beside the
manifest, a hash of them is written, too, as ` + abi.SourcesSection + `: rules
validate, test and add then tell when they have changed and the module has not.`,
		Example: "  impressionism rules pack \\\n    target/wasm32-unknown-unknown/release/careful.wasm \\\n    --manifest ruleset.json --out careful.wasm",
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
	module, err := foreign.Read(name, moduleBytesMax)
	if err != nil {
		return failed(err)
	}
	data, err := foreign.Read(manifestName, manifestBytesMax)
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
	if packed, err = withSources(packed, filepath.Dir(manifestName)); err != nil {
		return failed(fmt.Errorf("%s: %w", name, err))
	}
	if err := replaceFile(out, packed); err != nil {
		return failed(err)
	}
	fmt.Fprintf(a.out, "Packed %s %s into %s (%s).\n", manifest.ID, manifest.Version, out, size(len(packed)))
	return nil
}

// withSources writes into a module the hash of the sources in a folder, if it has any.
func withSources(module []byte, folder string) ([]byte, error) {
	sources, err := rulelint.Sources(foreign.Dir(folder), ".")
	if err != nil || sources == "" {
		return module, err
	}
	return binary.WithCustom(module, abi.SourcesSection, []byte(sources))
}
