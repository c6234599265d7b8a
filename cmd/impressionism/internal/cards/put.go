package cards

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/cardjudge"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/store/cards"
)

func putCommand(e *env.Env) *cobra.Command {
	whole := false
	command := &cobra.Command{
		Use:   "put [FILE|-]",
		Short: "Judge and keep cards, from a file or stdin",
		Long: fmt.Sprintf(`Judge cards and keep those that do no harm, from a file or stdin: JSON lines, or a
list, of {"id": …, "hash": …, "asks": [%d to %d], "not": [%d to %d]}, or lines

  item: ID HASH
  ask: TEXT
  not: TEXT

The id and the hash are those of: impressionism cards next

A card that is there is replaced, but for lines that you added to it; in a session of
the client, a whole one stays.

Ends with 0 where all are kept, 1 if one is to be mended; the others are kept.`,
			cardjudge.AsksMin, card.AsksMax, cardjudge.NotsMin, card.NotMax),
		Example: "  impressionism cards put cards.jsonl\n  impressionism cards put < cards.jsonl",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return put(e, append(args, "-")[0], whole) },
	}
	command.Flags().BoolVar(&whole, "whole", false, "take each card as you mean it: lines that you had added and that it lacks go")
	return cli.JSONFlag(e, command)
}

func put(e *env.Env, from string, whole bool) error {
	if whole && e.InSession() {
		return env.Failed(errors.New("--whole is for a person at a terminal of their own: what a session hands in leaves your lines"))
	}
	data, err := answerFrom(e, from)
	if err != nil {
		return err
	}
	answers, err := cardjudge.ReadAnswer(data)
	if err != nil {
		return env.Failed(fmt.Errorf("read the answer: %w", err))
	}
	s, err := open(e)
	if err != nil {
		return err
	}
	s.spares, s.edited = e.InSession(), whole
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	judge := s.judge()
	bar := cli.NewProgress(e, e.JSON)
	bar.Unit = "cards"
	result, keepErr := s.put(ctx, judge, answers, func(done int) { bar.Step("judge", done, len(answers)) })
	judge.close()
	result.Notes = append(result.Notes, judge.notes...)
	bar.Unit = ""
	if result.Kept > 0 {
		result.Notes = append(result.Notes, refresh(ctx, e, refreshTime, bar.Step)...)
	}
	bar.End()
	if e.JSON {
		err = cli.PrintJSON(e, result)
	} else {
		printPut(e, result)
	}
	switch {
	case keepErr != nil:
		return env.Failed(keepErr)
	case err == nil && result.Mend > 0:
		return &env.ExitError{Code: env.ExitFailed}
	}
	return err
}

// answerFrom reads what was handed in, as far as an answer may be long.
func answerFrom(e *env.Env, from string) ([]byte, error) {
	if from != "-" {
		if !filepath.IsAbs(from) {
			from = filepath.Join(e.Dir, from)
		}
		data, err := foreign.Read(from, cardjudge.AnswerBytesMax)
		if errors.Is(err, foreign.ErrTooLarge) {
			err = cardjudge.ErrAnswerTooLarge
		}
		if err != nil {
			return nil, env.Failed(fmt.Errorf("read cards: %w", err))
		}
		return data, nil
	}
	if cli.Typed(e) {
		return nil, errors.New("no cards are given; name a file, or give them on stdin: impressionism cards put < cards.jsonl")
	}
	data, err := io.ReadAll(io.LimitReader(e.In, cardjudge.AnswerBytesMax+1))
	if err != nil {
		return nil, env.Failed(fmt.Errorf("read cards from stdin: %w", err))
	}
	return data, nil
}

// What became of a card.
const (
	statusKept     = "kept"
	statusMend     = "mend"
	statusReplaced = "replaced"
	statusStays    = "stays"
)

// put judges cards and keeps them one by one. An error is that of the folder: what was kept
// before is kept.
func (s *study) put(ctx context.Context, judge *judge, answers []cardjudge.Answered, progress func(done int)) (shape.CardsPut, error) {
	result := shape.CardsPut{Cards: []shape.PutCard{}, Notes: []string{}}
	found, last := make([]resolved, len(answers)), map[string]int{}
	for i, answer := range answers {
		found[i] = s.resolve(answer)
		if found[i].err == nil {
			last[found[i].item.hash] = i
		}
	}
	var keepErr error
	for i, answer := range answers {
		if keepErr = ctx.Err(); keepErr != nil {
			keepErr = fmt.Errorf("interrupted; what is said to be kept is kept: hand in the others again")
			break
		}
		progress(i)
		row := shape.PutCard{ID: answer.ID, Line: answer.Line, Status: statusMend, Asks: len(answer.Card.Asks), Not: len(answer.Card.Not), Faults: []shape.CardFault{}}
		switch at, again := last[found[i].item.hash]; {
		case found[i].err != nil:
			row.Why = found[i].err.Error()
		case again && at != i:
			row.Status, row.Why = statusReplaced, fmt.Sprintf("line %d has a card of the same text, and the last one counts", answers[at].Line)
		default:
			var notes []string
			notes, keepErr = s.keep(&row, judge, found[i].item, answer.Card)
			result.Notes = append(result.Notes, notes...)
		}
		result.Cards = append(result.Cards, row)
		if keepErr != nil {
			break
		}
	}
	for _, row := range result.Cards {
		switch row.Status {
		case statusKept:
			result.Kept++
		case statusMend:
			result.Mend++
		}
	}
	result.Left = s.leftNow()
	return result, keepErr
}

// keep judges one card and keeps it. The notes name lines of the user's that had no room.
func (s *study) keep(row *shape.PutCard, judge *judge, item studied, c card.Card) (notes []string, err error) {
	faults, err := judge.card(item, c)
	if err != nil {
		return nil, err
	}
	now, err := s.folder.Stored(item.hash) // the user may have changed it since
	if s.spares && isWhole(now, err) {
		row.Status, row.Why = statusStays, "it has a card, which a session does not replace; in a terminal: impressionism cards edit "+textline.ShellQuoted(item.entry.ID)
		return nil, nil
	}
	for _, f := range faults {
		row.Faults = append(row.Faults, shape.CardFault{Code: f.Code, Harms: f.Harms, Line: f.Line, Reason: f.Reason})
	}
	if cardjudge.Harms(faults) {
		return nil, nil
	}
	gone, err := s.folder.PutOver(item.hash, item.ref(), c, now, s.addedTo(item, now))
	if err != nil {
		row.Why = "it could not be written"
		return nil, fmt.Errorf("keep the card of %s in %s: %w; make room or mend the folder, and hand in again what is not said to be kept", item.entry.ID, s.env.Paths.Cards, err)
	}
	row.Status = statusKept
	for _, line := range gone {
		notes = append(notes, fmt.Sprintf("the card of %s is full; this went, which you had added: “%s”", item.entry.ID, line))
	}
	return notes, nil
}

// isWhole reports whether what is stored, or the error of reading it, is a card that somebody
// wrote after reading the item.
func isWhole(stored cards.Stored, err error) bool {
	return err == nil && stored.Fault == nil && !stored.Begun
}

// addedTo are the lines that the user added to the card that there is, and that stay in the
// one that replaces it. Of those that a person had before them while editing, none: who took
// one out wanted that.
func (s *study) addedTo(item studied, before cards.Stored) []string {
	var seen []string
	at := slices.IndexFunc(s.stored, func(kept cards.Stored) bool { return kept.Hash == item.hash })
	if s.edited && at >= 0 {
		seen = s.stored[at].Added
	}
	return slices.DeleteFunc(slices.Clone(before.Added), func(line string) bool { return slices.Contains(seen, line) })
}

// resolved is the item that a card is of, or why there is none.
type resolved struct {
	item studied
	err  error
}

// nameMin is how much of a hash names a text.
const nameMin = 8

// resolve finds the item that an answer means, as it was read: a card of another text would
// say what the item no longer is.
func (s *study) resolve(answer cardjudge.Answered) resolved {
	if answer.ID == "" {
		return resolved{err: answer.Fault}
	}
	item, err := s.named(answer.ID, answer.Hash)
	switch {
	case err != nil:
		return resolved{err: err}
	case answer.Fault != nil:
		return resolved{err: answer.Fault}
	case len(answer.Hash) < nameMin:
		return resolved{err: errors.New(`it has no "hash"; write the one that is given with the item by: impressionism cards next`)}
	case !strings.HasPrefix(item.hash, answer.Hash):
		return resolved{err: errors.New("its text is not the one with that hash, or changed meanwhile; read it again: impressionism cards next")}
	}
	return resolved{item: item}
}

// named finds an item by its id or ref; of several with one id that whose hash it is.
func (s *study) named(id, hash string) (studied, error) {
	var found []studied
	for _, item := range s.items {
		if item.ref().String() == id {
			return item, nil
		}
		if item.entry.ID == id {
			found = append(found, item)
		}
	}
	if len(found) > 1 && len(hash) >= nameMin {
		for _, item := range found {
			if strings.HasPrefix(item.hash, hash) {
				return item, nil
			}
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return studied{}, fmt.Errorf("there is no item %q here, or it is gone; write cards for the items that are given by: impressionism cards next", id)
	}
	var refs []string
	for _, item := range found {
		refs = append(refs, item.ref().String())
	}
	return studied{}, fmt.Errorf("several items are called %q; write as id one of %s", id, strings.Join(refs, ", "))
}

func printPut(e *env.Env, result shape.CardsPut) {
	for _, note := range result.Notes {
		fmt.Fprintln(e.ErrOut, "impressionism: note:", textline.Plain(note))
	}
	for _, c := range result.Cards {
		printPutCard(e, c)
	}
	words := textline.Count(result.Kept, "card is", "cards are") + " kept"
	if result.Mend > 0 {
		words += fmt.Sprintf(", %d not: mend what is said above and put only these again", result.Mend)
	}
	switch {
	case result.Left > 0:
		words += fmt.Sprintf(". %s no card yet; go on with: impressionism cards next", textline.Count(result.Left, "item has", "items have"))
	default:
		words += ". Each item has a card: nothing is left to do."
	}
	cli.PrintProse(e, "", "", words)
}

func printPutCard(e *env.Env, c shape.PutCard) {
	name := textline.OneLine(c.ID)
	if name == "" {
		name = fmt.Sprintf("line %d", c.Line)
	}
	switch {
	case c.Status == statusKept:
		fmt.Fprintf(e.Out, "%s: kept, %s and %s\n", name, textline.Count(c.Asks, "ask", "asks"), textline.Count(c.Not, "not", "nots"))
	case c.Why != "":
		cli.PrintProse(e, "", "  ", fmt.Sprintf("%s: not kept: %s", name, textline.OneLine(c.Why)))
	default:
		fmt.Fprintf(e.Out, "%s: not kept; mend what harms\n", name)
	}
	for _, f := range c.Faults {
		mark := "  advice  "
		if f.Harms {
			mark = "  harms   "
		}
		about := ""
		if f.Line != "" {
			about = "“" + textline.Shorten(f.Line, lineChars) + "”: "
		}
		cli.PrintProse(e, mark, "          ", about+f.Reason)
	}
}

// lineChars is how much of an ask is shown.
const lineChars = 120
