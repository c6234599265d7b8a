package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/lab/activation"
)

// keyVariable holds the user's key. The client gets it, and hands it on to its
// hook as it always does; nobody else is given it, and it is written nowhere.
const keyVariable = "ANTHROPIC_API_KEY"

// activationOptions say what is measured, and how much of it.
type activationOptions struct {
	prompts  string
	client   string
	model    string
	wordings []string
	files    []string
	skills   string
	repeats  int
	limits   activation.Limits
	limit    time.Duration
	yes      bool
}

func (a *app) evalActivationCommand() *cobra.Command {
	o := activationOptions{
		client: a.client().Program.Command, wordings: []string{wordingSoft, wordingFirm}, repeats: 3, limit: 3 * time.Minute,
		limits: activation.Limits{Answers: 2, Requests: 200, USD: 5},
	}
	command := &cobra.Command{
		Use:   "activation --prompts FILE --yes",
		Short: "Measure with the real client and a real model, at your cost, how often each wording gets the skill loaded",
		Long: `Measure with the real client and a real model how often each wording of a
suggestion gets the skill loaded, beside a control without suggestion. Each trial is
a session of its own in a scratch home with your skills: one prompt, the plugin's
hook with that wording, and what the model loads with ` + a.client().Phrases.Loader + `.

It costs money: the client asks with your key, from ` + keyVariable + `. What it costs at
most is told first; without --yes that is all that happens.

Prompts are one a line: {"prompt": "…", "skill": "the id that should be loaded"}.

Wordings: soft offers ("Skills that may help…"), firm asks ("Load the skill…"), yours
is as you have configured it. Others come from files: the lines of suggest.templates
as a JSON object.`,
		Example: `  impressionism eval activation --prompts prompts.jsonl
  impressionism eval activation --prompts prompts.jsonl \
    --model NAME --repeats 5 --yes
  impressionism eval activation --prompts prompts.jsonl \
    --wording curt=curt.json --max-usd 1 --yes`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.evalActivation(o) },
	}
	flags := command.Flags()
	flags.StringVar(&o.prompts, "prompts", "", "file of prompts and the skills that belong to them")
	flags.StringVar(&o.client, "client", o.client, "the client's program")
	flags.StringVar(&o.model, "model", "", "whom to ask; the client's choice where absent")
	flags.StringSliceVar(&o.wordings, "wordings", o.wordings, "of "+wordingSoft+", "+wordingFirm+" and "+wordingYours+", those to try")
	flags.StringArrayVar(&o.files, "wording", nil, "another one, as NAME=FILE")
	flags.StringVar(&o.skills, "skills", "", "folder of skills instead of your own")
	flags.IntVar(&o.repeats, "repeats", o.repeats, "how often each prompt is tried with each wording")
	flags.IntVar(&o.limits.Answers, "answers", o.limits.Answers, "how many answers of the model are waited for in a trial")
	flags.IntVar(&o.limits.Requests, "max-requests", o.limits.Requests, "how many requests may be sent in all")
	flags.Float64Var(&o.limits.USD, "max-usd", o.limits.USD, "what it may cost in all, by the client's own account")
	flags.DurationVar(&o.limit, "limit", o.limit, "how long a trial may take")
	flags.BoolVar(&o.yes, "yes", false, "begin: it costs money")
	cobra.CheckErr(command.MarkFlagRequired("prompts"))
	return a.jsonFlag(command)
}

func (a *app) evalActivation(o activationOptions) error {
	if o.repeats < 1 || o.limits.Answers < 1 || o.limits.Requests < 1 || !(o.limits.USD > 0) || math.IsInf(o.limits.USD, 1) || o.limit <= 0 { // NaN is above nothing
		return errors.New("--repeats, --answers, --max-requests, --max-usd and --limit must be numbers above 0")
	}
	if err := a.ready(); err != nil {
		return err
	}
	m, err := a.planActivation(o)
	if err != nil {
		return err
	}
	say := io.Writer(a.out)
	if a.json {
		say = a.errOut
	}
	m.announce(say)
	if !o.yes {
		return errors.New("nothing was asked: add --yes to begin")
	}
	result, err := m.measure()
	if result.Trials > 0 || err == nil {
		if a.json {
			err = errors.Join(err, a.printJSON(result))
		} else {
			a.printActivation(result)
		}
	}
	return failed(err)
}

// measure runs the trials. What was measured until something went wrong is told.
func (m *activationPlan) measure() (shape.EvalActivation, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	scratch, err := m.app.newScratch(m)
	if err != nil {
		return shape.EvalActivation{}, err
	}
	defer scratch.close()
	bar := m.app.newProgress(m.app.json)
	defer bar.end()
	done := 0
	outcomes, err := activation.Measure(ctx, m.trials, m.options.limits, func(ctx context.Context, trial activation.Trial, usd float64) (activation.Outcome, error) {
		bar.step("ask the model", done, len(m.trials))
		done++
		return scratch.try(ctx, trial, usd)
	})
	return m.shape(outcomes, scratch.model), err
}

// announce says what it costs at most.
func (m *activationPlan) announce(out io.Writer) {
	o := m.options
	fmt.Fprintf(out, "%s × (%s + control) × %s: %d runs of %s with %s.\n",
		count(len(m.prompts), "prompt", "prompts"), count(len(m.wordings), "wording", "wordings"), count(o.repeats, "repeat", "repeats"),
		len(m.trials), m.program, modelWords(o.model))
	fmt.Fprintf(out, "At most %d requests of about %d tokens each, your listing included: %d tokens in, and what the model answers.\n",
		m.requests(), m.requestTokens, m.requests()*m.requestTokens)
	fmt.Fprintf(out, "It ends at %.2f USD by the client's own account, which may go over by one request, or after %s of one trial.\n\n", o.limits.USD, o.limit)
}

func modelWords(model string) string {
	if model == "" {
		return "the model of its choice"
	}
	return model
}
