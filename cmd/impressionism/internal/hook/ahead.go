package hook

import (
	"context"
	"sync"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/source"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
)

// listAhead begins to list the catalog on a goroutine of its own: hundreds of
// folders are looked at while state.db opens and the event is recorded. It ends with
// the event's time: a process that lives on must not go on for nobody.
func (h *Invocation) listAhead(ctx context.Context, event abi.Event) func(ctx context.Context, workspace string) catalog.Listing {
	if event.Name != abi.EventPrompt { // a session's start first finds out which lessons may be told
		return func(ctx context.Context, workspace string) catalog.Listing {
			return source.List(ctx, h.places(workspace))
		}
	}
	places := h.places(event.Workspace) // the configuration may change meanwhile, by trust in a project
	ctx, cancel := context.WithTimeout(ctx, Latest(h.Env, event.Name).Sub(h.Now())+lateGrace)
	listed := sync.OnceValue(func() catalog.Listing {
		defer cancel()
		return source.List(ctx, places)
	})
	go func() {
		defer func() { _ = recover() }() // who asks for the list is told
		listed()
	}()
	return func(context.Context, string) catalog.Listing { return listed() }
}

// places are where items are looked for, by what a server remembers of them.
func (h *Invocation) places(workspace string) source.Config {
	places := wire.Places(h.Env, workspace)
	if h.Lent != nil {
		places.Memory = h.Looks
	}
	return places
}

// prepare returns what compiles the active ruleset before it is started, where it is
// in Lua: that is most of what it takes to start one. Which one that is may change until then, see
// move.
func (h *Invocation) prepare(wired *respond.Responder) func() {
	compiled := lua.NewCompiled()
	if h.Lent != nil {
		compiled = h.luaCompiled()
	}
	wired.Engine.Runtimes[".lua"] = compiled.Start
	return func() {
		for _, id := range wired.Settings.Rulesets {
			ruleset, err := wired.Engine.Set.Load(id)
			if err != nil || ruleset.Language != "lua" {
				continue // who starts it is told
			}
			compiled.Prepare(ruleset.Program, wired.Settings.Budgets)
		}
	}
}
