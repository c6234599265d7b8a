package install

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// Ensure two installations at once do the work once, and that one that waits
// can be given up.
func TestInstallAtOnce(t *testing.T) {
	dir := t.TempDir()
	manifest, files := smallModel(t, "tiny")
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		_, _ = w.Write(files[strings.TrimPrefix(r.URL.Path, "/")])
	}))
	defer server.Close()
	for i := range manifest.Files {
		manifest.Files[i].Origins = []onnx.Origin{{URL: server.URL + "/" + manifest.Files[i].Name}}
	}
	describe(t, dir, manifest)
	options := Options{Dir: dir, Model: "tiny"}
	fetchedBefore(t, dir, folder(t, nil))
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			if _, err := Install(t.Context(), options); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if requests.Load() != 2 {
		t.Errorf("got %d requests, want 2", requests.Load())
	}
	unlock, err := lock(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Install(ctx, options); !errors.Is(err, errLocked) {
		t.Errorf("while locked: got %v", err)
	}
}
