package skills

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// catalogSearch asks the workspace's index, brought up to date, many questions about the
// items that the client lists.
type catalogSearch struct {
	env      *env.Env
	listing  catalog.Listing
	recipe   *rank.Recipe
	index    *index.Index
	view     *index.View
	embedder embedding.Embedder
	words    error // why words alone are compared, or nil

	unindexed int // items that items left out, as an index that is only looked at lacks them
}

func openSearch(e *env.Env, workspace string) (*catalogSearch, error) {
	s := &catalogSearch{env: e, listing: wire.List(e, workspace), recipe: wire.Recipe(e)}
	var err error
	if s.index, _, err = wire.FreshIndex(context.Background(), e, s.listing, wire.Host(e, workspace, nil)); err != nil {
		return nil, err
	}
	if s.view, err = s.index.View(s.listing, wire.Pools(e)); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.view.KeepPostings()
	model := wire.Model(e, wire.Queries)
	switch {
	case model == nil:
		s.words = errors.New("no embedding model is installed; run: impressionism model install")
	case model.Broken() != nil:
		s.words = model.Broken()
	case model.Identity() != s.view.Model():
		s.words = errors.New("the index has no vectors of this model yet; run: impressionism index")
	default:
		s.embedder, s.words = model.Await(nil)
	}
	return s, nil
}

func (s *catalogSearch) close() error {
	var err error
	if s.view != nil {
		err = s.view.Close()
	}
	return errors.Join(err, s.index.Close())
}

// tier is what answers are made of.
func (s *catalogSearch) tier() string {
	if s.words != nil {
		return index.TierLexical
	}
	return index.TierModel
}

// notes tell people why answers are poorer than they could be.
func (s *catalogSearch) notes() []string {
	notes := []string{}
	if s.words != nil {
		notes = append(notes, "words only: "+s.words.Error())
	}
	if s.unindexed > 0 {
		notes = append(notes, fmt.Sprintf("%s not indexed yet and not compared; run: impressionism index", textline.Count(s.unindexed, "item is", "items are")))
	}
	return notes
}

// isAbout reports that a text says enough to be about something.
func (s *catalogSearch) isAbout(text string) bool { return !s.recipe.Silent(rank.Prompt(text)) }

// byWords ranks all items for a text by words alone.
func (s *catalogSearch) byWords(text string) ([]probe.Standing, error) { return s.ask(text, nil) }

// byMeaning ranks by words and meaning, as far as a model is at hand and knows
// the language.
func (s *catalogSearch) byMeaning(text string) ([]probe.Standing, error) {
	query := rank.Prompt(text)
	if s.words != nil || !s.recipe.Knows(query) {
		return s.byWords(text)
	}
	vector, err := s.embedder.Embed(query.Text)
	if err != nil {
		return nil, fmt.Errorf("embed a prompt: %w", err)
	}
	return s.ask(text, vector)
}

func (s *catalogSearch) ask(text string, vector []float32) ([]probe.Standing, error) {
	hits, err := s.hits(text, vector)
	if err != nil {
		return nil, err
	}
	standings := make([]probe.Standing, len(hits))
	for i, hit := range hits {
		standings[i] = probe.Standing{ID: hit.Ref.ID, Logit: hit.Logit, Fit: hit.Similarity}
	}
	return standings, nil
}

// hits ranks the items that the client lists for a text, the best first.
func (s *catalogSearch) hits(text string, vector []float32) ([]index.Hit, error) {
	hits, err := s.view.Search(index.Query{Query: rank.Prompt(text), Vector: vector})
	if err != nil {
		return nil, fmt.Errorf("search the catalog: %w", err)
	}
	return slices.DeleteFunc(hits, func(hit index.Hit) bool { return !wire.IsListed(s.env, hit.Ref.Kind) }), nil
}

// listedHits returns the hits that the client lists: what is found in other pools takes no
// prompt from these.
func listedHits(e *env.Env, hits []index.Hit) []index.Hit {
	return slices.DeleteFunc(slices.Clone(hits), func(hit index.Hit) bool { return !wire.IsListed(e, hit.Ref.Kind) })
}

// head is the stored vector of an item's description, or nil.
func (s *catalogSearch) head(id string) ([]float32, error) {
	for _, entry := range s.listing.Entries {
		if entry.ID != id || !wire.IsListed(s.env, entry.Kind) {
			continue
		}
		if key, ok := s.view.Key(entry.Ref()); ok {
			return s.view.Vector(key)
		}
	}
	return nil, nil
}

// items reads every item that the client lists and that the model may be told of.
func (s *catalogSearch) items() []probe.Item {
	s.unindexed = 0
	var items []probe.Item
	for _, entry := range wire.Listed(s.env, s.listing).Entries {
		item, _, rejection, err := s.env.Kinds.Load(entry)
		if err != nil || rejection != nil {
			continue // told by: impressionism skills lint
		}
		if !s.view.Has(entry.Ref()) {
			if s.env.ReadOnly && item.Hidden == "" { // else the index was brought up to date just now
				s.unindexed++
			}
			continue
		}
		items = append(items, probeItem(entry.ID, item))
	}
	return items
}

func probeItem(id string, item catalog.Item) probe.Item {
	return probe.Item{
		ID: id, When: item.WhenToUse,
		Document: rank.Document{Name: item.Name, Description: item.Description, Keywords: item.Keywords, Body: item.Body},
	}
}

// askedHost answers prompts as the hook does, each in a session of its own that
// is forgotten with the folder it is kept in.
type askedHost struct {
	env       *env.Env
	host      *respond.Responder
	workspace string
	folder    scratch.Folder
	asked     int
	tier      string
	notes     []string
}

func openAsked(e *env.Env, workspace string, touched []string, known []recordedPrompt) (*askedHost, error) {
	folder, err := scratch.Make("probe")
	if err != nil {
		return nil, err
	}
	s := &askedHost{env: e, workspace: workspace, folder: folder, tier: index.TierLexical, notes: []string{}}
	if s.host, err = folder.Host(e, workspace, session.Options{}); err != nil {
		return nil, errors.Join(err, folder.Remove())
	}
	listing := wire.ListTouched(e, workspace, touched)
	s.host.List = func(context.Context, string) catalog.Listing { return listing }
	s.host.Beneath = nil // its sessions touch nothing
	s.host.Model = withStored(e, known)
	s.host.OpenIndex = func() (*index.Index, error) { return wire.OpenIndex(e) }
	return s, nil
}

func (s *askedHost) close() {
	_ = s.host.Sessions.Close() // nothing of it is kept
	_ = s.folder.Remove()
}

// isAbout reports that a text says enough to be about something.
func (s *askedHost) isAbout(text string) bool { return !s.host.Recipe.Silent(rank.Prompt(text)) }

// all tries every prompt on the item of a result, until ctx ends.
func (s *askedHost) all(ctx context.Context, result *shape.SkillsProbe, own []probe.Prompt, others []recordedPrompt, progress func(string, int, int)) error {
	whole := len(own) + len(others)
	for i, prompt := range own {
		progress("ask", i, whole)
		if err := s.try(ctx, result, prompt, &result.Own); err != nil {
			return err
		}
	}
	for i, prompt := range others {
		progress("ask", len(own)+i, whole)
		if err := s.try(ctx, result, prompt.Prompt, &result.Others); err != nil {
			return err
		}
	}
	slices.SortStableFunc(result.Prompts, byVerdict)
	result.Tier, result.Notes = s.tier, s.notes
	return nil
}

// othersMax bounds the others that are named with a prompt.
const othersMax = 3

func (s *askedHost) try(ctx context.Context, result *shape.SkillsProbe, prompt probe.Prompt, counts *shape.ProbeCounts) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	decided, err := s.ask(prompt.Text)
	if err != nil {
		return err
	}
	p := shape.ProbePrompt{Text: prompt.Text, From: prompt.From, Others: []shape.ProbeHit{}}
	outcome := probe.Outcome{}
	told := map[abi.Ref]bool{}
	for _, item := range decided.Suggested {
		if wire.IsListed(s.env, item.Kind) {
			told[item] = true
		}
	}
	outcome.Suggested = told[result.Ref]
	outcome.Others = len(told) > 0
	ranking := listedHits(s.env, decided.Ranking(LookedAtMax))
	for i, hit := range ranking {
		if hit.Ref == result.Ref {
			p.Rank, p.Similarity = i+1, hit.Similarity
		} else if told[hit.Ref] && len(p.Others) < othersMax {
			p.Others, p.Suggested = append(p.Others, shape.ProbeHit{Ref: hit.Ref, Similarity: hit.Similarity}), true
		}
	}
	if len(p.Others) == 0 && !outcome.Suggested && len(ranking) > 0 && ranking[0].Ref != result.Ref {
		p.Others = append(p.Others, shape.ProbeHit{Ref: ranking[0].Ref, Similarity: ranking[0].Similarity})
	}
	outcome.Rank, outcome.Similarity = p.Rank, p.Similarity
	p.Verdict = outcome.Verdict(result.Threshold)
	tally(counts, p.Verdict)
	if p.Verdict != probe.Missed || prompt.Owner != "" {
		result.Prompts = append(result.Prompts, p)
	}
	return nil
}

// LookedAtMax is how far down a ranking an item is looked for.
const LookedAtMax = 50

func tally(counts *shape.ProbeCounts, verdict string) {
	counts.Prompts++
	switch verdict {
	case probe.Reached:
		counts.Reached++
	case probe.Beaten:
		counts.Beaten++
	case probe.Near:
		counts.Near++
	default:
		counts.Missed++
	}
}

func (s *askedHost) ask(text string) (*decide.Decision, error) {
	s.asked++
	event := abi.Event{
		Name: abi.EventPrompt, SessionID: fmt.Sprintf("probe %d", s.asked), Workspace: s.workspace,
		Prompt: text, Command: payload.Command(text), Time: s.env.Now().UTC(),
	}
	response := s.host.Respond(context.Background(), event, respond.Options{})
	if response.Decision == nil {
		for _, problem := range response.Problems {
			return nil, fmt.Errorf("ask as the hook does: %s", problem.Error())
		}
		return &decide.Decision{Tier: index.TierLexical}, nil // the call of a command
	}
	if response.Decision.Tier == index.TierModel {
		s.tier = index.TierModel
	}
	for _, problem := range response.Problems {
		if note := problem.Error(); !slices.Contains(s.notes, note) {
			s.notes = append(s.notes, note)
		}
	}
	return response.Decision, nil
}

// recordedPrompt is a prompt that the user typed, with its vector where one was
// stored by the model in use.
type recordedPrompt struct {
	probe.Prompt
	vector []float32
}

// recordedPrompts returns the user's last different prompts, newest first, of all
// workspaces; calls of commands are none.
func recordedPrompts(e *env.Env, limit int, model string) ([]recordedPrompt, error) {
	if !env.Exists(e.Paths.StateDB) {
		return nil, nil
	}
	store, err := wire.Open(e, e.WorkspaceOf(""))
	if err != nil {
		return nil, err
	}
	defer store.Close()
	decisions, err := store.Decisions("", session.RowsMax)
	if err != nil {
		return nil, env.Failed(err)
	}
	var recorded []recordedPrompt
	seen, sessions := map[string]bool{}, map[string]bool{}
	for _, made := range decisions {
		if sessions[made.SessionID] {
			continue
		}
		sessions[made.SessionID] = true
		messages, err := store.Messages(made.SessionID, session.RowsMax)
		if err != nil {
			return nil, env.Failed(err)
		}
		for i := len(messages) - 1; i >= 0; i-- {
			prompt, ok := recordedOf(messages[i], model)
			if !ok || seen[prompt.Text] {
				continue
			}
			if len(recorded) == limit {
				return recorded, nil
			}
			seen[prompt.Text] = true
			recorded = append(recorded, prompt)
		}
	}
	return recorded, nil
}

func recordedOf(m session.Message, model string) (recordedPrompt, bool) {
	text := strings.TrimSpace(m.Content)
	if m.Role != "user" || text == "" || payload.Command(text) != "" {
		return recordedPrompt{}, false
	}
	prompt := recordedPrompt{Prompt: probe.Prompt{Text: text, From: probe.FromRecorded}}
	if m.Model == model && model != "" {
		prompt.vector = m.Vector
	}
	return prompt, true
}

// withStored is the model of queries, which is asked only for texts whose vector
// was not stored; nil where there is none.
func withStored(e *env.Env, recorded []recordedPrompt) *embedding.Model {
	model := wire.Model(e, wire.Queries)
	if model == nil {
		return nil
	}
	stored := map[string][]float32{}
	for _, prompt := range recorded {
		if prompt.vector != nil {
			stored[rank.Prompt(prompt.Text).Text] = prompt.vector
		}
	}
	embed := func(text string) ([]float32, error) {
		if vector, known := stored[text]; known {
			return vector, nil
		}
		return wire.EmbedNow(e, model, text)
	}
	return embedding.New(model.Identity(), func() (embedding.Embedder, error) { return embedding.Embedder{Embed: embed}, nil })
}
