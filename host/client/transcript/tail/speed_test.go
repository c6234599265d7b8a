package tail_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	records "github.com/ed-irl/impressionism/host/client/claude/transcript"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/client/transcript/tail"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// turn is what a session writes for one turn, some 10 KB: most bytes are results of tools.
func turn(n int) string {
	const head = `"sessionId":"s","cwd":"/home/a/project","version":"2.1.329","gitBranch":"main","isSidechain":false,"timestamp":"2026-03-01T10:00:00.123Z"`
	words := strings.Repeat("the orders table has no index on customer, ", 12)
	result := strings.Repeat(`\tfunc (s *Store) Load(id string) (\"Order\", error) {\n`, 70)
	return fmt.Sprintf(`{"parentUuid":null,%s,"type":"user","uuid":"p%d","message":{"role":"user","content":"prompt %d %s"}}`+"\n", head, n, n, words[:80]) +
		fmt.Sprintf(`{"parentUuid":"p%d",%s,"type":"assistant","uuid":"a%[1]d","message":{"id":"m%[1]d","role":"assistant","content":[{"type":"text","text":"%s"}],"usage":{"input_tokens":10,"cache_creation_input_tokens":20,"cache_read_input_tokens":30000,"output_tokens":5}}}`+"\n", n, head, words) +
		fmt.Sprintf(`{"parentUuid":"a%d",%s,"type":"assistant","uuid":"t%[1]d","message":{"id":"m%[1]d","role":"assistant","content":[{"type":"tool_use","id":"u%[1]d","name":"Read","input":{"file_path":"/home/a/project/store.go"}}],"usage":{"input_tokens":10,"cache_creation_input_tokens":20,"cache_read_input_tokens":30000,"output_tokens":150}}}`+"\n", n, head) +
		fmt.Sprintf(`{"parentUuid":"t%d",%s,"type":"user","uuid":"r%[1]d","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"u%[1]d","content":"%[3]s"}]},"toolUseResult":{"type":"text","file":{"filePath":"/home/a/project/store.go","content":"%[3]s"}}}`+"\n", n, head, result)
}

// large writes a transcript of at least so many bytes, and returns its path and turns.
func large(t testing.TB, size int64) (path string, bytes int64, turns int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "s.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(file, 1<<20)
	for bytes < size {
		n, _ := w.WriteString(turn(turns))
		bytes += int64(n)
		turns++
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	_ = file.Close()
	return path, bytes, turns
}

// largeBytes is 1 GB with IMPRESSIONISM_SOAK.
func largeBytes() int64 {
	if sampletest.Soak() {
		return 1 << 30
	}
	return 48 << 20
}

// readOn watches a file until so many prompts were given.
func readOn(t testing.TB, path string, options tail.Options, prompts int, each func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	err := tail.New(path, records.Layout(), options).Run(ctx, func(p tail.Part) {
		each()
		for _, e := range p.Events {
			if e.Kind == transcript.KindPrompt {
				prompts--
			}
		}
		if prompts == 0 {
			cancel()
		}
	})
	if err != nil || prompts != 0 {
		t.Fatalf("%d prompts are missing, %v", prompts, err)
	}
}

// Ensure reading on through a large file takes no more memory than 32 MB, however large it is.
func TestMemory(t *testing.T) {
	path, _, turns := large(t, largeBytes())
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	peak, parts := uint64(0), 0
	readOn(t, path, tail.Options{Usage: true}, turns, func() {
		if parts++; parts%16 == 0 {
			runtime.ReadMemStats(&now)
			peak = max(peak, now.HeapInuse)
		}
	})
	grown := float64(peak-min(peak, before.HeapInuse)) / (1 << 20)
	t.Logf("at most %.1f MB more", grown)
	if parts < 16 || grown > 32 {
		t.Errorf("%.1f MB more in %d parts", grown, parts)
	}
}

// BenchmarkTokens sums up the tokens of a large file.
func BenchmarkTokens(b *testing.B) {
	path, size, _ := large(b, 48<<20)
	b.SetBytes(size)
	for b.Loop() {
		var sum transcript.Tokens
		if err := records.Tokens(path, &sum); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAppendToEvent measures from an append to its event, with fsnotify and a bare read of the
// same append as a yardstick.
func BenchmarkAppendToEvent(b *testing.B) {
	f := files{b, b.TempDir()}
	f.writes("s.jsonl", "")
	events, bare := make(chan time.Time, 1), make(chan time.Time, 1)
	ctx, cancel := context.WithCancel(b.Context())
	w := tail.New(f.folder, records.Layout(), tail.Options{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = w.Run(ctx, func(tail.Part) { events <- time.Now() })
	}()
	defer func() { cancel(); <-done }()
	go bareTail(b, f.path("s.jsonl"), bare)
	for w.State().Folders == 0 {
		time.Sleep(time.Millisecond)
	}
	file, err := os.OpenFile(f.path("s.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	var ours, theirs []time.Duration
	for n := 0; b.Loop(); n++ {
		text := line("s", n)
		began := time.Now()
		if _, err := file.WriteString(text); err != nil {
			b.Fatal(err)
		}
		ours = append(ours, (<-events).Sub(began))
		theirs = append(theirs, (<-bare).Sub(began))
	}
	p95 := func(d []time.Duration) float64 {
		slices.Sort(d)
		return float64(d[len(d)*95/100].Microseconds())
	}
	b.ReportMetric(p95(ours), "p95-µs")
	b.ReportMetric(p95(ours)/max(1, p95(theirs)), "p95/bare")
}

// bareTail reports when it read something that was appended.
func bareTail(b *testing.B, path string, read chan<- time.Time) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		b.Error(err)
		return
	}
	defer watcher.Close()
	if err := watcher.Add(filepath.Dir(path)); err != nil {
		b.Error(err)
		return
	}
	file, err := os.Open(path)
	if err != nil {
		b.Error(err)
		return
	}
	defer file.Close()
	room := make([]byte, 64<<10)
	for {
		select {
		case <-b.Context().Done():
			return
		case <-watcher.Events:
			if n, _ := file.Read(room); n > 0 {
				read <- time.Now()
			}
		}
	}
}
