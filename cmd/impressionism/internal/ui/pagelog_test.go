package ui_test

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// logOfSQLite is the size at which SQLite itself empties a log that nobody reads.
const logOfSQLite = 1000 * 4096

// logWriters write decisions at the same time, as many sessions of one machine do.
const logWriters = 4

// follow reads the stream of a view until the page ends.
func (p *page) follow(view string) {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.origin+"/stream?view="+view, nil)
	envtest.Must(p.t, err)
	request.Header.Set("Impressionism-Token", p.token)
	answer, err := http.DefaultClient.Do(request)
	envtest.Must(p.t, err)
	if answer.StatusCode != http.StatusOK {
		p.t.Fatalf("the stream was refused: %s", answer.Status)
	}
	go func() { // ends with the page
		defer answer.Body.Close()
		_, _ = io.Copy(io.Discard, answer.Body)
	}()
}

// largestLog has writers write decisions into a home, sessions of fifty prompts each, and returns
// how large the log of state.db became meanwhile.
func largestLog(t *testing.T, folder string, many int) (bytes int64) {
	t.Helper()
	var writers sync.WaitGroup
	for i := range logWriters {
		w := startWriter(t, folder)
		writers.Go(func() {
			for n := range many / logWriters {
				w.tell(fmt.Sprintf("w%d-%d", i, n/50), fmt.Sprintf("number %06d", n), "db")
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
	done := make(chan struct{})
	go func() { writers.Wait(); close(done) }() // it waits for processes
	for {
		select {
		case <-done:
			return bytes
		case <-time.After(time.Millisecond):
			bytes = max(bytes, env.SizeOf(filepath.Join(folder, "state.db-wal")))
		}
	}
}

// Ensure the log of state.db stays within twice its size, or within what SQLite lets it grow to,
// while four processes store decisions as fast as they can and a page is open that reads a view,
// with all that the view fetches, again and again.
func TestPageKeepsLogSmall(t *testing.T) {
	home := func(t *testing.T) string {
		folder := dayHome(t)
		startWriter(t, folder).tell("s1", "the first prompt", "db")
		fillSessions(t, filepath.Join(folder, "state.db"), 1000)
		return folder
	}
	// None on each commit: a view takes minutes. TestPatientReaders holds the same of any readers.
	for _, view := range sampletest.Some(pageViews, 0, func(view string) string { return view }) {
		t.Run(view, func(t *testing.T) {
			without := largestLog(t, home(t), 600) // alone, it is as large after few
			folder := home(t)
			p := startPage(t, folder)
			p.view("/v/" + view)
			p.follow(view)
			stop := make(chan struct{})
			var reading sync.WaitGroup
			reads := 0
			reading.Go(func() {
				for open := true; open; reads++ {
					p.view("/v/" + view)
					select {
					case <-stop:
						open = false
					default:
					}
				}
			})
			with := largestLog(t, folder, 10_000)
			close(stop)
			reading.Wait()
			t.Logf("log at its largest: %d KB, under a page that read the view %d times %d KB", without>>10, reads, with>>10)
			if with > max(2*without, logOfSQLite) {
				t.Errorf("the log grows from %d to %d bytes", without, with)
			}
		})
	}
}
