package data

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/backtest"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/ledger"
)

// LedgerCommand returns the command ledger, with those below it.
func LedgerCommand(e *env.Env) *cobra.Command {
	command := cli.Group("ledger", "Complete what is known of the use of suggestions")
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
			return ledgerImport(ctx, e, folder)
		},
	}
	imports.Flags().StringVar(&folder, "transcripts", "", "folder or file; the client's projects where absent")
	command.AddCommand(cli.JSONFlag(e, imports))
	return command
}

func ledgerImport(ctx context.Context, e *env.Env, folder string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	transcripts := e.Client().Transcripts
	if transcripts.Find == nil {
		return env.Failed(backtest.ErrNoTranscripts)
	}
	place := folder
	if place == "" {
		place = transcripts.Folder(e.ClientHome())
	}
	if !filepath.IsAbs(place) {
		place = filepath.Join(e.Dir, place)
	}
	found, err := transcripts.Find(place)
	if errors.Is(err, fs.ErrNotExist) && folder == "" {
		err = fmt.Errorf("the client has no transcripts in %s; give a folder: --transcripts DIR", place)
	}
	if err != nil {
		return env.Failed(err)
	}
	store, err := wire.Open(e, e.WorkspaceOf(""))
	if err != nil {
		return err
	}
	defer store.Close()
	bar := cli.NewProgress(e, e.JSON)
	report, err := ledger.Import(ctx, store, transcripts, found.Files, e.Kinds.Taken, func(done, all int) { bar.Step("read transcripts", done, all) })
	bar.End()
	if err != nil {
		return env.Failed(err)
	}
	if e.JSON {
		return cli.PrintJSON(e, report)
	}
	printLedgerImport(e, place, report)
	return nil
}

func printLedgerImport(e *env.Env, place string, r ledger.Report) {
	if r.Interrupted {
		fmt.Fprintln(e.Out, "Interrupted; what was read until then is kept.")
	}
	fmt.Fprintf(e.Out, "%s in %s: %d read, %d unchanged, %d of sessions without an open suggestion.\n",
		textline.Count(r.Files, "transcript", "transcripts"), place, r.Read, r.Unchanged, r.Elsewhere)
	fmt.Fprintf(e.Out, "Found %s that no hook told of.\n", textline.Count(r.Found, "invocation", "invocations"))
	for _, item := range r.Items {
		fmt.Fprintf(e.Out, "  %s: %d", textline.Plain(item.Ref.ID), item.Count)
		if item.ByUser > 0 {
			fmt.Fprintf(e.Out, ", %d of them called by you", item.ByUser)
		}
		fmt.Fprintln(e.Out)
	}
	if r.Unreadable > 0 {
		fmt.Fprintf(e.Out, "%s could not be read:\n", textline.Count(r.Unreadable, "transcript", "transcripts"))
		for _, note := range r.Notes {
			fmt.Fprintf(e.Out, "  %s\n", textline.OneLine(note))
		}
	}
}
