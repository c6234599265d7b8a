package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

func ejectCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "eject ID [DIR]",
		Short: "Write a copy of a ruleset, a built-in one for instance, to edit",
		Long: `Write a copy of a ruleset into a folder, its name in the current folder where DIR
is absent. The copy of builtin/NAME is custom/NAME, as builtin/ is kept for the
rulesets inside the program; what is configured for the one does not count for the
other. The original stays as it is.`,
		Example: "  impressionism rules eject builtin/default\n  impressionism rules eject builtin/minimal ./mine",
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := path.Base(args[0])
			if len(args) > 1 {
				folder = args[1]
			}
			return eject(e, args[0], folder)
		},
	}
}

func eject(e *env.Env, id, folder string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	wire.TrustStored(e, e.WorkspaceOf(""))
	ruleset, err := wire.Engine(e, e.WorkspaceOf("")).Set.Load(id)
	if err != nil {
		return env.Failed(err)
	}
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 || err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is there already: name another folder", folder)
	}
	files, id, err := ejected(ruleset)
	if err != nil {
		return env.Failed(err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		to := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return env.Failed(err)
		}
		if err := os.WriteFile(to, files[name], 0o644); err != nil {
			return env.Failed(err)
		}
		e.Did("wrote", "file", id, to)
		fmt.Fprintln(e.Out, "wrote", to)
	}
	fmt.Fprintf(e.Out, "\nIt is %s. Edit it, then: impressionism rules test %s && impressionism rules add %s\n", id, folder, folder)
	return nil
}

// ejected returns the files of a copy and its id. The manifest names the code, so
// that the folder may have any name.
func ejected(ruleset engine.Ruleset) (map[string][]byte, string, error) {
	const manifestName = "ruleset.json"
	files, m := ruleset.Files(), ruleset.Manifest
	if name, ok := strings.CutPrefix(m.ID, "builtin/"); ok {
		m.ID = "custom/" + name
	}
	text := bytes.Replace(files[manifestName], []byte(`"`+ruleset.Manifest.ID+`"`), []byte(`"`+m.ID+`"`), 1)
	if decoded, err := abi.DecodeManifest(text); err == nil && decoded.ID == m.ID && decoded.Code == m.Code {
		files[manifestName] = text // as its author laid it out
		return files, m.ID, nil
	}
	whole := struct {
		abi.Manifest
		Calls *[]string `json:"calls,omitempty"` // none is not the same as absent
	}{Manifest: m}
	if m.Calls != nil {
		whole.Calls = &m.Calls
	}
	text, err := json.MarshalIndent(whole, "", "  ")
	if err != nil {
		return nil, "", err
	}
	files[manifestName] = append(text, '\n')
	return files, m.ID, nil
}
