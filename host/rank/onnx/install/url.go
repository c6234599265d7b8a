package install

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// stallTimeout ends a download that delivers nothing for so long; connecting
// counts too.
const stallTimeout = 30 * time.Second

const bufferBytes = 256 << 10

var errStalled = errors.New("the server has stopped sending")

// fetchURL downloads a file, or an archive with the file in it, and goes on
// where an earlier call was interrupted.
func (j *job) fetchURL(ctx context.Context, origin onnx.Origin, file onnx.File, target string) error {
	name := sha256.Sum256([]byte(origin.URL))
	part := filepath.Join(j.scratch(), hex.EncodeToString(name[:8])+".part")
	if err := j.download(ctx, origin, file, part); err != nil {
		return err
	}
	defer os.Remove(part) // it is used, or it is wrong
	if origin.Member != "" {
		return takeMember(part, origin.Member, file, target)
	}
	return copyFile(part, file, target)
}

func (j *job) download(ctx context.Context, origin onnx.Origin, file onnx.File, part string) error {
	have := int64(0)
	if info, err := os.Stat(part); err == nil {
		have = info.Size()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := time.AfterFunc(j.stall, func() { cancel(errStalled) })
	defer stalled.Stop()
	response, done, err := request(ctx, origin.URL, have)
	if err != nil {
		return told(ctx, err)
	}
	defer response.Body.Close()
	flags := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if done == 0 {
		flags |= os.O_TRUNC
	}
	out, err := os.OpenFile(part, flags, fileMode)
	if err != nil {
		return err
	}
	defer out.Close()

	limit, size := int64(fileBytesMax), int64(0)
	if origin.Member == "" && file.Bytes > 0 {
		limit, size = file.Bytes, file.Bytes
	}
	buffer := make([]byte, bufferBytes)
	for {
		n, readErr := response.Body.Read(buffer)
		stalled.Reset(j.stall)
		if done += int64(n); done > limit {
			_ = os.Remove(part) // the error says enough
			return fmt.Errorf("more than the %d bytes expected", limit)
		}
		if _, err := out.Write(buffer[:n]); err != nil {
			return err
		}
		j.Progress(file.Name, done, size)
		if readErr == io.EOF {
			return out.Close()
		}
		if readErr != nil {
			return fmt.Errorf("after %d bytes: %w", done, told(ctx, readErr))
		}
	}
}

// told returns the reason for which a download was given up, where there is one.
func told(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errStalled) {
		return errStalled
	}
	return err
}

// request asks for what follows the bytes that are there already, and says how
// many of them count: none where the server sends everything.
func request(ctx context.Context, url string, have int64) (*http.Response, int64, error) {
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, 0, err
	}
	if have > 0 {
		ask.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	response, err := http.DefaultClient.Do(ask)
	if err != nil {
		return nil, 0, err
	}
	switch {
	case response.StatusCode == http.StatusOK:
		return response, 0, nil
	case response.StatusCode == http.StatusPartialContent && have > 0:
		return response, have, nil
	case response.StatusCode == http.StatusRequestedRangeNotSatisfiable && have > 0:
		response.Body.Close()
		return request(ctx, url, 0) // what is there is no beginning of it
	}
	response.Body.Close()
	return nil, 0, fmt.Errorf("the server says %s", response.Status)
}
