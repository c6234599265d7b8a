package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/client/claude/simulate"
)

func simulationShape(plugin, payload string, played simulate.Played) shape.Simulation {
	result := shape.Simulation{
		Plugin: plugin, Event: played.Event, Payload: payload, TookMS: inMilliseconds(played.Took),
		Hooks: []shape.SimulatedRun{}, Written: orEmpty(played.Written),
	}
	var verdicts []string
	for _, r := range played.Results {
		run := shape.SimulatedRun{Hook: r.Hook, Skipped: r.Skipped}
		if r.Skipped == "" {
			run.ExitCode, run.Stdout, run.Stderr, run.Effect = r.ExitCode, r.Stdout, r.Stderr, &r.Effect
			run.TookMS, run.WaitMS = inMilliseconds(r.Took), inMilliseconds(r.Wait)
			verdicts = append(verdicts, r.Effect.Verdict)
		}
		result.Hooks = append(result.Hooks, run)
	}
	result.Outcome = outcome(played.Event, verdicts)
	return result
}

// outcome is what comes of all hooks together: the strongest counts.
func outcome(event string, verdicts []string) string {
	for _, o := range []struct{ verdict, words string }{
		{contract.VerdictBlocked, "the event is stopped"},
		{contract.VerdictForcedOn, "the model has to go on"},
		{contract.VerdictDecided, "a hook decides about the tool call; one denial is enough"},
		{simulate.VerdictUnfinished, "a hook is still running"},
		{contract.VerdictCompaction, "text goes into the compaction"},
	} {
		if slices.Contains(verdicts, o.verdict) {
			return event + ": " + o.words + "."
		}
	}
	told := 0
	for _, verdict := range verdicts {
		if verdict == contract.VerdictInjected || verdict == contract.VerdictPersisted {
			told++
		}
	}
	if told > 0 {
		return fmt.Sprintf("%s goes on; the model reads %s.", event, count(told, "text", "texts"))
	}
	return event + " goes on; the model reads nothing."
}

func inMilliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// outputLinesMax is how much of an output is shown; --json has all.
const outputLinesMax = 8

func (a *app) printSimulation(result shape.Simulation) {
	a.printDisabled(result.Disabled)
	for _, run := range result.Hooks {
		fmt.Fprintf(a.out, "%s  %s\n", plain(run.Hook.Source.Name), shorten(plain(commandText(run.Hook)), 100))
		if run.Skipped != "" {
			fmt.Fprintf(a.out, "    not run: %s\n\n", plain(run.Skipped))
			continue
		}
		fmt.Fprintf(a.out, "    ended with %d after %.0f ms; the client would wait %.0f ms\n", run.ExitCode, run.TookMS, run.WaitMS)
		a.printOutput("stdout", run.Stdout)
		a.printOutput("stderr", run.Stderr)
		a.printProse("    → ", "      ", run.Effect.Verdict+": "+run.Effect.What)
		a.printOutput("the model reads", run.Effect.ToModel)
		a.printOutput("the user reads", run.Effect.ToUser)
		if len(run.Effect.Codes) > 0 {
			fmt.Fprintf(a.out, "    findings: %s\n", strings.Join(run.Effect.Codes, ", "))
		}
		fmt.Fprintln(a.out)
	}
	fmt.Fprintln(a.out, result.Outcome)
	if len(result.Written) > 0 {
		fmt.Fprintf(a.out, "Written in the scratch folder, which is gone: %s\n", plain(strings.Join(result.Written, ", ")))
	}
}

func (a *app) printOutput(name, output string) {
	lines := strings.Split(strings.TrimRight(output, "\n"), "\n")
	if output == "" {
		return
	}
	for i, line := range lines {
		if i == outputLinesMax {
			fmt.Fprintf(a.out, "      … %s more\n", count(len(lines)-i, "line", "lines"))
			break
		}
		mark := "      "
		if i == 0 {
			mark = "    " + name + ": "
		}
		fmt.Fprintln(a.out, mark+shorten(plain(line), 200))
	}
}
