package ui_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/host/store/sqlite"
	"github.com/ed-irl/impressionism/host/ui/uitest"
)

// barePage serves a page that only shows a line for each change of a state.db, gathered as the
// real page's are.
func barePage(t *testing.T, path string) string {
	t.Helper()
	changes, err := feed.Open(path, feed.Options{})
	envtest.Must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = changes.Run(ctx) }() // it ends with the test
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>bare</title><h1 id="state">not live</h1><div id="feed"></div><script>
const stream = new EventSource('/events');
stream.onopen = () => { document.getElementById('state').textContent = 'live'; };
stream.onmessage = event => { const line = document.createElement('div'); line.textContent = event.data; document.getElementById('feed').prepend(line); };
</script>`)
	})
	mux.HandleFunc("/events", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		control := http.NewResponseController(w)
		_ = control.Flush() // where nobody reads, the next write says so
		following := changes.Batches(r.Context(), changes.Newest())
		for batch := range following {
			for gathered := time.After(33 * time.Millisecond); gathered != nil; {
				select {
				case more := <-following:
					batch = append(batch, more...)
				case <-gathered:
					gathered = nil
				}
			}
			for _, change := range batch {
				if change.Kind == feed.KindDecision {
					fmt.Fprintf(w, "data: %s\n\n", change.Text)
				}
			}
			if control.Flush() != nil {
				return
			}
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(func() { cancel(); server.CloseClientConnections(); server.Close(); <-ended })
	return server.URL
}

// watchRows notes when each numbered text is laid out in the page.
const watchRows = `(window.seen = {}, new MutationObserver(changes => {
	document.body.getBoundingClientRect();
	const now = performance.timeOrigin + performance.now();
	for (const change of changes) for (const node of [change.target, ...change.addedNodes])
		for (const [text] of node.textContent.matchAll(/number \d{6}/g)) seen[text] ??= now;
}).observe(document.getElementById('feed'), {childList: true, subtree: true, characterData: true}), true)`

// quantile returns the value below which a share of others lies.
func quantile(values []float64, share float64) float64 {
	slices.Sort(values)
	return values[min(int(share*float64(len(values))), len(values)-1)]
}

// Ensure each decision that another process commits is shown. How long that takes is reported,
// against a page that does nothing else than show it; 1.5 times as long is wished for.
func TestPageShowsCommits(t *testing.T) {
	p := openLive(t)
	bare := uitest.Start(t).Page(t, barePage(t, p.writer.path), 1440, 900, "light")
	bare.WaitFor(isLive)
	pages := []*uitest.Page{p.Page, bare}
	for _, one := range pages {
		uitest.Eval[bool](one, watchRows)
	}
	committed := map[string]float64{}
	for i := range 60 {
		text := fmt.Sprintf("number %06d", i)
		committed[text] = p.writer.tell(fmt.Sprint("s", i%3), text, "db").Committed
		time.Sleep(60 * time.Millisecond)
	}
	var took [2][]float64
	for i, one := range pages {
		one.WaitFor(`'number 000059' in seen`)
		for text, at := range uitest.Eval[map[string]float64](one, "seen") {
			took[i] = append(took[i], at-committed[text])
		}
		if len(took[i]) != len(committed) {
			t.Errorf("%d of %d decisions were shown", len(took[i]), len(committed))
		}
	}
	page, yard := quantile(took[0], .95), quantile(took[1], .95)
	t.Logf("commit to visible: p95 %.0f ms, median %.0f; in the bare page %.0f and %.0f; ratio of p95 %.2f", page, quantile(took[0], .5), yard, quantile(took[1], .5), page/yard)
	if page > 20*yard {
		t.Errorf("it takes %.1f times as long as in a bare page", page/yard)
	}
	p.complain(t)
}

// fillSessions adds sessions of two prompts and suggestions each, spread over 80 days.
func fillSessions(t *testing.T, path string, sessions int) {
	t.Helper()
	db, err := sqlite.Open(path, sqlite.Options{})
	envtest.Must(t, err)
	defer db.Close()
	_, err = db.Exec(strings.ReplaceAll(`BEGIN;
CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $MANY) SELECT i, (i - $MANY) * (80 * 86400000 / $MANY) AS ago FROM n;
INSERT INTO sessions (session_id, workspace, started_at, last_active, events, sequence, prompts, decided, words)
 SELECT 'f' || i, '/home/dev/w' || (i % 20), started_at + ago, last_active + ago, 20, 6, 2, 2, '' FROM n, sessions WHERE session_id = 's1';
INSERT INTO messages (session_id, sequence, prompt, role, event_type, tool_name, content_preview, content_embedding, active_skills, logged_at)
 SELECT 'f' || i, k.value, (k.value + 2) / 3, iif(k.value % 3 = 1, 'user', 'tool'), iif(k.value % 3 = 1, 'prompt', 'tool_used'), '', 'prompt ' || i, content_embedding, '[]', logged_at + ago
 FROM n, json_each('[1,2,3,4,5,6]') k, messages m WHERE m.session_id = 's1' AND m.sequence = 1;
INSERT INTO decisions (session_id, sequence, prompt, event_type, decided_at, ruleset_id, ruleset_hash, inputs_hash, answer, scores, said, dropped, tier, neutral, durations, late)
 SELECT 'f' || i, k.value, (k.value + 2) / 3, event_type, decided_at + ago, ruleset_id, ruleset_hash, inputs_hash, answer, scores, said, dropped, tier, neutral, durations, late
 FROM n, json_each('[1,4]') k, decisions d WHERE d.session_id = 's1' AND d.sequence = 1;
INSERT INTO suggestions (session_id, kind, item_id, decision_id, sequence, prompt, told_at, wording, chars)
 SELECT session_id, 'skill', 'item' || (id % 100), id, sequence, prompt, decided_at, 'firm-0a', 100 FROM decisions WHERE session_id LIKE 'f%';
COMMIT`, "$MANY", fmt.Sprint(sessions)))
	envtest.Must(t, err)
}

// Ensure the first view, with a full list, stands with 10,000 sessions as with 10. How long it and its panels
// take is reported; twice as long is wished for.
func TestPageFirstViewWithManySessions(t *testing.T) {
	browser := uitest.Start(t)
	first := func(sessions int) (browsed time.Duration, parts map[string]time.Duration) {
		folder := t.TempDir()
		w := startWriter(t, folder)
		w.tell("s1", "the first prompt", "db")
		w.write(written{Do: "burst", Session: "s1", Text: "earlier", Many: 250})
		fillSessions(t, filepath.Join(folder, "state.db"), sessions)
		served := startPage(t, folder)
		blank := browser.Page(t, "about:blank", 1440, 900, "light")
		began := time.Now()
		blank.Open(served.address)
		blank.WaitFor(isLive)
		browsed = time.Since(began)
		uitest.None(t, "the page", blank.Complaints())
		again := startPage(t, folder)
		parts = map[string]time.Duration{}
		for _, part := range []string{"live/today", "live/rows", "live/why", "live/active", "outcomes", "hooks", "rulesets"} {
			began := time.Now()
			if got := again.get("/v/" + part); strings.Contains(got, `role="alert"`) {
				t.Errorf("%s: %s", part, got)
			}
			parts[part] = time.Since(began)
		}
		return browsed, parts
	}
	first(10) // what the first one pays alone
	few, fewParts := first(10)
	many, manyParts := first(10_000)
	t.Logf("first view: %v with 10 sessions, %v with 10,000: ratio %.2f", few.Round(time.Millisecond), many.Round(time.Millisecond), many.Seconds()/few.Seconds())
	for part, took := range manyParts {
		t.Logf("%s: %v, %v", part, fewParts[part].Round(time.Millisecond), took.Round(time.Millisecond))
	}
	if many > 20*few {
		t.Errorf("it takes %.1f times as long", many.Seconds()/few.Seconds())
	}
}

// hourOf plays an hour of a session, compressed in time: prompts, uses and answers.
func hourOf(w *pageWriter, hour, prompts int, apart time.Duration) {
	for i := range prompts {
		item := fmt.Sprint("item", i%10)
		w.tell("s1", fmt.Sprintf("hour %d prompt %d", hour, i), item)
		time.Sleep(apart)
		if i%2 == 0 {
			w.use("s1", item)
		}
	}
}

// leastMemory is what a page holds when nothing is on its way to it.
func leastMemory(p *uitest.Page) uitest.Memory {
	least := p.Memory()
	for range 3 {
		time.Sleep(200 * time.Millisecond)
		if now := p.Memory(); now.Nodes < least.Nodes || now.Nodes == least.Nodes && now.Heap < least.Heap {
			least = now
		}
	}
	return least
}

// Ensure a page that is open for long does not grow: once its list is full, its listeners do
// not become more, and its elements only by what the timeline of a session may hold. Memory and tasks that hold the page up are reported;
// 1.2 times the memory of the first hour, and five long tasks in ten minutes, are wished for.
func TestPageStaysSmall(t *testing.T) {
	hours, prompts := 4, 15
	if sampletest.Soak() {
		hours, prompts = 8, 120
	}
	p := openLive(t)
	p.writer.write(written{Do: "burst", Session: "s1", Text: "earlier", Many: 300}) // the list is full
	p.WaitText("earlier 000300")
	p.WaitFor(`document.querySelectorAll('#feed > *').length === 200`)
	atFirst := len(p.LongTasks())
	var memory []uitest.Memory
	for hour := range hours {
		hourOf(p.writer, hour, prompts, 30*time.Millisecond)
		p.WaitText(fmt.Sprintf("hour %d prompt %d", hour, prompts-1))
		time.Sleep(time.Second) // the panels follow
		memory = append(memory, leastMemory(p.Page))
	}
	tasks := p.LongTasks()[atFirst:]
	first, last := memory[0], memory[len(memory)-1]
	t.Logf("after %d hours %.2f times the heap of the first (%d KB), %d elements against %d, %d listeners against %d; long tasks: %v",
		hours, float64(last.Heap)/float64(first.Heap), last.Heap>>10, last.Nodes, first.Nodes, last.Listeners, first.Listeners, tasks)
	if float64(last.Nodes) > 1.5*float64(first.Nodes) || float64(last.Listeners) > 1.2*float64(first.Listeners)+20 {
		t.Errorf("it grows: %+v", memory)
	}
	if last.Heap > 2*first.Heap {
		t.Errorf("it took %d bytes after the first hour, and now %d", first.Heap, last.Heap)
	}
	if rows := p.Count("#feed > *"); rows != 200 {
		t.Errorf("%d rows", rows)
	}
	p.complain(t)
}
