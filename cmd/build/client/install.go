package client

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/tool"
	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
)

// install has npm fetch what the lock names, into scratch/VERSION, and puts the
// program in its place. No script of a package runs.
func install(ctx context.Context, folder, scratch, version string) error {
	place := filepath.Join(scratch, version)
	if err := os.MkdirAll(place, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := fs.ReadFile(pins, path.Join("pins", version, name))
		if err != nil {
			return fmt.Errorf("no such version is pinned: %w", err)
		}
		if err := os.WriteFile(filepath.Join(place, name), data, 0o644); err != nil {
			return err
		}
	}
	npm, err := tool.NPM(ctx, folder)
	if err != nil {
		return err
	}
	npm.Args = append(npm.Args, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--omit-lockfile-registry-resolved")
	npm.Dir = place
	if err := npm.Run(ctx); err != nil {
		return err
	}
	return putProgram(scratch, version)
}

// stubBytesMax is the size of a placeholder, which the package's own script would
// replace; a client has hundreds of megabytes.
const stubBytesMax = 10 << 20

// putProgram puts the platform's program over the placeholder, as the package's
// own script would.
func putProgram(scratch, version string) error {
	program := clienttest.Program(scratch, version)
	if info, err := os.Stat(program); err == nil && info.Size() > stubBytesMax {
		return nil
	}
	natives, err := filepath.Glob(filepath.Join(scratch, version, "node_modules", "@anthropic-ai", "claude-code-*", "claude*"))
	if err != nil {
		return err
	}
	if len(natives) == 0 {
		return fmt.Errorf("the packages have no program for this platform")
	}
	if err := os.Remove(program); err != nil && !os.IsNotExist(err) {
		return err
	}
	// Some package managers install those for both C libraries; in the order of
	// their names the usual one's is the first.
	if err := os.Link(natives[0], program); err != nil {
		return err
	}
	return os.Chmod(program, 0o755)
}

// checkLimit is how long a client may take to say its version.
const checkLimit = 30 * time.Second

// check reports why the program that lies there is not that version.
func check(ctx context.Context, folder, version string) error {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	home, err := os.MkdirTemp("", "client-home-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	command := exec.CommandContext(ctx, clienttest.Program(folder, version), "--version")
	command.Env = []string{"HOME=" + home, "TMPDIR=" + home, "PATH=/usr/local/bin:/usr/bin:/bin", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1"}
	said, err := command.Output()
	if err != nil {
		return fmt.Errorf("ask the client for its version: %w", err)
	}
	if got := strings.TrimSpace(string(said)); got != version && !strings.HasPrefix(got, version+" ") {
		return fmt.Errorf("it says that it is %.80q", got)
	}
	return nil
}
