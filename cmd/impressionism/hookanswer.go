package main

import (
	"context"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/session"
)

func (h *hookRun) answer(event abi.Event) []byte {
	event.Workspace = h.workspaceOf(event.Workspace)
	if answer, own := h.answerOwn(event); own {
		return answer
	}
	h.event.Store(&event)
	if !known(event.Name) {
		return nil
	}
	if answer, answered := h.answerWarm(event); answered {
		return answer
	}
	response := h.respond(context.Background(), event)
	if h.rendered.Load() == outOfTime {
		return nil // the reason to give is the deadline
	}
	if h.traced {
		h.others.printTrace(h.app, event, response)
	}
	for _, problem := range response.Problems {
		h.note(problem)
	}
	h.noteEvent(event, response)
	return h.encode(event, response)
}

func (a *app) encode(event abi.Event, response respond.Response) []byte {
	return a.client().Encode(client.Answer{Event: event.Name, Context: response.Context, SystemMessage: response.Notice})
}

func (h *hookRun) respond(ctx context.Context, event abi.Event) respond.Response {
	list := h.listAhead(ctx, event)
	sessions := h.stateOf(event.Name)
	h.takeIn(event, sessions)
	h.trustProject(event.Workspace, sessions)
	wired := h.wire(event.Workspace, sessions)
	wired.List = list
	options := respond.Options{Deadlines: h.deadlines(event.Name), NoMemory: h.noMemory, Prepare: h.prepare(wired.Engine)}
	if h.warmRun != nil {
		h.lend(wired, h.app)
		options.KeepIndex, options.Recorded = true, h.told.Recorded
		options.Print = func(response respond.Response, _ session.Handover) bool {
			return h.offerToPrint(h.encode(event, response))
		}
		response := h.settled(wired.Respond(ctx, event, options))
		response.Problems = h.onceASession(event, sessions, response.Problems)
		return response
	}
	options.Recorded = func() { h.recorded.Store(true) }
	options.Print = func(response respond.Response, handover session.Handover) bool {
		return h.inTime(&rendered{h.encode(event, response), &handover})
	}
	wired.Model = h.model(coldQueries)
	wired.Passages = h.passages()
	response := h.settled(wired.Respond(ctx, event, options))
	response.Problems = h.onceASession(event, sessions, response.Problems)
	h.closeSessions(sessions, event.Name, &response)
	return response
}

func known(event string) bool {
	switch event {
	case abi.EventSessionStarted, abi.EventPrompt, abi.EventToolUsed, abi.EventTurnEnded, abi.EventCompacting, abi.EventSessionEnded:
		return true
	}
	return false
}
