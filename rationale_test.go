package impressionism_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const rationaleQuestionsMax = 45

// rationaleHeading is a question in RATIONALE.md.
var rationaleHeading = regexp.MustCompile(`(?m)^### (.*)$`)

// rationaleMention is one question or several, as comments and documents name them:
// RATIONALE.md, "Why a?", "Why b?" and "Why c?".
var rationaleMention = regexp.MustCompile(`RATIONALE\.md\)?,((?: (?:and )?"Why [^"]{1,150}",?)+)`)

var (
	quotedQuestion = regexp.MustCompile(`"(Why [^"]*)"`)
	commentMargin  = regexp.MustCompile(`\n[ \t]*(?://|#|--|;|\*)?[ \t]*`)
)

// Ensure RATIONALE.md stays short enough to be read, and asks each question once.
func TestRationaleQuestions(t *testing.T) {
	questions := rationaleQuestions(t)
	if len(questions) == 0 || len(questions) > rationaleQuestionsMax {
		t.Errorf("RATIONALE.md has %d questions; at most %d", len(questions), rationaleQuestionsMax)
	}
	for i, question := range questions {
		if !strings.HasPrefix(question, "Why ") || !strings.HasSuffix(question, "?") || strings.Contains(question, `"`) {
			t.Errorf("%q is no question that a comment can name", question)
		}
		if slices.Contains(questions[:i], question) {
			t.Errorf("%q is asked twice", question)
		}
	}
}

// Ensure every question that a comment or document names is answered in RATIONALE.md,
// and that every answer is named where somebody would undo the decision.
func TestRationaleIsNamed(t *testing.T) {
	questions := rationaleQuestions(t)
	named := map[string]bool{}
	for name, text := range commentedFiles(t) {
		for _, question := range questionsNamed(text) {
			if named[question] = true; !slices.Contains(questions, question) {
				t.Errorf("%s names %q, which RATIONALE.md does not answer", name, question)
			}
		}
	}
	for _, question := range questions {
		if !named[question] {
			t.Errorf("nothing names %q: name it where the decision is carried out, or remove it", question)
		}
	}
}

// Ensure a question is recognised over the end of a comment's line, and others beside it.
func TestQuestionsNamed(t *testing.T) {
	text := []byte("\t// See RATIONALE.md, \"Why are times\n\t// multiples of a yardstick?\" and \"Why one?\".\n# RATIONALE.md says \"Why not?\"")
	if got, want := questionsNamed(text), []string{"Why are times multiples of a yardstick?", "Why one?"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func rationaleQuestions(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("RATIONALE.md")
	if err != nil {
		t.Fatal(err)
	}
	var questions []string
	for _, heading := range rationaleHeading.FindAllSubmatch(text, -1) {
		questions = append(questions, string(heading[1]))
	}
	return questions
}

func questionsNamed(text []byte) []string {
	if !bytes.Contains(text, []byte("RATIONALE.md")) {
		return nil
	}
	var questions []string
	for _, mention := range rationaleMention.FindAllSubmatch(commentMargin.ReplaceAll(text, []byte(" ")), -1) {
		for _, question := range quotedQuestion.FindAllSubmatch(mention[1], -1) {
			questions = append(questions, string(question[1]))
		}
	}
	return questions
}

// commentedFiles returns the texts of code, build files and documents, by path.
// RATIONALE.md does not name itself, and CHANGELOG.md may name what is gone.
func commentedFiles(t *testing.T) map[string][]byte {
	t.Helper()
	kinds := strings.Fields(".go .md .c .h .lua .rs .ts .sh .py .sql .yml .yaml .toml")
	skipped := strings.Fields("RATIONALE.md CHANGELOG.md rationale_test.go")
	files := map[string][]byte{}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || slices.Contains([]string{"bin", "node_modules", "target", "testdata"}, entry.Name())):
			return fs.SkipDir
		case !entry.Type().IsRegular(), slices.Contains(skipped, name):
			return nil
		case entry.Name() == "Makefile" || slices.Contains(kinds, filepath.Ext(name)):
			files[name], err = os.ReadFile(name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
