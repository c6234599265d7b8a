package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// programs are the executables of one run.
type programs struct {
	subject string // impressionism
	noop    string
	meter   string
	node    string // empty: not on PATH
}

// build makes the programs in a folder, all with the flags of a release.
func build(ctx context.Context, o options, folder string) (programs, error) {
	p := programs{subject: o.program}
	var err error
	if p.subject == "" {
		p.subject, err = goBuild(ctx, o.root, folder, "./cmd/impressionism")
	}
	if err == nil {
		p.noop, err = goBuild(ctx, o.root, folder, "./cmd/lab/bench/noop")
	}
	if err == nil {
		p.meter, err = goBuild(ctx, o.root, folder, "./cmd/lab/bench/meter")
	}
	if node, lookErr := exec.LookPath("node"); lookErr == nil {
		p.node = node
	}
	return p, err
}

func goBuild(ctx context.Context, root, folder, pkg string) (string, error) {
	target := filepath.Join(folder, filepath.Base(pkg))
	if runtime.GOOS == "windows" {
		target += ".exe"
	}
	command := exec.CommandContext(ctx, "go", "build", "-ldflags", "-s -w", "-o", target, pkg)
	command.Dir = root
	command.Env = append(os.Environ(), "CGO_ENABLED=1")
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", pkg, err, output)
	}
	return target, nil
}
