//go:build unix

package warm

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// patience is wide: only tests about patience have little.
const patience = 10 * time.Second

var us = Identify("this build", "these settings")

var prompt = Offer{Event: abi.Event{Name: abi.EventPrompt, SessionID: "s", Prompt: "héllo <b>", Time: time.Unix(1, 5).UTC()}, Elapsed: time.Millisecond}

// ledger counts what became of events on the server's side.
type ledger struct{ taken, answered, dropped atomic.Int64 }

// turn answers with what the event asked, after doing what a test wants.
func (l *ledger) turn(during func(ctx context.Context, told Told) error) func(Offer) (Turn, error) {
	return func(offer Offer) (Turn, error) {
		l.taken.Add(1)
		return Turn{
			Answer: func(ctx context.Context, told Told) Result {
				l.answered.Add(1)
				if err := during(ctx, told); err != nil {
					return Result{Problems: []Problem{{Code: "test", Text: err.Error()}}}
				}
				return Result{Answer: []byte(offer.Event.Prompt)}
			},
			Drop: func() { l.dropped.Add(1) },
		}, nil
	}
}

func tellAll(_ context.Context, told Told) error {
	told.Recorded()
	return told.Rendered([]byte("rendered"))
}

func newPlace(t *testing.T) Place {
	t.Helper()
	place, err := Find(Folders{Cache: t.TempDir()}, "data")
	if err != nil {
		t.Fatal(err)
	}
	return place
}

// begin serves until the test ends, or until the function that it gives is called.
func begin(t *testing.T, place Place, take func(Offer) (Turn, error)) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	server := &Server{Identity: us, Take: take, Note: func(err error) { t.Log("the server noted:", err) }}
	go func() { ended <- server.Serve(ctx, place, func() { close(ready) }) }()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal("the server did not begin:", err)
	}
	end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error("the server ended with:", err)
		}
	})
	t.Cleanup(end)
	return end
}

func entries(t *testing.T, place Place) []os.DirEntry {
	t.Helper()
	found, err := os.ReadDir(place.Folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return found
}

// Ensure an event comes over whole, its steps are told in order, and the server
// leaves nothing behind.
func TestAnswers(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	var got Offer
	take := l.turn(tellAll)
	end := begin(t, place, func(o Offer) (Turn, error) { got = o; return take(o) })
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	result, err := call.Wait(Told{
		Recorded: func() { steps = append(steps, "recorded") },
		Rendered: func(answer []byte) error { steps = append(steps, string(answer)); return nil },
	})
	if err != nil || string(result.Answer) != prompt.Event.Prompt || strings.Join(steps, " ") != "recorded rendered" {
		t.Errorf("got %q, %v, steps %q", result.Answer, err, steps)
	}
	if got != prompt {
		t.Errorf("the server was handed %+v", got)
	}
	end()
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the server left %v", left)
	}
}

// Ensure who is refused or not heard in time works alone, with an event that the
// server has nothing of.
func TestAlone(t *testing.T) {
	for name, test := range map[string]struct {
		identity Identity
		patience time.Duration
		take     func(*ledger) func(Offer) (Turn, error)
		dropped  int64
	}{
		"stranger": {Identify("another build"), patience, func(l *ledger) func(Offer) (Turn, error) { return l.turn(tellAll) }, 0},
		"busy": {us, patience, func(*ledger) func(Offer) (Turn, error) {
			return func(Offer) (Turn, error) { return Turn{}, errors.New("busy") }
		}, 0},
		"panic": {us, patience, func(*ledger) func(Offer) (Turn, error) { return func(Offer) (Turn, error) { panic("over this event") } }, 0},
		"slow": {us, 30 * time.Millisecond, func(l *ledger) func(Offer) (Turn, error) {
			take := l.turn(tellAll)
			return func(o Offer) (Turn, error) { time.Sleep(200 * time.Millisecond); return take(o) }
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			place, l := newPlace(t), &ledger{}
			end := begin(t, place, test.take(l))
			began := time.Now()
			if _, err := Ask(place, test.identity, prompt, test.patience); !errors.Is(err, ErrAlone) {
				t.Errorf("got %v", err)
			}
			if waited := time.Since(began); waited > test.patience+5*time.Second {
				t.Errorf("it took %v", waited)
			}
			end()
			// A machine that is busy may give up before the server hears of the event.
			if l.answered.Load() != 0 || l.dropped.Load() != l.taken.Load() || l.dropped.Load() > test.dropped {
				t.Errorf("the server took %d, answered %d and dropped %d events", l.taken.Load(), l.answered.Load(), l.dropped.Load())
			}
		})
	}
}

// Ensure the server begins only with a hook's word that it leaves the event to it.
func TestNoWord(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	end := begin(t, place, l.turn(tellAll))
	conn, err := net.Dial("unix", place.Socket)
	if err != nil {
		t.Fatal(err)
	}
	said := make([]byte, 1)
	if err := writeOffer(conn, us, prompt); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(said); err != nil || said[0] != sayTaken {
		t.Fatalf("got %q, %v", said, err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	end()
	if l.answered.Load() != 0 || l.dropped.Load() != 1 {
		t.Errorf("the server answered %d and dropped %d events", l.answered.Load(), l.dropped.Load())
	}
}

// Ensure a lock on a file that has lost its name is none: another server may hold
// the file that has it.
func TestLockOfNoName(t *testing.T) {
	place := newPlace(t)
	first, err := place.lock(syscall.LOCK_NB)
	if err != nil || first == nil {
		t.Fatal(first, err)
	}
	second := make(chan *os.File, 1)
	go func() {
		held, err := place.lock(0)
		if err != nil {
			t.Error(err)
		}
		second <- held
	}()
	time.Sleep(50 * time.Millisecond) // it has the file open and waits
	if err := errors.Join(os.Remove(place.Lock), os.WriteFile(place.Lock, nil, 0o600), first.Close()); err != nil {
		t.Fatal(err)
	}
	if held := <-second; held != nil {
		t.Error("it holds the lock of a removed file")
	}
}

// Ensure no server, and one that was killed, cost a hook nothing, and that what the
// killed one left is removed by who finds it.
func TestKilledServer(t *testing.T) {
	place := newPlace(t)
	if _, err := Ask(place, us, prompt, patience); !errors.Is(err, ErrAlone) {
		t.Errorf("without a server: %v", err)
	}
	leaveAsKilled(t, place)
	if _, err := Ask(place, us, prompt, patience); !errors.Is(err, ErrAlone) {
		t.Errorf("after a killed server: %v", err)
	}
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("a hook that found a dead socket left %v", left)
	}
	leaveAsKilled(t, place)
	l := &ledger{}
	begin(t, place, l.turn(tellAll))
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatalf("the next server: %v", err)
	}
	if _, err := call.Wait(Told{Recorded: func() {}, Rendered: func([]byte) error { return nil }}); err != nil {
		t.Errorf("the next server: %v", err)
	}
}

// Ensure a hook that neither listens nor ends keeps no server alive.
func TestEndsInTime(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	end := begin(t, place, l.turn(tellAll))
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatal(err)
	}
	defer call.conn.Close()
	began := time.Now()
	end()
	if took := time.Since(began); took > 10*endWait {
		t.Errorf("the server ended after %v", took)
	}
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the server left %v", left)
	}
}

// leaveAsKilled leaves a socket that nobody listens on and a lock that nobody holds.
func leaveAsKilled(t *testing.T, place Place) {
	t.Helper()
	if err := os.MkdirAll(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: place.Socket, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	listener.SetUnlinkOnClose(false)
	if err := errors.Join(listener.Close(), os.WriteFile(place.Lock, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
}

// Ensure a hook learns that its server ended, and whether the event was recorded.
func TestServerEndsInBetween(t *testing.T) {
	for _, recorded := range []bool{false, true} {
		place := newPlace(t)
		begin(t, place, func(Offer) (Turn, error) {
			return Turn{Answer: func(_ context.Context, told Told) Result {
				if recorded {
					told.Recorded()
				}
				panic("as if it were killed")
			}}, nil
		})
		call, err := Ask(place, us, prompt, patience)
		if err != nil {
			t.Fatal(err)
		}
		told := false
		if _, err := call.Wait(Told{Recorded: func() { told = true }}); err == nil || told != recorded {
			t.Errorf("recorded %t: told %t, %v", recorded, told, err)
		}
	}
}

// Ensure the server learns that a hook has ended, and does not take its answer for
// said.
func TestHookEndsInBetween(t *testing.T) {
	place, l, outcome := newPlace(t), &ledger{}, make(chan error, 1)
	begin(t, place, l.turn(func(ctx context.Context, told Told) error {
		<-ctx.Done()
		outcome <- told.Rendered([]byte("too late"))
		return nil
	}))
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatal(err)
	}
	if err := call.conn.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-outcome; err == nil {
		t.Error("the answer of a hook that has ended counts as said")
	}
}

// Ensure of two servers one answers, and the other takes over when it ends.
func TestTakeOver(t *testing.T) {
	place, first, second := newPlace(t), &ledger{}, &ledger{}
	end := begin(t, place, first.turn(tellAll))
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- (&Server{Identity: us, Take: second.turn(tellAll)}).Serve(ctx, place, func() { close(ready) })
	}()
	select {
	case <-ready:
		t.Fatal("two servers have one place")
	case <-time.After(50 * time.Millisecond):
	}
	end()
	<-ready
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := call.Wait(Told{Recorded: func() {}, Rendered: func([]byte) error { return nil }}); err != nil || second.answered.Load() != 1 {
		t.Errorf("the second server answered %d events: %v", second.answered.Load(), err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the servers left %v", left)
	}
}

// Ensure a folder that others could have made or can write to is used by neither
// side.
func TestFolderIsOurs(t *testing.T) {
	for name, spoil := range map[string]func(folder string) error{
		"open to others": func(folder string) error { return os.Chmod(folder, 0o755) },
		"a link": func(folder string) error {
			return errors.Join(os.Rename(folder, folder+"2"), os.Symlink(folder+"2", folder))
		},
		"a file": func(folder string) error {
			return errors.Join(os.Remove(folder), os.WriteFile(folder, nil, 0o600))
		},
		"another's": func(folder string) error { return os.Chown(folder, 12345, 12345) },
	} {
		t.Run(name, func(t *testing.T) {
			if name == "another's" && os.Geteuid() != 0 {
				t.Skip("only root gives folders away")
			}
			place, l := newPlace(t), &ledger{}
			if err := errors.Join(os.MkdirAll(place.Folder, 0o700), spoil(place.Folder)); err != nil {
				t.Fatal(err)
			}
			if err := (&Server{Identity: us, Take: l.turn(tellAll)}).Serve(t.Context(), place, func() { t.Error("it serves") }); err == nil {
				t.Error("a server used it")
			}
			if _, err := ask(place, us, prompt, time.Now().Add(patience)); err == nil || errors.Is(err, os.ErrNotExist) {
				t.Errorf("a hook used it: %v", err)
			}
		})
	}
}

// Ensure the socket's path fits, whatever the folders are called, and server and
// hook agree on it.
func TestFind(t *testing.T) {
	runtime, long := t.TempDir(), "/"+strings.Repeat("long/", 30)
	for _, test := range []struct {
		folders Folders
		want    string
	}{
		{Folders{Runtime: runtime, Cache: "/c"}, filepath.Join(runtime, "impressionism")},
		{Folders{Runtime: "relative", Cache: "/c"}, "/c/run"},
		{Folders{Runtime: runtime + "/absent", Cache: "/c"}, "/c/run"},
		{Folders{Cache: long, Temp: "/t"}, "/t/impressionism-"},
	} {
		place, err := Find(test.folders, "/data")
		if err != nil || !strings.HasPrefix(place.Folder, test.want) || len(place.Socket) > socketPathMax {
			t.Errorf("%+v: got %+v, %v", test.folders, place, err)
		}
	}
	if _, err := Find(Folders{Cache: long, Temp: long}, "/data"); err == nil || !strings.Contains(err.Error(), "XDG_RUNTIME_DIR") {
		t.Errorf("no place: %v", err)
	}
	one, _ := Find(Folders{Cache: "/c"}, "/data")
	other, _ := Find(Folders{Cache: "/c"}, "/other")
	if one.Socket == other.Socket {
		t.Error("two data folders have one socket")
	}
}

// Ensure work that can wait does, while something is served.
func TestGate(t *testing.T) {
	var gate Gate
	gate.Wait(nil)
	first, second := gate.Serve(), gate.Serve()
	passed := make(chan struct{})
	go func() { gate.Wait(nil); close(passed) }()
	first()
	first() // counts once
	select {
	case <-passed:
		t.Fatal("it passed while one was served")
	case <-time.After(20 * time.Millisecond):
	}
	if time.Since(gate.LastServed()) > time.Second {
		t.Error("what is being served was served long ago")
	}
	second()
	<-passed
	stop := make(chan struct{})
	close(stop)
	defer gate.Serve()()
	gate.Wait(stop)
}

// Ensure hooks leave a server alone after one waited in vain, for a minute, and that
// the mark of it goes with the server that it is of.
func TestLate(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	end := begin(t, place, l.turn(tellAll))
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(call.Late(), call.conn.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Ask(place, us, prompt, patience); !errors.Is(err, ErrAlone) || !errors.Is(err, errLate) {
		t.Errorf("after a hook waited in vain: %v", err)
	}
	for _, age := range []time.Duration{lateRest, -lateRest} {
		then := time.Now().Add(-age)
		if err := os.Chtimes(place.Late, then, then); err != nil {
			t.Fatal(err)
		}
		call, err := Ask(place, us, prompt, patience)
		if err != nil {
			t.Fatalf("a mark of %v ago: %v", age, err)
		}
		_ = call.conn.Close()
	}
	end()
	if left := entries(t, place); len(left) > 0 {
		t.Errorf("the server left %v", left)
	}
	if err := call.Late(); err == nil {
		t.Error("a server that is gone was marked")
	}
}

// failing is a listener whose first tries fail, as where too many files are open.
type failing struct {
	net.Listener
	left int
}

func (f *failing) Accept() (net.Conn, error) {
	if f.left--; f.left >= 0 {
		return nil, syscall.EMFILE
	}
	return f.Listener.Accept()
}

// Ensure an error in hearing hooks is told at once, and once, and passes.
func TestAcceptFails(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	if err := os.MkdirAll(place.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
	listener, err := place.listen()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	noted := make(chan error, 9)
	server := &Server{Identity: us, Take: l.turn(tellAll), Note: func(err error) { noted <- err }, ending: context.Background()}
	ended := make(chan struct{})
	go func() { server.accept(ctx, &failing{listener, 2}); close(ended) }()
	if err := <-noted; !errors.Is(err, syscall.EMFILE) {
		t.Errorf("it noted %v", err)
	}
	call, err := Ask(place, us, prompt, patience)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := call.Wait(Told{Recorded: func() {}, Rendered: func([]byte) error { return nil }}); err != nil || len(noted) > 0 {
		t.Errorf("got %v, and %d notes", err, len(noted))
	}
	cancel()
	if err := listener.Close(); err != nil {
		t.Error(err)
	}
	<-ended
	server.connections.Wait()
}

// Ensure who looks learns what a hook would: nobody there, refused, or answered.
func TestLook(t *testing.T) {
	place, l := newPlace(t), &ledger{}
	look := func(who Identity, wantListens, wantTakes bool) {
		t.Helper()
		if listens, takes := place.Look(who); listens != wantListens || takes != wantTakes {
			t.Errorf("listens %t, takes %t", listens, takes)
		}
	}
	look(us, false, false)
	end := begin(t, place, l.turn(tellAll))
	look(us, true, true)
	look(Identify("another build"), true, false)
	if err := place.markLate(); err != nil {
		t.Fatal(err)
	}
	look(us, true, false)
	end()
	if l.answered.Load() != 0 || l.dropped.Load() != l.taken.Load() {
		t.Errorf("the server took %d, answered %d and dropped %d events", l.taken.Load(), l.answered.Load(), l.dropped.Load())
	}
}
