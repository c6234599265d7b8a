package feed

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/notify"
	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// childJob, when set, makes the test binary write instead of testing: the feed reads what
// other processes commit.
const childJob = "FEED_TEST_JOB"

// job is what a child writes, as hooks do: it opens the file for each decision, and closes it.
type job struct {
	Path    string
	Session string
	Many    int
	Every   time.Duration // between decisions
	Kept    bool          // it keeps the file open, as a server does
}

func TestMain(m *testing.M) {
	encoded := os.Getenv(childJob)
	if encoded == "" {
		os.Exit(m.Run())
	}
	var j job
	if err := json.Unmarshal([]byte(encoded), &j); err != nil {
		panic(err)
	}
	if err := j.run(); err != nil {
		panic(err)
	}
}

// promptsEach is how many prompts a child's session has.
const promptsEach = 50

// stored is what a child prints of each decision.
type stored struct {
	Text      string
	Committed int64 // Unix nanoseconds, when the store returned
	Took      int64 // nanoseconds from opening the file to having closed it
}

func (j job) run() error {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	var kept *session.Store
	for i := range j.Many {
		began := time.Now()
		store := kept
		if store == nil {
			var err error
			if store, err = session.Open(j.Path, session.Options{Busy: 20 * time.Second, Kept: j.Kept}); err != nil {
				return err
			}
		}
		text := fmt.Sprintf("%s %06d", j.Session, i)
		if err := decideOnce(store, fmt.Sprintf("%s-%d", j.Session, i/promptsEach), text, began); err != nil {
			return err
		}
		committed := time.Now().UnixNano()
		finish := store.ShortenLog // as a server does
		if kept = store; !j.Kept {
			kept, finish = nil, store.Close
		}
		if err := finish(); err != nil {
			return err
		}
		if err := encoder.Encode(stored{text, committed, time.Since(began).Nanoseconds()}); err != nil {
			return err
		}
		time.Sleep(j.Every)
	}
	if kept != nil {
		return kept.Close()
	}
	return nil
}

func decideOnce(store *session.Store, sessionID, text string, at time.Time) error {
	event := abi.Event{Name: abi.EventPrompt, SessionID: sessionID, Workspace: "/w", Time: at, Prompt: text}
	recorded, err := store.Record(event, session.Policy{})
	if err != nil {
		return err
	}
	scores := `[{"ref": "skill:db", "similarity": 0.9, "matched": ["` + strings.Repeat("x", 2000) + `"]}]`
	_, err = store.Apply(sessionID, recorded.Sequence, session.Change{Told: []session.ToldItem{{Ref: abi.Skill("db"), Wording: "firm-0a", Chars: 100}}},
		session.Decision{Event: abi.EventPrompt, At: at, RulesetID: "r", Answer: []byte(`{"activate":[{"ref":"skill:db"}]}`), Scores: []byte(scores)})
	return err
}

// start begins a job in a process of its own; calling the result waits for it.
func start(t testing.TB, j job) func() []stored {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	encoded, err := json.Marshal(j)
	must(t, err)
	var out, problems bytes.Buffer
	command := exec.Command(self)
	command.Env = append(os.Environ(), childJob+"="+string(encoded))
	command.Stdout, command.Stderr = &out, &problems
	must(t, command.Start())
	return func() (all []stored) {
		t.Helper()
		if err := command.Wait(); err != nil {
			t.Errorf("child: %v\n%s", err, &problems)
		}
		for decoder := json.NewDecoder(&out); decoder.More(); {
			var one stored
			must(t, decoder.Decode(&one))
			all = append(all, one)
		}
		return all
	}
}

// follow runs a feed until the test ends, and returns when it saw each prompt's text, and how
// often.
func follow(t testing.TB, path string) (f *Feed, seen func() map[string][]time.Time) {
	t.Helper()
	f, err := Open(path, Options{})
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() {
		if err := f.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	var mu sync.Mutex
	at := map[string][]time.Time{}
	changes := f.Subscribe(ctx, 0)
	ended.Go(func() {
		for c := range changes {
			if c.Kind == KindDecision {
				mu.Lock()
				at[c.Text] = append(at[c.Text], time.Now())
				mu.Unlock()
			}
		}
	})
	t.Cleanup(func() { cancel(); ended.Wait() })
	return f, func() map[string][]time.Time {
		mu.Lock()
		defer mu.Unlock()
		return maps.Clone(at)
	}
}

// bare is the yardstick of the feed: a folder's notification and one query, without a window,
// changes and subscribers.
func bare(t testing.TB, path string) (seen func() map[string]time.Time) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	at := map[string]time.Time{}
	var mu sync.Mutex
	var ended sync.WaitGroup
	ended.Go(func() {
		db, err := sqlite.Open(path, sqlite.Options{ReadOnly: true, Statements: 8})
		if err != nil {
			t.Error(err)
			return
		}
		defer db.Close()
		last := int64(0)
		for range notify.Folder(ctx, filepath.Dir(path), notify.Options{}).C {
			rows, err := db.Query(`SELECT d.id, m.content_preview FROM decisions d JOIN messages m USING (session_id, sequence) WHERE d.id > ? ORDER BY d.id`, last)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			for rows.Next() {
				var text string
				if err := rows.Scan(&last, &text); err != nil {
					t.Error(err)
				}
				at[text] = time.Now()
			}
			mu.Unlock()
			_ = rows.Close()
		}
	})
	t.Cleanup(func() { cancel(); ended.Wait() })
	return func() map[string]time.Time { mu.Lock(); defer mu.Unlock(); return maps.Clone(at) }
}

// Ensure that of what four processes commit at once, opening and closing the file each time,
// every decision is found once, in the order of its session, by the feed as it runs. How long
// that takes is printed, beside a bare query after each notification.
func TestManyWriters(t *testing.T) {
	many := 40
	if sampletest.Soak() {
		many = 1000
	}
	w := newWriter(t)
	w.tell("before", "before")
	_, seen := follow(t, w.path)
	plain := bare(t, w.path)
	time.Sleep(300 * time.Millisecond) // both watch the folder by then; the latency is of a running feed
	var waits []func() []stored
	for i := range 4 {
		waits = append(waits, start(t, job{Path: w.path, Session: fmt.Sprint("s", i), Many: many, Every: 20 * time.Millisecond}))
	}
	var all []stored
	for _, wait := range waits {
		all = append(all, wait()...)
	}
	waitUntil(t, func() bool { return len(seen()) >= len(all) })
	time.Sleep(50 * time.Millisecond) // for what would come twice
	last := map[string]time.Time{}
	found, barely := seen(), plain()
	var latencies, yardstick []time.Duration
	for _, one := range all {
		times := found[one.Text]
		if len(times) != 1 {
			t.Fatalf("%q was found %d times", one.Text, len(times))
		}
		name, _, _ := strings.Cut(one.Text, " ")
		if times[0].Before(last[name]) {
			t.Errorf("%q came before the one before it", one.Text)
		}
		last[name] = times[0]
		latencies = append(latencies, times[0].Sub(time.Unix(0, one.Committed)))
		if at, ok := barely[one.Text]; ok {
			yardstick = append(yardstick, at.Sub(time.Unix(0, one.Committed)))
		}
	}
	if len(all) != 4*many {
		t.Errorf("%d were stored of %d", len(all), 4*many)
	}
	t.Logf("from commit to subscriber: half within %v, 95 of 100 within %v, all within %v; a bare query: %v, %v, %v; ratio at 95: %.2f",
		share(latencies, .5), share(latencies, .95), share(latencies, 1), share(yardstick, .5), share(yardstick, .95), share(yardstick, 1),
		float64(share(latencies, .95))/float64(share(yardstick, .95)))
}

// share returns the duration within which a share of all lies.
func share(all []time.Duration, of float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(int(of*float64(len(sorted))), len(sorted)-1)].Round(10 * time.Microsecond)
}

func waitUntil(t testing.TB, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited for two minutes")
		}
	}
}

// logOfSQLite is the size at which SQLite itself empties a log that nobody reads.
const logOfSQLite = 1000 * 4096

// Ensure the log of state.db stays within twice its size, or within what SQLite lets it grow
// to, while a process stores a hundred decisions a second and a page is open that asks for its
// rows again and again.
func TestLogUnderReader(t *testing.T) {
	many := 300
	if sampletest.Soak() {
		many = 10_000
	}
	largest := func(read, kept bool, many int) int64 {
		w := newWriter(t)
		w.tell("before", "before")
		if read {
			f, _ := follow(t, w.path)
			ctx, cancel := context.WithCancel(t.Context())
			var ended sync.WaitGroup
			ended.Go(func() {
				for ctx.Err() == nil {
					if _, err := f.Recent("", 200); err != nil {
						t.Error(err)
					}
					time.Sleep(time.Second)
				}
			})
			defer ended.Wait()
			defer cancel()
		}
		done := make(chan []stored)
		wait := start(t, job{Path: w.path, Session: "s", Many: many, Every: 5 * time.Millisecond, Kept: kept})
		go func() { done <- wait() }()
		size := int64(0)
		for {
			select {
			case all := <-done:
				if len(all) != many {
					t.Errorf("%d were stored of %d", len(all), many)
				}
				return size
			case <-time.After(time.Millisecond):
				if info, err := os.Stat(w.path + "-wal"); err == nil {
					size = max(size, info.Size())
				}
			}
		}
	}
	for name, kept := range map[string]bool{"of hooks": false, "of a server": true} {
		without, with := largest(false, kept, 300), largest(true, kept, many) // alone, it is as large after few
		t.Logf("log %s at its largest: %d KB, under a reader %d KB", name, without>>10, with>>10)
		if with > max(2*without, logOfSQLite) {
			t.Errorf("the log %s grows from %d to %d bytes under a reader", name, without, with)
		}
	}
}

// Ensure what hooks do in state.db is done as well while a feed is attached. How long it takes
// is printed, against the same without, in pairs.
func TestHookUnderReader(t *testing.T) {
	pairs := 4
	if sampletest.Soak() {
		pairs = 40
	}
	const each = 40
	took := map[bool][]time.Duration{}
	for pair := range pairs {
		for _, read := range []bool{pair%2 == 0, pair%2 != 0} {
			t.Run(fmt.Sprintf("%d read %v", pair, read), func(t *testing.T) {
				w := newWriter(t)
				w.tell("before", "before")
				if read {
					_, seen := follow(t, w.path)
					defer waitUntil(t, func() bool { return len(seen()) == each })
				}
				for _, one := range start(t, job{Path: w.path, Session: "s", Many: each, Every: 5 * time.Millisecond})() {
					took[read] = append(took[read], time.Duration(one.Took))
				}
			})
		}
	}
	ratio := func(of float64) float64 { return float64(share(took[true], of)) / float64(share(took[false], of)) }
	t.Logf("a hook's part in state.db takes %v, under a reader %v at the median; ratio %.3f, at 95 of 100 %.3f",
		share(took[false], .5), share(took[true], .5), ratio(.5), ratio(.95))
}
