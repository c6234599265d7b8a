package ui_test

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

var (
	pageTag   = regexp.MustCompile(`<(/?)(section|details|data)\b([^>]*)>`)
	attribute = regexp.MustCompile(`([a-z-]+)="([^"]*)"`)
)

// shownNumber is a number of a page: of which command's JSON, where in it, and its value.
type shownNumber struct{ command, path, value string }

// shownNumbers reads a page's numbers.
func shownNumbers(t *testing.T, page string) []shownNumber {
	t.Helper()
	var numbers []shownNumber
	var open []string // commands of the elements around, the innermost last
	for _, tag := range pageTag.FindAllStringSubmatch(page, -1) {
		attributes := map[string]string{}
		for _, a := range attribute.FindAllStringSubmatch(tag[3], -1) {
			attributes[a[1]] = html.UnescapeString(a[2])
		}
		switch {
		case tag[2] == "data" && tag[1] == "":
			command := ""
			for _, around := range open {
				if around != "" {
					command = around
				}
			}
			numbers = append(numbers, shownNumber{command, attributes["data-json"], attributes["value"]})
		case tag[2] == "data":
		case tag[1] == "":
			open = append(open, attributes["data-command"])
		case len(open) == 0:
			t.Fatalf("%s ends and never began", tag[2])
		default:
			open = open[:len(open)-1]
		}
	}
	return numbers
}

// at returns what stands at a path of JSON, as in "items.3.used.share".
func at(document any, path string) (any, error) {
	for name := range strings.SplitSeq(path, ".") {
		switch value := document.(type) {
		case map[string]any:
			document = value[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(value) {
				return nil, fmt.Errorf("%q of %q: there is none", name, path)
			}
			document = value[i]
		default:
			return nil, fmt.Errorf("%q of %q: its parent is %T", name, path, value)
		}
	}
	return document, nil
}

// Ensure that every number of the page is the one that a command prints with --json at the
// place that the page names, on every view: a picture and a command cannot disagree. Ensure also
// that the page opens its model once for all of these commands.
func TestPageNumbersAreTheCommands(t *testing.T) {
	p := startPage(t, fewHome(t))
	documents := map[string]any{}
	checked := map[string]bool{}
	for _, view := range []string{"live", "outcomes?days=7", "skills", "skills/item?item=database-migrations", "hooks", "rulesets"} {
		numbers := shownNumbers(t, p.opened("/v/"+view)) // what bench measures is another time each time
		if len(numbers) < 8 {
			t.Errorf("%s: %d numbers only", view, len(numbers))
		}
		for _, n := range numbers {
			document, known := documents[n.command]
			if !known {
				if err := json.Unmarshal(p.typed(n.command+" --json"), &document); err != nil {
					t.Fatalf("%s: %v", n.command, err)
				}
				documents[n.command] = document
			}
			value, err := at(document, n.path)
			if err != nil {
				t.Errorf("%s: %s: %v", view, n.command, err)
				continue
			}
			if want, _ := strconv.ParseFloat(n.value, 64); value != want {
				t.Errorf("%s shows %s for %s of %s, which prints %v", view, n.value, n.path, n.command, value)
			}
			checked[n.command+n.path] = true
		}
	}
	if len(checked) < 60 {
		t.Errorf("%d numbers were held against commands, want at least 60", len(checked))
	}
	t.Logf("%d numbers of %d commands", len(checked), len(documents))
	opened, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", p.process.Process.Pid))
	if many := strings.Count(string(opened), onnx.FastFile); err == nil && envtest.Models() != "" && many != 1 {
		t.Errorf("the page has its model open %d times", many)
	}
}

// typed runs a command line as a person types it, in a shell.
func (p *page) typed(line string) []byte {
	p.t.Helper()
	binary, err := executable()
	envtest.Must(p.t, err)
	command := exec.Command("sh", "-c", strings.Replace(line, "impressionism", binary, 1))
	command.Env, command.Dir = p.environ, p.workspace
	out, err := command.Output()
	if len(out) == 0 {
		p.t.Fatalf("%s: %v", line, err)
	}
	return out
}
