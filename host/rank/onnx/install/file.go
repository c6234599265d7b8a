package install

import (
	"crypto/sha256"
	"encoding/hex"
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

// keep copies what should be this file to path, if it is this file.
func keep(in io.Reader, file onnx.File, path string) error {
	limit := int64(fileBytesMax)
	if file.Bytes > 0 {
		limit = file.Bytes
	}
	return atomicfile.Write(path, fileMode, func(out io.Writer) error {
		hash := sha256.New()
		size, err := io.Copy(io.MultiWriter(out, hash), io.LimitReader(in, limit+1))
		if err != nil {
			return err
		}
		if got := hex.EncodeToString(hash.Sum(nil)); size > limit || got != file.SHA256 {
			return fmt.Errorf("the SHA-256 is not the manifest's (%s…)", file.SHA256[:8])
		}
		return nil
	})
}

func syncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, fileMode)
	if err != nil {
		return err
	}
	defer file.Close()
	return file.Sync()
}
