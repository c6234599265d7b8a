package respond

import (
	"cmp"
	"sync"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/surroundings"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/shadow"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// DryRun returns the inputs of a decision on an event as on a session's first prompt:
// nothing is active or was suggested, but past sessions of the workspace count. There is
// no deadline, and nothing of it is stored.
func (r *Responder) DryRun(event abi.Event, view *index.View) decide.Inputs {
	t := newTask(r, event, Options{})
	t.parse()
	in := t.inputs(view)
	in.Complete = false
	if r.Sessions != nil {
		in.Session.Usage = r.usage(event, session.Recorded{})
	}
	return in
}

// inputs are all that an event's decision depends on, but for the session.
func (t *task) inputs(view *index.View) decide.Inputs {
	r := t.host
	var code decide.Code
	if r.Code != nil {
		code = r.Code(t.event.Workspace)
	}
	return decide.Inputs{
		Code:  code,
		Event: t.event, Prompt: t.prompt, View: view, Cache: t.Cache,
		Complete: !t.unlisted && t.response.Report != nil && t.response.Report.Waiting == 0,
		Rulesets: r.Engine, Recipe: r.Recipe, Settings: r.Settings.Settings, Now: r.Now,
		Embed:          func(text string) ([]float32, error) { return r.Model.Query(text, view.Model(), t.Model) },
		DeactivateOnly: t.DeactivateOnly, Deadline: t.Ruleset,
	}
}

// load reads what state.db knows of the session and its rulesets. What cannot be read is
// as if there were none, with the error: the prompt is answered.
func (r *Responder) load(event abi.Event, recorded session.Recorded) (known decide.Session, err error) {
	known.Recorded = recorded
	if r.Sessions == nil {
		return known, nil
	}
	for _, id := range r.Settings.Rulesets {
		state, err := r.rulesetState(id)
		if err != nil {
			return known, err
		}
		known.States = append(known.States, state)
	}
	id := event.SessionID
	if id == "" {
		return known, nil
	}
	if known.Active, err = r.Sessions.Active(id); err != nil {
		return known, err
	}
	if known.Suggested, err = r.Sessions.Told(id); err != nil {
		return known, err
	}
	known.Messages = func(count int) ([]session.Message, error) { return r.Sessions.Messages(id, count) }
	known.ToolUses, known.Touched = r.uses(event, recorded)
	known.Usage = r.usage(event, recorded)
	return known, nil
}

// recentUses is how many of the last tool uses are read once for all that asks for fewer.
const recentUses = 20

// uses reads the last tool uses of a session, and which files of the workspace they touched.
func (r *Responder) uses(event abi.Event, recorded session.Recorded) (toolUses func(int) ([]abi.ToolUse, error), touched func() (decide.Touched, error)) {
	recent := sync.OnceValues(func() ([]session.PromptUse, error) { return r.Sessions.PromptUses(event.SessionID, recentUses) })
	toolUses = func(count int) ([]abi.ToolUse, error) {
		if count > recentUses {
			return r.Sessions.ToolUses(event.SessionID, count)
		}
		uses, err := recent()
		var last []abi.ToolUse
		for _, use := range uses[max(0, len(uses)-max(0, count)):] {
			last = append(last, use.ToolUse)
		}
		return last, err
	}
	return toolUses, func() (decide.Touched, error) {
		uses, err := recent()
		since := recorded.Prompts // the prompt that is under way
		if event.Name == abi.EventPrompt {
			since--
		}
		var all, late []surroundings.Use
		for _, use := range uses {
			found := surroundings.Use{Tool: use.ToolName, Input: use.ToolInputPreview}
			late = append(late, found)
			if use.Prompt >= since {
				all = append(all, found)
			}
		}
		return decide.Touched{SincePrompt: surroundings.Touched(all, event.Workspace, nil), Lately: surroundings.Touched(late, event.Workspace, nil)}, err
	}
}

// usage reads, once, what became of suggestions in the workspace.
func (r *Responder) usage(event abi.Event, recorded session.Recorded) func() (map[abi.Ref]session.Usage, error) {
	return sync.OnceValues(func() (map[abi.Ref]session.Usage, error) {
		return r.Sessions.Usage(cmp.Or(recorded.Workspace, event.Workspace), event.SessionID, event.Time)
	})
}

// rulesetState reads how the active ruleset fared and which version was its last
// good one; that is read where it has to answer. A damaged bundle is as good as none.
func (r *Responder) rulesetState(id string) (engine.State, error) {
	health, err := r.Sessions.Health(id)
	if err != nil {
		return engine.State{}, err
	}
	state := engine.State{Health: engineHealth(health)}
	state.GoodHash, err = r.Sessions.GoodHash(id)
	state.LastGood = func() *engine.Ruleset {
		bundle, err := r.Sessions.Version(id, state.GoodHash)
		if err != nil || bundle == nil {
			return nil
		}
		good, err := engine.Unbundle(bundle)
		if err != nil {
			return nil
		}
		return &good
	}
	return state, err
}

// Shadow returns what rulesets that only look on are asked with.
func (r *Responder) Shadow() shadow.Shadow {
	s := r.Settings
	return shadow.Shadow{Sessions: r.Sessions, Engine: r.Engine, Active: s.Rulesets, Params: s.Params, Budgets: s.Budgets, Now: r.Now}
}
