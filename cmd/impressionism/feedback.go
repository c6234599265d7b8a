package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/session"
)

func (a *app) goodCommand() *cobra.Command {
	return a.verdictCommand(session.Good, "Say that a suggestion was good: it counts as used, three times",
		"  impressionism good\n  impressionism good database-migrations\n  impressionism good --undo")
}

func (a *app) badCommand() *cobra.Command {
	return a.verdictCommand(session.Bad, "Say that a suggestion was bad: it counts as not used, three times, and is not made again in the session",
		"  impressionism bad\n  impressionism bad database-migrations --session 0f4c…\n  impressionism bad --undo database-migrations")
}

func (a *app) verdictCommand(verdict, short, example string) *cobra.Command {
	var sessionID string
	var undo bool
	command := &cobra.Command{
		Use: verdict + " [NAME]", Short: short, Example: example, Args: cobra.MaximumNArgs(1),
		Long: short + `.

NAME is a skill or command; without it what was suggested last is meant. The last
word on an item in a session counts. It is remembered with the wording in which the
item was suggested, weighs on its score in this workspace, half as much a month
later, and is shown by: impressionism why, impressionism status --skills.`,
		RunE: func(_ *cobra.Command, args []string) error {
			name := strings.TrimPrefix(strings.TrimSpace(strings.Join(args, "")), "/")
			return a.withSession(sessionID, func(store *session.Store, of session.Past) error {
				if undo {
					return a.unsay(store, of, name)
				}
				return a.say(store, of, verdict, name)
			})
		},
	}
	command.Flags().StringVar(&sessionID, "session", "", sessionFlagHelp)
	command.Flags().BoolVar(&undo, "undo", false, "take back what was said of NAME, or what was said last")
	return command
}

func (a *app) say(store *session.Store, of session.Past, verdict, name string) error {
	suggested, newest, err := store.SuggestedItems(of.SessionID)
	if err != nil {
		return failed(err)
	}
	items := suggested[:newest]
	if name != "" {
		if items, err = a.namedItem(of, suggested, name); err != nil {
			return failed(err)
		}
	}
	if len(items) == 0 {
		return failed(fmt.Errorf("nothing was suggested in session %s; name a skill: impressionism %s NAME", of.SessionID, verdict))
	}
	if err := store.Say(of.SessionID, verdict, items, a.now()); err != nil {
		return failed(err)
	}
	for _, item := range items {
		a.did(verdict, item.Kind, item.ID, "")
		fmt.Fprintf(a.out, "%s: %s in session %s.\n", plain(item.ID), verdict, of.SessionID)
	}
	effect := fmt.Sprintf("It counts as %d suggestions that were used in %s, half as much %d days later.",
		session.FeedbackWeight, of.Workspace, int(session.UsageHalfLife/(24*time.Hour)))
	if verdict == session.Bad {
		effect = strings.Replace(effect, "were used", "were not used", 1) + " It is not suggested again in this session."
	}
	fmt.Fprintf(a.out, "%s\nTo take it back: impressionism %s --undo\n", effect, verdict)
	return nil
}

// namedItem finds an item among those suggested in a session, where the last part
// of a plugin's name is enough, else in the catalog of its workspace.
func (a *app) namedItem(of session.Past, suggested []abi.Ref, name string) ([]abi.Ref, error) {
	var like []abi.Ref
	for _, item := range suggested {
		if isNamed(item, name) {
			return []abi.Ref{item}, nil
		}
		if strings.HasSuffix(item.ID, ":"+name) {
			like = append(like, item)
		}
	}
	if len(like) == 1 {
		return like, nil
	}
	touched, err := a.touchedIn(of.Workspace, of.SessionID, "")
	if err != nil {
		return nil, err
	}
	listing := a.listTouched(of.Workspace, touched)
	if entry, ok := entryNamed(listing, name); ok {
		return []abi.Ref{entry.Ref()}, nil
	}
	return nil, a.unknownItem(listing, name, "")
}

func (a *app) unsay(store *session.Store, of session.Past, name string) error {
	said, err := store.Feedback(of.SessionID)
	if err != nil {
		return failed(err)
	}
	var items []abi.Ref
	for _, f := range said {
		if name == "" && f.At.Equal(said[0].At) || name != "" && (isNamed(f.Ref, name) || strings.HasSuffix(f.Ref.ID, ":"+name)) {
			items = append(items, f.Ref)
		}
	}
	if len(items) == 0 {
		return failed(fmt.Errorf("nothing was said of %s in session %s", nameOr(name, "any suggestion"), of.SessionID))
	}
	if _, err := store.Unsay(of.SessionID, items); err != nil {
		return failed(err)
	}
	for _, item := range items {
		a.did("taken back", item.Kind, item.ID, "")
		fmt.Fprintf(a.out, "%s: taken back in session %s.\n", plain(item.ID), of.SessionID)
	}
	return nil
}

func nameOr(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return fmt.Sprintf("%q", name)
}
