// Package data holds the commands for what is stored: export, forget and ledger.
package data

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/visible"
)

// ExportCommand returns the command export.
func ExportCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use: "export", Short: "Write everything that is remembered as JSON Lines",
		Example: "  impressionism export > state.jsonl", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := e.Ready(); err != nil {
				return err
			}
			store, err := wire.Open(e, e.WorkspaceOf(""))
			if err != nil {
				return err
			}
			defer store.Close()
			out := visible.NewJSONWriter(cli.Exact(e))
			if err := store.Export(out); err != nil {
				return env.Failed(err)
			}
			if err := exportCards(e, out); err != nil {
				return env.Failed(err)
			}
			if err := exportTools(e, out); err != nil {
				return env.Failed(err)
			}
			return env.Failed(exportLessons(e, out))
		},
	}
}

// ForgetCommand returns the command forget.
func ForgetCommand(e *env.Env) *cobra.Command {
	var sessionID string
	var all bool
	command := &cobra.Command{
		Use: "forget", Short: "Delete what is remembered of one session, or of all with your cards, lists of tools, proposed lessons and indexes of code",
		Example: "  impressionism forget --session 0f4c…\n  impressionism forget --all", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if (sessionID == "") == !all {
				return errors.New("forget wants either --session ID or --all")
			}
			if err := e.Ready(); err != nil {
				return err
			}
			store, err := wire.Open(e, e.WorkspaceOf(""))
			if err != nil {
				return err
			}
			defer store.Close()
			n, err := store.Forget(sessionID)
			if err != nil {
				return env.Failed(err)
			}
			e.Did("forgot", "session", sessionID, e.Paths.StateDB)
			words := textline.Count(int(n), "session", "sessions")
			if !all {
				fmt.Fprintf(e.Out, "Forgot %s.\n", words)
				return env.Failed(nameSalvaged(e, store))
			}
			also, err := forgetRest(e, store)
			if err != nil {
				return env.Failed(err)
			}
			fmt.Fprintf(e.Out, "Forgot %s%s.\n", words, also)
			return nil
		},
	}
	command.Flags().StringVar(&sessionID, "session", "", "session id")
	command.Flags().BoolVar(&all, "all", false, "every session, your cards, lists of tools, proposed lessons and indexes of code")
	return command
}

// forgetRest deletes what is kept beside sessions, and returns words about it to add to those
// about sessions.
func forgetRest(e *env.Env, store *session.Store) (words string, err error) {
	salvaged := func(e *env.Env) (string, error) { return forgetSalvaged(e, store) }
	for _, forget := range []func(*env.Env) (string, error){forgetHandovers, salvaged, forgetCards, forgetTools, forgetLessons, forgetCode, forgetIndexed} {
		also, err := forget(e)
		if err != nil {
			return "", err
		}
		words += also
	}
	return words, nil
}
