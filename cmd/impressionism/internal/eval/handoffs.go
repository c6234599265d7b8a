package eval

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/eval/handoffs"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/gitstate"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
)

func handoffsCommand(e *env.Env) *cobra.Command {
	var cases string
	command := &cobra.Command{
		Use:   "handoffs DIR",
		Short: "Draw the handoffs of recorded sessions, one JSON line for each way a successor starts",
		Long: `Draw the handoffs of recorded sessions, as the start of a session does. DIR has a
folder for each case: transcript.jsonl, events.jsonl, repo.json (the repository as
the successor finds it) and expect.json, whose "shown" names how successors start.
A scratch repository is made for each case, with git.

DIR may also have repositories that were made already, each with NAME.events.jsonl
and NAME.transcript.jsonl beside it; --cases is then the folder of the cases.`,
		Example: `  impressionism eval handoffs ../shared/eval/dev/handoffs > answers.jsonl
  impressionism eval handoffs made --cases ../shared/eval/dev/handoffs`,
		Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			return drawHandoffs(command.Context(), e, args[0], cases)
		},
	}
	command.Flags().StringVar(&cases, "cases", "", "folder of the cases, for repositories that were made already")
	return command
}

func drawHandoffs(ctx context.Context, e *env.Env, dir, cases string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	if ctx == nil {
		ctx = context.Background()
	}
	folder, err := scratch.Make("eval-handoffs")
	if err != nil {
		return env.Failed(err)
	}
	defer folder.Remove() //nolint:errcheck // what is left is the system's to remove
	runner := handoffs.Runner{Client: e.Client(), Git: gitstate.Program{Environ: e.Environ}, Scratch: string(folder), Cases: cases}
	out := json.NewEncoder(cli.Exact(e))
	out.SetEscapeHTML(false)
	return env.Failed(runner.Run(ctx, dir, func(a handoffs.Answer) error { return out.Encode(a) }))
}
