package install

import (
	"io/fs"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

const watchEvery = 250 * time.Millisecond

// watch reports how many bytes are below a directory until it is stopped: pip
// tells its progress to terminals only. It needs a goroutine as pip is waited
// for meanwhile.
func (j *job) watch(dir string, file onnx.File) (stop func()) {
	j.Progress(file.Name, 0, 0)
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(watchEvery)
		defer ticker.Stop()
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
				j.Progress(file.Name, sizeBelow(dir), 0)
			}
		}
	}()
	return func() { close(quit); <-ended }
}

func sizeBelow(dir string) int64 {
	var sum int64
	_ = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if info, err := entry.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil // files come and go
	})
	return sum
}
