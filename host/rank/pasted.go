package rank

import (
	"strings"
	"unicode"
)

func startsDiff(line string) bool {
	return hasAnyPrefix(line, "diff --", "@@ ", "--- a/", "+++ b/", "--- /", "+++ /", "Index: ")
}

// continuesDiff reports a line inside a diff: changed, unchanged or about files.
func continuesDiff(line string) bool {
	return strings.IndexByte("+- \t\\", line[0]) >= 0 || hasAnyPrefix(line, "index ", "new file mode ", "deleted file mode ", "similarity index ", "rename ")
}

// isTerminal reports prompts of shells and interpreters and lists of files.
func isTerminal(line string) bool {
	if hasAnyPrefix(line, "$ ", "> ", ">>> ", "PS C:", "total ") {
		return !strings.HasPrefix(line, "total ") || digits(line[len("total "):])
	}
	word, rest, _ := strings.Cut(line, " ")
	if rest != "" && strings.Contains(word, "@") && (strings.HasSuffix(word, "$") || strings.HasSuffix(word, "#")) {
		return true
	}
	return len(word) >= 10 && strings.IndexByte("-dlbcps", word[0]) >= 0 && strings.Trim(word[1:10], "rwxsStT-") == ""
}

// isTrace reports lines of stack traces and the errors at their ends.
func isTrace(line string) bool {
	trimmed := strings.TrimLeft(line, " \t")
	if hasAnyPrefix(trimmed, "Traceback (", `File "`, "Caused by: ", "goroutine ", "panic: ", "exit status ", "Exception in thread ") {
		return true
	}
	if strings.HasPrefix(trimmed, "at ") && len(trimmed) < len(line) {
		return true
	}
	head, _, found := strings.Cut(line, ":")
	return found && !strings.ContainsAny(head, " \t") &&
		(strings.HasSuffix(head, "Error") && head != "Error" || strings.HasSuffix(head, "Exception") || strings.HasSuffix(head, "Warning") && head != "Warning")
}

// isLog reports lines with a time or a level in front, and what compilers,
// test runners and build tools print.
func isLog(line string) bool {
	line = strings.TrimLeft(line, " \t[(")
	if hasAnyPrefix(line, "npm ERR!", "npm WARN", "make: ", "make[", "error: ", "warning: ", "fatal error: ", "fatal: ", "error[E", "FAILED ", "PASSED ", "FAIL\t", "ok  \t", "--- FAIL", "compilation terminated") {
		return true
	}
	word, _, _ := strings.Cut(line, " ")
	switch strings.TrimRight(word, ":])") {
	case "TRACE", "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "FATAL", "CRITICAL":
		return true
	}
	return isTime(word) || isPlace(word)
}

// isTime reports 2024-05-31…, 12:34:56….
func isTime(word string) bool {
	return shaped(word, "dddd-dd-dd") || shaped(word, "dd:dd:dd") || shaped(word, "dddd/dd/dd")
}

// shaped reports that a word starts as a shape does, d meaning a digit.
func shaped(word, shape string) bool {
	if len(word) < len(shape) {
		return false
	}
	for i := range len(shape) {
		if c := word[i]; shape[i] == 'd' && (c < '0' || c > '9') || shape[i] != 'd' && c != shape[i] {
			return false
		}
	}
	return true
}

// isPlace reports file.ext:12: with anything behind.
func isPlace(word string) bool {
	file, rest, found := strings.Cut(word, ":")
	if !found || strings.LastIndexByte(file, '.') < 1 {
		return false
	}
	line, _, _ := strings.Cut(rest, ":")
	return digits(line)
}

// isTable reports rows and rules of tables, numbered source lines and the
// marks below them.
func isTable(line string) bool {
	line = strings.Trim(line, " \t")
	if line == "" {
		return false
	}
	if line[0] == '|' || strings.HasPrefix(line, "+--") || line[len(line)-1] == '|' {
		return true
	}
	before, _, found := strings.Cut(line, "|")
	return found && digits(strings.TrimRight(before, " \t"))
}

func digits(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}
