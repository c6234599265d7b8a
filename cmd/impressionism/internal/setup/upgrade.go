package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/program"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// UpgradeCommand returns the command upgrade.
func UpgradeCommand(e *env.Env) *cobra.Command {
	u := &upgrade{Env: e}
	command := &cobra.Command{
		Use:   "upgrade",
		Short: "Replace the program in the data folder by a release's archive",
		Long: `Replace the program in the data folder by that of a release's archive. The archive
has to be one that the plugin knows by its SHA-256 (plugin/bin/pins), or one whose
SHA-256 you name, or one that the checksums.txt beside it lists. Where none is named,
the plugin's own version is fetched.

The program that was there stays until the fresh one has run. What is remembered is
brought up to date by the first event that needs it; a version that is older than this
one is refused, because it could not read that any more.`,
		Example: "  impressionism upgrade --from ./impressionism_0.2.0_linux_amd64.tar.gz\n  impressionism upgrade \\\n    --from ./impressionism_0.2.0_linux_amd64.tar.gz --checksums",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return u.run() },
	}
	command.Flags().StringVar(&u.from, "from", "", "the archive")
	command.Flags().StringVar(&u.sha256, "sha256", "", "the archive's SHA-256, from where you trust it")
	command.Flags().BoolVar(&u.checksums, "checksums", false, "trust the checksums.txt beside the archive")
	return command
}

// upgrade is one run of the command.
type upgrade struct {
	*env.Env
	from, sha256 string
	checksums    bool
}

// releases is where a version's archives are.
const releases = "https://github.com/ed-irl/impressionism/releases/download/"

func (u *upgrade) run() error {
	if err := u.Ready(); err != nil {
		return err
	}
	ctx, stop := cli.UntilEnded()
	defer stop()
	data := filepath.Dir(u.Paths.StateDB)
	scratch, err := program.NewScratch(data)
	there := false
	switch {
	case err == nil:
		defer scratch.Remove()
		there, err = scratch.Mend()
	case errors.Is(err, fs.ErrNotExist):
		err = nil // there is no data folder
	}
	if err != nil {
		return env.Failed(fmt.Errorf("upgrade: %w; nothing was changed", err))
	}
	if !there {
		return env.Failed(fmt.Errorf("there is no program in %s: this one is %s. One that `make plugin` built is brought up to date by git and make, an unpacked archive by unpacking another", data, u.Executable))
	}
	err = u.upgrade(ctx, data, scratch)
	if err != nil && ctx.Err() != nil && !errors.Is(err, program.ErrAside) {
		err = errors.New("interrupted; the program is the one it was")
	}
	return env.Failed(err)
}

// upgrade makes a replacement ready, and puts it in place.
func (u *upgrade) upgrade(ctx context.Context, data string, scratch program.Scratch) error {
	pins, err := u.pins()
	if err != nil {
		return err
	}
	release := release{}
	if u.from == "" {
		if release, err = u.wanted(ctx, data, pins); err != nil || release.url == "" {
			return err
		}
	}
	taken, err := u.take(ctx, scratch, release)
	if err != nil {
		return fmt.Errorf("upgrade: %w; nothing was changed", err)
	}
	if err := program.Verify(taken, pins, runtime.GOOS, runtime.GOARCH); err != nil {
		return fmt.Errorf("%s: %w: nothing was changed. Take the archive of the plugin's own version, or name what you trust by --sha256 or --checksums", filepath.Base(cmp.Or(u.from, release.pin.Name)), err)
	}
	return u.replace(ctx, data, scratch, taken)
}

// replace puts a verified archive in place, and says so.
func (u *upgrade) replace(ctx context.Context, data string, scratch program.Scratch, archive string) error {
	was, is := u.versionOf(ctx, data), ""
	left, err := scratch.Replace(ctx, archive, runtime.GOOS, func(binary string) (err error) {
		is, err = askVersion(ctx, binary)
		if err == nil && olderVersion(is, was) {
			err = fmt.Errorf("it is version %s and older than %s, which is there", is, was)
		}
		return err
	})
	switch {
	case errors.Is(err, program.ErrAside):
		return fmt.Errorf("upgrade: %w", err)
	case err != nil:
		return fmt.Errorf("upgrade: %w; the program is the one it was", err)
	}
	if left != "" {
		fmt.Fprintf(u.ErrOut, "impressionism: warning: the former program could not be deleted as a whole; delete by hand: %s\n", left)
	}
	fmt.Fprintf(u.Out, "%s in %s; it was %s. Sessions that run take it with their next event.\n", is, filepath.Join(data, program.Dir), was)
	return nil
}

// pins are the archives to trust, with those that the user vouches for.
func (u *upgrade) pins() ([]program.Pin, error) {
	if u.from == "" && (u.sha256 != "" || u.checksums) {
		return nil, errors.New("--sha256 and --checksums are about the archive that --from names")
	}
	if u.sha256 != "" {
		name := fmt.Sprintf("named-%s-%s", runtime.GOOS, runtime.GOARCH)
		return []program.Pin{{SHA256: strings.ToLower(u.sha256), Name: name}}, nil
	}
	root := pluginRoot(u.Env)
	path := filepath.Join(root, filepath.FromSlash(program.PinsFile))
	if u.checksums {
		path = filepath.Join(filepath.Dir(u.from), program.ChecksumsFile)
	} else if root == "" {
		return nil, nil // a list that lies where this is run is anybody's
	}
	pins, err := program.ReadPins(path)
	if errors.Is(err, os.ErrNotExist) && !u.checksums {
		return nil, nil // no release is known; verifying says what to do
	}
	return pins, err
}

// release is an archive that can be fetched.
type release struct {
	url string
	pin program.Pin
}

// wanted returns the plugin's own version, or nothing if that is the one in place.
func (u *upgrade) wanted(ctx context.Context, data string, pins []program.Pin) (release, error) {
	wanted := ""
	if root, version := pluginRoot(u.Env), u.Client().Places.Version; root != "" && version != nil {
		wanted = version(root)
	}
	if wanted == "" {
		return release{}, errors.New("no plugin is found that would know which version to take; name an archive by --from")
	}
	if here := u.versionOf(ctx, data); !olderVersion(here, wanted) {
		fmt.Fprintf(u.Out, "The program is version %s, the plugin %s: there is nothing to upgrade to.\n", here, wanted)
		return release{}, nil
	}
	for _, pin := range pins {
		if strings.HasPrefix(pin.Name, "impressionism_"+wanted+"_") && pin.For(runtime.GOOS, runtime.GOARCH) {
			return release{releases + "v" + wanted + "/" + pin.Name, pin}, nil
		}
	}
	return release{}, fmt.Errorf("the plugin is version %s but knows no archive for %s-%s; have one and use --from", wanted, runtime.GOOS, runtime.GOARCH)
}

// take copies the archive that is named into a folder, or fetches a release there, and
// returns where it is.
func (u *upgrade) take(ctx context.Context, scratch program.Scratch, r release) (string, error) {
	if u.from != "" {
		return scratch.Take(ctx, u.from)
	}
	bar := cli.NewProgress(u.Env, false)
	bar.Unit = "KB"
	defer bar.End()
	path := scratch.Place(r.pin.Name)
	return path, install.Download(ctx, r.url, r.pin.SHA256, path, func(done, total int64) {
		bar.Step("fetch "+r.pin.Name, int(done>>10), int(total>>10))
	})
}

// versionOf returns the version of the program in place, or of this one where that
// does not run any more.
func (u *upgrade) versionOf(ctx context.Context, data string) string {
	if is, err := askVersion(ctx, program.Binary(filepath.Join(data, program.Dir), runtime.GOOS)); err == nil {
		return is
	}
	return env.Version
}

// askTime is how long a program may take to tell its version.
const askTime = 30 * time.Second

func askVersion(ctx context.Context, binary string) (string, error) {
	ctx, stop := context.WithTimeout(ctx, askTime)
	defer stop()
	command := exec.CommandContext(ctx, binary, "--version")
	command.WaitDelay = time.Second // for what it may have started
	output, err := command.Output()
	is, ok := strings.CutPrefix(strings.TrimSpace(string(output)), "impressionism version ")
	if err != nil || !ok {
		return "", fmt.Errorf("the program does not run on this machine (%.100q, %v)", output, err)
	}
	return is, nil
}

func olderVersion(a, b string) bool { return engine.CompareVersions(a, b) < 0 }
