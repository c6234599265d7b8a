package install

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// Fetch has a file in a directory, by its hash, and returns its path. What is there
// already is kept. It is for those who make models travel; Install does it by
// itself.
func Fetch(ctx context.Context, dir string, file onnx.File) (string, error) {
	target := filepath.Join(dir, file.Name)
	if hash, err := hashFile(target); err == nil && hash == file.SHA256 {
		return target, nil
	}
	unlock, err := lock(ctx, dir)
	if err != nil {
		return "", fmt.Errorf("fetch %s: %w", file.Name, err)
	}
	defer unlock()
	j := &job{Options: Options{Dir: dir, Progress: func(string, int64, int64) {}}, stall: stallTimeout}
	if err := os.MkdirAll(j.scratch(), dirMode); err != nil {
		return "", err
	}
	found, err := j.obtain(ctx, file)
	if err != nil {
		return "", err
	}
	if err := os.Rename(found, target); err != nil {
		return "", err
	}
	_ = os.Remove(j.scratch()) // stays while something else waits there
	return target, nil
}

// Travelling is an installed model as it goes into an archive for some platform.
type Travelling struct {
	Record []byte            // for InstalledFile; without times, which unpacking may change
	Files  map[string]string // where each file is, by its path below the models' directory
}

// Travel returns the model that is installed in DIR with the library of another
// platform in place of this one's. LIBRARY is where that library is. The model's bytes
// are checked.
//
// The model's fast form is the same for all platforms: it is saved before any step that
// depends on a processor. The file of linux/amd64, run on linux/arm64, computes vectors
// whose cosines are within 2e-7 of those of amd64. Archives hold fp32, because ONNX
// Runtime unfolds int8 weights while it optimises: 61 MB in an archive instead of 83,
// for other vectors.
func Travel(dir, model, goos, goarch, library string) (Travelling, error) {
	manifest, err := onnx.Find(dir, model)
	if err != nil {
		return Travelling{}, err
	}
	described, err := onnx.LoadLibraryManifest()
	if err != nil {
		return Travelling{}, err
	}
	build, err := described.For(goos, goarch)
	if err != nil {
		return Travelling{}, fmt.Errorf("pack model %s: %w", manifest.ID, err)
	}
	if err := Verify(dir, manifest.ID); err != nil {
		return Travelling{}, fmt.Errorf("pack model: %w", err)
	}
	t := Travelling{Files: map[string]string{path.Join(described.Dir(), build.Name): library}}
	for _, name := range []string{onnx.FastFile, manifest.Vocabulary()} {
		t.Files[path.Join(manifest.ID, name)] = filepath.Join(dir, manifest.ID, name)
	}
	record := onnx.Record{
		Identity: manifest.Identity(), Library: path.Join(described.Dir(), build.Name), Version: described.Version,
	}
	for _, name := range paths(record, manifest) {
		file, err := recorded(name, t.Files[name])
		if err != nil {
			return Travelling{}, fmt.Errorf("pack model %s: %w", manifest.ID, err)
		}
		if name == record.Library && file.SHA256 != build.SHA256 {
			return Travelling{}, fmt.Errorf("pack model %s: %s is not the library for %s/%s", manifest.ID, library, goos, goarch)
		}
		record.Files = append(record.Files, file)
	}
	data, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		return Travelling{}, err
	}
	t.Record = append(data, '\n')
	return t, nil
}

// recorded describes a file without its time.
func recorded(name, file string) (onnx.RecordedFile, error) {
	info, err := os.Stat(file)
	if err != nil {
		return onnx.RecordedFile{}, err
	}
	hash, err := hashFile(file)
	return onnx.RecordedFile{Path: name, Bytes: info.Size(), SHA256: hash}, err
}
