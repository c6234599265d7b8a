package author

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/ruletest"
)

// Widths of what a failure shows; JSON has it whole.
const (
	testColumnChars = 60
	testAnswerChars = 400
)

// tell writes a report in the form that was asked for.
func (t *test) tell(r ruletest.Report) error {
	switch t.format {
	case "json":
		return cli.PrintJSON(t.env, r)
	case "junit":
		return ruletest.JUnit(cli.Exact(t.env), r)
	}
	for _, tested := range r.Rulesets {
		fmt.Fprintln(t.env.Out, textline.Plain(tested.ID))
		for _, c := range tested.Cases {
			printCase(t.env, c)
		}
		for _, file := range tested.Coverage {
			fmt.Fprintf(t.env.Out, "  covered %s: %s\n", textline.Plain(file.File), coverageOf(file))
		}
	}
	fmt.Fprintf(t.env.Out, "%d passed, %d failed, %.0f ms\n", r.Passed, r.Failed, r.MS)
	return nil
}

func printCase(e *env.Env, c ruletest.Case) {
	if c.Passed {
		fmt.Fprintf(e.Out, "  ok    %s\n", textline.Plain(c.Name))
	} else {
		fmt.Fprintf(e.Out, "  FAIL  %s  (%s)\n", textline.Plain(c.Name), textline.Plain(c.File))
	}
	for _, warning := range c.Warnings {
		fmt.Fprintln(e.Out, "    warning:", textline.Plain(warning))
	}
	if c.Passed {
		return
	}
	if c.Problem != "" {
		fmt.Fprintln(e.Out, "   ", textline.Plain(c.Problem))
		return
	}
	fmt.Fprintln(e.Out, "    why:", textline.Plain(c.Why))
	var rows [][]string
	for _, failure := range c.Failures {
		if failure.What == "fault" || failure.What == "code" {
			printFault(e, failure)
		} else {
			rows = append(rows, sideBySide(failure)...)
		}
	}
	if len(rows) > 0 {
		cli.Table(e, []string{"   ", "expected", "found"}, rows)
	}
	failedIn := map[int]bool{}
	for _, failure := range c.Failures {
		failedIn[failure.Event] = true
	}
	for _, event := range c.Events {
		if failedIn[event.Event] {
			printEvent(e, event)
		}
	}
}

// printFault shows a fault whole: what it says at its end is what counts.
func printFault(e *env.Env, failure scenario.Failure) {
	if failure.Want != "" {
		fmt.Fprintf(e.Out, "    event %d should have failed with the %s %s\n", failure.Event, failure.What, textline.Plain(failure.Want))
	}
	if failure.Got == "" {
		fmt.Fprintf(e.Out, "    event %d did not fail\n", failure.Event)
		return
	}
	first, rest, _ := strings.Cut(failure.Got, "\n")
	fmt.Fprintf(e.Out, "    event %d, it failed: %s\n", failure.Event, textline.Plain(first))
	for line := range strings.Lines(rest) {
		fmt.Fprintln(e.Out, "     ", textline.Plain(strings.TrimSpace(line)))
	}
	fmt.Fprintln(e.Out, "    impressionism rules validate may know more")
}

// sideBySide returns the rows of one failure: lists item by item, texts by lines.
func sideBySide(failure scenario.Failure) [][]string {
	separator := "\n"
	switch failure.What {
	case "activate", "deactivate", "active", "includes", "excludes":
		separator = ", "
	}
	want, got := pieces(failure.Want, separator), pieces(failure.Got, separator)
	var rows [][]string
	for i := range max(len(want), len(got)) {
		row := []string{"", "", ""}
		if i == 0 {
			row[0] = fmt.Sprintf("    event %d, %s", failure.Event, failure.What)
		}
		if i < len(want) {
			row[1] = textline.Shorten(want[i], testColumnChars)
		}
		if i < len(got) {
			row[2] = textline.Shorten(got[i], testColumnChars)
		}
		rows = append(rows, row)
	}
	return rows
}

func pieces(text, separator string) []string {
	if text == "" {
		return []string{"(nothing)"}
	}
	return strings.Split(text, separator)
}

// printEvent shows what led to a decision: each host call with its answer.
func printEvent(a *env.Env, e ruletest.Event) {
	if len(e.Calls)+len(e.Warnings) == 0 && e.Fault != "" {
		return // the fault stands above
	}
	fmt.Fprintf(a.Out, "    event %d came about so:\n", e.Event)
	for _, call := range e.Calls {
		by := ""
		if call.By != "" {
			by = " (asked by " + call.By + ")"
		}
		fmt.Fprintf(a.Out, "      %s %s%s\n", call.Call, textline.Shorten(textline.Plain(string(call.Request)), testAnswerChars), textline.Plain(by))
		if answer := call.Answer(); answer != "" {
			fmt.Fprintf(a.Out, "        → %s\n", textline.Shorten(textline.Plain(answer), testAnswerChars))
		}
	}
	for _, warning := range e.Warnings {
		fmt.Fprintln(a.Out, "      warning:", textline.Plain(warning))
	}
	if e.Fault != "" {
		return
	}
	fmt.Fprintf(a.Out, "      decided %s\n", textline.Shorten(textline.Plain(string(e.Decision)), testAnswerChars))
}

func coverageOf(c ruletest.Covered) string {
	if len(c.Missed) == 0 {
		return fmt.Sprintf("all %d lines", c.Lines)
	}
	return fmt.Sprintf("%d of %d lines; not %s", c.Ran, c.Lines, ranges(c.Missed))
}

// ranges writes rising numbers as "3-5, 9".
func ranges(numbers []int) string {
	var list []string
	for i := 0; i < len(numbers); {
		end := i
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		if end > i {
			list = append(list, fmt.Sprintf("%d-%d", numbers[i], numbers[end]))
		} else {
			list = append(list, fmt.Sprint(numbers[i]))
		}
		i = end + 1
	}
	return strings.Join(list, ", ")
}
