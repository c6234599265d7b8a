package install

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/stats"
)

// place puts a file where it belongs, unless it is there.
func (j *job) place(ctx context.Context, file onnx.File, target string) error {
	if hash, err := hashFile(target); err == nil && hash == file.SHA256 {
		return nil
	}
	found, err := j.obtain(ctx, file)
	if err != nil {
		return err
	}
	return os.Rename(found, target)
}

// convert makes the fast form beside and moves it into place: a process that
// has mapped the former one keeps it.
func (j *job) convert(sources onnx.Sources) error {
	beside := filepath.Join(j.scratch(), j.manifest.ID+".ort")
	if err := os.Remove(beside); err != nil && !os.IsNotExist(err) {
		return err
	}
	j.Progress(onnx.FastFile, 0, 0)
	if err := onnx.Convert(j.libraryPath(), sources, beside, j.scratch(), j.manifest); err != nil {
		return err
	}
	if err := syncFile(beside); err != nil {
		return err
	}
	return os.Rename(beside, j.path(onnx.FastFile))
}

// record writes down what is there and tries it.
func (j *job) record() (onnx.Record, error) {
	record := onnx.Record{
		Identity: j.manifest.Identity(),
		Library:  path.Join(j.library.Dir(), j.build.Name),
		Version:  j.library.Version,
	}
	for _, name := range paths(record, j.manifest) {
		hash, err := hashFile(filepath.Join(j.Dir, filepath.FromSlash(name)))
		if err != nil {
			return record, err
		}
		record.Files = append(record.Files, onnx.RecordedFile{Path: name, SHA256: hash})
	}
	record, err := stamp(j.Dir, record)
	if err != nil {
		return record, err
	}
	if err := writeRecord(j.Dir, j.manifest.ID, record); err != nil {
		return record, err
	}
	if err := try(j.Dir, j.manifest.ID); err != nil {
		_ = os.Remove(j.path(onnx.InstalledFile)) // what does not work is not installed
		return record, fmt.Errorf("try the model: %w", err)
	}
	return record, nil
}

// paths are those of an installed model's files, below the models' directory.
func paths(record onnx.Record, manifest onnx.Manifest) []string {
	return []string{record.Library, path.Join(manifest.ID, onnx.FastFile), path.Join(manifest.ID, manifest.Vocabulary())}
}

// try embeds a sentence.
func try(dir, model string) error {
	embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: model, Cold: true})
	if err != nil {
		return err
	}
	defer embedder.Close()
	vector, err := embedder.EmbedQuery("a sentence to try the model with")
	if err != nil {
		return err
	}
	squares := stats.Dot(vector, vector)
	if near := math.Abs(squares-1) < 1e-3; !near { // NaN is not near
		return fmt.Errorf("a vector has length² %g instead of 1", squares)
	}
	return nil
}

// stamp fills in sizes and times.
func stamp(dir string, record onnx.Record) (onnx.Record, error) {
	for i := range record.Files {
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(record.Files[i].Path)))
		if err != nil {
			return record, err
		}
		record.Files[i].Bytes, record.Files[i].ModTime = info.Size(), info.ModTime().UnixNano()
	}
	return record, nil
}

func writeRecord(dir, id string, record onnx.Record) error {
	data, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(dir, id, onnx.InstalledFile), append(data, '\n'), fileMode)
}
