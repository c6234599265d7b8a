package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/visible"
)

func (a *app) exportCommand() *cobra.Command {
	return &cobra.Command{
		Use: "export", Short: "Write everything that is remembered as JSON Lines",
		Example: "  impressionism export > state.jsonl", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := a.ready(); err != nil {
				return err
			}
			store, err := a.open(a.workspaceOf(""))
			if err != nil {
				return err
			}
			defer store.Close()
			return failed(store.Export(visible.NewJSONWriter(a.exact())))
		},
	}
}

func (a *app) forgetCommand() *cobra.Command {
	var sessionID string
	var all bool
	command := &cobra.Command{
		Use: "forget", Short: "Delete what is remembered of one session, or of all",
		Example: "  impressionism forget --session 0f4c…\n  impressionism forget --all", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if (sessionID == "") == !all {
				return errors.New("forget wants either --session ID or --all")
			}
			if err := a.ready(); err != nil {
				return err
			}
			store, err := a.open(a.workspaceOf(""))
			if err != nil {
				return err
			}
			defer store.Close()
			n, err := store.Forget(sessionID)
			if err != nil {
				return failed(err)
			}
			a.did("forgot", "session", sessionID, a.paths.StateDB)
			fmt.Fprintf(a.out, "Forgot %s.\n", count(int(n), "session", "sessions"))
			return nil
		},
	}
	command.Flags().StringVar(&sessionID, "session", "", "session id")
	command.Flags().BoolVar(&all, "all", false, "every session")
	return command
}
