package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/host/internal/filelock"
)

const lockEvery = 100 * time.Millisecond

var errLocked = errors.New("another installation is at work")

// lock makes the models' directory and waits until no other process changes it.
func lock(ctx context.Context, dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(dir, ".lock"), os.O_CREATE|os.O_RDWR, fileMode)
	if err != nil {
		return nil, err
	}
	for {
		err := filelock.TryLock(file)
		if err == nil {
			return func() { file.Close() }, nil // which lets the lock go
		}
		if !errors.Is(err, filelock.ErrLocked) {
			file.Close()
			return nil, fmt.Errorf("lock %s: %w", file.Name(), err)
		}
		select {
		case <-ctx.Done():
			file.Close()
			return nil, fmt.Errorf("%w: %w", errLocked, ctx.Err())
		case <-time.After(lockEvery):
		}
	}
}
