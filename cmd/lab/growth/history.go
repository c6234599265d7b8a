package growth

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/host/store/session"
)

// What a made-up session is like.
const (
	sessionPrompts = 20
	toolsOfPrompt  = 4  // tool uses between a prompt and its Stop
	toldEvery      = 4  // prompts: one is answered with a suggestion
	usedEvery      = 2  // suggestions: one is followed
	toldItems      = 25 // different items
	historyDays    = 88
	ownEvery       = 4 // sessions: one is of the workspace that is measured
)

// example is a decision as the program stored it, with its trace.
type example struct {
	made  session.Decision
	trace []byte
}

// filler writes sessions into a store as hooks would have.
type filler struct {
	store    *session.Store
	texts    []string
	examples []example
	items    []string // ids of those that are suggested
	long     string   // what tools and answers say: more than is kept of it
	prompts  int      // written so far
}

// newFiller opens a home's state.db, or a copy of it, from which it takes the examples: each
// prompt is sent to the home first.
func (g *growth) newFiller(ctx context.Context, h bench.Home, path string) (*filler, error) {
	f := &filler{texts: g.bed.Texts(), items: g.bed.Items(small)}
	f.long = strings.Repeat(strings.Join(f.texts, "; ")+"; ", 2)
	for i, text := range f.texts {
		if err := g.bed.Send(ctx, h, fmt.Sprintf("example-%d", i), text); err != nil {
			return nil, err
		}
	}
	if err := f.readExamples(filepath.Join(h.Data(), "state.db")); err != nil {
		return nil, err
	}
	store, err := session.Open(path, session.Options{Kept: true})
	f.store = store
	return f, err
}

func (f *filler) readExamples(path string) error {
	store, err := session.Open(path, session.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer store.Close()
	for i := range f.texts {
		made, err := store.Decisions(fmt.Sprintf("example-%d", i), 1)
		if err != nil {
			return err
		}
		if len(made) == 0 {
			return fmt.Errorf("no decision is stored of %q", f.texts[i])
		}
		trace, err := store.Trace(made[0].ID)
		if err != nil && !errors.Is(err, session.ErrNoTrace) {
			return err
		}
		f.examples = append(f.examples, example{made[0].Decision, trace})
		for _, item := range made[0].Told {
			f.items = slices.DeleteFunc(f.items, func(id string) bool { return id == item.ID })
		}
	}
	f.items = f.items[:min(toldItems, len(f.items))] // none of which a prompt is answered with
	return nil
}

// session writes the prompts of a session with what follows each, the first at a time.
func (f *filler) session(id, workspace string, began time.Time, prompts int) error {
	for i := range prompts {
		if err := f.prompt(id, workspace, began.Add(time.Duration(i)*time.Minute), i); err != nil {
			return fmt.Errorf("fill state.db: %w", err)
		}
	}
	return nil
}

// prompt writes a prompt, its decision, tool uses and its Stop.
func (f *filler) prompt(id, workspace string, at time.Time, number int) error {
	f.prompts++
	which := f.prompts % len(f.texts)
	event := abi.Event{Name: abi.EventPrompt, SessionID: id, Workspace: workspace, Time: at, Prompt: f.texts[which]}
	recorded, err := f.store.Record(event, session.Policy{})
	if err != nil {
		return err
	}
	one := f.examples[which]
	made, change := one.made, session.Change{}
	made.At = at
	if item := abi.Skill(f.items[f.prompts/toldEvery%len(f.items)]); number%toldEvery == 0 {
		change = session.Change{
			Activate: []abi.Entry{{Ref: item, Reason: "it fits the prompt"}},
			Told:     []session.ToldItem{{Ref: item, Wording: "made-up", Chars: 80}},
		}
		if number > 0 {
			before := abi.Skill(f.items[(f.prompts/toldEvery+len(f.items)-1)%len(f.items)])
			change.Deactivate = []abi.Entry{{Ref: before, Reason: "it no longer fits"}}
		}
	}
	decision, err := f.store.Apply(id, recorded.Sequence, change, made)
	if err != nil {
		return err
	}
	if one.trace != nil {
		if err := f.store.SaveTrace(decision, one.trace, nil, session.TracesKeptDefault); err != nil {
			return err
		}
	}
	return f.rest(event, change, number)
}

// rest writes the tool uses after a prompt, one of which may follow the suggestion, and
// the Stop.
func (f *filler) rest(prompt abi.Event, change session.Change, number int) error {
	event := abi.Event{SessionID: prompt.SessionID, Workspace: prompt.Workspace}
	for tool := range toolsOfPrompt {
		event.Name, event.Time = abi.EventToolUsed, prompt.Time.Add(time.Duration(tool+1)*time.Second)
		event.ToolName, event.ToolInput = "Edit", fmt.Sprintf(`{"file_path":%q,"old_string":%q}`,
			filepath.Join(prompt.Workspace, fmt.Sprintf("part-%d", number%40), fmt.Sprintf("file-%d.go", tool)), f.long)
		policy := session.Policy{}
		if tool == 0 && len(change.Told) > 0 && number/toldEvery%usedEvery == 0 {
			policy.Used = func(abi.Event) []abi.Ref { return []abi.Ref{change.Told[0].Ref} }
		}
		if _, err := f.store.Record(event, policy); err != nil {
			return err
		}
	}
	event = abi.Event{
		Name: abi.EventTurnEnded, SessionID: prompt.SessionID, Workspace: prompt.Workspace, Time: prompt.Time.Add(30 * time.Second),
		Message: f.long,
	}
	_, err := f.store.Record(event, session.Policy{})
	return err
}

// longSession makes a home whose one session has all prompts but one.
func (g *growth) longSession(ctx context.Context) func(int) (place, error) {
	return func(prompts int) (place, error) {
		h, err := g.bed.Home(ctx, fmt.Sprintf("session-%d", prompts), small, 0)
		if err != nil {
			return place{}, err
		}
		path := filepath.Join(h.Data(), "state.db")
		f, err := g.newFiller(ctx, h, path)
		if err != nil {
			return place{}, err
		}
		id := fmt.Sprintf("long-%d", prompts)
		if err := f.session(id, h.Work(), time.Now().Add(-time.Duration(prompts)*time.Minute), prompts-1); err != nil {
			return place{}, err
		}
		if err := f.store.Close(); err != nil {
			return place{}, err
		}
		kept, err := keep(path)
		if err != nil {
			return place{}, err
		}
		return place{home: h, session: id, before: kept.restore}, nil
	}
}

// longHistory makes homes with state.db of a size in megabytes. Sizes must rise: each goes
// on from the one before.
func (g *growth) longHistory(ctx context.Context) func(int) (place, error) {
	var f *filler
	path, sessions := filepath.Join(g.folder, "history.db"), 0
	return func(megabytes int) (place, error) {
		h, err := g.bed.Home(ctx, fmt.Sprintf("history-%d", megabytes), small, 0)
		if err != nil {
			return place{}, err
		}
		if f == nil {
			f, err = g.newFiller(ctx, g.base, path)
		} else {
			f.store, err = session.Open(path, session.Options{Kept: true})
		}
		if err != nil {
			return place{}, err
		}
		for size := int64(0); size < int64(megabytes)<<20; sessions++ {
			if err := f.past(h.Work(), sessions); err != nil {
				return place{}, err
			}
			info, err := os.Stat(path)
			if err != nil {
				return place{}, err
			}
			size = info.Size()
		}
		if err := f.store.Close(); err != nil {
			return place{}, err
		}
		if err := copyStore(path, filepath.Join(h.Data(), "state.db")); err != nil {
			return place{}, err
		}
		return place{home: h}, g.bed.Begin(ctx, h, "begin") // sums up what is at rest
	}
}

// past writes the session of a number, of the workspace or another one.
func (f *filler) past(workspace string, number int) error {
	if number%ownEvery != 0 {
		workspace = fmt.Sprintf("%s-%d", workspace, number%40)
	}
	began := time.Now().Add(-time.Duration(1+number*37%(historyDays*24)) * time.Hour)
	return f.session(fmt.Sprintf("history-%d", number), workspace, began, sessionPrompts)
}
