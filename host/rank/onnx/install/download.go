package install

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// Tries of a download, and the pause between them.
const (
	downloadTries = 3
	downloadPause = 2 * time.Second
)

// Download fetches one file to path, if its SHA-256 is the one wanted; what breaks
// off is tried again from where it broke off. Nothing is left of a failure.
func Download(ctx context.Context, url, sha256, path string, progress func(done, total int64)) error {
	return fetchWhole(ctx, url, sha256, path, progress, downloadPause)
}

func fetchWhole(ctx context.Context, url, sha256, path string, progress func(done, total int64), pause time.Duration) error {
	j := &job{stall: stallTimeout, Options: Options{Progress: func(_ string, done, total int64) { progress(done, total) }}}
	part := path + ".part"
	defer os.Remove(part) // it is used, or it is wrong
	file := onnx.File{Name: filepath.Base(path), SHA256: sha256}
	var err error
	for try := range downloadTries {
		if try > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause):
			}
		}
		if err = j.download(ctx, onnx.Origin{URL: url}, file, part); err == nil {
			return copyFile(part, file, path)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return fmt.Errorf("fetch %s, %d times: %w", url, downloadTries, err)
}
