// Package feed turns what other processes commit to state.db into numbered changes:
// decisions, what came of suggestions, turns, compactions, faults, sessions. It only reads,
// keeps the last changes for readers who come later, and never ends by itself. It knows no
// page, no command and no client. See docs/watch.md.
package feed

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/notify"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

const (
	// ChangesMax is how many of the last changes are kept.
	ChangesMax = 1000
	// RecentMax is the most rows that Recent returns.
	RecentMax = session.RowsMax

	sessionsFor = 24 * time.Hour        // sessions that Sessions returns were touched within that
	looksApart  = 10 * time.Millisecond // at the least
	bufferOf    = 16                    // changes that a subscriber's channel holds
)

// Options are the options of Open.
type Options struct {
	Now func() time.Time // nil: time.Now

	// Transcripts is the folder of the client's transcripts, from which Tools are read, by this
	// layout; "": none are.
	Transcripts string
	Layout      transcript.Layout

	// Log is the path of the log whose warnings and errors are faults; "": none is read.
	Log string
}

// Feed follows one state.db.
type Feed struct {
	path    string
	options Options
	own     source // of looks
	asked   source // of questions, so that they do not wait for looks
	looks   sync.Mutex
	reader  reader

	tools tools

	mu      sync.Mutex
	ring    []Change // the last ChangesMax are kept
	last    int64    // number of the newest change
	more    chan struct{}
	trouble error  // why the file cannot be read
	words   string // the same in words
}

// Open returns a feed of what is written to a file from now on. The file may be absent,
// damaged or of a later version: State says so, and the feed goes on when it can be read.
func Open(path string, options Options) (*Feed, error) {
	if path == "" {
		return nil, errors.New("follow state.db: its path is empty")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	f := &Feed{path: path, options: options, own: source{path: path}, asked: source{path: path}, more: make(chan struct{})}
	f.reader = newReader(options)
	f.look()
	f.reader.begun = true
	return f, nil
}

// Close gives up the file. Run does so when it ends.
func (f *Feed) Close() {
	f.own.close()
	f.asked.close()
}

// Run looks for changes until the context ends, and returns nil then.
func (f *Feed) Run(ctx context.Context) error {
	defer f.Close()
	acting := sync.WaitGroup{}
	defer acting.Wait()
	if f.options.Transcripts != "" {
		acting.Go(func() { f.tools.follow(ctx, f.options) })
	}
	notices := notify.Folder(ctx, filepath.Dir(f.path), notify.Options{})
	for {
		rest := f.look()
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(rest):
		}
		if _, open := <-notices.C; !open {
			return nil
		}
	}
}

// look reads what changed and publishes it, and returns how long to wait with the next look.
func (f *Feed) look() (rest time.Duration) {
	f.looks.Lock()
	defer f.looks.Unlock()
	var changes []Change
	lines := f.reader.readLog() // first: a hook logs what it has stored
	err := f.own.use(func(store *session.Store, opened bool) (err error) {
		began := time.Now()
		changes, err = f.reader.read(store, opened)
		rest = min(restRatio*time.Since(began), restMax)
		return err
	})
	if err != nil {
		info, lookErr := os.Stat(f.path)
		f.reader.failed(lookErr == nil && info.Size() > 0)
	}
	changes = append(changes, f.reader.logged(lines)...)
	f.settle(err, changes)
	return max(rest, looksApart)
}

// settle publishes changes, and the state where it is another one. That somebody was in the
// way is none.
func (f *Feed) settle(err error, changes []Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	words := inWords(f.path, err)
	if !sqlite.IsBusy(err) && words != f.words {
		f.trouble, f.words = err, words
		if f.reader.begun {
			changes = append([]Change{{Kind: KindState, At: f.options.Now().UTC(), Reason: words}}, changes...)
		}
	}
	if len(changes) == 0 {
		return
	}
	if slices.ContainsFunc(changes, func(c Change) bool { return c.Kind == KindMissed }) {
		f.ring = nil // what was forgotten is in it
	}
	for _, change := range changes {
		f.last++
		change.Number = f.last
		f.ring = append(f.ring, change)
	}
	if len(f.ring) >= 2*ChangesMax { // so that each is moved once at most
		f.ring = append([]Change(nil), f.ring[len(f.ring)-ChangesMax:]...)
	}
	close(f.more)
	f.more = make(chan struct{})
}

// State returns "" and nil while state.db can be read, else why not: in words for people,
// which say what to do, and as an error.
func (f *Feed) State() (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.words, f.trouble
}

// Newest returns the number of the newest change; 0: there is none yet.
func (f *Feed) Newest() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last
}

// Since returns the kept changes after a number, in order, and whether some are missing
// between it and them. A number that no change has yet is another process's: all that is kept
// is returned, and missed is true.
func (f *Feed) Since(after int64) (changes []Change, missed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	changes, missed, _ = f.since(after)
	return changes, missed
}

func (f *Feed) since(after int64) (changes []Change, missed bool, more <-chan struct{}) {
	kept := f.ring[max(0, len(f.ring)-ChangesMax):]
	first := f.last - int64(len(kept)) + 1
	from := after + 1
	if after > f.last || from < first {
		missed, from = true, first
	}
	return append([]Change(nil), kept[from-first:]...), missed, f.more
}

// Subscribe sends the changes after a number, in order, until the context ends, and closes
// the channel then. The feed waits for no subscriber: one that is slower than changes are
// dropped gets a change of KindMissed in the place of those that it missed.
func (f *Feed) Subscribe(ctx context.Context, after int64) <-chan Change {
	out := make(chan Change, bufferOf)
	go func() { // it waits for the subscriber, so that the feed need not
		defer close(out)
		for batch := range f.Batches(ctx, after) {
			for _, change := range batch {
				select {
				case out <- change:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return out
}

// Batches is Subscribe for who wants all that there is at a time: each batch holds what came
// since the one before was taken, at least one change.
func (f *Feed) Batches(ctx context.Context, after int64) <-chan []Change {
	out := make(chan []Change)
	go func() { // it waits for the subscriber, so that the feed need not
		defer close(out)
		for at := after; ; {
			f.mu.Lock()
			changes, missed, more := f.since(at)
			newest := f.last
			f.mu.Unlock()
			if missed {
				changes = append([]Change{missing(at, newest, changes)}, changes...)
			}
			if len(changes) > 0 {
				select {
				case out <- changes:
				case <-ctx.Done():
					return
				}
			}
			at = newest
			select {
			case <-more:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// missing stands for the changes between a number and the first that is kept. How many there
// were is not known where the number is another process's.
func missing(after, newest int64, kept []Change) Change {
	first := newest + 1
	if len(kept) > 0 {
		first = kept[0].Number
	}
	c := Change{Kind: KindMissed, Number: first - 1}
	if len(kept) > 0 {
		c.At = kept[0].At
	}
	if after >= 0 && after < first {
		c.Missed = first - 1 - after
	}
	return c
}

// Recent returns the last changes of a session or, for "", of all, as its rows stand now, in
// the order in which they happened: decisions, prompts without one, and turns, at most limit
// and RecentMax. They have no number. What came of a suggestion stands in Told.
func (f *Feed) Recent(sessionID string, limit int) (changes []Change, err error) {
	err = f.asked.use(func(store *session.Store, _ bool) (err error) {
		changes, err = recent(store, sessionID, min(max(limit, 0), RecentMax), f.options.Now())
		return err
	})
	return changes, err
}

// Decision returns a decision as its row stands now, like one of Recent. It reports false
// where there is none with this id.
func (f *Feed) Decision(id int64) (change Change, there bool, err error) {
	err = f.asked.use(func(store *session.Store, _ bool) error {
		found, err := store.FollowDecisions([]int64{id})
		if err == nil && len(found) == 1 {
			change, there = ofDecision(found[0]), true
		}
		return err
	})
	return change, there, err
}

// Sessions returns the sessions that were touched in the last day, the last touched first,
// at most RecentMax.
func (f *Feed) Sessions() (sessions []SessionState, err error) {
	since := f.options.Now().Add(-sessionsFor)
	err = f.asked.use(func(store *session.Store, _ bool) error {
		found, err := store.SessionsSince(since, RecentMax)
		for _, s := range found {
			sessions = append(sessions, stateOf(s))
		}
		return err
	})
	return sessions, err
}
