package install

import (
	"archive/tar"
	"archive/zip"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// membersMax bounds how many members of an archive are looked at.
const membersMax = 100_000

var errNotThere = errors.New("it is not there")

// takeMember takes a file out of a zip, a wheel or a .tar.gz, by its path
// inside. An empty path means: whatever member is this file. If none is, the error
// is that of the last member that may have been it and could not be read, or errNotThere.
func takeMember(archive, member string, file onnx.File, target string) error {
	in, err := foreign.Open(archive)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if packed, err := gzip.NewReader(in); err == nil {
		return takeFromTar(tar.NewReader(io.LimitReader(packed, fileBytesMax)), member, file, target)
	}
	unzipped, err := zip.NewReader(in, info.Size())
	if err != nil {
		return fmt.Errorf("it is no zip, wheel or .tar.gz: %w", err)
	}
	var broken error
	for i, one := range unzipped.File {
		if i >= membersMax {
			break
		}
		if !mayBe(one.Name, int64(min(one.UncompressedSize64, fileBytesMax+1)), member, file) {
			continue
		}
		content, err := one.Open()
		if err == nil {
			err = keep(content, file, target)
			content.Close()
		}
		if err == nil || member != "" || isWriteError(err) {
			return err
		}
		if !errors.Is(err, errAnother) {
			broken = err
		}
	}
	return cmp.Or(broken, errNotThere)
}

func takeFromTar(archive *tar.Reader, member string, file onnx.File, target string) error {
	for range membersMax {
		header, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if header.Typeflag != tar.TypeReg || !mayBe(header.Name, header.Size, member, file) {
			continue
		}
		if err := keep(archive, file, target); err == nil || member != "" || !errors.Is(err, errAnother) {
			return err // behind what cannot be read there is nothing to be read
		}
	}
	return errNotThere
}

// mayBe reports whether it is worth hashing a file of this name and size.
func mayBe(name string, size int64, member string, file onnx.File) bool {
	if member != "" {
		return path.Clean(name) == member
	}
	if file.Bytes > 0 {
		return size == file.Bytes
	}
	return path.Base(name) == file.Name
}
