package tool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// aptTries is how often packages are tried to install: mirrors fail for moments, and
// other targets of one make install packages at the same time.
const aptTries = 4

// aptPause lies between two tries.
var aptPause = 5 * time.Second

// AptInstall installs packages of Debian, without those that are merely recommended. Who is
// not root, or has no apt-get, is told what to install.
func AptInstall(ctx context.Context, packages ...string) error {
	apt, err := exec.LookPath("apt-get")
	if err != nil || os.Geteuid() != 0 {
		return errors.New("as root on Debian: apt-get install " + strings.Join(packages, " "))
	}
	return aptInstall(ctx, apt, packages)
}

func aptInstall(ctx context.Context, apt string, packages []string) error {
	// Another process may hold the lock for as long as it takes to unpack a compiler.
	options := []string{"-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3"}
	call := func(args ...string) error {
		return Call{Env: []string{"DEBIAN_FRONTEND=noninteractive"}, Args: append(append([]string{apt}, options...), args...)}.Run(ctx)
	}
	install := append([]string{"install", "-y", "--no-install-recommends"}, packages...)
	err := call(install...) // with the lists at hand, which need not be of today
	for try := 1; err != nil && try < aptTries; try++ {
		if update := call("update"); update != nil {
			err = fmt.Errorf("%w\n%w", err, update)
		} else if err = call(install...); err == nil {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(aptPause):
		}
	}
	return err
}
