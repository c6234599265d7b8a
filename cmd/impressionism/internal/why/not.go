package why

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/skills"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/toollists"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace/whynot"
)

// NotCommand returns the command why-not.
func NotCommand(e *env.Env) *cobra.Command {
	var how notHow
	command := &cobra.Command{
		Use:   "why-not NAME [PROMPT]",
		Short: "Tell why an item was not suggested, what it lacks, and what would change that",
		Long: `Tell why an item was not suggested for a prompt: what kept it back, which of the
prompt's words it has and lacks, and which of its own phrases is nearest. Below that
stands what would make it be suggested, as far as a person would do it: a phrase of
the item's own in the prompt, a few words less, or a setting.

The prompt is the one given, else the last stored one of the session given, of the
one that the client is in, or of the newest. It is answered as the first prompt of a
session, by the same search, ruleset and limits as in the hook. Each change that is
told was tried and makes the item be suggested, in at most ` + fmt.Sprint(whynot.DecisionsMax) + ` decisions. A
threshold below that of builtin/aggressive is not told: it would let everything in.

The settings are printed as one block of YAML: the sections of your config.yaml, with
the change in them, to stand in the place of those there. --apply writes it, changes
no other byte, and shows the difference.`,
		Example: `  impressionism why-not pdf-forms "fill in this document"
  impressionism why-not pdf-forms --session 0f4c…
  impressionism why-not pdf-forms "fill in this document" --apply`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return not(e, args[0], strings.Join(args[1:], " "), how)
		},
	}
	command.Flags().SetInterspersed(!e.Typed) // behind /impressionism:why-not, a dash in the prompt is text
	command.Flags().StringVar(&how.session, "session", "", "session whose last prompt is meant, where no prompt is given")
	command.Flags().BoolVar(&how.apply, "apply", false, "write the settings that would suggest it into config.yaml")
	command.Flags().BoolVar(&how.explain, "explain", false, "show the sums behind the score, too")
	return cli.JSONFlag(e, command)
}

// notHow is how why-not was asked.
type notHow struct {
	session        string
	apply, explain bool
}

func not(e *env.Env, name, prompt string, how notHow) error {
	if prompt != "" && how.session != "" {
		return errors.New("give a prompt or --session, not both")
	}
	if err := e.Ready(); err != nil {
		return err
	}
	workspace := e.WorkspaceOf("")
	touched, err := wire.TouchedIn(e, workspace, cmp.Or(how.session, e.SessionID()), prompt)
	if err != nil {
		return env.Failed(err)
	}
	if ref, err := abi.ParseRef(name); err == nil && ref.Kind == abi.KindCode {
		return env.Failed(fmt.Errorf("%s is not told: %w", name, notPlace(e, workspace, ref, prompt, cmp.Or(how.session, e.SessionID()))))
	}
	entry, item, err := skills.Probed(e, workspace, name, touched, e.Kinds.Names())
	if err != nil {
		return notTool(e, workspace, name, err)
	}
	asked := askedPrompt{text: prompt}
	if prompt == "" {
		if asked, err = storedPrompt(e, cmp.Or(how.session, e.SessionID()), entry); err != nil {
			return env.Failed(err)
		}
	}
	result, err := askWhyNot(e, workspace, touched, entry, item, asked)
	if err != nil {
		return env.Failed(err)
	}
	var applied configChange
	if how.apply {
		if applied, err = applyWhyNot(e, &result); err != nil {
			return env.Failed(err)
		}
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printWhyNot(e, result, how.explain)
	printApplied(e, applied)
	return nil
}

// notTool returns why a tool is no item, else the error; names of other items are no tools'.
func notTool(e *env.Env, workspace, name string, err error) error {
	if tool.Server(name) == "" {
		return err
	}
	view, lookErr := toollists.Look(e, workspace)
	if lookErr != nil {
		return env.Failed(lookErr)
	}
	return env.Failed(fmt.Errorf("%s is not suggested here: %s", name, view.Why(name)))
}

// askWhyNot tries the prompt, and changes, on the index, brought up to date.
func askWhyNot(e *env.Env, workspace string, touched []string, entry catalog.Entry, item catalog.Item, asked askedPrompt) (result shape.WhyNot, err error) {
	past, err := explain.Past(e, workspace)
	if err != nil {
		return result, err
	}
	if past != nil {
		defer past.Close()
		if err := besideSession(e, past, &asked, entry); err != nil {
			return result, err
		}
	}
	listing := wire.ListTouched(e, workspace, touched)
	wired := wire.Host(e, workspace, past)
	wired.Model, wired.Passages = wire.Model(e, wire.Queries), wire.Passages(e)
	x, _, err := wire.FreshIndex(context.Background(), e, listing, wired)
	if err != nil {
		return result, err
	}
	defer x.Close()
	view, err := x.View(listing, wired.Pools)
	if err != nil {
		return result, err
	}
	defer view.Close()
	if !view.Has(entry.Ref()) {
		return result, fmt.Errorf("%s is not in the index; run: impressionism index", entry.ID)
	}
	return tryWhyNot(e, whynot.New(view, func(event abi.Event) decide.Inputs { return wired.DryRun(event, view) }), workspace, entry, item, asked)
}

// tryWhyNot tries the prompt, and changes where it does not get the item.
func tryWhyNot(e *env.Env, trial *whynot.Trial, workspace string, entry catalog.Entry, item catalog.Item, asked askedPrompt) (result shape.WhyNot, err error) {
	standing, err := trial.Stand(promptEvent(e, asked.text, workspace), entry.Ref())
	if err != nil {
		return result, err
	}
	if err := trial.Explain(&standing, entry.Ref()); err != nil {
		return result, err
	}
	result = notShape(e, entry, item, asked, standing)
	if standing.Chosen {
		return result, nil
	}
	if kind, _ := e.Kinds.Find(entry.Kind); kind.Group != nil && e.InSession() {
		item.Description = "" // no words of a server: see searchHit
	}
	if phrases := trial.Phrases(entry.ID, item, asked.text); len(phrases) > 0 {
		result.Nearest = phrases[0]
	}
	changes, evaluations, err := trial.Changes(whynot.Changing{
		Ref: entry.Ref(), Prompt: asked.text, Item: item,
		Event: func(prompt string) abi.Event { return promptEvent(e, prompt, workspace) },
	}, standing)
	result.Evaluations = evaluations
	for _, change := range changes {
		result.Changes = append(result.Changes, changeShape(e, entry, asked.text, change))
	}
	return result, err
}

func promptEvent(e *env.Env, prompt, workspace string) abi.Event {
	return abi.Event{Name: abi.EventPrompt, Prompt: redact.Prompt(prompt), Command: payload.Command(prompt), Workspace: workspace, Time: e.Now().UTC(), LocalTime: env.LocalTime(e.Now())}
}

func notShape(e *env.Env, entry catalog.Entry, item catalog.Item, asked askedPrompt, s whynot.Standing) shape.WhyNot {
	result := shape.WhyNot{
		Ref: entry.Ref(), Prompt: asked.text, Session: asked.session, Asked: asked.beside, Tier: s.Tier, Ruleset: cmp.Or(s.Ruleset, e.Loaded.ActiveRuleset.First()),
		Suggested: s.Chosen, Why: s.Why, Told: slices.Clip(append([]abi.Ref{}, s.Told...)), Place: s.Place, Similarity: s.Similarity,
		Explained: explain.ExplainedShape(s.Fit, s.Explanation), Changes: []shape.Change{}, Notes: slices.Clip(append([]string{}, asked.notes...)),
		Command: "impressionism why-not " + textline.ShellQuoted(entry.ID) + " " + textline.ShellArgument(asked.text),
	}
	if !math.IsNaN(s.Threshold) {
		result.Threshold = &s.Threshold
	}
	if s.Beside != "" {
		result.Notes = append(result.Notes, "it is named beside "+s.Beside+", which says nearly the same")
	}
	lacks, has := whynot.Lacking(item, asked.text)
	result.Has, result.Lacks = slices.Clip(append([]string{}, has...)), slices.Clip(append([]string{}, lacks...))
	if s.Chosen { // the reason says so
		result.Notes = slices.DeleteFunc(result.Notes, func(note string) bool { return note == noteSuggested })
	}
	result.Reason = notReason(result, s)
	if slices.Contains(tooLow, s.Why) && wire.IsListed(e, entry.Kind) && explain.IsAbout(e, asked.text) {
		result.CardCommand = "impressionism cards ask " + textline.ShellQuoted(entry.ID) + " " + textline.ShellArgument(asked.text)
	}
	return result
}

// tooLow are the reasons for which an item's card may help: it fits too little.
var tooLow = []string{whynot.NotThreshold, whynot.NotNearer, whynot.NotBehind, whynot.NotFound}

func changeShape(e *env.Env, entry catalog.Entry, prompt string, c whynot.Change) shape.Change {
	change := shape.Change{Kind: c.Kind, Words: c.Words, Taken: c.Taken, Prompt: c.Prompt}
	flags := ""
	for _, s := range c.Settings {
		change.Settings = append(change.Settings, shape.SettingChange{Key: s.Key, Value: s.Value})
		flags += " --set " + textline.ShellQuoted(s.Key+"="+settingValue(s.Value))
	}
	if len(c.Settings) > 0 {
		change.YAML = pasteable(e, c.Settings)
	}
	change.Command = "impressionism why-not" + flags + " " + textline.ShellQuoted(entry.ID) + " " + textline.ShellArgument(cmp.Or(c.Prompt, prompt))
	return change
}

func settingValue(value float64) string { return fmt.Sprintf("%g", value) }

// askedPrompt is a prompt with what is known of how it was answered.
type askedPrompt struct {
	text    string
	session string // empty: it was given
	later   bool   // it was not the first of its session
	beside  string // how it is asked, where a session could answer otherwise
	notes   []string
}

// storedPrompt returns the last prompt of a session that calls no command; of the
// newest session without one.
func storedPrompt(a *env.Env, sessionID string, entry catalog.Entry) (askedPrompt, error) {
	nothing := errors.New("no prompt is stored; give one, as in: impressionism why-not " + textline.ShellQuoted(entry.ID) + " \"what you asked\"")
	if !env.Exists(a.Paths.StateDB) {
		return askedPrompt{}, nothing
	}
	sessions, err := wire.Open(a, a.WorkspaceOf(""))
	if err != nil {
		return askedPrompt{}, err
	}
	defer sessions.Close()
	events, err := events(a, sessions, sessionID, session.RowsMax)
	if err != nil {
		return askedPrompt{}, err
	}
	for _, e := range events {
		if e.event != abi.EventPrompt || strings.TrimSpace(e.text) == "" || e.outcome == session.OutcomeCommand {
			continue
		}
		asked := askedPrompt{text: e.text, session: e.session, later: e.number > 1, notes: storedNotes(e, entry)}
		if utf8.RuneCountInString(e.text) >= a.Loaded.Logging.PreviewChars {
			asked.notes = append(asked.notes, fmt.Sprintf("only the first %d characters of the prompt were stored (logging.preview_chars)", a.Loaded.Logging.PreviewChars))
		}
		return asked, nil
	}
	if sessionID != "" {
		return askedPrompt{}, fmt.Errorf("session %s has no stored prompt; see: impressionism why", sessionID)
	}
	return askedPrompt{}, nothing
}

// besideSession returns how a prompt is asked where its session, or that in which it
// would be asked now, could answer otherwise: items are active there, or others were
// told.
func besideSession(a *env.Env, store *session.Store, asked *askedPrompt, entry catalog.Entry) error {
	if asked.session != "" {
		if asked.later {
			asked.beside = "as a session's first prompt: nothing active, nothing told before"
		}
		return nil
	}
	id := a.SessionID()
	if id == "" {
		newest, err := store.Newest(a.WorkspaceOf(""))
		if errors.Is(err, session.ErrNoSession) {
			return nil
		}
		if err != nil {
			return err
		}
		id = newest.SessionID
	}
	events, err := events(a, store, id, session.RowsMax)
	if err != nil {
		return err
	}
	if at := slices.IndexFunc(events, func(e event) bool { return e.event == abi.EventPrompt && e.text == asked.text }); at >= 0 {
		asked.notes = append(asked.notes, storedNotes(events[at], entry)...)
	}
	active, err := store.Active(id)
	if err != nil || len(active) == 0 {
		return err
	}
	var names []string
	for _, item := range active {
		names = append(names, item.Ref.ID)
	}
	asked.beside = "as a session's first prompt (active now: " + strings.Join(names, ", ") + ")"
	return nil
}

const noteSuggested = "it was suggested for this prompt"

// storedNotes tell how the prompt was really answered, where the session made a
// difference.
func storedNotes(e event, entry catalog.Entry) []string {
	if e.made == nil {
		return []string{"when it was asked: " + e.became()}
	}
	if explain.ToldWord(*e.made, entry.Ref()) == "suggested" {
		return []string{noteSuggested}
	}
	for _, dropped := range e.made.Dropped {
		if dropped.Ref == entry.Ref() {
			return []string{"it was chosen for this prompt and not told: " + dropped.Why}
		}
	}
	if e.chose(entry.Ref()) {
		return []string{"it was chosen for this prompt and had been told before in this session; an item is told once, until the session is compacted or cleared"}
	}
	if score, ok := scoreOf(e.scores(), entry.Ref()); ok && score.Behind != nil {
		return []string{"when it was asked: " + behindWords(*score.Behind)}
	}
	return nil
}
