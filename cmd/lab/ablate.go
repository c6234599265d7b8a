package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/lab/tune"
	"github.com/ed-irl/impressionism/host/rank"
)

func ablateCommand(e *env.Env) *cobra.Command {
	var o tuneOptions
	parts := tune.PartNames()
	command := &cobra.Command{
		Use:   "ablate DIR…",
		Short: "Fit a recipe again without one of its parts at a time and tell what that costs on unseen prompts",
		Long: `Fit a recipe again without one of its parts at a time and tell what that costs on unseen prompts: hit@1, and recall with
at most 3 % false alarms, in whole catalogs and in parts of them. Each part takes about as long as tune.`,
		Example: `  go run ./cmd/lab ablate ../shared/eval/dev/skills-real \
    host/eval/testdata/prompts --parts adapter,related`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return ablate(e, args, parts, o) },
	}
	o.flags(command)
	command.Flags().StringSliceVar(&parts, "parts", parts, "parts to leave out, one at a time")
	return command
}

func ablate(e *env.Env, dirs, parts []string, o tuneOptions) error {
	for _, part := range parts {
		if !slices.Contains(tune.PartNames(), part) {
			return fmt.Errorf("there is no part %q; parts are %s", part, strings.Join(tune.PartNames(), ", "))
		}
	}
	if err := e.Ready(); err != nil {
		return err
	}
	in, err := tuneInput(e, dirs, o)
	if err != nil {
		return env.Failed(err)
	}
	in.Say = nil
	var rows [][]string
	for _, part := range append([]string{""}, parts...) {
		fmt.Fprintf(e.ErrOut, "without %s …\n", orNothing(part))
		result, err := tune.Fit(in, rank.For(""), tune.Parts{part: true})
		if err != nil {
			return env.Failed(err)
		}
		outcomes := result.Unseen
		if in.Embed == nil {
			outcomes = result.Lexical
		}
		row := []string{orNothing(part)}
		for _, size := range append(tune.DrawSizes(), 0) {
			of := tune.OfSize(outcomes, size)
			row = append(row, fmt.Sprintf("%.3f", tune.First(of, "")), fmt.Sprintf("%.3f", tune.BestRecall(of, .03)))
		}
		rows = append(rows, row)
	}
	head := []string{"without"}
	for _, size := range tune.DrawSizes() {
		head = append(head, fmt.Sprintf("%d items: hit@1", size), "R")
	}
	cli.Table(e, append(head, "all items: hit@1", "R"), rows)
	return nil
}

func orNothing(part string) string {
	if part == "" {
		return "nothing"
	}
	return part
}
