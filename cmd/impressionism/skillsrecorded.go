package main

import (
	"strings"

	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/session"
)

// recordedPrompt is a prompt that the user typed, with its vector where one was
// stored by the model in use.
type recordedPrompt struct {
	probe.Prompt
	vector []float32
}

// recordedPrompts gives the user's last different prompts, newest first, of all
// workspaces; calls of commands are none.
func (a *app) recordedPrompts(limit int, model string) ([]recordedPrompt, error) {
	if !exists(a.paths.StateDB) {
		return nil, nil
	}
	store, err := a.open(a.workspaceOf(""))
	if err != nil {
		return nil, err
	}
	defer store.Close()
	decisions, err := store.Decisions("", session.RowsMax)
	if err != nil {
		return nil, failed(err)
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
			return nil, failed(err)
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
func (a *app) withStored(recorded []recordedPrompt) *embedding.Model {
	model := a.model(queries)
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
		return a.embedNow(model, text)
	}
	return embedding.New(model.Identity(), func() (embedding.Embedder, error) { return embedding.Embedder{Embed: embed}, nil })
}
