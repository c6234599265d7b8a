// Package ui holds the commands ui, which serves a page about what is suggested and what
// comes of it, and report, which writes the same into a file. What a page shows are numbers
// that other commands print with --json, drawn.
package ui

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/url"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/feed"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/plot"
	"github.com/ed-irl/impressionism/host/ui"
)

//go:embed pages.css
var pageStyles string

// flags are those of the command ui.
type flags struct {
	port          int
	noOpen        bool
	private       bool
	allowFeedback bool
}

// Command returns the command ui.
func Command(e *env.Env, execute Execute) *cobra.Command {
	var f flags
	command := &cobra.Command{
		Use:   "ui",
		Short: "Open a page on this machine: what is suggested as it happens, why, and what comes of it",
		Long: `Open a page on this machine that shows what is suggested as it happens, why, and what
comes of it; which skills get each other's prompts; which hooks make you wait; what
other rulesets would have decided. It only reads, answers this machine alone, and
ends with Ctrl C, with its terminal, or half an hour after the last page was closed.

To see it from another machine: ssh -L PORT:127.0.0.1:PORT, with --port PORT.
Each number of the page is one that a command prints; y copies the command.`,
		Example: "  impressionism ui\n  impressionism ui --private --port 8080 --no-open",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return serve(e, execute, f) },
	}
	command.Flags().IntVar(&f.port, "port", 0, "port to listen on; 0: any free one")
	command.Flags().BoolVar(&f.noOpen, "no-open", false, "print the address, and open no browser")
	command.Flags().BoolVar(&f.private, "private", false, "show no prompts, paths and other texts, as for a talk")
	command.Flags().BoolVar(&f.allowFeedback, "allow-feedback", false, "let the page say good, bad, on and off; else it changes nothing")
	return command
}

func serve(e *env.Env, execute Execute, f flags) error {
	if err := e.Ready(); err != nil {
		return err
	}
	ctx, stop := cli.UntilEnded()
	defer stop()
	listener, err := ui.Listen(f.port)
	if err != nil {
		return env.Failed(err)
	}
	server, err := newServer(ctx, e, execute, f, listener)
	if err != nil {
		_ = listener.Close()
		return env.Failed(err)
	}
	showAddress(e, server.Address(), f.noOpen)
	err = server.Serve(ctx)
	if errors.Is(err, ui.ErrIdle) {
		fmt.Fprintln(e.Out, "No page was open for a while: the page has ended.")
		err = nil
	}
	return env.Failed(err)
}

// newServer wires the page.
func newServer(ctx context.Context, e *env.Env, execute Execute, f flags, listener net.Listener) (*ui.Server, error) {
	changes, err := feed.Open(e.Paths.StateDB, feed.Options{
		Now: e.Now, Log: e.Paths.Log, Transcripts: e.Transcripts(), Layout: e.Client().Transcripts.Layout,
	})
	if err != nil {
		return nil, err
	}
	go func() { _ = changes.Run(ctx) }() // it ends with the page, and returns nil
	asker := newAsker(e, execute)
	p := newPages(pages{
		now: e.Now, private: f.private, folders: spaced(e), acts: f.allowFeedback, ask: asker.ask, feed: changes, deadlineMS: float64(e.Loaded.Hook.PromptMS),
	})
	options := ui.Options{
		Styles: []string{plot.CSS, pageStyles}, Sprite: plot.Defs(), Private: f.private, Version: env.Version,
		Fragment: p.fragment, Stream: p.stream,
		Log: func(code, text string) { note(e, code, text) },
	}
	for _, v := range p.views {
		if v.key != "" {
			options.Views = append(options.Views, ui.View{Name: v.name, Title: v.title, Key: v.key})
		}
	}
	if f.allowFeedback {
		options.Act = func(ctx context.Context, action string, form url.Values) (template.HTML, error) {
			return p.act(ctx, asker, action, form)
		}
	}
	return ui.New(listener, options)
}

// note writes to the program's log what the page refused. Where nothing can be written,
// nothing is: a page has nobody to tell.
func note(e *env.Env, code, text string) {
	_ = logfile.Append(e.Paths.Log, wire.LogLimits(e), "warn", code, text, e.Now())
}
