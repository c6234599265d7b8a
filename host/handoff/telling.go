package handoff

import (
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/visible"
)

// telling is what of a command's output says why the command failed.
type telling struct {
	text   string
	test   bool // it names a test
	sure   bool // no command that passed prints such a line
	misuse bool // the command was not called as it wants to be
}

// Limits of what is read and quoted of an output.
const (
	outputLinesMax = 400
	lineBytesMax   = 400 // of a line that is looked at
	nearLines      = 15  // a test's reason stands no further behind its name
	tellingCharMax = 130 // of each of two lines
)

// Lines of test runners and compilers. Each pattern names the tools it was written for.
var (
	// go, pytest, cargo, jest, vitest, mocha, TAP, rspec, phpunit, exunit, gradle, dotnet,
	// ctest, swift, googletest, tox, ava
	testNames = lazyregexp.New(`^(?:\s*--- FAIL: \S|FAILED? +\S+[:. ]*(?:::| > | › | - )|\s*test \S.* \.\.\. FAILED|\s*[✕✗✖×] +\S|\s*● +\S.* › |\s*not ok \d|rspec \./\S+|\s*\d+\) +\S.*|.+ > .+ FAILED$|\s*Failed +\S+\.\S+ \[|\s*\d+ - \S+ \(Failed\)|\[ +FAILED +\] \S+\.|\s*(?:FAIL|FAILED|ERROR|Failure)[: ]+-?\s*test\w*|.*\b(?:ERROR|FAIL(?:ED)?)\b.*\btest_\w+)`)
	testFiles = lazyregexp.New(`^\s*(?:FAIL|FAILED|ERROR):?\s+\S+[./]\S+|^\s*❯ \S+\.\S+`)
	// file:line: message; file(line,col): message; rustc, gcc, tsc, eslint, terraform and
	// whatever says error, exception, panic, expected, assert
	reasons   = lazyregexp.New(`^\s*(?:\S+\.\w+:\d+(?::\d+)?:? \S|\S+\.\w+\(\d+(?:,\d+)?\): \S|E +\S|\d+:\d+ +error\b|error(?:\[\w+\])?: \S|\[?ERROR\]?:? +\S|ERROR:? +\S|(?:\w+[.:])*\w*(?:Error|Exception|Failure|Fault)(?:\[\w+\])?(?:: |$)|panic: |fatal(?: error)?: |FATAL:? |thread '.*' panicked at|assertion|Assert|Failed asserting|Failure/Error:|Expected\b|expect\(|expected\b|Error\b.{0,40}: |.{1,80}\b(?:error|failed|cannot|could not|undefined|not found|no such|denied|refused|unexpected|mismatch|missing|invalid|timed? ?out|unable to|does not|is not|conflict)\b)`)
	placed    = lazyregexp.New(`^\s*\S+\.\w+(?::\d+(?::\d+)?:?|\(\d+(?:,\d+)?\):) \S`) // those of reasons that have no word
	weakLines = lazyregexp.New(`(?i)^\s*(?:FAIL\s*$|FAIL\s+\S+\s+[\d.]+m?s|FAIL\s+\S+ \[|npm (?:ERR!|error)|make(?:\[\d+\])?: \*\*\*|error: (?:test failed|could not compile|script|recipe|command|process)|command failed|.*exit(?:ed)? (?:code|status|with)|ELIFECYCLE|.*ERR_PNPM|error Command failed|=+ .*=+$|-+$|test result: FAILED|failures:\s*$|FAILED$|BUILD FAILED|FAILURE: |\[ERROR\] (?:Failed to execute|To see|Re-run|For more|\[Help)|.*\b\d+ (?:passed|tests?|examples?|failures?|errors?)\b.*|warning\b|note\b|hint\b|at \S+ \(|traceback|  File ")`)
	clean     = lazyregexp.New(`(?i)\b(?:0|no) (?:errors?|failures?|failed|problems?|warnings?)\b|^\W*\d+ problems?\b`)
	misuses   = lazyregexp.New(`(?i)command not found|no such file or directory|unknown (?:option|flag|command|argument)|unrecogni[sz]ed|^\s*usage:|missing script|no module named|cannot find module|is not recognized|no tests? (?:found|ran|to run|files)|unexpected argument|no rule to make target|did not match any|not a git repository|file or directory not found`)
	vains     = lazyregexp.New(`(?i)nothing to commit|no changes added to commit|already up.to.date|nothing added to commit`)
	surely    = lazyregexp.New(`^\s*(?:--- FAIL: |FAILED? +\S+[./:]|test \S.* \.\.\. FAILED|not ok \d|error\[\w+\]: |\S+\.\w+\(\d+,\d+\): error |\S+\.\w+:\d+:(?:\d+:)? (?:fatal )?error: |panic: |E +\S|● \S.* › |thread '.*' panicked at)`)
)

// tellingLine finds the line of an output that tells of a failure: the name of a test with
// its reason, or the first reason, or the last line. Lines that address a reader are passed
// over: an output may hold anybody's text.
func tellingLine(output string) telling { return lineKinds{}.telling(output) }

// lineKind is what the patterns say of a line.
type lineKind struct {
	tells               bool // it may tell of a failure; else the rest is not known
	blocked             bool
	name, file, message bool // the name of a test, of a file with tests, a reason
	sure, misuse        bool
	quiet, weak         bool
}

// lineKinds remembers what lines are: the outputs of a session's runs have most of them in
// common.
type lineKinds map[string]lineKind

// lineKindsMax bounds how many lines are remembered.
const lineKindsMax = 20_000

func (k lineKinds) of(line string) lineKind {
	kind, known := k[line]
	if !known {
		if kind = kindOf(line); len(k) < lineKindsMax {
			k[line] = kind
		}
	}
	return kind
}

func (k lineKinds) telling(output string) telling {
	named, file, reason, last := -1, -1, -1, -1
	lines := outputLines(output)
	var t telling
	for i, line := range lines {
		if line == "" {
			continue
		}
		kind := k.of(line)
		if kind.blocked {
			continue
		}
		last = i
		if !kind.name && !kind.message && !kind.file {
			continue
		}
		t.sure, t.misuse = t.sure || kind.sure, t.misuse || kind.misuse
		switch {
		case named < 0 && kind.name && !kind.quiet:
			named = i
		case file < 0 && kind.file:
			file = i
		case kind.message && (reason < 0 || named >= 0 && reason < named && i-named <= nearLines) && !kind.quiet && !kind.weak:
			reason = i
		}
		if named >= 0 && reason > named {
			break
		}
	}
	if last >= 0 && blocked().MatchString(lines[last]) {
		last = -1
	}
	if named < 0 {
		named = file
	}
	t.test = named >= 0
	t.misuse = t.misuse && !t.test
	t.text = joinLines(lines, named, reason, last)
	return t
}

// kindOf asks the patterns about a line. Each is asked only where a word is there without
// which it does not match: a session's failed runs have thousands of lines.
func kindOf(line string) lineKind {
	lower := strings.ToLower(line)
	words, place := isMarked(line) || hasAny(lower, tellingWords[:]), hasPlace(line)
	if !words && !place {
		return lineKind{}
	}
	k := lineKind{tells: true, blocked: (hasAny(lower, blockedWords[:]) || !isASCII(line)) && blocked().MatchString(line)}
	if k.blocked {
		return k
	}
	if !words {
		k.message = placed().MatchString(line)
	} else {
		k.name, k.message = testNames().MatchString(line), reasons().MatchString(line)
		k.file = !k.name && testFiles().MatchString(line)
	}
	if k.name || k.message || k.file {
		k.sure, k.misuse, k.quiet = surely().MatchString(line), misuses().MatchString(line), clean().MatchString(line)
		k.weak = k.message && weakLines().MatchString(line)
	}
	return k
}

// tellingWords are those without one of which no pattern of a name or a reason matches, but for
// those of a place in a file, of a numbered line and of pytest's mark.
var tellingWords = [...]string{
	"error", "fail", "fault", "exception", "panic", "fatal", "assert", "expect", "cannot", "could not", "undefined", "not found", "no such",
	"denied", "refused", "mismatch", "missing", "invalid", "timeout", "time out", "timed", "unable to", "does not", "is not", "not ok", "conflict",
	"✕", "✗", "✖", "×", "●", "❯", "rspec",
}

// isMarked is a cheap test for a numbered line, "2) name", and for pytest's mark, "E  reason".
func isMarked(line string) bool {
	line = strings.TrimLeft(line, " \t\n\f\r\v")
	if strings.HasPrefix(line, "E ") {
		return true
	}
	rest := strings.TrimLeft(line, "0123456789")
	return len(rest) < len(line) && strings.HasPrefix(rest, ") ")
}

// blockedWords are those without one of which no line is blocked.
var blockedWords = [...]string{
	"ignore", "disregard", "forget", "assistant", "system", "instruction", "you ", "<", "|", "human", "user", "goal", "next", "lesson", "todo",
	"important", "note", "attention", "request",
}

func hasAny(lower string, words []string) bool {
	for _, word := range words {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// mayMatch reports whether a text has one of the words without which a pattern that ignores case
// does not match it.
func mayMatch(text string, words []string) bool {
	return !isASCII(text) || hasAny(strings.ToLower(text), words)
}

// isASCII reports whether a pattern that ignores case sees the letters that ToLower sees: to one
// of the others, a long s is an s.
func isASCII(line string) bool {
	for i := range len(line) {
		if line[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// hasPlace is a cheap test for a place: "file:12" or "file(12".
func hasPlace(line string) bool {
	for i := 0; i+1 < len(line); i++ {
		if (line[i] == ':' || line[i] == '(') && line[i+1] >= '0' && line[i+1] <= '9' {
			return true
		}
	}
	return false
}

// isVain reports whether a command did nothing because there was nothing to do.
func isVain(output string) bool { return mayBeVain(output) && vains().MatchString(output) }

// maySurelyFail and mayBeMisuse are cheap tests for what a telling says of an output.
func maySurelyFail(output string) bool { return hasAny(output, sureWords[:]) }

func mayBeMisuse(output string) bool { return hasAny(strings.ToLower(output), misuseWords[:]) }

// misuseWords and sureWords are those without one of which an output does not say that a command
// was called wrongly, or surely failed.
var (
	misuseWords = [...]string{
		"not found", "no such", "unknown", "unrecogni", "usage:", "missing script", "no module named", "cannot find module", "is not recogni",
		"no test", "unexpected argument", "no rule to make", "did not match", "not a git repo",
	}
	sureWords = [...]string{"FAIL", "not ok", "error", "panic: ", "E ", "●", "thread '"}
)

// mayBeVain is a cheap test for what vains looks for.
func mayBeVain(output string) bool {
	lower := strings.ToLower(output)
	return strings.Contains(lower, "commit") || strings.Contains(lower, "already")
}

// joinLines quotes a test's name and its reason, or what there is of them.
func joinLines(lines []string, named, reason, last int) string {
	switch {
	case last < 0:
		return ""
	case named < 0 && reason < 0:
		return quotedLine(lines[last])
	case named < 0:
		return quotedLine(lines[reason])
	case reason < 0 || reason == named || reason < named && strings.Contains(lines[named], " - "):
		return quotedLine(lines[named])
	}
	return quotedLine(lines[named]) + " / " + quotedLine(lines[reason])
}

func quotedLine(line string) string {
	return cut.RunesEllipsis(strings.TrimSpace(line), tellingCharMax)
}

// outputLines returns the lines of an output as a reader sees them: the first and the last.
func outputLines(output string) []string {
	lines := strings.Split(strings.ReplaceAll(output, "\r", "\n"), "\n")
	if len(lines) > outputLinesMax {
		lines = append(lines[:outputLinesMax/2:outputLinesMax/2], lines[len(lines)-outputLinesMax/2:]...)
	}
	for i, line := range lines {
		line = cut.Bytes(colours().ReplaceAllString(cut.Bytes(line, 2*lineBytesMax), ""), lineBytesMax)
		indent := len(line) - len(strings.TrimLeft(line, " \t│|"))
		lines[i] = strings.Repeat(" ", min(indent, 4)) + visible.Line(strings.TrimLeft(line, " \t│|"))
		if strings.TrimSpace(lines[i]) == "" {
			lines[i] = ""
		}
	}
	return lines
}

var colours = lazyregexp.New("\x1b\\[[0-9;]*[A-Za-z]")
