package rank

import (
	"strings"
	"testing"
)

// Ensure that what is only named is left out, whatever its shape.
func TestProseLeavesOutNames(t *testing.T) {
	for _, name := range []string{
		"`stripe.Charge`", "https://grafana.example/d/1", "src/kafka", "./terraform/main.tf", "~/helm/values", "feature/stripe-webhooks",
		"docs/threat-models/2022/", "stripe.go", "kafka_consumer.py:31", "go.sum", ".gitignore", "org.apache.spark", "REDIS_URL",
		"graphqlUrl", "renderPdf()", "Ledger#stripe", "std::airflow", "--kubernetes", "$TAILWIND_OUT", "@spring/core", "5be1f70", "pre-kafka-cleanup", "Airflow(x)",
	} {
		prompt := "please rename " + name + " and all its callers, then stop"
		if got := Prose(prompt); strings.Contains(got, strings.Trim(name, "`")) {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// Ensure that technologies and ordinary words are no names.
func TestProseKeepsWords(t *testing.T) {
	for _, word := range []string{
		"CI/CD", "read/write", "A/B", "Next.js", "p5.js", "ASP.NET", ".NET", "Socket.io", "C#", "C++", "GraphQL", "PostgreSQL", "iOS", "gRPC", "mTLS", "macOS",
		"step-by-step", "end-to-end", "k8s", "e.g.", "3.5", "TypeScript", "state-of-the-art", "well-known", "I/O", "12/2024",
	} {
		prompt := "please set up " + word + " for our small team this week"
		if got := Prose(prompt); !strings.Contains(got, strings.TrimRight(word, ".")) {
			t.Errorf("%s: got %q", word, got)
		}
	}
}

// Ensure that a prompt that is little but names is searched by them, and that
// punctuation behind a name stays.
func TestProseKeepsEnough(t *testing.T) {
	for prompt, want := range map[string]string{
		"fix src/app.py": "fix src/app.py",
		"move the tests in a/b_test.go, then stop":    "move the tests in , then stop",
		"odd ` backquotes stay ` as they\nare ` here": "odd   as they\nare ` here",
		"": "",
	} {
		if got := Prose(prompt); got != want {
			t.Errorf("%q: got %q want %q", prompt, got, want)
		}
	}
}

// Ensure that words of names count less than those of prose: only the latter are
// asked.
func TestPromptTellsWhatIsAsked(t *testing.T) {
	q := Prompt("rename the branch feature/stripe-webhooks to something shorter please")
	for i, term := range q.Terms {
		if want := term != "strip" && term != "webhook" && term != "featur"; q.IsAsked(i) != want {
			t.Errorf("%s: asked %v", term, q.IsAsked(i))
		}
	}
	if q.Words != 8 || !strings.Contains(q.Text, "stripe") {
		t.Errorf("got %+v", q)
	}
}

// Ensure that prose is never longer than its prompt and keeps the order of its
// words.
func FuzzProse(f *testing.F) {
	for _, seed := range append(fuzzSeeds, "`", "``", "a`b`c", "/", "-", "a/", "=", "#", "日/本", "x: y.z") {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, prompt string) {
		prose := Prose(prompt)
		if len(prose) > len(prompt) {
			t.Fatalf("%q became longer: %q", prompt, prose)
		}
		Prompt(prompt)
	})
}
