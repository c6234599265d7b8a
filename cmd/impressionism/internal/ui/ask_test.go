package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// asked is an asker whose commands are a function, at a time that the test sets.
func asked(t *testing.T, execute Execute) (a *asker, now *time.Time) {
	t.Helper()
	e := &env.Env{Environ: []string{}}
	now = new(time.Now())
	e.Now = func() time.Time { return *now }
	return newAsker(e, execute), now
}

// Ensure that an answer is kept for some minutes and while nothing was written, and that a clock
// that jumps back or ahead has the command asked again.
func TestAnswersAreKept(t *testing.T) {
	ran := 0
	var a *asker
	var now *time.Time
	a, now = asked(t, func(_ context.Context, e *env.Env, args []string) int {
		ran++
		fmt.Fprintf(e.Out, `{"ran": %d}`, ran)
		if !e.ReadOnly || e.Embedders != &a.embedders || args[len(args)-1] != "--json" {
			t.Errorf("%v: read-only %v, with embedders %p", args, e.ReadOnly, e.Embedders)
		}
		return 0
	})
	ask := func() int {
		t.Helper()
		var into struct{ Ran int }
		if err := a.ask(t.Context(), &into, "digest"); err != nil {
			t.Fatal(err)
		}
		return into.Ran
	}
	if one, two := ask(), ask(); one != 1 || two != 1 {
		t.Errorf("got %d, %d", one, two)
	}
	for step, by := range []time.Duration{answerAge, -time.Hour, 100 * 24 * time.Hour} {
		*now = now.Add(by)
		if got := ask(); got != step+2 {
			t.Errorf("after %s: got %d", by, got)
		}
	}
}

// Ensure that a page that is left ends its command, that another page which waits for the same is
// answered, and that what an ended command printed is not kept.
func TestLeftPageEndsItsCommand(t *testing.T) {
	var began, ended atomic.Int64
	a, _ := asked(t, func(ctx context.Context, e *env.Env, _ []string) int {
		if began.Add(1) == 1 {
			<-ctx.Done()
			ended.Add(1)
			fmt.Fprint(e.Out, `{"half": true}`)
			return 1
		}
		fmt.Fprint(e.Out, `{"half": false}`)
		return 0
	})
	type result struct {
		half bool
		err  error
	}
	ask := func(ctx context.Context) <-chan result {
		done := make(chan result, 1)
		go func() {
			var into struct{ Half bool }
			err := a.ask(ctx, &into, "rules", "backtest")
			done <- result{into.Half, err}
		}()
		return done
	}
	left, leave := context.WithCancel(t.Context())
	first := ask(left)
	for began.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	impatient, giveUp := context.WithCancel(t.Context())
	third := ask(impatient)
	giveUp()
	if got := <-third; !errors.Is(got.err, context.Canceled) {
		t.Errorf("who no longer waits got %+v", got)
	}
	second := ask(t.Context())
	leave()
	if got := <-first; !errors.Is(got.err, context.Canceled) || ended.Load() != 1 {
		t.Errorf("the page that was left got %+v; %d commands ended", got, ended.Load())
	}
	if got := <-second; got.err != nil || got.half {
		t.Errorf("the page that waited got %+v", got)
	}
}

// Ensure that what a command says of its failure is told without its name, and that neither a
// panic nor output that is no JSON ends the page.
func TestFailuresAreTold(t *testing.T) {
	for name, c := range map[string]struct {
		run  func(out, errOut io.Writer) int
		says string
	}{
		"failure": {func(_, errOut io.Writer) int {
			fmt.Fprintln(errOut, "impressionism: nothing is stored yet")
			return 1
		}, "nothing is stored yet"},
		"panic":   {func(_, _ io.Writer) int { panic("oh") }, "impressionism digest: internal error: oh"},
		"no JSON": {func(out, _ io.Writer) int { fmt.Fprint(out, "{"); return 0 }, "impressionism digest ended with 0"},
		"nothing": {func(_, _ io.Writer) int { return 3 }, "impressionism digest ended with 3"},
	} {
		a, _ := asked(t, func(_ context.Context, e *env.Env, _ []string) int { return c.run(e.Out, e.ErrOut) })
		var into struct{}
		if err := a.ask(t.Context(), &into, "digest"); err == nil || err.Error() != c.says {
			t.Errorf("%s: got %v, want %s", name, err, c.says)
		}
	}
}

// Ensure that no choice of a page is read as a flag of a command.
func TestChoicesAreNoFlags(t *testing.T) {
	hostile := readQuery(url.Values{"item": {"--set=x=y"}, "session": {"--help"}, "days": {"--help"}, "decision": {"--help"}, "other": {"-h"}})
	for _, v := range []view{liveView, outcomesView, skillView, skillsView, hooksView, rulesetsView} {
		for _, p := range v.panels {
			args := inJSON(p.command(hostile))
			for i, arg := range args {
				before := args[:i]
				if strings.HasPrefix(arg, "--set=") && (i == 0 || before[i-1] != "--") || arg == "--help" && before[i-1] != "--session" || arg == "-h" {
					t.Errorf("%s/%s: %q", v.name, p.name, args)
				}
			}
		}
	}
}

// Ensure that without texts a message still says what to do, and shows no path and no quotation.
func TestProblemsWithoutTexts(t *testing.T) {
	hidden := &pages{private: true, folders: []string{"/work/Red Fox"}}
	for text, want := range map[string]string{
		`nothing is stored yet: /home/a b/state.db does not exist; it is made by the first prompt`: "nothing is stored yet: ▒ does not exist; it is made by the first prompt",
		`open database /tmp/rv/Acme Very Secret Merger/a.b/state.db: it is damaged; see logs/a`:    "open database ▒ it is damaged; see ▒",
		`the workspace /work/Red Fox is not trusted. See /work/Red Fox/.claude or a.md`:            "the workspace ▒ is not trusted. See ▒ or a.md",
		`there is no skill "my \"secret\" one" here; see: impressionism search`:                    "there is no skill ▒ here; see: impressionism search",
		"C:\\Users\\a is damaged": "▒ is damaged",
		"“a prompt” is too long":  "▒ is too long",
	} {
		if got := hidden.problem(text); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := (&pages{}).problem(text); got != text {
			t.Errorf("with texts: got %q", got)
		}
	}
	if got := hidden.name(abi.Ref{Kind: abi.KindCode, ID: "src/secret.go"}); strings.Contains(got, "secret") {
		t.Errorf("the path of a place is shown: %q", got)
	}
	if got := hidden.name(abi.Skill("pdf-forms")); got != "pdf-forms" {
		t.Errorf("got %q for a skill", got)
	}
}

// Ensure that without texts a button's answer has no path, whether what it asks for was done or not.
func TestAnswersToButtonsWithoutTexts(t *testing.T) {
	hidden := newPages(pages{private: true})
	form := url.Values{"item": {"src/secret.go"}}
	a, _ := asked(t, func(context.Context, *env.Env, []string) int { return env.ExitOK })
	if html, err := hidden.act(t.Context(), a, "good", form); err != nil || strings.Contains(string(html), "secret") || !strings.Contains(string(html), "noted: good") {
		t.Errorf("done: %q, %v", html, err)
	}
	a, _ = asked(t, func(_ context.Context, e *env.Env, _ []string) int {
		fmt.Fprintln(e.ErrOut, "impressionism: nothing is stored yet: /home/secret/state.db does not exist")
		return 1
	})
	if _, err := hidden.act(t.Context(), a, "good", form); err == nil || err.Error() != "nothing is stored yet: ▒ does not exist" {
		t.Errorf("not done: %v", err)
	}
}

// Ensure that a browser is opened only where somebody sits before a screen.
func TestWhereABrowserIsOpened(t *testing.T) {
	for name, c := range map[string]struct {
		environ  []string
		terminal bool
		system   string
		says     string
	}{
		"screen":            {[]string{"DISPLAY=:0"}, true, "linux", ""},
		"another screen":    {[]string{"WAYLAND_DISPLAY=wayland-0"}, true, "linux", ""},
		"named browser":     {[]string{"BROWSER=wslview"}, true, "linux", ""},
		"Mac":               {nil, true, "darwin", ""},
		"pipe":              {[]string{"DISPLAY=:0"}, false, "linux", "this is no terminal"},
		"session":           {[]string{"DISPLAY=:0", "CLAUDECODE=1"}, true, "linux", "a session of the client runs this"},
		"ssh":               {[]string{"SSH_CONNECTION=a"}, true, "linux", "you are here by ssh"},
		"ssh to a Mac":      {[]string{"SSH_CONNECTION=a"}, true, "darwin", "you are here by ssh"},
		"ssh with a screen": {[]string{"SSH_CONNECTION=a", "DISPLAY=localhost:10"}, true, "linux", ""},
		"no screen":         {nil, true, "linux", "there is no screen"},
	} {
		if got := unseen(&env.Env{Environ: c.environ}, c.terminal, c.system); got != c.says {
			t.Errorf("%s: got %q, want %q", name, got, c.says)
		}
	}
}
