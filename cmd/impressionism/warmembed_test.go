//go:build unix

package main

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/store/index"
)

// Ensure the server embeds all that the index lacks, but nothing while a hook is
// answered, and gives back the memory for it.
func TestServerEmbeds(t *testing.T) {
	models := testModels()
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	b := newWarmBench(t)
	linkModels(t, models, b.app.paths.IndexDB[:len(b.app.paths.IndexDB)-len("/index.db")])
	status := func() index.Status {
		x, err := index.OpenRead(b.app.paths.IndexDB)
		must(t, err)
		defer x.Close()
		status, err := x.Status()
		must(t, err)
		return status
	}
	server := b.app.newWarmServer()
	answered := server.gate.Serve()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { server.complete(ctx); close(ended) }()
	server.wake(b.work)
	for range 6000 { // until the model is known to the index, just before the first text
		if status().Model != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(200 * time.Millisecond)
	if got := status(); got.Embedded > 0 || got.Model == "" || got.Passages == 0 {
		t.Errorf("while a hook was answered: %d of %d embedded with %q", got.Embedded, got.Passages, got.Model)
	}
	answered()
	for range 3000 {
		if got := status(); got.Embedded == got.Passages {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if got := status(); got.Embedded != got.Passages {
		t.Errorf("%d of %d embedded", got.Embedded, got.Passages)
	}
	cancel()
	<-ended
	must(t, server.kept.letGo())
	if server.kept.model.embedder != nil {
		t.Error("the model was kept")
	}
}

// Ensure a server that answers no hooks lets go, too, of what searches opened.
func TestEveryServerLetsGo(t *testing.T) {
	b := newWarmBench(t)
	b.app.loaded.Warm.Enabled = false
	input, client := io.Pipe()
	b.app.in = input
	server := b.app.newWarmServer()
	server.now, server.idle = time.Now, 10*time.Millisecond
	turn, err := server.kept.take()
	must(t, err)
	must(t, server.kept.put(turn, nil))
	ended := make(chan error, 1)
	go func() { ended <- server.run(t.Context()) }()
	kept := func() int {
		server.kept.mutex.Lock()
		defer server.kept.mutex.Unlock()
		return len(server.kept.free)
	}
	for range 6000 {
		if kept() == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if kept() > 0 {
		t.Error("it keeps what nobody has used")
	}
	must(t, client.Close())
	must(t, <-ended)
}

// Ensure a panic while texts are embedded ends neither the server nor the embedding:
// hooks are still to be answered.
func TestEmbeddingPanics(t *testing.T) {
	passages := &quietModel{wait: func() {}} // without a program it cannot be opened
	for range 2 {
		if _, err := passages.embed("one"); err == nil || !strings.Contains(err.Error(), "panicked") {
			t.Errorf("got %v", err)
		}
	}
	if err := passages.Close(); err == nil {
		t.Error("what was wrong is not told")
	}
}

// Ensure every text waits until nobody is served.
func TestEachTextWaits(t *testing.T) {
	models := testModels()
	if models == "" {
		t.Skip("IMPRESSIONISM_TEST_MODELS is not set")
	}
	b, waits := newWarmBench(t), 0
	b.app.paths.Models = models
	passages := &quietModel{app: b.app, wait: func() { waits++ }}
	for _, text := range []string{"one", "two"} {
		vector, err := passages.embed(text)
		must(t, err)
		if len(vector) == 0 {
			t.Errorf("%s has no vector", text)
		}
	}
	must(t, passages.Close())
	if waits != 2 {
		t.Errorf("waited %d times for two texts", waits)
	}
}
