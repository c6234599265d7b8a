package rules

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/install"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

func packCommand(e *env.Env) *cobra.Command {
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
		RunE:    func(_ *cobra.Command, args []string) error { return pack(e, args[0], manifest, out) },
	}
	command.Flags().StringVar(&manifest, "manifest", "", "the manifest; ruleset.json beside the module where absent")
	command.Flags().StringVar(&out, "out", "", "file to write; the module itself where absent")
	return command
}

func pack(e *env.Env, name, manifestName, out string) error {
	if manifestName == "" {
		manifestName = filepath.Join(filepath.Dir(name), "ruleset.json")
		if info, err := os.Lstat(manifestName); err == nil && !info.Mode().IsRegular() {
			return env.Failed(fmt.Errorf("%s is no regular file: put a copy of the manifest in its place, or name it with --manifest", manifestName))
		}
	}
	if out == "" {
		out = name
	}
	module, err := foreign.Read(name, rulesets.ModuleBytesMax)
	if err != nil {
		return env.Failed(err)
	}
	data, err := foreign.Read(manifestName, rulesets.ManifestBytesMax)
	if errors.Is(err, os.ErrNotExist) {
		return env.Failed(fmt.Errorf("there is no manifest %s; name it: --manifest ruleset.json", manifestName))
	}
	if err != nil {
		return env.Failed(err)
	}
	manifest, err := abi.DecodeManifest(data)
	if err != nil {
		return env.Failed(fmt.Errorf("%s: %w", manifestName, err))
	}
	packed, err := binary.WithCustom(module, abi.ManifestSection, data)
	if err != nil {
		return env.Failed(fmt.Errorf("%s: %w", name, err))
	}
	if packed, err = withSources(packed, filepath.Dir(manifestName)); err != nil {
		return env.Failed(fmt.Errorf("%s: %w", name, err))
	}
	if err := env.WriteOutput(out, packed, env.ModeOf(out)); err != nil {
		return env.Failed(err)
	}
	fmt.Fprintf(e.Out, "Packed %s %s into %s (%s).\n", manifest.ID, manifest.Version, out, textline.Size(len(packed)))
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

func removeCommand(e *env.Env) *cobra.Command {
	var project bool
	command := &cobra.Command{
		Use: "remove ID", Short: "Delete a ruleset from your rules folder and its lock file",
		Example: "  impressionism rules remove acme/careful", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return remove(e, args[0], project) },
	}
	projectFlag(command, &project)
	return command
}

func remove(e *env.Env, id string, project bool) error {
	folder, err := folderToChange(e, project)
	if err != nil {
		return err
	}
	ruleset, loadErr := folder.own.Load(id)
	removed, err := install.Remove(folder.path, id)
	_, locked := folder.lock.Find(id)
	if !locked && (errors.Is(err, os.ErrNotExist) || !engine.ValidID(id)) {
		return env.Failed(fmt.Errorf("there is no ruleset %.100q in %s%s", id, folder.path, rulesets.SeeList(folder.own.Meant(id))))
	}
	if errors.Is(err, os.ErrNotExist) {
		removed, err = []string{id + " from " + filepath.Join(folder.path, lock.Name)}, nil
	}
	if err != nil {
		return env.Failed(err)
	}
	for _, name := range removed {
		e.Did("removed", "ruleset", id, name)
		fmt.Fprintln(e.Out, "Removed", name)
	}
	if err := folder.drop(id); err != nil {
		return env.Failed(err)
	}
	if loadErr == nil && ruleset.Language == modules.LanguageWASM && !needed(e, ruleset.Program.Code) {
		if err := e.Modules.Forget(ruleset.Program.Code); err != nil {
			return env.Failed(err)
		}
	}
	if !slices.Contains(e.Loaded.ActiveRuleset, id) {
		return nil
	}
	wire.TrustStored(e, e.WorkspaceOf("")) // its rulesets are there then
	if _, err := wire.Engine(e, e.WorkspaceOf("")).Set.Load(id); err != nil {
		fmt.Fprintf(e.Out, "%s is still chosen, so builtin/default answers in its place; choose it: impressionism rules use builtin/default\n", id)
	}
	return nil
}

// needed reports whether another ruleset of the user or of this project has the same module.
func needed(e *env.Env, module []byte) bool {
	for _, folder := range []string{e.Paths.Rules, e.ProjectRules(e.WorkspaceOf(""))} {
		if slices.ContainsFunc(engine.Find(engine.Places{User: folder}).List(), func(found engine.Found) bool { return bytes.Equal(found.Code, module) }) {
			return true
		}
	}
	return false
}
