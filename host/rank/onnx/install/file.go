package install

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// fileBytesMax bounds a file whose manifest does not tell its size, and every
// archive.
const fileBytesMax = 2 << 30

func hashFile(path string) (string, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// errAnother reports that a file is readable and not the one that is wanted.
var errAnother = errors.New("the SHA-256 is not the manifest's")

// writeError is an error of the copy: no other source of the file would help.
type writeError struct{ error }

func (e writeError) Unwrap() error { return e.error }

// isWriteError reports whether a file could not be kept, wherever it came from.
func isWriteError(err error) bool {
	_, is := errors.AsType[writeError](err)
	return is
}

// source remembers with which error it could not be read.
type source struct {
	io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// keep copies what should be this file to path, if it is this file. The error is errAnother
// if it is not, a writeError if the copy failed, or else one of in.
func keep(in io.Reader, file onnx.File, path string) error {
	from := &source{Reader: in}
	limit := int64(fileBytesMax)
	if file.Bytes > 0 {
		limit = file.Bytes
	}
	err := atomicfile.Write(path, fileMode, func(out io.Writer) error {
		hash := sha256.New()
		size, err := io.Copy(io.MultiWriter(out, hash), io.LimitReader(from, limit+1))
		if err != nil {
			return err
		}
		if got := hex.EncodeToString(hash.Sum(nil)); size > limit || got != file.SHA256 {
			return fmt.Errorf("%w (%s…)", errAnother, file.SHA256[:8])
		}
		return nil
	})
	if err != nil && from.err == nil && !errors.Is(err, errAnother) {
		return writeError{err}
	}
	return err
}

func syncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, fileMode)
	if err != nil {
		return err
	}
	defer file.Close()
	return file.Sync()
}
