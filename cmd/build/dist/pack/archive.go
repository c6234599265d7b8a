package pack

import (
	"archive/tar"
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/atomicfile"
)

// Write makes an archive of the entries. It appears under its name when it is
// whole.
func Write(output string, entries []Entry, modified time.Time) error {
	write := writeTar
	if strings.HasSuffix(output, ".zip") {
		write = writeZip
	}
	return atomicfile.Write(output, 0o644, func(out io.Writer) error { return write(out, entries, modified.UTC()) })
}

func writeTar(out io.Writer, entries []Entry, modified time.Time) error {
	packed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	for _, e := range entries {
		err := e.copyTo(func(size int64) (io.Writer, error) {
			return archive, archive.WriteHeader(&tar.Header{
				Typeflag: tar.TypeReg, Name: e.Name, Size: size, Mode: int64(e.mode()), ModTime: modified,
			})
		})
		if err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), packed.Close())
}

func writeZip(out io.Writer, entries []Entry, modified time.Time) error {
	archive := zip.NewWriter(out)
	archive.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestCompression)
	})
	for _, e := range entries {
		err := e.copyTo(func(int64) (io.Writer, error) {
			header := &zip.FileHeader{Name: e.Name, Method: zip.Deflate, Modified: modified}
			header.SetMode(e.mode())
			return archive.CreateHeader(header)
		})
		if err != nil {
			return err
		}
	}
	return archive.Close()
}

// copyTo writes the content into what begin opens for its size.
func (e Entry) copyTo(begin func(size int64) (io.Writer, error)) error {
	content, size, err := e.open()
	if err != nil {
		return err
	}
	defer content.Close()
	out, err := begin(size)
	if err != nil {
		return fmt.Errorf("begin %s: %w", e.Name, err)
	}
	copied, err := io.Copy(out, content)
	if err == nil && copied != size {
		err = fmt.Errorf("it had %d bytes and now has %d", size, copied)
	}
	if err != nil {
		return fmt.Errorf("copy %s: %w", e.source(), err)
	}
	return nil
}
