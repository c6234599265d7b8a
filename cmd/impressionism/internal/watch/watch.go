// Package watch holds the command watch: the feed as text.
package watch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/visible"
)

// how is how watch was asked.
type how struct {
	session string
	last    int
	stop    time.Duration // 0: never
	once    bool
	tools   bool
}

// lastMax bounds --last: a decision may have a few turns beside it among what is read.
const lastMax = feed.RecentMax / rowsEach

// rowsEach is how many rows are read for each decision that is wanted.
const rowsEach = 4

// Command returns the command watch.
func Command(e *env.Env) *cobra.Command {
	h := how{last: 5}
	command := &cobra.Command{
		Use:   "watch",
		Short: "Show decisions as they are made, and what comes of them",
		Long: `Show each decision as it is made, in all sessions or in one: when, the prompt's first
words, and what was suggested with its similarity, or why nothing was. A further line
says what came of a suggestion, once that is known. The last decisions stand first.

It only reads, and ends with Ctrl C, or when whoever reads its output has gone. In a pipe,
or with --json, each line is a JSON object; lines for people are printed on a terminal, or
where COLUMNS is set. impressionism why explains a decision.`,
		Example: "  impressionism watch\n  impressionism watch --session 0f4c… --last 20\n  impressionism watch --tools\n  impressionism watch --for 1h | jq -r .outcome",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return watch(e, h) },
	}
	command.Flags().StringVar(&h.session, "session", "", "show this session alone; it may begin later")
	command.Flags().IntVar(&h.last, "last", h.last, "how many of the last decisions to begin with")
	command.Flags().DurationVar(&h.stop, "for", 0, "end after so long, as in 90s or 1h")
	command.Flags().BoolVar(&h.once, "once", false, "show the last decisions, and end")
	command.Flags().BoolVar(&h.tools, "tools", false, "show the tools that the model calls, too, as the client's transcripts tell")
	return cli.JSONFlag(e, command)
}

func watch(e *env.Env, h how) error {
	switch {
	case h.last < 0 || h.last > lastMax:
		return fmt.Errorf("--last wants 0 to %d, got %d", lastMax, h.last)
	case h.once && h.tools:
		return errors.New("--tools shows what is called from now on: leave out --once")
	case h.stop < 0:
		return fmt.Errorf("--for wants a time to come, got %s", h.stop)
	}
	if err := e.Ready(); err != nil {
		return err
	}
	options := feed.Options{Now: e.Now, Log: e.Paths.Log}
	if h.tools {
		options.Transcripts, options.Layout = e.Transcripts(), e.Client().Transcripts.Layout
	}
	f, err := feed.Open(e.Paths.StateDB, options)
	if err != nil {
		return env.Failed(err)
	}
	defer f.Close()
	signal.Ignore(syscall.SIGPIPE) // else a reader that has gone ends the process with an error
	defer signal.Reset(syscall.SIGPIPE)
	w := &watcher{how: h, feed: f, print: printer(e), shown: map[key]bool{}}
	return env.Failed(cli.Gone(w.run(e)))
}

// key names a decision, or a prompt without one. The id alone does not: that of a decision
// that is taken back is given to the next one.
type key struct {
	decision int64
	session  string
	prompt   int
	at       int64
}

func keyOf(c feed.Change) key { return key{c.Decision, c.Session, c.Prompt, c.At.UnixNano()} }

// watcher is one run of watch.
type watcher struct {
	how
	feed  *feed.Feed
	print func(feed.Change) error
	shown map[key]bool // of those that stand first: they may come again
}

func (w *watcher) run(e *env.Env) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if w.stop > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, w.stop)
		defer cancel()
	}
	after := w.feed.Newest()
	words, err := w.feed.State()
	switch {
	case err != nil && w.once:
		return errors.New(words)
	case err != nil:
		fmt.Fprintln(e.ErrOut, "impressionism:", words)
	default:
		if err := w.recent(); err != nil || w.once {
			return err
		}
	}
	return w.follow(ctx, after)
}

// recent prints the last decisions.
func (w *watcher) recent() error {
	rows, err := w.feed.Recent(w.session, w.last*rowsEach)
	if err != nil {
		return err
	}
	var decisions []feed.Change
	for _, c := range rows {
		if c.Kind == feed.KindDecision {
			decisions = append(decisions, c)
		}
	}
	for _, c := range decisions[max(len(decisions)-w.last, 0):] {
		w.shown[keyOf(c)] = true
		if err := w.print(c); err != nil {
			return err
		}
	}
	return nil
}

// follow prints changes until the context ends.
func (w *watcher) follow(ctx context.Context, after int64) error {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- w.feed.Run(ctx) }() // it looks while lines are printed
	defer func() { cancel(); <-ended }()
	var tools <-chan feed.Change // nil: none are asked for
	if w.tools {
		tools = w.feed.Tools(ctx)
	}
	for changes := w.feed.Subscribe(ctx, after); ; {
		var c feed.Change
		var open bool
		select {
		case c, open = <-changes:
		case c, open = <-tools:
		}
		if !open {
			return nil
		}
		if !w.wants(c) {
			continue
		}
		if err := w.print(c); err != nil {
			return err
		}
	}
}

func (w *watcher) wants(c feed.Change) bool {
	switch {
	case w.session != "" && c.Session != "" && c.Session != w.session:
		return false
	case c.Kind == feed.KindDecision:
		return !w.shown[keyOf(c)]
	}
	return true
}

// printer returns what prints a change: for people, or as JSON for other programs.
func printer(e *env.Env) func(feed.Change) error {
	if e.JSON || cli.Columns(e) == 0 {
		encoder := json.NewEncoder(visible.NewJSONWriter(cli.Stream(e)))
		encoder.SetEscapeHTML(false)
		return func(c feed.Change) error { return encoder.Encode(c) }
	}
	checked := &checkedWriter{to: e.Out}
	e.Out = checked
	page := page{e: e}
	return func(c feed.Change) error {
		page.print(c)
		return checked.err
	}
}

// checkedWriter keeps the first error of printing.
type checkedWriter struct {
	to  io.Writer
	err error
}

func (w *checkedWriter) Write(content []byte) (int, error) {
	n, err := w.to.Write(content)
	if w.err == nil {
		w.err = err
	}
	return n, err
}
