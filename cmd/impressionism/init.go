package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/config"
)

func (a *app) initCommand() *cobra.Command {
	var ifNeeded bool
	command := &cobra.Command{
		Use:     "init",
		Short:   "Write config.yaml with its defaults and a folder for your own rulesets",
		Long:    "Write config.yaml with its defaults and a folder for your own rulesets. What exists is never changed. Hooks need none of it: defaults live in the program.",
		Example: "  impressionism init\n  impressionism init --if-needed",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.init(ifNeeded) },
	}
	command.Flags().BoolVar(&ifNeeded, "if-needed", false, "do and say nothing where config.yaml exists")
	return a.jsonFlag(command)
}

func (a *app) init(ifNeeded bool) error {
	if err := a.configure(""); err != nil {
		return err
	}
	if ifNeeded && exists(a.paths.Config) {
		return nil
	}
	created, err := a.writeDefaults()
	if err != nil {
		return failed(err)
	}
	result := shape.Init{Config: a.paths.Config, Created: created}
	if a.json {
		return a.printJSON(result)
	}
	for _, path := range result.Created {
		fmt.Fprintln(a.out, "Created", path)
	}
	if len(result.Created) == 0 {
		fmt.Fprintln(a.out, "Nothing to do:", a.paths.Config, "exists")
	}
	return nil
}

// writeDefaults writes config.yaml and makes a folder for rulesets, where they are
// not there yet, and gives the paths of what it made.
func (a *app) writeDefaults() ([]string, error) {
	created := []string{}
	custom := filepath.Join(a.paths.Rules, "custom")
	if !exists(custom) {
		if err := os.MkdirAll(custom, 0o700); err != nil {
			return created, err
		}
		created = append(created, custom)
	}
	written, err := createFile(a.paths.Config, config.Default())
	if written {
		created = append(created, a.paths.Config)
	}
	return created, err
}

// createFile writes a file unless it exists.
func createFile(path string, data []byte) (bool, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return false, err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if os.IsExist(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if _, err := file.Write(data); err != nil {
		file.Close()
		return false, err
	}
	return true, file.Close()
}
