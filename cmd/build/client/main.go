// Package client installs the pinned clients that end-to-end tests run, below
// .tools/claude. What is there already is left alone.
//
//	go run ./cmd/build client [-folder .tools/claude]
package client

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
)

// pins has a package and its lock for each version: the lock holds the packages'
// hashes, and no registry's address.
//
//go:embed pins
var pins embed.FS

// Run runs the command in args, from the top folder of the repository, and returns an
// exit code.
func Run(ctx context.Context, args []string, out, errOut io.Writer) int {
	flags := flag.NewFlagSet("client", flag.ContinueOnError)
	flags.SetOutput(errOut)
	folder := flags.String("folder", filepath.Join(".tools", "claude"), "where the clients go, a folder for each version")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	where, err := filepath.Abs(*folder)
	if err != nil {
		fmt.Fprintln(errOut, "client:", err)
		return 2
	}
	for _, version := range clienttest.Versions() {
		if err := ensure(ctx, where, version, out); err != nil {
			fmt.Fprintf(errOut, "client: install %s: %v\n", version, err)
			return 1
		}
	}
	return 0
}

// ensure installs a version unless the program that lies there says it is that one.
func ensure(ctx context.Context, folder, version string, out io.Writer) error {
	if check(ctx, folder, version) == nil {
		fmt.Fprintf(out, "client %s: is there\n", version)
		return nil
	}
	fmt.Fprintf(out, "client %s: installing\n", version)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(folder, "install-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if err := install(ctx, folder, scratch, version); err != nil {
		return err
	}
	place := filepath.Join(folder, version)
	if err := os.RemoveAll(place); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(scratch, version), place); err != nil {
		return err
	}
	if err := check(ctx, folder, version); err != nil {
		return err
	}
	fmt.Fprintf(out, "client %s: installed\n", version)
	return nil
}
