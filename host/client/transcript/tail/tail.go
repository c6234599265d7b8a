// Package tail watches transcripts: it gives the events of a file, or of a folder's files, while
// a client writes them. What the files mean it leaves to a transcript.Layout.
package tail

import (
	"bufio"
	"context"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/notify"
)

// Options say what is watched. The zero value reads every file of the last day from its beginning.
type Options struct {
	Agents  bool                           // files of subagents, too
	Usage   bool                           // events of transcript.KindUsage, too
	From    map[string]transcript.Position // by path: how far files were read before
	FromEnd bool                           // files that are there already and not in From are read from their end
	Seen    *transcript.Seen               // lines that are not given; nil: none
	Poll    string                         // why the system is not asked to notify; empty: it is
	Now     func() time.Time               // nil: time.Now
}

// activeFor is how long after a file was written its session may go on. Older files are looked
// at now and then.
const activeFor = 24 * time.Hour

// openMax bounds the files that are kept open, so that a file that is removed is read to its end.
const openMax = 64

// Part is what was read of one file at once.
type Part struct {
	Path   string
	Events []transcript.Event // the receiver's
	// Position is where to read on later. A part that ends with a line without an end, as of a
	// client that was killed, is behind that line.
	Position transcript.Position
}

// Watcher watches one file or folder.
type Watcher struct {
	options Options
	layout  transcript.Layout
	root    string // a folder
	only    string // the one file in it; empty: all
	seen    *transcript.Seen
	notices *notify.Folders
	buffer  *bufio.Reader
	give    func(Part)

	files   map[string]*file
	folders map[string]*folder
	due     []*file // to be read
	open    []*file // the one that was read last is the last
	started bool    // files that come now are read from their beginning
	swept   time.Time
	sweep   time.Duration // until the next one

	stateMu sync.Mutex
	state   State
}

// State is how a watcher does its work.
type State struct {
	Mode     notify.Mode // notified only if all folders of active sessions are
	Folders  int         // of active sessions
	Files    int         // of active sessions
	Problem  string      // the last one with a file or folder, in words
	Restarts int         // files that were read from their beginning again
}

// New watches a file, or a folder of transcripts. Either may come later: a name that the layout
// takes for a transcript is a file.
func New(path string, layout transcript.Layout, options Options) *Watcher {
	path = filepath.Clean(path)
	w := &Watcher{
		options: options, layout: layout, root: path, seen: options.Seen,
		buffer: bufio.NewReaderSize(nil, bufferBytes), files: map[string]*file{}, folders: map[string]*folder{},
		notices: notify.New(notify.Options{Poll: options.Poll}),
	}
	if w.options.Now == nil {
		w.options.Now = time.Now
	}
	if w.seen == nil {
		w.seen = transcript.NewSeen()
	}
	if layout.Wants(filepath.Base(path), false, true) {
		w.root, w.only = filepath.Dir(path), filepath.Base(path)
	}
	return w
}

// bufferBytes is what is read at once.
const bufferBytes = 256 << 10

// Run gives what there is and what is written, until the context ends; it returns nil then. A
// file's events come in their order, each once: lines that have an id are not given again where a
// file is read from its beginning again, which an event of transcript.KindRestarted says before. A
// slow receiver holds up the reading, and loses nothing. It may be called once.
func (w *Watcher) Run(ctx context.Context, give func(Part)) error {
	w.give = give
	defer w.close()
	w.sweepAll()
	w.started = true
	tick := time.NewTicker(notify.PollEvery)
	defer tick.Stop()
	looked := w.options.Now()
	for ctx.Err() == nil {
		if w.readDue(ctx) {
			select {
			case <-w.notices.Wake():
				w.take(w.notices.Changed())
			default:
			}
			continue
		}
		select {
		case <-ctx.Done():
		case <-w.notices.Wake():
			w.take(w.notices.Changed())
		case <-tick.C:
			now := w.options.Now()
			all := now.Sub(looked) >= notify.LookEvery || now.Before(looked)
			if all {
				looked = now
			}
			w.look(all)
		}
	}
	return nil
}

// State returns how the work is done now.
func (w *Watcher) State() State {
	w.stateMu.Lock()
	defer w.stateMu.Unlock()
	return w.state
}

// Mode returns how changes are noticed.
func (w *Watcher) Mode() notify.Mode { return w.State().Mode }

func (w *Watcher) close() {
	w.notices.Close()
	for _, f := range w.open {
		f.follower.Close()
	}
}

// problem notes what went wrong; the rest goes on.
func (w *Watcher) problem(err error) {
	w.stateMu.Lock()
	w.state.Problem = err.Error()
	w.stateMu.Unlock()
}

// wants reports whether a path below the root is a transcript, or a folder of some.
func (w *Watcher) wants(path string, isFolder bool) bool {
	relative, err := filepath.Rel(w.root, path)
	if err != nil || !filepath.IsLocal(relative) || relative == "." {
		return false
	}
	if w.only != "" && relative != w.only {
		session := strings.TrimSuffix(w.only, filepath.Ext(w.only))
		if relative != session && !strings.HasPrefix(relative, session+string(filepath.Separator)) {
			return false
		}
	}
	return w.layout.Wants(relative, isFolder, w.options.Agents)
}
