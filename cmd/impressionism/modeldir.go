package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
)

// modelDirs are where models may be: the data folder, then the folder models
// beside the program's own, where a release's archive has one that stays as it is.
func (a *app) modelDirs() []string {
	dirs := []string{a.paths.Models}
	if beside := a.besideProgram("models"); beside != "" {
		dirs = append(dirs, beside)
	}
	return dirs
}

// besideProgram is what a release's archive has at the top, where this program
// lies in its folder bin; empty where that is not known.
func (a *app) besideProgram(name string) string {
	if a.executable == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(filepath.Dir(a.executable)), name)
}

// modelDir is the directory of models in which one is, or would be installed; the
// error is that of onnx.Installed.
func (a *app) modelDir(name string) (string, error) {
	dir, err := onnx.Locate(a.modelDirs(), name)
	if damaged, ok := errors.AsType[*onnx.DamagedError](err); ok && damaged.Touched && a.unhurried {
		err = install.Accept(context.Background(), dir, name)
	}
	return dir, err
}

// installed gives the configured model and the directory of models in which it is,
// or why it cannot be used.
func (a *app) installed() (onnx.Manifest, string, error) {
	manifest, err := onnx.Find(a.paths.Models, a.modelName())
	if err != nil {
		return manifest, a.paths.Models, err
	}
	dir, err := a.modelDir(manifest.ID)
	return manifest, dir, err
}

// modelBeside says that there is nothing to install: the model came with the
// program.
func (a *app) modelBeside(dir, name string) error {
	status, err := install.Status(dir, name)
	if err != nil {
		return failed(err)
	}
	if a.json {
		return a.printJSON(install.Report{Model: status.ID, Already: true, Library: status.Library, Bytes: status.Bytes})
	}
	fmt.Fprintf(a.out, "%s came with the program, in %s.\n", status.ID, dir)
	return nil
}
