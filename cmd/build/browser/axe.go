package browser

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/tool"
)

// axeVersion and axeSHA256 pin axe-core's one file.
const (
	axeVersion = "4.14.1"
	axeSHA256  = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
)

// axeFile is what the package holds and the folder gets.
const axeFile = "axe.min.js"

// ensureAxe puts axe-core's file to axe/axe.min.js, unless it lies there. No script of the
// package runs.
func ensureAxe(ctx context.Context, folder string, out io.Writer) error {
	place := filepath.Join(folder, "axe", axeFile)
	if checkAxe(place) == nil {
		fmt.Fprintf(out, "axe-core %s: is there\n", axeVersion)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
		return err
	}
	npm, err := tool.NPM(ctx, filepath.Dir(place))
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(filepath.Dir(place), "install-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	npm.Dir = scratch
	npm.Args = append(npm.Args, "install", "--prefix", scratch, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "axe-core@"+axeVersion)
	if err := npm.Run(ctx); err != nil {
		return err
	}
	whole := filepath.Join(scratch, "node_modules", "axe-core", axeFile)
	if err := checkAxe(whole); err != nil {
		return err
	}
	if err := os.Rename(whole, place); err != nil {
		return err
	}
	fmt.Fprintf(out, "axe-core %s: installed\n", axeVersion)
	return nil
}

// checkAxe reports why a file is not the pinned one.
func checkAxe(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); got != axeSHA256 {
		return fmt.Errorf("%s is not the pinned one: its SHA-256 is %s", axeFile, got)
	}
	return nil
}
