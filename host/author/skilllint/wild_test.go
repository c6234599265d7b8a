package skilllint_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/skilllint"
	"github.com/ed-irl/impressionism/host/catalog"
)

// wild is a record of a real SKILL.md.
type wild struct {
	Repo, Path  string
	Name        *string
	Description *string
	Body        *string `json:"body500"`
	BodyLen     int
	Extra       map[string]json.RawMessage
	Quirks      []string
}

func (w wild) has(quirk string) bool { return slices.Contains(w.Quirks, quirk) }

func (w wild) hasFrontMatter() bool {
	return !w.has("no-frontmatter") && !w.has("frontmatter-unclosed") && !w.has("frontmatter-not-at-top") && !w.has("symlink")
}

// isBroken reports YAML that parsers refuse; a colon without quotes is forgiven.
func (w wild) isBroken() bool {
	return slices.ContainsFunc(w.Quirks, func(quirk string) bool {
		return strings.HasPrefix(quirk, "yaml-error") && quirk != "yaml-error:unquoted-colon"
	})
}

// skill writes the file as it was, as far as the record tells.
func (w wild) skill() skilllint.Skill {
	var text strings.Builder
	if w.hasFrontMatter() {
		text.WriteString("---\n")
		for key, value := range map[string]*string{"name": w.Name, "description": w.Description} {
			if value != nil {
				encoded, _ := json.Marshal(*value)
				fmt.Fprintf(&text, "%s: %s\n", key, encoded)
			}
		}
		for key, value := range w.Extra {
			if key != "_lenient" {
				fmt.Fprintf(&text, "%s: %s\n", key, value)
			}
		}
		if w.isBroken() {
			text.WriteString("metadata: {\"a\": [}\n")
		}
		text.WriteString("---\n")
	}
	if w.Body != nil {
		text.WriteString(*w.Body)
	}
	directory := path.Base(path.Dir(w.Path))
	if directory == "." {
		directory = path.Base(w.Repo)
	}
	entry := catalog.Entry{Kind: abi.KindSkill, ID: directory, Path: w.Repo + "/" + w.Path}
	return skilllint.Skill{Entry: entry, Data: []byte(text.String())}
}

// ordersMax is how many of 7,212 real skills may be told of giving orders: those
// that do were read, and are fewer.
const ordersMax = 10

// Ensure that real skills are judged fairly: an error only where the record says
// that the client cannot read the file, hardly ever an accusation, and no rule
// that nearly all break.
func TestWild(t *testing.T) {
	seen, clean, orders := 0, 0, 0
	counts := map[string]int{}
	eachWild(t, func(record wild) {
		seen++
		findings := linter.File(record.skill())
		if len(findings) == 0 {
			clean++
		}
		isBroken := false
		for _, f := range findings {
			counts[f.Severity+" "+f.Code]++
			isBroken = isBroken || f.Code == "front-matter-broken"
			if strings.HasPrefix(f.Code, "instructs") {
				orders++
			}
			if f.Severity == skilllint.Error && f.Code != "front-matter-broken" && record.hasFrontMatter() {
				t.Errorf("%s: got an error, %s: %s", record.Path, f.Code, f.Reason)
			}
		}
		if record.hasFrontMatter() && isBroken != record.isBroken() {
			t.Errorf("%s: got broken front matter %v, want %v", record.Path, isBroken, record.isBroken())
		}
	})
	t.Logf("%d skills, %d without a finding; %v", seen, clean, counts)
	if seen != 7212 || clean < seen/2 || orders > ordersMax {
		t.Errorf("%d skills, %d without a finding, %d that give orders; want 7212, at least half of them, at most %d", seen, clean, orders, ordersMax)
	}
}

func eachWild(t *testing.T, visit func(wild)) {
	t.Helper()
	file, err := os.Open(shared(t, "eval/wild/skills-in-the-wild.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !bytes.Contains(lines.Bytes(), []byte(`"body500"`)) {
			continue // text withheld for its licence
		}
		var record wild
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			t.Fatal(err)
		}
		visit(record)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// shared gives a path below the reference data beside the repository; without
// it the test is skipped, in CI it fails.
func shared(tb testing.TB, name string) string {
	tb.Helper()
	dir, err := filepath.Abs("../../../../shared")
	if err != nil {
		tb.Fatal(err)
	}
	file := filepath.Join(dir, name)
	if _, err := os.Stat(file); err == nil {
		return file
	}
	if os.Getenv("CI") == "true" {
		tb.Fatalf("%s is missing; CI must have it", file)
	}
	tb.Skipf("%s is missing", file)
	return ""
}
