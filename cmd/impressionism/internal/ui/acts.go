package ui

import (
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/client/transcript"
)

// actsMax bounds the acts that are shown, the newest; the command has more.
const actsMax = 12

// drawTurn draws what the model did after the decision that is shown.
func drawTurn(p *pages, _ query, shown shape.TraceTurn) node {
	t := shown.Turn
	switch {
	case t == nil:
		return empty(shown.Note)
	case t.Last == nil:
		return empty(explain.IdleWords(*t))
	}
	from := max(len(t.Acts)-actsMax, 0)
	var acts nodes
	for _, act := range t.Acts[from:] {
		acts = append(acts, el("li", "", el("time", "", "+"+textline.Clock(act.At.Sub(shown.At))), " ", p.did(act)))
	}
	return join(
		el("p", "small muted",
			number(t.Calls, "turn.calls"), " ", noun(t.Calls, "tool call", "tool calls"),
			when(t.Failed > 0, ", ", number(t.Failed, "turn.failed"), " failed"), " · ",
			number(t.Answers, "turn.answers"), " ", noun(t.Answers, "answer", "answers"), " · within ", textline.Clock(t.Last.Sub(shown.At)),
			when(t.Tokens != transcript.Usage{}, " · the client counted ", number(t.Tokens.Output, "turn.tokens.output"), " tokens written")),
		when(from+t.Earlier > 0, el("p", "small muted", textline.Count(from+t.Earlier, "earlier act", "earlier acts"), " left out")),
		el("ol", "acted", acts),
		when(t.Cut, el("p", "small muted", "The turn goes on: this is its beginning.")))
}

// noun is the word behind a number.
func noun(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// did is one thing that the model did.
func (p *pages) did(act transcript.Act) node {
	switch act.Kind {
	case transcript.ActAnswer:
		return el("span", "", "“", p.text(act.Text), "”")
	case transcript.ActCompaction:
		return el("span", "muted", "the context was compacted")
	}
	return el("span", "", el("b", "", textline.Plain(act.Name)), " ", p.text(act.Text), when(act.Failed, " ", mark("bad")), " ", el("small", "muted", explain.EndedWords(act)))
}
