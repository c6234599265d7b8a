package ruletest

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The elements of JUnit's XML that CI systems read, as in
// https://github.com/testmoapp/junitxml.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Time     string       `xml:"time,attr"` // seconds
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string       `xml:"name,attr"`
		Class   string       `xml:"classname,attr"`
		File    string       `xml:"file,attr"`
		Time    string       `xml:"time,attr"`
		Failure *junitDetail `xml:"failure"`
		Error   *junitDetail `xml:"error"`
	}
	junitDetail struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes a report as JUnit's XML: a suite for each ruleset, an error for
// each scenario that cannot be read. What XML cannot hold the encoder replaces.
func JUnit(out io.Writer, r Report) error {
	all := junitSuites{Time: seconds(r.MS)}
	for _, tested := range r.Rulesets {
		suite := junitSuite{Name: tested.ID}
		ms := 0.0
		for _, c := range tested.Cases {
			suite.Tests++
			ms += c.MS
			row := junitCase{Name: c.Name, Class: suite.Name, File: c.File, Time: seconds(c.MS)}
			switch {
			case c.Problem != "":
				suite.Errors++
				row.Error = &junitDetail{Message: c.Problem, Type: "scenario"}
			case !c.Passed:
				suite.Failures++
				row.Failure = failureOf(c)
			}
			suite.Cases = append(suite.Cases, row)
		}
		suite.Time = seconds(ms)
		all.Tests, all.Failures, all.Errors = all.Tests+suite.Tests, all.Failures+suite.Failures, all.Errors+suite.Errors
		all.Suites = append(all.Suites, suite)
	}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

func failureOf(c Case) *junitDetail {
	var text strings.Builder
	if c.Why != "" {
		fmt.Fprintf(&text, "why: %s\n", c.Why)
	}
	for _, failure := range c.Failures {
		fmt.Fprintln(&text, failure)
	}
	for _, event := range c.Events {
		for _, call := range event.Calls {
			fmt.Fprintf(&text, "event %d: %s %s\n", event.Event, call.Call, call.Request)
			if answer := call.Answer(); answer != "" {
				fmt.Fprintf(&text, "  → %s\n", answer)
			}
		}
	}
	first := c.Failures[0]
	message := fmt.Sprintf("event %d: %s", first.Event, first.What)
	if first.What == "fault" && first.Got != "" {
		message += ": " + first.Got
	}
	return &junitDetail{Message: message, Type: "expectation", Text: text.String()}
}

func seconds(ms float64) string { return fmt.Sprintf("%.3f", ms/1000) }
