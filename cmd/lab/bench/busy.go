package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/ed-irl/impressionism/host/store/index"
)

// busyPrompts is how many prompts each way of answering is asked on a busy machine.
const busyPrompts = 15

// busyMax is how long the loops may run for one way of answering.
const busyMax = 60 * time.Second

// busyWait is between two prompts, as between those of a user who is quick.
const busyWait = 500 * time.Millisecond

// counted is how many prompts got the answer that they get on a free machine.
type counted struct {
	Name     string   `json:"name"`
	Loops    int      `json:"loops"` // beside it, on all processors
	Asked    int      `json:"asked"`
	Answered int      `json:"answered"` // with the item that is expected
	Late     int      `json:"late"`     // of all, those that said that something was late
	MedianMS float64  `json:"median_ms"`
	MostMS   float64  `json:"most_ms"`
	Said     []string `json:"said,omitempty"` // of those without the answer
}

// busy counts the answers of hooks while other work has the processors. The deadlines
// are those of a user.
func (p *plan) busy(ctx context.Context, o options, folder string, progress io.Writer) ([]counted, error) {
	l := launcher{meter: p.programs.meter, folder: folder}
	p.scout = &scout{launcher: l, subject: p.programs.subject}
	if !p.has(homeModel) {
		return nil, errors.New("the model is not installed")
	}
	p.homes = map[string]home{homeModel: p.homes[homeModel]}
	fmt.Fprintln(progress, "index the skills and choose prompts")
	if err := p.indexHomes(ctx); err != nil {
		return nil, err
	}
	alone := p.homes[homeModel]
	words, err := p.scout.settledAll(ctx, alone, candidates.Words, index.TierLexical)
	if err != nil {
		return nil, err
	}
	meaning, err := p.scout.settledAll(ctx, alone, candidates.Meaning, index.TierModel)
	if err != nil {
		return nil, err
	}
	p.served()
	served := p.homes[homeServed]
	if err := p.serve(ctx, served); err != nil {
		return nil, err
	}
	var all []counted
	for _, way := range []struct {
		name    string
		at      home
		prompts []prompt
	}{
		{"words, by the hook alone", alone, words},
		{"the model, by the hook alone", alone, meaning},
		{"words, by the warm server", served, words},
		{"the model, by the warm server", served, meaning},
	} {
		fmt.Fprintln(progress, way.name)
		got, err := p.countBusy(ctx, o.busy*runtime.NumCPU(), way.at, way.prompts)
		if err != nil {
			return nil, err
		}
		got.Name = way.name
		all = append(all, got)
	}
	return all, nil
}

func (p *plan) countBusy(ctx context.Context, loops int, h home, prompts []prompt) (counted, error) {
	limited, stop := context.WithTimeout(ctx, busyMax)
	defer stop()
	for range loops {
		loop := exec.CommandContext(limited, "sh", "-c", "while :; do :; done")
		if err := loop.Start(); err != nil {
			return counted{}, fmt.Errorf("keep the machine busy: %w", err)
		}
		defer loop.Wait() //nolint:errcheck // it ends by being killed
	}
	defer stop()
	got := counted{Loops: loops}
	var times []float64
	for i := range busyPrompts {
		time.Sleep(busyWait)
		asked := prompts[i%len(prompts)]
		o, err := p.scout.launcher.run(ctx, p.hook(h, promptEvent(h, fmt.Sprintf("busy-%d-%d", os.Getpid(), time.Now().UnixNano()), asked.text)))
		if err != nil {
			return got, err
		}
		got.Asked++
		times = append(times, o.reading.ms())
		if errors.Is(undisturbed(o), errLate) {
			got.Late++
		}
		o.errOut = nil // late or not, the answer counts
		if err := suggests(asked.expect)(o); err != nil {
			got.Said = append(got.Said, fmt.Sprintf("%.40q: %v", asked.text, err))
			continue
		}
		got.Answered++
	}
	got.MedianMS, got.MostMS = median(times), maxOf(times)
	return got, nil
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
