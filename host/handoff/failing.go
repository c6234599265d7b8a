package handoff

import (
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/work"
)

// failuresMax bounds the failures that are remembered, and failuresTold those that are told.
const (
	failuresMax  = 50
	failuresTold = 2
)

// failure is a run of a command that failed.
type failure struct {
	command string
	culprit call // the part of the command line that failed
	at      int  // step of the last run
	runs    int
	story   *story
}

// line returns what the output says. It is asked for late, and of few outputs: a session may
// have hundreds of failed runs.
func (f failure) line() telling { return f.story.tellingOf(f.at) }

// misuse reports whether the command was not called as it wants to be.
func (f failure) misuse() bool {
	misuse, known := f.story.misused[f.at]
	if !known {
		misuse = mayBeMisuse(f.story.steps[f.at].Output) && f.line().misuse
		f.story.misused[f.at] = misuse
	}
	return misuse
}

// failing returns the commands from a step to another one whose last run failed and that did
// not pass since, the last one first.
func (s *story) failing(from, to int) []failure {
	var open []failure
	for i := from; i < to; i++ {
		step := s.steps[i]
		if step.Kind != work.Ran {
			continue
		}
		all := segments(step.Text)
		calls := relevant(all)
		if len(calls) == 0 {
			continue
		}
		if step.Failed || masked(all) && maySurelyFail(step.Output) && s.tellingOf(i).sure {
			if !isVain(step.Output) {
				open = failed(open, failure{command: step.Text, culprit: s.culprit(i, all, calls), at: i, runs: 1, story: s})
			}
			continue
		}
		for _, c := range calls {
			open = slices.DeleteFunc(open, func(f failure) bool { return f.mendedBy(c) })
		}
	}
	slices.Reverse(open)
	return differing(open)
}

// tellingOf returns the telling line of a step's output.
func (s *story) tellingOf(at int) telling {
	if t, known := s.tellings[at]; known {
		return t
	}
	t := s.lines.telling(s.steps[at].Output)
	s.tellings[at] = t
	return t
}

// relevant returns what a command line does besides looking.
func relevant(all []segment) []call {
	var calls []call
	for i, s := range all {
		if i > 0 && all[i-1].joined == "|" && looks(s) || looks(s) {
			continue
		}
		calls = append(calls, callOf(s.words))
	}
	return calls
}

// culprit guesses which part of a line failed: behind ";" the last one, of a chain the tests
// where the output tells of a test, else the first.
func (s *story) culprit(at int, all []segment, calls []call) call {
	chained := slices.ContainsFunc(all, func(s segment) bool { return s.joined == "&&" })
	if !chained {
		if slices.ContainsFunc(all, func(s segment) bool { return s.joined == ";" }) {
			return calls[len(calls)-1]
		}
		return calls[0]
	}
	if len(calls) > 1 && s.tellingOf(at).test {
		for _, c := range calls {
			if c.purpose == "test" {
				return c
			}
		}
	}
	return calls[0]
}

// failed adds a failure in place of those that the same command, or a part of it, left.
func failed(open []failure, f failure) []failure {
	open = slices.DeleteFunc(open, func(old failure) bool {
		switch {
		case f.culprit.covers(old.culprit):
			if old.culprit.covers(f.culprit) {
				f.runs += old.runs
			}
			return true
		case old.culprit.program == f.culprit.program || old.culprit.purpose != "" && old.culprit.purpose == f.culprit.purpose:
			return old.misuse()
		}
		return false
	})
	if len(open) >= failuresMax {
		open = slices.Delete(open, 0, 1)
	}
	return append(open, f)
}

// mendedBy reports whether a call that passed shows that a failure is mended.
func (f failure) mendedBy(passed call) bool {
	failed := f.culprit
	sameTool := passed.program == failed.program && passed.verb == failed.verb
	if passed.covers(failed) || passed.isAll(failed) {
		return true
	}
	if (passed.program == failed.program || failed.purpose != "" && passed.purpose == failed.purpose) && f.misuse() {
		return true // it was called wrongly
	}
	if !sameTool || !slices.Equal(passed.options, failed.options) {
		return false
	}
	for _, target := range passed.targets { // less was run, but what the output named
		name := strings.TrimSuffix(path.Base(target), path.Ext(target))
		if len(name) >= 4 && strings.Contains(f.story.steps[f.at].Output, name) && strings.Contains(f.line().text, name) && !strings.Contains(strings.Join(failed.targets, " "), name) {
			return true
		}
	}
	return false
}

// isAll reports whether a call does all that a project has of another one's purpose, by other
// means: a script for a tool, or with more options for what builds and lints.
func (c call) isAll(other call) bool {
	purpose := c.purpose
	if purpose == "" || purpose != other.purpose || len(c.targets) > 0 {
		return false
	}
	if c.program != other.program {
		own, its := ecosystem(c.program), ecosystem(other.program)
		return own == its || own == "" || its == ""
	}
	return purpose != "test" && c.verb == other.verb && !slices.ContainsFunc(other.options, func(o string) bool { return !slices.Contains(c.options, o) })
}

// ecosystem returns which family of tools a program is of; "" for one that runs any.
func ecosystem(program string) string {
	for _, family := range []string{
		" npm jest vitest mocha ava eslint tsc prettier playwright cypress turbo nx biome oxlint deno node vite webpack ",
		" python python3 pytest ruff mypy tox nox black pyright flake8 isort pylint unittest manage.py ",
		" bundle rspec rake rubocop rails ruby minitest ", " gradle gradlew mvn mvnw sbt kotlinc javac ",
		" composer php phpunit pest phpstan artisan ",
	} {
		if listed(family, program) {
			return family
		}
	}
	if listed(" make just task sh bash docker compose ", program) || strings.HasSuffix(program, ".sh") {
		return ""
	}
	return program
}

// purposeOf returns what a program with its verb is for, or "".
func purposeOf(name string) string {
	for _, p := range []struct{ purpose, words string }{
		{"test", "test spec jest vitest mocha twister tox nox verify e2e playwright cypress"},
		{"lint", "lint vet clippy ruff mypy check tsc prettier typecheck pyright rubocop format fmt"},
		{"build", "build compile make ninja cmake assemble bundle gcc clang"},
	} {
		for word := range strings.FieldsSeq(p.words) {
			if strings.Contains(name, word) {
				return p.purpose
			}
		}
	}
	return ""
}

// differing keeps the last failure and one more that has another purpose.
func differing(open []failure) []failure {
	var kept []failure
	for _, f := range open {
		again := slices.ContainsFunc(kept, func(k failure) bool { return k.culprit.purpose == f.culprit.purpose })
		if !again && len(kept) < failuresTold {
			kept = append(kept, f)
		}
	}
	return kept
}
