package why

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/settings"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/skills"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/store/session"
)

// GoodCommand returns the command good.
func GoodCommand(e *env.Env) *cobra.Command {
	return verdictCommand(e, session.Good, "Say that a suggestion was good: it counts as used, three times",
		"  impressionism good\n  impressionism good database-migrations\n  impressionism good --undo")
}

// BadCommand returns the command bad.
func BadCommand(e *env.Env) *cobra.Command {
	return verdictCommand(e, session.Bad, "Say that a suggestion was bad: it counts as not used, three times, and is not made again in the session",
		"  impressionism bad\n  impressionism bad database-migrations --session 0f4c…\n  impressionism bad --undo database-migrations")
}

func verdictCommand(e *env.Env, verdict, short, example string) *cobra.Command {
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
			return explain.WithSession(e, sessionID, func(store *session.Store, of session.Past) error {
				if undo {
					return unsay(e, store, of, name)
				}
				return say(e, store, of, verdict, name)
			})
		},
	}
	command.Flags().StringVar(&sessionID, "session", "", explain.SessionFlagHelp)
	command.Flags().BoolVar(&undo, "undo", false, "take back what was said of NAME, or what was said last")
	return command
}

func say(e *env.Env, store *session.Store, of session.Past, verdict, name string) error {
	suggested, newest, err := store.SuggestedItems(of.SessionID)
	if err != nil {
		return env.Failed(err)
	}
	items := suggested[:newest]
	if name != "" {
		if items, err = namedItem(e, of, suggested, name); err != nil {
			return env.Failed(err)
		}
	}
	if len(items) == 0 {
		return env.Failed(fmt.Errorf("nothing was suggested in session %s; name a skill: impressionism %s NAME", of.SessionID, verdict))
	}
	if err := store.Say(of.SessionID, verdict, items, e.Now()); err != nil {
		return env.Failed(err)
	}
	for _, item := range items {
		e.Did(verdict, item.Kind, item.ID, "")
		fmt.Fprintf(e.Out, "%s: %s in session %s.\n", textline.Plain(item.ID), verdict, of.SessionID)
	}
	effect := fmt.Sprintf("It counts as %d suggestions that were used in %s, half as much %d days later.",
		session.FeedbackWeight, of.Workspace, int(session.UsageHalfLife/(24*time.Hour)))
	if verdict == session.Bad {
		effect = strings.Replace(effect, "were used", "were not used", 1) + " It is not suggested again in this session."
	}
	fmt.Fprintf(e.Out, "%s\nTo take it back: impressionism %s --undo\n", effect, verdict)
	return offerCard(e, store, of, verdict, items)
}

// offerCard says in a line how the item's card takes the prompt in, where one item, which
// is to be had here, was rated for a prompt that is stored; cards are of what the client lists. Words alone do not tell what is not meant.
func offerCard(e *env.Env, store *session.Store, of session.Past, verdict string, items []abi.Ref) error {
	if len(items) != 1 || !wire.IsListed(e, items[0].Kind) || verdict == session.Bad && !wire.ModelInstalled(e) {
		return nil
	}
	prompt, about, err := explain.PromptAbout(e, store, of.SessionID, items[0])
	if err != nil {
		return env.Failed(err)
	}
	if !about || !explain.IsAbout(e, prompt) || !explain.SameHere(e, of, items[0]) {
		return nil
	}
	name := textline.ShellQuoted(items[0].ID)
	if usual, err := explain.UsualSession(e, store); err != nil || usual.SessionID != of.SessionID {
		name += " --session " + of.SessionID
	}
	if verdict == session.Bad {
		fmt.Fprintf(e.Out, "To keep it from such prompts: impressionism cards not %s\n", name)
	} else {
		fmt.Fprintf(e.Out, "To have it found for such prompts: impressionism cards ask %s\n", name)
	}
	return nil
}

// namedItem finds an item among those suggested in a session, where the last part
// of a plugin's name is enough, else in the catalog of its workspace.
func namedItem(e *env.Env, of session.Past, suggested []abi.Ref, name string) ([]abi.Ref, error) {
	var like []abi.Ref
	for _, item := range suggested {
		if wire.IsNamed(item, name) {
			return []abi.Ref{item}, nil
		}
		if strings.HasSuffix(item.ID, ":"+name) {
			like = append(like, item)
		}
	}
	if len(like) == 1 {
		return like, nil
	}
	touched, err := wire.TouchedIn(e, of.Workspace, of.SessionID, "")
	if err != nil {
		return nil, err
	}
	listing := wire.ListTouched(e, of.Workspace, touched)
	if entry, ok := wire.EntryNamed(listing, name); ok {
		return []abi.Ref{entry.Ref()}, nil
	}
	return nil, skills.UnknownItem(listing, name, wire.ListedKinds(e)...)
}

func unsay(e *env.Env, store *session.Store, of session.Past, name string) error {
	said, err := store.Feedback(of.SessionID)
	if err != nil {
		return env.Failed(err)
	}
	var items, like []abi.Ref
	for _, f := range said {
		switch {
		case name == "" && f.At.Equal(said[0].At), name != "" && wire.IsNamed(f.Ref, name):
			items = append(items, f.Ref)
		case name != "" && strings.HasSuffix(f.Ref.ID, ":"+name):
			like = append(like, f.Ref)
		}
	}
	if len(items) == 0 {
		if items = like; len(like) > 1 {
			var ids []string
			for _, item := range like {
				ids = append(ids, textline.Plain(item.ID))
			}
			return env.Failed(fmt.Errorf("%q may be any of these, which were rated here: %s", name, strings.Join(ids, ", ")))
		}
	}
	if len(items) == 0 {
		return env.Failed(fmt.Errorf("nothing was said of %s in session %s", nameOr(name, "any suggestion"), of.SessionID))
	}
	if _, err := store.Unsay(of.SessionID, items); err != nil {
		return env.Failed(err)
	}
	for _, item := range items {
		e.Did("taken back", item.Kind, item.ID, "")
		fmt.Fprintf(e.Out, "%s: taken back in session %s.\n", textline.Plain(item.ID), of.SessionID)
	}
	return nil
}

func nameOr(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return fmt.Sprintf("%q", name)
}

// OffCommand returns the command off.
func OffCommand(e *env.Env) *cobra.Command {
	return silenceCommand(e, "off", "Suggest nothing more in this session; what happens is recorded as before", true)
}

// OnCommand returns the command on.
func OnCommand(e *env.Env) *cobra.Command {
	return silenceCommand(e, "on", "Make suggestions in this session again", false)
}

func silenceCommand(e *env.Env, use, short string, silent bool) *cobra.Command {
	var sessionID string
	command := &cobra.Command{
		Use: use, Short: short, Example: fmt.Sprintf("  impressionism %[1]s\n  impressionism %[1]s --session 0f4c…", use), Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return explain.WithSession(e, sessionID, func(store *session.Store, of session.Past) error {
				if _, err := store.SetSilent(of.SessionID, silent); err != nil {
					return env.Failed(err)
				}
				tellSilence(e, of.SessionID, silent)
				return nil
			})
		},
	}
	command.Flags().StringVar(&sessionID, "session", "", explain.SessionFlagHelp)
	return command
}

func tellSilence(e *env.Env, sessionID string, silent bool) {
	switch {
	case silent:
		e.Did("off", "session", sessionID, "")
		fmt.Fprintf(e.Out, "Suggestions are off in session %s. To switch them on: impressionism on\n", sessionID)
		fmt.Fprintf(e.Out, "For all sessions: write\n  suggest:\n    max: 0\nto %s, or disable the plugin in %s.\n", e.Paths.Config, e.Client().Name)
	default:
		e.Did("on", "session", sessionID, "")
		fmt.Fprintf(e.Out, "Suggestions are on in session %s.\n", sessionID)
		if e.Loaded.Suggest.Max == 0 {
			fmt.Fprintf(e.Out, "But suggest.max is 0 (from %s), so nothing is suggested anywhere.\n", settings.LayerOf(e, "suggest.max"))
		}
	}
}
