package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/eval/memory"
	"github.com/ed-irl/impressionism/host/foreign"
)

func captureCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "capture DIR",
		Short: "Answer what each exchange of a data set leaves: a lesson, a proposal or nothing",
		Long: `Answer what each exchange of a data set leaves: a lesson, a proposal or nothing.
DIR has exchanges.jsonl; answers are JSON Lines on stdout, with the reason where the
gate refused a text. If labels.jsonl is there, a table of counts goes to stderr.`,
		Example: `  impressionism eval capture my-exchanges > answers.jsonl`,
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return captureSet(e, args[0]) },
	}
}

func captureSet(e *env.Env, dir string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	exchanges, err := readSet(filepath.Join(dir, "exchanges.jsonl"), memory.ReadExchanges)
	if err != nil {
		return err
	}
	labels, err := readSet(filepath.Join(dir, "labels.jsonl"), memory.ReadLabels)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	out := json.NewEncoder(cli.Exact(e))
	out.SetEscapeHTML(false)
	var answers []memory.CaptureAnswer
	for _, x := range exchanges {
		answer := memory.Capture(x)
		if err := out.Encode(answer); err != nil {
			return env.Failed(err)
		}
		answers = append(answers, answer)
	}
	if len(labels) > 0 {
		printCaptureScore(e, memory.ScoreCapture(labels, answers))
	}
	return nil
}

func printCaptureScore(e *env.Env, s memory.CaptureScore) {
	fmt.Fprintf(e.ErrOut, "outcome right                   %d of %d\n", s.Right, s.Of)
	fmt.Fprintf(e.ErrOut, "kept with the right gist        %d of %d\n", s.Gist, s.Kept)
	fmt.Fprintf(e.ErrOut, "taken that should not be        %d of %d\n", s.Taken, s.None)
	fmt.Fprintf(e.ErrOut, "stored without anybody's yes    %d\n", s.Unasked)
	for i, label := range s.Wrong {
		fmt.Fprintf(e.ErrOut, "  %s: %s, should be %s: %s\n", textline.Plain(label.ID), s.WrongOutcomes[i], textline.Plain(string(label.Expected)), textline.Plain(label.About))
	}
}

// readSet reads a file of a data set.
func readSet[T any](path string, read func(r io.Reader) ([]T, error)) ([]T, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	rows, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rows, nil
}
