package rank

import (
	"strings"
	"testing"
)

// Ensure that technologies are found by their spellings, the longest first, a word of a
// language only where it is written as a name, and that names in paths are none.
func TestTechnologies(t *testing.T) {
	for text, want := range map[string]string{
		"write Terraform modules for our AWS VPC":     "terraform aws",
		"migrate the react native app to Next.js.":    "react native next.js",
		"go through the go files":                     "",
		"rewrite it in Go, please":                    "golang",
		"k8s and Kubernetes":                          "kubernetes",
		"see src/react/vue.tsx":                       "",
		"thanks, that is much better":                 "",
		strings.Repeat("word ", 500) + "on terraform": "",
	} {
		var names []string
		for _, one := range TechnologiesOf(text) {
			names = append(names, one.name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%.60q: got %q, want %q", text, got, want)
		}
	}
}

// Ensure that an item for an alternative is about another technology, that one for what
// the prompt's belongs to is not, and that a prompt which names none excludes nothing.
func TestAnother(t *testing.T) {
	for _, c := range []struct {
		prompt, name, description string
		want                      float64
	}{
		{"write Pulumi code for our VPC", "terraform-modules", "Write Terraform modules.", 1},
		{"write Terraform code for our VPC", "terraform-modules", "Write modules.", 0},
		{"a Next.js page is slow", "react-performance", "Make React apps fast.", 0},
		{"a Vue page is slow", "react-performance", "Make React apps fast.", 1},
		{"a Vue page is slow", "code-review", "Review changes.", neitherWeight},
		{"the page is slow", "react-performance", "Make React apps fast.", 0},
		{"test our Go service", "go-testing", "Write tests.", 0},
		{"replace Poetry by Pipenv in this repository", "pipenv", "Lock packages with Pipenv.", 0},
		{"replace Poetry by Pipenv in this repository", "conda", "Environments with Conda.", 1},
	} {
		if got := TechnologiesOf(c.prompt).Another(TechnologiesOfItem(c.name, c.description)); got != c.want {
			t.Errorf("%s, %s: got %v, want %v", c.prompt, c.name, got, c.want)
		}
	}
}

func BenchmarkTechnologies(b *testing.B) {
	for b.Loop() {
		TechnologiesOf(benchSentence)
	}
}

func BenchmarkBids(b *testing.B) {
	r := Default()
	vector := make([]float32, 384)
	for i := range vector {
		vector[i] = .05
	}
	for b.Loop() {
		r.Bids(vector).Against(vector)
	}
}
