package places

import (
	"database/sql"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/code/scan"
	"github.com/ed-irl/impressionism/host/rank/place"
)

// goTree calls do for the Go sources of the toolchain's tree, cut, in batches.
func goTree(tb testing.TB, do func([]FileText)) {
	tb.Helper()
	told, err := exec.Command("go", "env", "GOROOT").Output()
	root := strings.TrimSpace(string(told))
	if err != nil || root == "" {
		tb.Skip("no toolchain to read")
	}
	var batch []FileText
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		text := scan.Cut(code.Go, data, scan.DefaultLimits())
		c := &Content{Text: text}
		lines := strings.SplitAfter(string(data), "\n")
		for _, p := range text.Places {
			own := strings.Join(lines[p.Start-1:min(p.End, len(lines))], "")
			c.Terms = append(c.Terms, place.Analyze(p.Symbol, own))
			c.Sums = append(c.Sums, SumOf(own))
		}
		rel, _ := filepath.Rel(root, path)
		batch = append(batch, FileText{Path: rel, Stat: Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano()}, Key: Key{HashOf(data), code.Go, "1"}, Content: c})
		if len(batch) == filesPerWrite {
			do(batch)
			batch = nil
		}
		return nil
	})
	must(tb, err)
	do(batch)
}

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func peakMB() int64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return u.Maxrss >> 10
}

func BenchmarkGoTree(b *testing.B) {
	path := os.Getenv("PLACES_DB")
	if path == "" {
		path = filepath.Join(b.TempDir(), "go.db")
	}
	for b.Loop() {
		must(b, Drop(path))
		s, err := Open(path)
		must(b, err)
		var stored time.Duration
		files := 0
		goTree(b, func(batch []FileText) {
			before := cpu()
			apply(b, s, "/go", batch...)
			stored += cpu() - before
			files += len(batch)
		})
		before := cpu()
		must(b, s.Close())
		stored += cpu() - before
		info, err := os.Stat(path)
		must(b, err)
		b.ReportMetric(float64(info.Size())/1e6, "MB")
		b.ReportMetric(stored.Seconds(), "stored-s")
		b.ReportMetric(float64(files), "files")
		b.ReportMetric(float64(peakMB()), "peak-MB")
	}
}

var questions = []string{
	"where do we retry a connection after an error",
	"parse command line flags",
	"http request handler with context and timeout returns error",
	"Mux.Handle",
	"garbage collector marks objects",
	"write a test for string builder in file package",
	"func",
	"if err return nil value type int string byte",
	"decode json into struct fields by name",
	"how is the scheduler woken when a goroutine becomes runnable",
}

// goDB returns the path of a database of the Go tree, at PLACES_DB where it stays.
func goDB(b *testing.B) string {
	b.Helper()
	path := os.Getenv("PLACES_DB")
	if path == "" {
		path = filepath.Join(b.TempDir(), "go.db")
	}
	if _, err := os.Stat(path); err == nil {
		return path
	}
	s, err := Open(path)
	must(b, err)
	goTree(b, func(batch []FileText) { apply(b, s, "/go", batch...) })
	must(b, s.Close())
	return path
}

func ask(b *testing.B, s *Store, text string) {
	b.Helper()
	hits, err := s.Search(Search{Root: "/go", Query: place.ParseQuery(text), Recipe: place.Default()})
	must(b, err)
	if len(hits.Hits) == 0 {
		b.Fatalf("%q: no hits", text)
	}
}

func BenchmarkSearchWarm(b *testing.B) {
	s, err := OpenRead(goDB(b))
	must(b, err)
	defer s.Close()
	for _, q := range questions {
		b.Run(q, func(b *testing.B) {
			before := cpu()
			for b.Loop() {
				ask(b, s, q)
			}
			b.ReportMetric(float64((cpu()-before).Microseconds())/1e3/float64(b.N), "cpu-ms")
		})
	}
}

func BenchmarkSearchCold(b *testing.B) {
	path := goDB(b)
	for _, q := range questions {
		b.Run(q, func(b *testing.B) {
			before := cpu()
			for b.Loop() {
				s, err := OpenRead(path)
				must(b, err)
				ask(b, s, q)
				must(b, s.Close())
			}
			b.ReportMetric(float64((cpu()-before).Microseconds())/1e3/float64(b.N), "cpu-ms")
		})
	}
}

// BenchmarkSearchProcess starts a process for each search, and next to each one that does
// nothing; times-no-op is what the design bounds by 8.
func BenchmarkSearchProcess(b *testing.B) {
	path := goDB(b)
	var searches, nothings, cpus []float64
	for n := 0; b.Loop(); n++ {
		for _, kind := range []string{"nothing", "ask"} {
			command := child(b, job{Kind: kind, Path: path, Root: "/go", First: n % len(questions)})
			began := time.Now()
			must(b, command.Run())
			took := time.Since(began).Seconds() * 1e3
			if kind == "ask" {
				searches = append(searches, took)
				cpus = append(cpus, (command.ProcessState.UserTime()+command.ProcessState.SystemTime()).Seconds()*1e3)
			} else {
				nothings = append(nothings, took)
			}
		}
	}
	median := func(all []float64) float64 {
		slices.Sort(all)
		return all[len(all)/2]
	}
	b.ReportMetric(median(searches), "search-ms")
	b.ReportMetric(median(cpus), "search-cpu-ms")
	b.ReportMetric(median(nothings), "no-op-ms")
	b.ReportMetric(median(searches)/median(nothings), "times-no-op")
}

// BenchmarkFiles lists what a look compares with.
func BenchmarkFiles(b *testing.B) {
	s, err := OpenRead(goDB(b))
	must(b, err)
	defer s.Close()
	before := cpu()
	for b.Loop() {
		files, err := s.Files("/go")
		must(b, err)
		b.ReportMetric(float64(len(files)), "files")
	}
	b.ReportMetric(float64((cpu()-before).Microseconds())/1e3/float64(b.N), "cpu-ms")
}

// BenchmarkSearchMeaning searches by words and 20,000 vectors of 384 dimensions.
func BenchmarkSearchMeaning(b *testing.B) {
	copied := copyOf(b, goDB(b))
	s, err := Open(copied)
	must(b, err)
	defer s.Close()
	lacking, err := s.Without("/go", "m", 20_000)
	must(b, err)
	random := rand.New(rand.NewPCG(5, 6))
	vector := func() []float32 {
		v, norm := make([]float32, 384), 0.0
		for i := range v {
			v[i] = float32(random.NormFloat64())
			norm += float64(v[i] * v[i])
		}
		for i := range v {
			v[i] /= float32(math.Sqrt(norm))
		}
		return v
	}
	var all []Embedded
	for _, l := range lacking {
		all = append(all, Embedded{l.Sum, vector()})
	}
	must(b, s.PutVectors("m", all))
	query := vector()
	before := cpu()
	for b.Loop() {
		_, err := s.Search(Search{Root: "/go", Query: place.ParseQuery(questions[0]), Recipe: place.Default(), Model: "m", Vector: query})
		must(b, err)
	}
	b.ReportMetric(float64((cpu()-before).Microseconds())/1e3/float64(b.N), "cpu-ms")
}

// BenchmarkEdit applies one changed file, as after an edit.
func BenchmarkEdit(b *testing.B) {
	s, err := Open(copyOf(b, goDB(b)))
	must(b, err)
	defer s.Close()
	before := cpu()
	n := 0
	for b.Loop() {
		apply(b, s, "/go", batch(n)[0])
		n++
	}
	b.ReportMetric(float64((cpu()-before).Microseconds())/1e3/float64(b.N), "cpu-ms")
}

// BenchmarkMerge writes the largest segment anew, which is as long as a writer waits for
// another.
func BenchmarkMerge(b *testing.B) {
	s, err := Open(copyOf(b, goDB(b)))
	must(b, err)
	defer s.Close()
	before := cpu()
	for b.Loop() {
		must(b, s.write(func(tx *sql.Tx) error {
			var id int64
			must(b, one(tx, `SELECT id FROM place_segments ORDER BY places DESC LIMIT 1`, nil, &id))
			return mergeSegments(tx, []int64{id}, nil)
		}))
	}
	b.ReportMetric(float64((cpu()-before).Microseconds())/1e3/float64(b.N), "cpu-ms")
}
