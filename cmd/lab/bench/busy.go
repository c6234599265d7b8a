package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/store/index"
)

// busyLoad is the load of a busy machine for each of its processors: 12 on two.
const busyLoad = 6

// busyWait is between two prompts, as between those of a user who is quick, and busyMax
// how long loops may run beside one prompt.
const (
	busyWait = 500 * time.Millisecond
	busyMax  = 4 * time.Second
)

// How many prompts are asked at once, and how often.
const (
	atOncePrompts = 16
	atOnceRounds  = 2
)

// counted is how many prompts got the answer that they get on a free machine.
type counted struct {
	Name     string   `json:"name"`
	Goal     int      `json:"goal,omitempty"`    // percent of the asked; 0: none
	Loops    int      `json:"loops"`             // beside it, on all processors
	AtOnce   int      `json:"at_once,omitempty"` // prompts that began together; 0: one after the other
	Asked    int      `json:"asked"`
	Answered int      `json:"answered"` // with the item that is expected
	Late     int      `json:"late"`     // of all, those that said that something was late
	MedianMS float64  `json:"median_ms"`
	MostMS   float64  `json:"most_ms"`
	Said     []string `json:"said,omitempty"` // of those without the answer
	times    []float64
}

// way is a way to answer prompts that is counted.
type way struct {
	name    string
	goal    int
	command []string
	at      home
	prompts []prompt
}

// loadNow is the average number of processes that wanted a processor in the last minute;
// 0 where the system does not tell.
func loadNow() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	load, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return 0
	}
	return load
}

// loopsFor is how many endless loops make up a load, beside what there is already.
func loopsFor(perProcessor, processors int, load float64) int {
	return max(0, perProcessor*processors-int(math.Round(load)))
}

// busyAlone prepares a run that counts answers and measures nothing else.
func (p *plan) busyAlone(ctx context.Context, o options, load float64, progress io.Writer) ([]counted, error) {
	if !p.has(homeModel) {
		return nil, errors.New("the model is not installed")
	}
	p.homes = map[string]home{homeModel: p.homes[homeModel]}
	fmt.Fprintln(progress, "index the skills and choose prompts")
	if err := p.indexHomes(ctx); err != nil {
		return nil, err
	}
	p.served()
	pid, err := p.serve(ctx, p.homes[homeServed])
	if err != nil {
		return nil, err
	}
	p.server = pid
	return p.busy(ctx, o, loopsFor(o.busy, runtime.NumCPU(), load), progress)
}

// busy counts the answers of hooks while other work has the processors, and of hooks
// that begin together. The deadlines are those of a user.
func (p *plan) busy(ctx context.Context, o options, loops int, progress io.Writer) ([]counted, error) {
	ways, err := p.ways(ctx)
	if err != nil {
		return nil, err
	}
	var all []counted
	for _, one := range ways {
		fmt.Fprintln(progress, "beside other work:", one.name)
		got, err := p.countBusy(ctx, o.busyPrompts, loops, one)
		if err != nil {
			return nil, err
		}
		all = append(all, got.summed())
	}
	for _, one := range ways {
		fmt.Fprintln(progress, atOncePrompts, "at once:", one.name)
		one.goal = 0
		got := counted{}
		for range atOnceRounds {
			if err := p.countAtOnce(ctx, one, &got); err != nil {
				return nil, err
			}
		}
		all = append(all, got.summed())
	}
	return all, nil
}

// ways are those of the table of goals: what words settle and what needs the model,
// without and with the server.
func (p *plan) ways(ctx context.Context) ([]way, error) {
	alone, served := p.homes[homeModel], p.homes[homeServed]
	words, err := p.scout.settledAll(ctx, alone, candidates.Words, index.TierLexical)
	if err != nil {
		return nil, err
	}
	meaning, err := p.scout.settledAll(ctx, alone, candidates.Meaning, index.TierModel)
	if err != nil {
		return nil, err
	}
	return []way{
		{"cold: words", 95, p.programs.alone(), alone, words},
		{"warm: words", 100, p.programs.client(), served, words},
		{"cold: model", 60, p.programs.alone(), alone, meaning},
		{"warm: model", 98, p.programs.client(), served, meaning},
	}, nil
}

func (p *plan) countBusy(ctx context.Context, prompts, loops int, by way) (counted, error) {
	limited, stop := context.WithTimeout(ctx, time.Duration(prompts)*(busyWait+busyMax))
	defer stop()
	for range loops {
		loop := exec.CommandContext(limited, "sh", "-c", "while :; do :; done")
		if err := loop.Start(); err != nil {
			return counted{}, fmt.Errorf("keep the machine busy: %w", err)
		}
		defer loop.Wait() //nolint:errcheck // it ends by being killed
	}
	defer stop()
	got := counted{Name: by.name, Goal: by.goal, Loops: loops}
	for i := range prompts {
		time.Sleep(busyWait)
		asked := by.prompts[i%len(by.prompts)]
		o, err := p.scout.launcher.run(ctx, by.process(asked, i))
		if err != nil {
			return got, err
		}
		got.add(asked, o)
	}
	return got, nil
}

// countAtOnce asks prompts that begin together, each in a session of its own.
func (p *plan) countAtOnce(ctx context.Context, by way, got *counted) error {
	got.Name, got.AtOnce = by.name, atOncePrompts
	outcomes, failures := make([]outcome, atOncePrompts), make([]error, atOncePrompts)
	var all sync.WaitGroup
	begin := make(chan struct{})
	for i := range atOncePrompts {
		one := p.scout.launcher
		one.folder = filepath.Join(one.folder, fmt.Sprintf("at-once-%d", i))
		if err := os.MkdirAll(one.folder, 0o700); err != nil {
			return err
		}
		all.Go(func() {
			<-begin
			outcomes[i], failures[i] = one.run(ctx, by.process(by.prompts[i%len(by.prompts)], i))
		})
	}
	close(begin)
	all.Wait()
	for i, o := range outcomes {
		got.add(by.prompts[i%len(by.prompts)], o)
	}
	return errors.Join(failures...)
}

// process is the hook of a prompt in a session that nothing else has.
func (w way) process(asked prompt, number int) process {
	session := fmt.Sprintf("busy-%d-%d-%d", os.Getpid(), time.Now().UnixNano(), number)
	return hookOf(w.command, w.at, promptEvent(w.at, session, asked.text))
}

// add takes in what came of a prompt.
func (c *counted) add(asked prompt, o outcome) {
	c.Asked++
	c.times = append(c.times, o.reading.ms())
	if errors.Is(undisturbed(o), errLate) {
		c.Late++
	}
	o.errOut = nil // late or not, the answer counts
	if err := suggests(asked.expect)(o); err != nil {
		c.Said = append(c.Said, fmt.Sprintf("%.40q: %v", asked.text, err))
		return
	}
	c.Answered++
}

func (c counted) summed() counted {
	c.MedianMS, c.MostMS = median(c.times), maxOf(c.times)
	return c
}

func maxOf(times []float64) float64 {
	most := 0.0
	for _, t := range times {
		most = max(most, t)
	}
	return most
}

// settledAll finds all prompts that are answered in this tier with a suggestion.
func (s *scout) settledAll(ctx context.Context, h home, texts []string, tier string) ([]prompt, error) {
	var all []prompt
	for _, text := range texts {
		found, err := s.settled(ctx, h, []string{text}, tier, false)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			all = append(all, found)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("none of %d prompts is answered in tier %s", len(texts), tier)
	}
	return all, nil
}
