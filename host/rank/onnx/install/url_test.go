package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// Ensure a download that was interrupted goes on where it stopped, or begins
// again where the server cannot go on, and that progress is told all the way.
func TestInterruptedDownloadGoesOn(t *testing.T) {
	for _, ranges := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		half := len(content) / 2
		var asked []string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.Header.Get("Range"))
			switch {
			case len(asked) == 1:
				_, _ = w.Write(content[:half])
				w.(http.Flusher).Flush()
				<-r.Context().Done()
			case ranges:
				http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
			default:
				_, _ = w.Write(content)
			}
		}))
		defer server.Close()
		job := testJob(t, "")
		var last atomic.Int64
		job.Progress = func(_ string, done, total int64) {
			last.Store(done)
			if done >= int64(half) {
				cancel()
			}
		}
		file := wanted(onnx.Origin{URL: server.URL})
		if _, err := job.obtain(ctx, file); !errors.Is(err, context.Canceled) {
			t.Fatalf("interrupted: got %v", err)
		}
		path, err := job.obtain(t.Context(), file)
		holds(t, path, err)
		if want := fmt.Sprintf("bytes=%d-", half); len(asked) != 2 || asked[0] != "" || asked[1] != want {
			t.Errorf("asked for ranges %q, want none and %s", asked, want)
		}
		if last.Load() != file.Bytes {
			t.Errorf("progress ended at %d of %d", last.Load(), file.Bytes)
		}
	}
}

// Ensure a server that stops sending does not stop the installation.
func TestStalledDownloadIsGivenUp(t *testing.T) {
	stuck := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(content[:10])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	defer stuck.Close()
	job := testJob(t, "")
	job.stall = 2 * time.Second // far more than a server takes that sends
	if _, err := job.obtain(t.Context(), wanted(onnx.Origin{URL: stuck.URL})); !errors.Is(err, errStalled) {
		t.Errorf("got %v", err)
	}
	path, err := job.obtain(t.Context(), wanted(onnx.Origin{URL: stuck.URL}, onnx.Origin{URL: serve(t, map[string][]byte{"/": content}).URL + "/"}))
	holds(t, path, err)
}

func serve(t testing.TB, files map[string][]byte) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}))
	t.Cleanup(server.Close)
	return server
}
