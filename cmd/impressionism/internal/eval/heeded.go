package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/adviser"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/eval/heeded"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/opinion"
)

// heededOptions are the flags of eval heeded.
type heededOptions struct {
	provider, model string
	repeats         int
	requestsMax     int
	tokensMax       int
	timeout         time.Duration
	yes             bool
}

func heededCommand(e *env.Env) *cobra.Command {
	o := heededOptions{repeats: 1, requestsMax: 200, tokensMax: 200_000, timeout: time.Minute}
	command := &cobra.Command{
		Use:   "heeded [FILE]",
		Short: "Measure with a language model, at your cost, whether it acts on a lesson that it is told",
		Long: `Measure with a language model whether it acts on a lesson that it is told. Each of
the tasks (ours, or those of FILE) is asked without a lesson, with one, and with a
stale one; a program sees in the answer which was acted on. Nothing is run.

It costs money: the provider is asked with your key, and nobody is without --yes.
What is sent and what it costs at most is said first. The provider is the one of
opinion.provider, else ` + opinion.ProviderAnthropic + `.`,
		Example: "  impressionism eval heeded --model MODEL\n  impressionism eval heeded --model MODEL --repeats 3 --yes --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			file := ""
			if len(args) > 0 {
				file = args[0]
			}
			return measureHeeded(e, file, o)
		},
	}
	flags := command.Flags()
	flags.StringVar(&o.provider, "provider", "", "whom to ask: anthropic, openai or client")
	flags.StringVar(&o.model, "model", "", "the provider's name for the model")
	flags.IntVar(&o.repeats, "repeats", o.repeats, "how often each task is asked in each way")
	flags.IntVar(&o.requestsMax, "max-requests", o.requestsMax, "how many requests may be sent in all")
	flags.IntVar(&o.tokensMax, "max-tokens", o.tokensMax, "after how many tokens, read and written, it ends")
	flags.DurationVar(&o.timeout, "timeout", o.timeout, "how long one answer may take")
	flags.BoolVar(&o.yes, "yes", false, "begin: it costs money")
	return cli.JSONFlag(e, command)
}

func (o heededOptions) check(e *env.Env) error {
	switch {
	case o.repeats < 1 || o.requestsMax < 1 || o.tokensMax < 1 || o.timeout <= 0:
		return errors.New("--repeats, --max-requests, --max-tokens and --timeout must be above 0")
	case !slices.Contains([]string{"", opinion.ProviderClient, opinion.ProviderAnthropic, opinion.ProviderOpenAI}, o.provider):
		return fmt.Errorf("--provider is %.40q; it must be anthropic, openai or client", o.provider)
	case config.IsAsking(e.Lookup):
		return errors.New("this runs in a client that was started to answer a question; run it in a shell")
	case e.InSession():
		return errors.New("this runs in a session of the client, and costs money; run it in a terminal of your own")
	}
	return nil
}

func measureHeeded(e *env.Env, file string, o heededOptions) error {
	if err := o.check(e); err != nil {
		return err
	}
	if err := e.Ready(); err != nil {
		return err
	}
	m, err := planHeeded(e, file, o)
	if err != nil {
		return env.Failed(err)
	}
	say := io.Writer(e.Out)
	if e.JSON {
		say = e.ErrOut
	}
	m.announce(say)
	if m.asked.Why != nil {
		return env.Failed(fmt.Errorf("ask %s: %w; or name another with --provider and --model", m.asked.Config.Provider, m.asked.Why))
	}
	if !o.yes {
		return errors.New("nothing was asked: add --yes to begin")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	failure := m.run(ctx)
	if len(m.outcomes) > 0 {
		result := m.shape()
		if e.JSON {
			failure = errors.Join(failure, cli.PrintJSON(e, result))
		} else {
			printHeeded(e, result)
		}
	}
	return env.Failed(failure)
}

// heedMeasurement is a measurement that is about to begin, or under way.
type heedMeasurement struct {
	env      *env.Env
	options  heededOptions
	tasks    []heeded.Task
	asked    adviser.Adviser
	outcomes []heeded.Outcome
	spent    int // tokens
	failures map[string]int
}

// planHeeded reads everything that can be wrong before anything costs money.
func planHeeded(e *env.Env, file string, o heededOptions) (*heedMeasurement, error) {
	m := &heedMeasurement{env: e, options: o, tasks: heeded.Ours(), failures: map[string]int{}}
	if file != "" {
		data, err := foreign.Read(file, heeded.FileBytesMax)
		if err == nil {
			m.tasks, err = heeded.Read(data)
		}
		if err != nil {
			return nil, fmt.Errorf("read tasks from %s: %w", file, err)
		}
	}
	if n := m.requests(); n > o.requestsMax {
		return nil, fmt.Errorf("%s × %d ways × %s are %d requests, more than --max-requests %d; take fewer, or raise it",
			textline.Count(len(m.tasks), "task", "tasks"), len(heeded.Ways), textline.Count(o.repeats, "repeat", "repeats"), n, o.requestsMax)
	}
	provider := o.provider
	if provider == "" && e.Loaded.Opinion.Provider == adviser.None {
		provider = opinion.ProviderAnthropic
	}
	m.asked = adviser.For(e, provider, o.model)
	return m, nil
}

func (m *heedMeasurement) requests() int {
	if m.options.repeats > math.MaxInt32 {
		return math.MaxInt
	}
	return len(m.tasks) * len(heeded.Ways) * m.options.repeats
}

// charsPerToken is about how many characters a token of English and code has; overhead is what
// a provider adds for the schema and the frame.
const (
	charsPerToken = 4
	overhead      = 350
)

// announce says what is sent, and what it costs at most.
func (m *heedMeasurement) announce(out io.Writer) {
	read := 0
	for i := range m.tasks {
		for _, way := range heeded.Ways {
			read += (len(heeded.System)+len(m.question(i, way)))/charsPerToken + overhead
		}
	}
	fmt.Fprintf(out, "%s × %d ways (without a lesson, with it, with a stale one) × %s: %d requests to %s, model %s.\n",
		textline.Count(len(m.tasks), "task", "tasks"), len(heeded.Ways), textline.Count(m.options.repeats, "repeat", "repeats"), m.requests(), m.asked.Config.Provider, textline.OneLine(orNone(m.asked.Config.Model)))
	fmt.Fprintf(out, "Sent are the tasks and nothing of yours: about %d tokens to read, and at most %d to write.\n", read*m.options.repeats, m.requests()*heeded.AnswerTokensMax)
	fmt.Fprintf(out, "It ends when the provider has counted %d tokens in all.\n\n", m.options.tokensMax)
}

func orNone(model string) string {
	if model == "" {
		return "not named"
	}
	return model
}

// question is what a model is asked: the lesson in the words of a hook.
func (m *heedMeasurement) question(task int, way string) string {
	t := &m.tasks[task]
	lesson, tells := t.LessonOf(way)
	if !tells {
		return t.Question("")
	}
	return t.Question(suggest.Render(suggest.Input{
		Items: []suggest.Suggestion{{Ref: abi.Ref{Kind: abi.KindLesson, ID: toldID}, Title: lesson.Title, Description: lesson.Text, Score: 1, Firm: true}},
		Kinds: m.env.Kinds, Limits: suggest.DefaultLimits(), Templates: suggest.DefaultTemplates(m.env.Kinds),
	}).Text)
}

// toldID is the id of each lesson that is told.
const toldID = "L-7f3kq"

// heedFailuresMax in a row end a measurement: a wrong key fails everywhere.
const heedFailuresMax = 3

// run asks, whole rounds one after the other: what changes with time changes for all ways. What
// was measured until something went wrong is kept; the error says what that was.
func (m *heedMeasurement) run(ctx context.Context) error {
	bar := cli.NewProgress(m.env, m.env.JSON)
	defer bar.End()
	failed := 0
	for range m.options.repeats {
		for task := range m.tasks {
			for _, way := range heeded.Ways {
				bar.Step("ask the model", len(m.outcomes), m.requests())
				if m.spent >= m.options.tokensMax {
					return fmt.Errorf("ended after %d of %d requests: the provider counted %d tokens", len(m.outcomes), m.requests(), m.spent)
				}
				outcome := m.ask(ctx, task, way)
				if ctx.Err() != nil {
					return fmt.Errorf("interrupted after %d of %d requests", len(m.outcomes), m.requests())
				}
				m.outcomes = append(m.outcomes, outcome)
				if failed++; outcome.Failure == "" {
					failed = 0
				}
				if failed == heedFailuresMax {
					return fmt.Errorf("ended after %d of %d requests: the last %d failed, at last with: %s", len(m.outcomes), m.requests(), failed, outcome.Failure)
				}
			}
		}
	}
	return nil
}

func (m *heedMeasurement) ask(ctx context.Context, task int, way string) heeded.Outcome {
	o := heeded.Outcome{Task: task, Way: way}
	timed, cancel := context.WithTimeout(ctx, m.options.timeout)
	defer cancel()
	said, tokens, err := m.asked.Asker.Do(timed, opinion.Task{
		Name: heeded.Name, About: heeded.About, System: heeded.System, User: m.question(task, way), Schema: heeded.Schema(), TokensMax: heeded.AnswerTokensMax,
	})
	o.In, o.Out = tokens.In, tokens.Out
	m.spent += tokens.In + tokens.Out
	var answer heeded.Answer
	if err == nil {
		answer, err = heeded.ReadAnswer(said)
	}
	if err != nil {
		o.Failure = err.Error()
		m.failures[o.Failure]++
		return o
	}
	o.Verdict = m.tasks[task].Judge(answer)
	return o
}

func (m *heedMeasurement) shape() shape.EvalHeeded {
	r := heeded.Count(m.outcomes)
	s := shape.EvalHeeded{
		Provider: m.asked.Config.Provider, Model: m.asked.Config.Model, Tasks: len(m.tasks), Repeats: m.options.repeats,
		Planned: m.requests(), Requests: len(m.outcomes), Ways: []shape.HeededWay{}, Failures: []string{}, Answers: []shape.HeededAnswer{},
		Heeded: shape.HeededDifference(r.Heeded), Misled: shape.HeededDifference(r.Misled), Harmed: shape.HeededDifference(r.Harmed), Stalled: shape.HeededDifference(r.Stalled),
	}
	for _, row := range r.Rows {
		s.Ways = append(s.Ways, shape.HeededWay{Way: row.Way, Asked: row.Asked, Failed: row.Failed, Heeded: row.Heeded, Misled: row.Misled, Works: row.Works, TokensIn: row.In, TokensOut: row.Out})
	}
	for _, o := range m.outcomes {
		s.TokensIn, s.TokensOut = s.TokensIn+o.In, s.TokensOut+o.Out
		s.Answers = append(s.Answers, shape.HeededAnswer{Task: m.tasks[o.Task].ID, Way: o.Way, Heeded: o.Heeded, Misled: o.Misled, Works: o.Works, Failure: o.Failure})
	}
	for failure := range m.failures {
		s.Failures = append(s.Failures, failure)
	}
	slices.Sort(s.Failures)
	return s
}

func printHeeded(e *env.Env, s shape.EvalHeeded) {
	var rows [][]string
	for _, w := range s.Ways {
		rows = append(rows, []string{w.Way, textline.RateWords(w.Heeded), textline.RateWords(w.Misled), textline.RateWords(w.Works), fmt.Sprintf("%.0f", w.TokensIn), fmt.Sprintf("%.0f", w.TokensOut)})
	}
	cli.Table(e, []string{"lesson", "heeded", "misled", "works", "tokens in", "out"}, rows)
	fmt.Fprintln(e.Out)
	for _, d := range []struct {
		words string
		shape.HeededDifference
	}{
		{"heeded, with the lesson against without", s.Heeded},
		{"misled, with a stale one against without", s.Misled},
		{"harmed (the request is not met), with the lesson", s.Harmed},
		{"harmed, with a stale one", s.Stalled},
	} {
		fmt.Fprintf(e.Out, "%s: %+.0f points (%+.0f to %+.0f); %d tasks more, %d less\n", d.words, 100*d.Value, 100*d.Low, 100*d.High, d.More, d.Less)
	}
	fmt.Fprintf(e.Out, "%d of %d requests to %s of %s, %d tokens in, %d out. Intervals are of 95 %%, over tasks.\n", s.Requests, s.Planned, textline.OneLine(s.Model), s.Provider, s.TokensIn, s.TokensOut)
	for _, failure := range s.Failures {
		fmt.Fprintln(e.ErrOut, "impressionism: no answer:", textline.OneLine(failure))
	}
}
