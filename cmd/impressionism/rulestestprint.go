package main

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/ruletest"
)

// Widths of what a failure shows; JSON has it whole.
const (
	testColumnChars = 60
	testAnswerChars = 400
)

// tell writes a report in the form that was asked for.
func (t *rulesTest) tell(r ruletest.Report) error {
	switch t.format {
	case "json":
		return t.app.printJSON(r)
	case "junit":
		return ruletest.JUnit(t.app.exact(), r)
	}
	for _, tested := range r.Rulesets {
		fmt.Fprintln(t.app.out, plain(tested.ID))
		for _, c := range tested.Cases {
			t.app.printCase(c)
		}
		for _, file := range tested.Coverage {
			fmt.Fprintf(t.app.out, "  covered %s: %s\n", plain(file.File), coverageOf(file))
		}
	}
	fmt.Fprintf(t.app.out, "%d passed, %d failed, %.0f ms\n", r.Passed, r.Failed, r.MS)
	return nil
}

func (a *app) printCase(c ruletest.Case) {
	if c.Passed {
		fmt.Fprintf(a.out, "  ok    %s\n", plain(c.Name))
		return
	}
	fmt.Fprintf(a.out, "  FAIL  %s  (%s)\n", plain(c.Name), plain(c.File))
	if c.Problem != "" {
		fmt.Fprintln(a.out, "   ", plain(c.Problem))
		return
	}
	fmt.Fprintln(a.out, "    why:", plain(c.Why))
	var rows [][]string
	for _, failure := range c.Failures {
		if failure.What == "fault" || failure.What == "code" {
			a.printFault(failure)
		} else {
			rows = append(rows, sideBySide(failure)...)
		}
	}
	if len(rows) > 0 {
		a.table([]string{"   ", "expected", "found"}, rows)
	}
	failedIn := map[int]bool{}
	for _, failure := range c.Failures {
		failedIn[failure.Event] = true
	}
	for _, event := range c.Events {
		if failedIn[event.Event] {
			a.printEvent(event)
		}
	}
}

// printFault shows a fault whole: what it says at its end is what counts.
func (a *app) printFault(failure scenario.Failure) {
	if failure.Want != "" {
		fmt.Fprintf(a.out, "    event %d should have failed with the %s %s\n", failure.Event, failure.What, plain(failure.Want))
	}
	if failure.Got == "" {
		fmt.Fprintf(a.out, "    event %d did not fail\n", failure.Event)
		return
	}
	first, rest, _ := strings.Cut(failure.Got, "\n")
	fmt.Fprintf(a.out, "    event %d, it failed: %s\n", failure.Event, plain(first))
	for line := range strings.Lines(rest) {
		fmt.Fprintln(a.out, "     ", plain(strings.TrimSpace(line)))
	}
	fmt.Fprintln(a.out, "    impressionism rules validate may know more")
}

// sideBySide gives the rows of one failure: lists item by item, texts by lines.
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
			row[1] = shorten(want[i], testColumnChars)
		}
		if i < len(got) {
			row[2] = shorten(got[i], testColumnChars)
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
func (a *app) printEvent(e ruletest.Event) {
	if len(e.Calls)+len(e.Warnings) == 0 && e.Fault != "" {
		return // the fault stands above
	}
	fmt.Fprintf(a.out, "    event %d came about so:\n", e.Event)
	for _, call := range e.Calls {
		by := ""
		if call.By != "" {
			by = " (asked by " + call.By + ")"
		}
		fmt.Fprintf(a.out, "      %s %s%s\n", call.Call, shorten(plain(string(call.Request)), testAnswerChars), plain(by))
		if call.Call != "log" {
			fmt.Fprintf(a.out, "        → %s\n", shorten(plain(string(call.Reply)), testAnswerChars))
		}
	}
	for _, warning := range e.Warnings {
		fmt.Fprintln(a.out, "      warning:", plain(warning))
	}
	if e.Fault != "" {
		return
	}
	fmt.Fprintf(a.out, "      decided %s\n", shorten(plain(string(e.Decision)), testAnswerChars))
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
