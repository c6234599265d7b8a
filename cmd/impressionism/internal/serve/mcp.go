package serve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/internal/adviser"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/find"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/serve"
	"github.com/ed-irl/impressionism/host/serve/mcp"
	"github.com/ed-irl/impressionism/host/serve/relay"
	"github.com/ed-irl/impressionism/host/store/index"
)

// MCPCommand returns the command mcp.
func MCPCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Serve the client: a search for the model, and a warm process for hooks",
		Long: `Serve the client: a search for the model, a tool by which it proposes lessons, and a warm
process for hooks.

The client starts it with the plugin and ends it with the session. While it runs,
hooks of the same program and settings have their events answered by it, in a
fraction of the time; without it they work alone. See docs/warm.md.`,
		Example: "  impressionism mcp < requests.jsonl",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return serveMCP(e) },
	}
}

// garbagePercent lets garbage grow to some megabytes before it is collected: an event makes
// a few, and collecting it with every other one would cost a fifth of the server's time.
const garbagePercent = 400

// Waits of a server that is to end.
const (
	leaveWait  = 2 * time.Second  // for events that are being answered
	parentTick = 30 * time.Second // between looks at whether the client lives
)

// serveMCP serves until the client is gone. Everything but the protocol begins beside
// it: the client waits for its first answer.
func serveMCP(e *env.Env) error {
	debug.SetGCPercent(garbagePercent)
	if dir := e.Variable(e.Client().Variables.ProjectDir); filepath.IsAbs(dir) {
		e.Dir = dir
	}
	if err := e.Ready(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	brokenPipe := make(chan os.Signal, 1) // else an answer to a client that is gone kills this process
	signal.Notify(brokenPipe, syscall.SIGPIPE)
	defer signal.Stop(brokenPipe)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go endWithParent(ctx, cancel)
	return env.Failed(newWarmServer(e).run(ctx))
}

// run serves the client, and hooks where that is wanted.
func (s *server) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	served := make(chan error, 1)
	if s.Loaded.Warm.Enabled && !config.IsAsking(s.Lookup) {
		go func() { served <- s.serve(ctx) }()
	} else {
		served <- nil
	}
	go s.rememberToLetGo(ctx)
	go s.watchLate(ctx, cancel)
	err := serveClient(ctx, s.Env, s)
	cancel()
	select {
	case serveErr := <-served:
		s.noted(decide.ProblemWarm, serveErr)
	case <-time.After(leaveWait): // the kernel frees the lock, the next server the name
	}
	return err
}

// serveClient returns when the client closes its streams or the process is to end,
// whatever still reads from them.
func serveClient(ctx context.Context, e *env.Env, server *server) error {
	done := make(chan error, 1)
	go func() {
		phrases := e.Client().Phrases
		words := mcp.Words{Kinds: e.Kinds.Names(), Loader: phrases.Loader, Hint: phrases.Hint}
		tools := mcp.Tools{Search: server.search}
		if server.offersCode() {
			tools.SearchCode = server.searchCode
		}
		if e.Loaded.Lessons.Propose {
			tools.Remember = server.remember
		}
		done <- mcp.Serve(ctx, e.In, cli.Stream(e), env.Version, words, tools)
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return nil
	}
}

// serve answers hooks, if no other server of this data folder does.
func (s *server) serve(ctx context.Context) error {
	place, err := wire.ServerPlace(s.Env)
	if err != nil {
		return err
	}
	server := &serve.Server{Announce: s.announce, Take: s.take, Note: func(err error) { s.noted(decide.ProblemWarm, err) }}
	s.announced.renew = server.Renew
	return server.Serve(ctx, place, func() { go s.complete(ctx) })
}

// announced are the terms that hooks read. The settings may come to want others.
type announced struct {
	renewing sync.Mutex
	terms    atomic.Pointer[relay.Terms] // also set beside events, where the server looks at its place
	renew    func() error
}

// announce is a serve.Server's.
func (s *server) announce() (identity relay.Identity, terms relay.Terms, err error) {
	e := s.forEvent(0) // the settings may be others than when this process began
	if err = e.Configure(e.WorkspaceOf("")); err != nil {
		return "", terms, err
	}
	variables := adviser.Variables(e)
	if identity, err = wire.ServerIdentity(e, variables); err != nil {
		return "", terms, err
	}
	terms = wire.ServerTerms(e, variables)
	s.announced.terms.Store(&terms)
	return identity, terms, nil
}

// compares reports whether hooks were compared by all variables that an event's settings want:
// else its session may have another key than this server. The next hook is compared by them, and
// waits as long as they say.
func (s *server) compares(e *env.Env) bool {
	s.announced.renewing.Lock()
	defer s.announced.renewing.Unlock()
	variables, before := adviser.Variables(e), relay.Terms{}
	if terms := s.announced.terms.Load(); terms != nil {
		before = *terms
	}
	wanted := wire.ServerTerms(e, variables)
	if s.announced.renew != nil && (before.WaitMS != wanted.WaitMS || !slices.Equal(before.Names, wanted.Names)) {
		s.noted(decide.ProblemWarm, s.announced.renew())
	}
	return !slices.ContainsFunc(variables, func(name string) bool { return !slices.Contains(before.Names, name) })
}

// errUpgraded is for a session that is older than the program that keeps the index.
var errUpgraded = errors.New("impressionism was upgraded since this session began; the next one has its search")

// What stands where a hit of an item that is told as a whole says how to load it.
const (
	isWhole   = "nothing to load; name the id where you act on it"
	restShown = "cut here; the rest: impressionism lessons show %s; name the id where you act on it"
)

// suggested is what was found as a prompt would be told of it.
func suggested(found find.Item) suggest.Suggestion {
	return suggest.Suggestion{Ref: found.Item.Ref, Title: found.Item.Name, Description: found.Item.Description, Doubt: found.Doubt}
}

// search finds items for the model. Of a tool it says how to load it, and nothing that its
// server says: the client shows that once the tool is loaded. A lesson it tells as a prompt does.
func (s *server) search(ctx context.Context, input mcp.Input) ([]mcp.Hit, error) {
	defer s.gate.Serve()()
	e := s.forEvent(0)
	if err := e.Configure(e.WorkspaceOf("")); err != nil {
		return nil, err
	}
	if index.IsNewer(e.Paths.IndexDB) {
		return nil, errUpgraded
	}
	workspace := e.WorkspaceOf("")
	listing, sessionID := wire.ListHere(ctx, e, workspace)
	wired := wire.Host(e, workspace, nil)
	x, report, found, err := wire.FindFresh(ctx, e, listing, wired, find.Query{Text: input.Query, Limit: input.Limit, Kinds: input.Kinds}, s.kept.Model.Model(e))
	if err != nil {
		return nil, err
	}
	defer x.Close()
	s.after(e, listed{workspace, sessionID}, listing.Touched, &report, found.Tier == index.TierLexical)
	hits := make([]mcp.Hit, 0, len(found.Items))
	for _, item := range found.Items {
		if _, quotable := suggest.QuoteID(item.Item.Ref.ID); !quotable {
			continue // a prompt does not name it either
		}
		hit := mcp.Hit{ID: item.Item.Ref.ID, Similarity: math.Round(item.Hit.Similarity*100) / 100}
		if kind, _ := e.Kinds.Find(item.Item.Ref.Kind); kind.Group != nil {
			hit.Load = suggest.Load(wired.Settings.Templates, e.Kinds.Pool(kind.Name), hit.ID)
		} else if whole, isCut := suggest.Whole(wired.Settings.Templates, e.Kinds, suggested(item)); whole != "" {
			if hit.Description, hit.Load = whole, isWhole; isCut {
				hit.Load = fmt.Sprintf(restShown, hit.ID)
			}
		} else {
			hit.Description = textline.Shorten(textline.Plain(item.Item.Description), e.Loaded.Suggest.DescriptionChars)
		}
		hits = append(hits, hit)
	}
	return hits, nil
}

// endWithParent ends a server whose client is gone, though a process that it left
// behind may still hold the other end of its streams.
func endWithParent(ctx context.Context, end func()) {
	parent := os.Getppid()
	tick := time.NewTicker(parentTick)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if os.Getppid() != parent {
				end()
				return
			}
		}
	}
}

// noted writes what went wrong to the log; nil is nothing, and so is being busy: tools
// that the model uses at once make hooks at once. Of being late the hook has told that
// waited.
func (s *server) noted(code string, err error) {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, hook.ErrTurnsTaken) || errors.Is(err, hook.ErrLate) || errors.Is(err, errNotOurs) {
		return
	}
	_ = logfile.Append(s.Paths.Log, wire.LogLimits(s.Env), "warn", code, err.Error(), s.Now()) // there is nobody else to tell
}
