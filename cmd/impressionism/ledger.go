package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/ledger"
)

func (a *app) ledgerCommand() *cobra.Command {
	command := group("ledger", "Complete what is known of the use of suggestions")
	var folder string
	imports := &cobra.Command{
		Use: "import", Short: "Find in the client's transcripts which suggestions were followed when no hook told of it",
		Long: `Find in the client's transcripts which suggestions were followed when no hook told
of it: hooks were off for a while, or failed. Only transcripts of sessions are read in
which a suggestion waits for its invocation, and of these only what is new since the
last time. Importing again changes nothing.`,
		Example: "  impressionism ledger import\n  impressionism ledger import --json \\\n    --transcripts ~/transcripts/shop", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(command.Context(), os.Interrupt)
			defer stop()
			return a.ledgerImport(ctx, folder)
		},
	}
	imports.Flags().StringVar(&folder, "transcripts", "", "folder or file; the client's projects where absent")
	command.AddCommand(a.jsonFlag(imports))
	return command
}

func (a *app) ledgerImport(ctx context.Context, folder string) error {
	if err := a.ready(); err != nil {
		return err
	}
	transcripts := a.client().Transcripts
	if transcripts.Find == nil {
		return failed(errNoTranscripts)
	}
	place := folder
	if place == "" {
		place = transcripts.Folder(a.clientHome())
	}
	if !filepath.IsAbs(place) {
		place = filepath.Join(a.cwd, place)
	}
	found, err := transcripts.Find(place)
	if errors.Is(err, fs.ErrNotExist) && folder == "" {
		err = fmt.Errorf("the client has no transcripts in %s; give a folder: --transcripts DIR", place)
	}
	if err != nil {
		return failed(err)
	}
	store, err := a.open(a.workspaceOf(""))
	if err != nil {
		return err
	}
	defer store.Close()
	bar := a.newProgress(a.json)
	report, err := ledger.Import(ctx, store, transcripts, found.Files, a.kinds.Used, func(done, all int) { bar.step("read transcripts", done, all) })
	bar.end()
	if err != nil {
		return failed(err)
	}
	if a.json {
		return a.printJSON(report)
	}
	a.printLedgerImport(place, report)
	return nil
}

func (a *app) printLedgerImport(place string, r ledger.Report) {
	if r.Interrupted {
		fmt.Fprintln(a.out, "Interrupted; what was read until then is kept.")
	}
	fmt.Fprintf(a.out, "%s in %s: %d read, %d unchanged, %d of sessions without an open suggestion.\n",
		count(r.Files, "transcript", "transcripts"), place, r.Read, r.Unchanged, r.Elsewhere)
	fmt.Fprintf(a.out, "Found %s that no hook told of.\n", count(r.Found, "invocation", "invocations"))
	for _, item := range r.Items {
		fmt.Fprintf(a.out, "  %s: %d", plain(item.Ref.ID), item.Count)
		if item.ByUser > 0 {
			fmt.Fprintf(a.out, ", %d of them called by you", item.ByUser)
		}
		fmt.Fprintln(a.out)
	}
	if r.Unreadable > 0 {
		fmt.Fprintf(a.out, "%s could not be read:\n", count(r.Unreadable, "transcript", "transcripts"))
		for _, note := range r.Notes {
			fmt.Fprintf(a.out, "  %s\n", oneLine(note))
		}
	}
}
