//go:build linux || darwin

package tail_test

import (
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	records "github.com/ed-irl/impressionism/host/client/claude/transcript"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/client/transcript/tail"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// cpu is what this process has computed.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// BenchmarkRest measures what watching 64 sessions in as many folders takes of a core while nobody
// writes, among 1,000 files of sessions that ended; for 20 seconds with IMPRESSIONISM_SOAK.
func BenchmarkRest(b *testing.B) {
	for how, options := range modes {
		b.Run(how, func(b *testing.B) {
			f := files{b, b.TempDir()}
			for i := range 64 {
				f.appends(fmt.Sprintf("p%d/s%d.jsonl", i, i), line("s", i))
				for old := range 16 {
					f.appends(fmt.Sprintf("p%d/old%d.jsonl", i, old), line("o", old))
					long := time.Now().Add(-72 * time.Hour)
					if err := os.Chtimes(f.path(fmt.Sprintf("p%d/old%d.jsonl", i, old)), long, long); err != nil {
						b.Fatal(err)
					}
				}
			}
			w := watch(b, f.folder, "", tail.Options{Agents: true, Poll: options.Poll})
			w.begun()
			time.Sleep(4 * time.Second) // folders that changed just now are listed again
			period := 2 * time.Second
			if sampletest.Soak() {
				period = 20 * time.Second
			}
			var share float64
			for b.Loop() {
				before := cpu(b)
				time.Sleep(period)
				share += float64(cpu(b)-before) / float64(period)
			}
			b.ReportMetric(100*share/float64(b.N), "%core")
			b.ReportMetric(float64(w.State().Files), "files")
		})
	}
}

// BenchmarkReadOn reads on through a large file, with the same file read by a Reader as a yardstick.
func BenchmarkReadOn(b *testing.B) {
	path, size, turns := large(b, largeBytes())
	var watched, computed, read time.Duration
	for b.Loop() {
		began, before := time.Now(), cpu(b)
		readOn(b, path, tail.Options{Usage: true}, turns, func() {})
		watched, computed = watched+time.Since(began), computed+cpu(b)-before
		began = time.Now()
		r, err := records.Open(path, transcript.Position{}, transcript.NewSeen())
		if err != nil {
			b.Fatal(err)
		}
		for {
			if _, err := r.Next(); err != nil {
				break
			}
		}
		_ = r.Close()
		read += time.Since(began)
	}
	b.ReportMetric(float64(size)*float64(b.N)/watched.Seconds()/1e6, "MB/s")
	b.ReportMetric(float64(size)*float64(b.N)/computed.Seconds()/1e6, "MB/cpu-s")
	b.ReportMetric(watched.Seconds()/read.Seconds(), "×Reader")
	b.ReportMetric(0, "ns/op")
}
