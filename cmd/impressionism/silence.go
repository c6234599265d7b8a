package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/store/session"
)

func (a *app) offCommand() *cobra.Command {
	return a.silenceCommand("off", "Suggest nothing more in this session; what happens is recorded as before", true)
}

func (a *app) onCommand() *cobra.Command {
	return a.silenceCommand("on", "Make suggestions in this session again", false)
}

func (a *app) silenceCommand(use, short string, silent bool) *cobra.Command {
	var sessionID string
	command := &cobra.Command{
		Use: use, Short: short, Example: fmt.Sprintf("  impressionism %[1]s\n  impressionism %[1]s --session 0f4c…", use), Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return a.withSession(sessionID, func(store *session.Store, of session.Past) error {
				if _, err := store.SetSilent(of.SessionID, silent); err != nil {
					return failed(err)
				}
				a.tellSilence(of.SessionID, silent)
				return nil
			})
		},
	}
	command.Flags().StringVar(&sessionID, "session", "", sessionFlagHelp)
	return command
}

func (a *app) tellSilence(sessionID string, silent bool) {
	switch {
	case silent:
		a.did("off", "session", sessionID, "")
		fmt.Fprintf(a.out, "Suggestions are off in session %s. To switch them on: impressionism on\n", sessionID)
		fmt.Fprintf(a.out, "For all sessions: write\n  suggest:\n    max: 0\nto %s, or disable the plugin in %s.\n", a.paths.Config, a.client().Name)
	default:
		a.did("on", "session", sessionID, "")
		fmt.Fprintf(a.out, "Suggestions are on in session %s.\n", sessionID)
		if a.loaded.Suggest.Max == 0 {
			fmt.Fprintf(a.out, "But suggest.max is 0 (from %s), so nothing is suggested anywhere.\n", a.layerOf("suggest.max"))
		}
	}
}
