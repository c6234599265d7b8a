package trace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/store/session"
)

func turnCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use: "turn ID|last", Short: "Show what the model did after a decision: its tools, answers and tokens, as the client's transcript has them",
		Long: `Show what the model did after a decision, until the next prompt: the tools that it
called, how long each took and which failed, the first words of its answers, and
the tokens that the client counted. All of it is read from the client's transcript
of the session, of which nothing is kept.`,
		Example: "  impressionism trace turn last\n  impressionism trace turn 12 --json", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error { return turn(command.Context(), e, args[0]) },
	}
	return cli.JSONFlag(e, command)
}

func turn(ctx context.Context, e *env.Env, name string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	made, err := replay.Made(e, name)
	if err != nil {
		return env.Failed(err)
	}
	shown := shape.TraceTurn{Decision: made.ID, Session: made.SessionID, At: made.At}
	read, err := transcript.ReadTurn(ctx, transcriptOf(e, made), made.At, e.Client().Transcripts.Layout)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		shown.Note = "nothing is known of this turn: the client has no transcript of the session here"
	case err != nil:
		return env.Failed(err)
	default:
		shown.Turn = &read
	}
	if e.JSON {
		return cli.PrintJSON(e, shown)
	}
	printTurn(e, shown)
	return nil
}

// transcriptOf returns the transcript of a decision's session, or "".
func transcriptOf(e *env.Env, made session.Made) string {
	if of := e.Client().Transcripts.Of; of != nil {
		return of(e.ClientHome(), made.Workspace, made.SessionID)
	}
	return ""
}

func printTurn(e *env.Env, shown shape.TraceTurn) {
	cli.PrintWrapped(e, "", "  ", fmt.Sprintf("decision %d, %s, session %s", shown.Decision, shown.At.Local().Format("2006-01-02 15:04:05"), textline.Plain(shown.Session)))
	if shown.Note != "" {
		cli.PrintWrapped(e, "  ", "  ", shown.Note)
		return
	}
	t := shown.Turn
	if t.Earlier > 0 {
		cli.PrintWrapped(e, "  ", "  ", fmt.Sprintf("(%s left out)", textline.Count(t.Earlier, "earlier act", "earlier acts")))
	}
	for _, act := range t.Acts {
		after := fmt.Sprintf("  %8s  ", "+"+textline.Clock(act.At.Sub(shown.At)))
		cli.PrintWrapped(e, after, strings.Repeat(" ", len(after)), actWords(act))
	}
	cli.PrintWrapped(e, "  ", "  ", turnWords(*t, shown.At))
}

// actWords says in a line what the model did.
func actWords(act transcript.Act) string {
	switch act.Kind {
	case transcript.ActAnswer:
		return "“" + textline.OneLine(act.Text) + "”"
	case transcript.ActCompaction:
		return "(the context was compacted)"
	}
	words := textline.OneLine(act.Name + " " + act.Text)
	if ended := explain.EndedWords(act); ended != "" {
		words += "  (" + ended + ")"
	}
	return words
}

// turnWords sums a turn up.
func turnWords(t transcript.Turn, at time.Time) string {
	if idle := explain.IdleWords(t); idle != "" {
		return idle
	}
	failed := ""
	if t.Failed > 0 {
		failed = fmt.Sprintf(" (%d failed)", t.Failed)
	}
	words := fmt.Sprintf("%s%s and %s; the last of it %s after the decision.", textline.Count(t.Calls, "tool call", "tool calls"), failed,
		textline.Count(t.Answers, "answer", "answers"), textline.Clock(t.Last.Sub(at)))
	if t.Tokens != (transcript.Usage{}) {
		words += fmt.Sprintf(" The client counted %d tokens read, %d of them from its cache, and %d written.", t.Tokens.Read(), t.Tokens.CacheRead, t.Tokens.Output)
	}
	if t.Cut {
		words += fmt.Sprintf(" The turn goes on: of its transcript %d MB were read.", transcript.TurnBytesMax>>20)
	}
	return words
}
