package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/host/trace/whynot"
)

// Ensure that every change that why-not tells of, once it is really made, makes
// the item be suggested by the program: in 200 of 200 cases, by words alone. Every day
// a sample of 40 is enough: each case is some dozens of decisions.
func TestWhyNotTellsWhatFlips(t *testing.T) {
	const shards = 4
	cases := 10
	if sampletest.Soak() {
		cases = 50
	}
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			newWhyNotCatalog(t, "").flip(uint64(shard), cases)
		})
	}
}

// Ensure the same with the model, in fewer cases: each takes longer.
func TestWhyNotTellsWhatFlipsWithTheModel(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		envtest.SkipOrFail(t, "needs the models of make test: IMPRESSIONISM_TEST_MODELS")
	}
	cases := 4
	if sampletest.Soak() {
		cases = 8
	}
	newWhyNotCatalog(t, models).flip(99, cases)
}

// whyNotCatalog is a home with the bundled skills.
type whyNotCatalog struct {
	*testing.T
	environ []string
	names   []string
}

func newWhyNotCatalog(t *testing.T, models string) *whyNotCatalog {
	t.Helper()
	c := &whyNotCatalog{T: t, environ: sampleHome(t, models)}
	folders, err := os.ReadDir("../../examples/skills")
	envtest.Must(t, err)
	for _, folder := range folders {
		data, err := os.ReadFile(filepath.Join("../../examples/skills", folder.Name(), "SKILL.md"))
		envtest.Must(t, err)
		if !bytes.Contains(data, []byte("disable-model-invocation: true")) {
			c.names = append(c.names, folder.Name())
		}
	}
	return c
}

func (c *whyNotCatalog) run(args ...string) string {
	c.Helper()
	var out, errOut bytes.Buffer
	if code := run(args, c.environ, strings.NewReader(""), &out, &errOut); code != env.ExitOK {
		c.Fatalf("%v: exit code %d: %s", args, code, errOut.String())
	}
	return out.String()
}

// suggests reports whether the program suggests an item for a prompt.
func (c *whyNotCatalog) suggests(name, prompt string, flags ...string) bool {
	c.Helper()
	return strings.Contains(c.run(append(flags, "select", "--prompt="+prompt)...), `- /`+name+` `)
}

// flip draws cases of an item that is not suggested for a prompt and makes each
// change that is told.
func (c *whyNotCatalog) flip(seed uint64, cases int) {
	c.Helper()
	random := rand.New(rand.NewPCG(seed, 4))
	prompts := whyNotPrompts(c.T)
	kinds := map[string]int{}
	for done := 0; done < cases; {
		prompt := prompts(random)
		name := c.draw(random, prompt)
		var told shape.WhyNot
		envtest.Must(c.T, json.Unmarshal([]byte(c.run("why-not", "--json", name, prompt)), &told))
		if told.Suggested != c.suggests(name, prompt) {
			c.Errorf("%s, %q: why-not and select disagree: suggested %v", name, prompt, told.Suggested)
		}
		if told.Suggested {
			continue
		}
		done++
		kinds[told.Why]++
		if len(told.Changes) == 0 {
			kinds["none"]++
			if len(told.Has)+len(told.Lacks) == 0 && told.Nearest == "" {
				c.Errorf("%s, %q (%s): nothing is told that could be changed", name, prompt, told.Why)
			}
		}
		if told.Evaluations > whynot.DecisionsMax {
			c.Errorf("%s, %q: %d evaluations", name, prompt, told.Evaluations)
		}
		for _, change := range told.Changes {
			kinds[change.Kind]++
			if !c.made(name, prompt, change) {
				c.Errorf("%s, %q (%s): %s %q %v does not make it suggested", name, prompt, told.Why, change.Kind, change.Words, change.Settings)
			}
		}
	}
	c.Logf("%d cases: %v", cases, kinds)
}

// draw gives any item, or as often one of those that come close.
func (c *whyNotCatalog) draw(random *rand.Rand, prompt string) string {
	c.Helper()
	var found shape.Search
	envtest.Must(c.T, json.Unmarshal([]byte(c.run("search", "--json", "--limit=6", prompt)), &found))
	close := found.Hits
	if len(close) == 0 || random.IntN(2) == 0 {
		return c.names[random.IntN(len(c.names))]
	}
	return close[random.IntN(len(close))].Ref.ID
}

// made makes a change for real and asks.
func (c *whyNotCatalog) made(name, prompt string, change shape.Change) bool {
	c.Helper()
	switch change.Kind {
	case whynot.ChangeAdd, whynot.ChangeTake:
		return c.suggests(name, change.Prompt)
	case whynot.ChangeSet:
		var flags []string
		for _, s := range change.Settings {
			flags = append(flags, "--set", fmt.Sprintf("%s=%g", s.Key, s.Value))
		}
		return c.suggests(name, prompt, flags...)
	}
	c.Fatalf("%s is no kind of change", change.Kind)
	return false
}

// whyNotPrompts draws from the bundled prompts and from made-up ones.
func whyNotPrompts(t *testing.T) func(*rand.Rand) string {
	t.Helper()
	data, err := os.ReadFile("../../examples/prompts.jsonl")
	envtest.Must(t, err)
	var texts []string
	for line := range strings.Lines(string(data)) {
		var prompt struct{ Text string }
		envtest.Must(t, json.Unmarshal([]byte(line), &prompt))
		texts = append(texts, prompt.Text)
	}
	parts := [][]string{
		{"please ", "can you ", "I need to ", "", "hey, ", "/deploy ", "next: "},
		{"fix ", "speed up ", "clean up ", "write ", "explain ", "review ", "set up ", "translate ", "roll back ", "look at "},
		{
			"the login page", "our nightly job", "the customer spreadsheet", "this PDF", "the release", "the docker build", "a flaky test",
			"the invoices table", "our error messages", "the text of the landing page", "the queue worker", "the kubernetes config",
			"`src/app/main.ts`", "it", "the websocket reconnects", "das Anmeldeformular",
		},
		{"", ", it is too slow", " before Friday", " without downtime", " so that the client stops complaining", " in staging", ".\nIt fails since the last migration."},
	}
	return func(random *rand.Rand) string {
		if random.IntN(2) == 0 {
			return texts[random.IntN(len(texts))]
		}
		prompt := ""
		for _, part := range parts {
			prompt += part[random.IntN(len(part))]
		}
		return prompt
	}
}
