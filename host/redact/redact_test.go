package redact_test

import (
	"os"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/redact"
)

// Ensure that tokens, keys and passwords of common shapes never get past the
// border, whatever text they stand in, and that nothing around them changes.
func TestRedactSecrets(t *testing.T) {
	for _, surrounding := range lines(t, "testdata/surroundings.txt") {
		for _, line := range lines(t, "testdata/secrets.txt") {
			line = strings.Replace(surrounding, "@", line, 1)
			input := strings.NewReplacer("«", "", "»", "").Replace(line)
			if got, want := redact.Text(input), expected(line); got != want {
				t.Errorf("Redact(%q)\n got %q\nwant %q", input, got, want)
			}
		}
	}
}

// Ensure that a secret is found whatever blanks stand around it: French puts one that does
// not break before a colon, Japanese a wide one. What is kept is kept as it was.
func TestRedactWithForeignBlanks(t *testing.T) {
	for _, blank := range []string{"\u00A0", "\u202F", "\u2003", "\u3000"} {
		for _, line := range lines(t, "testdata/secrets.txt") {
			line = strings.ReplaceAll(line, " ", blank)
			input := strings.NewReplacer("«", "", "»", "").Replace(line)
			if got, want := redact.Text(input), expected(line); got != want {
				t.Errorf("Redact(%q)\n got %q\nwant %q", input, got, want)
			}
		}
	}
}

// Ensure that a character that nobody sees hides no secret, and stays where none is.
func TestRedactWithHiddenCharacters(t *testing.T) {
	for input, want := range map[string]string{
		"a\u200Bb pass\u200Bword=hunter2xy7 c\u00ADd":     "a\u200Bb pass\u200Bword=[redacted] c\u00ADd",
		"password\u200E: hunt\u2060er2xy7\u200F, and on":  "password\u200E: [redacted], and on",
		"Mot de\u00A0passe\u202F: hun\u200Bter2xy7":       "Mot de\u00A0passe\u202F: [redacted]",
		"--pass\u0001word hunter2xy7":                     "--pass\u0001word [redacted]",
		"gh\u200Bp_0123456789abcdefghijABCDEFGHIJ012345":  "[redacted]",
		"x\u200Bghp_0123456789abcdefghijABCDEFGHIJ012345": "x\u200B[redacted]",
		"password=hunter2xy7 pass\u200Bword=hunter2xy7":   "password=[redacted] pass\u200Bword=[redacted]",
		"mark\u200Bed \u0085\xff and 👩\u200D💻":            "mark\u200Bed \u0085\xff and 👩\u200D💻",
	} {
		if got := redact.Text(input); got != want {
			t.Errorf("Redact(%+q)\n got %+q\nwant %+q", input, got, want)
		}
	}
}

// Ensure that prose and code about secrets stay as they are, whatever text they stand
// in: what a prompt says decides which skills fit.
func TestRedactHarmless(t *testing.T) {
	for _, surrounding := range lines(t, "testdata/surroundings.txt") {
		for _, line := range lines(t, "testdata/harmless.txt") {
			line = strings.Replace(surrounding, "@", line, 1)
			if got := redact.Text(line); got != line {
				t.Errorf("Redact changed harmless text\n got %q\nfrom %q", got, line)
			}
		}
	}
}

// Ensure that a text without secrets is not even copied.
func TestRedactAllocatesOnlyForSecrets(t *testing.T) {
	text := strings.Repeat("review the password reset flow in auth/token.go, please\n", 100)
	if got := testing.AllocsPerRun(10, func() { redact.Text(text) }); got != 0 {
		t.Errorf("got %v allocations, want 0", got)
	}
}

// Ensure that secrets of known shapes are found in whatever text they stand,
// and that redacting twice changes nothing more.
func FuzzRedact(f *testing.F) {
	for _, file := range []string{"testdata/secrets.txt", "testdata/harmless.txt"} {
		for _, line := range lines(f, file) {
			f.Add(line, "")
		}
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		const secret = "ghp_ZyXwVuTsRqPoNmLkJiHgFeDcBa9876543210"
		once := redact.Text(before + " " + secret + " " + after)
		if strings.Contains(once, secret) {
			t.Errorf("the secret survived in %q", once)
		}
		if twice := redact.Text(once); twice != once {
			t.Errorf("redacting twice changes %q to %q", once, twice)
		}
	})
}

// expected replaces what stands between « and ».
func expected(line string) string {
	var want strings.Builder
	for {
		before, rest, found := strings.Cut(line, "«")
		want.WriteString(before)
		if !found {
			return want.String()
		}
		want.WriteString("[redacted]")
		_, line, _ = strings.Cut(rest, "»")
	}
}

// lines gives the cases of a file: comments and blank lines left out.
func lines(tb testing.TB, path string) []string {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	var cases []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && (!strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "# «")) {
			cases = append(cases, strings.ReplaceAll(line, "⏎", "\n"))
		}
	}
	return cases
}
