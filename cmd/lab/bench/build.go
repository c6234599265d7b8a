package bench

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// thinName is the program that the client starts for an event, beside the program itself.
const thinName = "impressionism-hook"

// programs are the executables of one run.
type programs struct {
	subject  string // impressionism
	thin     string // what only hands an event over; empty: there is none
	launcher string // the plugin's script that starts it; empty: there is none
	noop     string
	empty    string // the same without cgo
	meter    string
	node     string // empty: not on PATH
}

// build makes the programs in a folder, all with the flags of a release.
func build(ctx context.Context, o options, folder string) (programs, error) {
	p := programs{subject: o.program}
	if o.program != "" {
		if beside := filepath.Join(filepath.Dir(o.program), executable(thinName)); exists(beside) {
			p.thin = beside
		}
	}
	list := []building{
		{target: &p.noop, pkg: "./cmd/lab/bench/noop", cgo: true},
		{target: &p.empty, pkg: "./cmd/lab/bench/empty"},
		{target: &p.meter, pkg: "./cmd/lab/bench/meter", cgo: true},
	}
	if o.program == "" {
		list = append(list, shipped(&p.subject, &p.thin)...)
	}
	for _, one := range list {
		var err error
		if *one.target, err = one.build(ctx, o.root, folder); err != nil {
			return p, err
		}
	}
	if node, lookErr := exec.LookPath("node"); lookErr == nil {
		p.node = node
	}
	return p, p.layPlugin(o.root, folder)
}

// building is a program to be built.
type building struct {
	target *string
	pkg    string
	name   string // empty: the package's
	flags  []string
	cgo    bool
}

// shipped are the programs of a release.
func shipped(subject, thin *string) []building {
	return []building{
		{target: subject, pkg: "./cmd/impressionism", cgo: true},
		{target: thin, pkg: "./cmd/" + thinName, flags: []string{"-trimpath"}},
	}
}

// stripped are the linker's flags of a release.
const stripped = "-s -w"

// build returns the path of the program.
func (b building) build(ctx context.Context, root, folder string) (string, error) {
	return b.link(ctx, root, folder, stripped)
}

func (b building) link(ctx context.Context, root, folder, linking string) (string, error) {
	target := filepath.Join(folder, executable(cmp.Or(b.name, filepath.Base(b.pkg))))
	args := append([]string{"build"}, b.flags...)
	command := exec.CommandContext(ctx, "go", append(args, "-ldflags", linking, "-o", target, b.pkg)...)
	command.Dir = root
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if b.cgo {
		command.Env = append(os.Environ(), "CGO_ENABLED=1")
	}
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", b.pkg, err, output)
	}
	return target, nil
}

func executable(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// layPlugin lays the plugin's scripts and links to the programs as `make plugin` does,
// if there is a script that starts the thin program.
func (p *programs) layPlugin(root, folder string) error {
	script := filepath.Join(root, "plugin", "bin", thinName)
	if p.thin == "" || runtime.GOOS == "windows" || !exists(script) {
		return nil
	}
	bin := filepath.Join(folder, "plugin", "bin")
	platform := filepath.Join(bin, runtime.GOOS+"-"+runtime.GOARCH)
	if err := os.MkdirAll(platform, 0o755); err != nil {
		return err
	}
	for _, name := range []string{thinName, "impressionism"} {
		text, err := os.ReadFile(filepath.Join(root, "plugin", "bin", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(bin, name), text, 0o755)
		}
		if err != nil {
			return fmt.Errorf("lay the plugin: %w", err)
		}
	}
	for name, program := range map[string]string{thinName: p.thin, "impressionism": p.subject} {
		if err := os.Symlink(program, filepath.Join(platform, name)); err != nil {
			return fmt.Errorf("lay the plugin: %w", err)
		}
	}
	p.launcher = filepath.Join(bin, thinName)
	return nil
}

// client is the command line that the client starts for an event.
func (p *programs) client() []string {
	if p.thin != "" {
		return []string{p.thin}
	}
	return p.alone()
}

// alone is the command line of the whole program.
func (p *programs) alone() []string { return []string{p.subject, "hook"} }
