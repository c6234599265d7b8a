// Package evalhost answers labelled prompts over a corpus as the hook would: one host in
// a scratch folder, with the corpus indexed in the cache. The commands of eval and the
// laboratory share it.
package evalhost

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// setting makes a prompt's context what the program finds: manifests in a folder,
// earlier sessions with suggestions, tool uses recorded before the prompt.
func (e evalAsker) setting(id string, event abi.Event, context eval.Context) (folder string, err error) {
	if folder, err = os.MkdirTemp("", "impressionism-eval-workspace-"); err != nil {
		return "", err
	}
	event.Workspace = folder
	if err := writeManifests(folder, context.Manifests); err != nil {
		return folder, err
	}
	x, err := e.host.OpenIndex()
	if err != nil {
		return folder, err
	}
	defer x.Close()
	if err := respond.LookAround(x, folder); err != nil {
		return folder, err
	}
	if err := e.pastSuggestions(id, event, context.Used); err != nil {
		return folder, err
	}
	return folder, e.recordUses(event, context)
}

func writeManifests(folder string, manifests map[string]string) error {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, text := range manifests {
		if err := root.MkdirAll(filepath.Dir(filepath.FromSlash(name)), 0o700); err != nil {
			return fmt.Errorf("write manifest %s: %w", name, err)
		}
		if err := root.WriteFile(filepath.FromSlash(name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("write manifest %s: %w", name, err)
		}
	}
	return nil
}

// pastSuggestions stores a session for each, which ended with or without a use.
func (e evalAsker) pastSuggestions(id string, event abi.Event, used map[string][2]int) error {
	for item, counts := range used {
		for i := range counts[0] {
			past := event
			past.SessionID = fmt.Sprintf("eval past %s %s %d", id, item, i)
			recorded, err := e.host.Sessions.Record(past, e.host.Settings.Policy)
			if err != nil {
				return err
			}
			change := session.Change{Told: []session.ToldItem{{Ref: abi.Skill(item)}}}
			if _, err := e.host.Sessions.Apply(past.SessionID, recorded.Sequence, change, session.Decision{Event: past.Name, At: past.Time, Answer: json.RawMessage("{}")}); err != nil {
				return err
			}
			last := abi.Event{Name: abi.EventSessionEnded, SessionID: past.SessionID, Workspace: past.Workspace, Time: past.Time}
			if i < counts[1] {
				last.Name, last.ToolName, last.Invoked = abi.EventToolUsed, "Skill", item
			}
			if _, err := e.host.Sessions.Record(last, e.host.Settings.Policy); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e evalAsker) recordUses(event abi.Event, context eval.Context) error {
	event.Prompt = ""
	for _, name := range context.Files {
		if err := e.recordUse(event, "Read", map[string]string{"file_path": filepath.Join(event.Workspace, filepath.FromSlash(name))}); err != nil {
			return err
		}
	}
	for _, use := range context.Tools {
		tool, command, _ := strings.Cut(use, ": ")
		input := map[string]string{}
		if tool == "Bash" {
			input["command"] = command
		}
		if err := e.recordUse(event, tool, input); err != nil {
			return err
		}
	}
	if context.Assistant == "" {
		return nil
	}
	event.Name, event.Message = abi.EventTurnEnded, context.Assistant
	_, err := e.host.Sessions.Record(event, e.host.Settings.Policy)
	return err
}

func (e evalAsker) recordUse(event abi.Event, tool string, input map[string]string) error {
	encoded, err := json.Marshal(input)
	if err != nil {
		return err
	}
	event.Name, event.ToolName, event.ToolInput = abi.EventToolUsed, tool, string(encoded)
	_, err = e.host.Sessions.Record(event, e.host.Settings.Policy)
	return err
}

// askHost answers as a hook does. The corpus is indexed in the cache, where a
// second run finds it; sessions are kept in a folder that goes with the run.
func askHost(e *env.Env, s *Asker, corpus eval.Corpus, o AnswerOptions) error {
	x, err := Index(e, corpus, o)
	if err != nil {
		return err
	}
	s.closes = append(s.closes, x.Close)
	folder, err := scratch.Make("eval")
	if err != nil {
		return err
	}
	s.closes = append(s.closes, folder.Remove)
	wired, err := folder.Host(e, "", session.Options{})
	if err != nil {
		return err
	}
	s.closes = append(s.closes, wired.Sessions.Close)
	wired.List = func(context.Context, string) catalog.Listing { return corpus.Listing() }
	wired.Load = corpus.Load
	wired.OpenIndex = func() (*index.Index, error) { return index.Open(path(e, corpus)) }
	if wired.Model, err = Model(e, s, o); err != nil {
		return err
	}
	s.Ask = evalAsker{env: e, host: wired}.ask
	return nil
}

// Model is the model of queries, nil where there is to be none. Cached, it
// is opened only for a text that no run has embedded before.
func Model(e *env.Env, s *Asker, o AnswerOptions) (*embedding.Model, error) {
	if o.Model == NoModel {
		return nil, nil //nolint:nilnil // nil is no model
	}
	model := wire.Model(e, wire.Queries)
	if err := model.Broken(); err != nil {
		return nil, err
	}
	if model == nil || !o.Cached {
		return model, nil
	}
	name := wire.ModelName(e)
	if _, ok := wire.LanguagesInstalled(e); ok {
		name += "+languages"
	}
	vectors, err := eval.OpenVectors(filepath.Join(e.Paths.Cache, "eval", "queries-"+name+".vectors"), model.Identity()+" query")
	if err != nil {
		return nil, err
	}
	s.closes = append(s.closes, vectors.Close)
	embed := vectors.Through(func(text string) ([]float32, error) { return wire.EmbedNow(e, model, text) })
	return embedding.New(model.Identity(), func() (embedding.Embedder, error) { return embedding.Embedder{Embed: embed}, nil }), nil
}

func path(e *env.Env, corpus eval.Corpus) string {
	return filepath.Join(e.Paths.Cache, "eval", corpus.Hash[:16]+".db")
}

// Index returns the open index of a corpus, brought up to date in the cache.
func Index(e *env.Env, corpus eval.Corpus, o AnswerOptions) (*index.Index, error) {
	x, err := index.Open(path(e, corpus))
	if err != nil {
		return nil, err
	}
	wired := wire.Host(e, "", nil)
	sources := index.Sources{Load: corpus.Load, Pools: wired.Pools, Now: e.Now, Workers: runtime.NumCPU()}
	if p := wire.Passages(e); p != nil && o.Model != NoModel {
		sources.Model, sources.Embed = p.Model, p.Embedder(nil)
	}
	bar := cli.NewProgress(e, false)
	defer bar.End()
	if _, err := x.Refresh(context.Background(), corpus.Listing(), sources, index.Options{Progress: bar.Step}); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}

type evalAsker struct {
	env  *env.Env
	host *respond.Responder
}

func (e evalAsker) ask(q eval.Query) (eval.Answer, error) {
	event := abi.Event{Name: abi.EventPrompt, SessionID: "eval " + q.ID, Prompt: q.Text, Command: payload.Command(q.Text), Time: e.env.Now().UTC()}
	if q.Session != "" {
		event.SessionID = "eval session " + q.Session
	}
	if q.Context != nil {
		folder, err := e.setting(q.ID, event, *q.Context)
		if folder != "" {
			defer os.RemoveAll(folder) //nolint:errcheck // a temporary one
		}
		if err != nil {
			return eval.Answer{}, err
		}
		event.Workspace = folder
	}
	response := e.host.Respond(context.Background(), event, respond.Options{})
	for _, problem := range response.Problems {
		return eval.Answer{}, errors.New(problem.Error())
	}
	answer := eval.Answer{Chars: utf8.RuneCountInString(response.Context)}
	if response.Decision != nil {
		for _, told := range response.Decision.Suggested {
			answer.Selected = append(answer.Selected, told.ID)
		}
		for _, hit := range response.Decision.Ranking(eval.RankedMax) {
			answer.Ranking = append(answer.Ranking, eval.Ranked{ID: hit.Ref.ID, Score: hit.Similarity})
		}
	}
	if q.Session == "" {
		return answer, nil
	}
	active, err := e.host.Sessions.Active(event.SessionID)
	for _, item := range active {
		answer.Active = append(answer.Active, item.Ref.ID)
	}
	return answer, err
}
