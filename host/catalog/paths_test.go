package catalog

import (
	"strings"
	"testing"
)

// Ensure that patterns match files as the client's do, which a run of it showed.
func TestOpens(t *testing.T) {
	for _, test := range []struct {
		patterns, file string
		want           bool
	}{
		{"*.go", "a.go", true},
		{"*.go", "pkg/deep/a.go", true},
		{"*.go", "a.ts", false},
		{"pkg/api/**", "pkg/api/b.ts", true},
		{"pkg/api/**", "other/pkg/api/b.ts", false},
		{"/a.go", "pkg/a.go", false},
		{"api", "pkg/api/b.ts", true},
		{"api/", "pkg/api/b.ts", true},
		{"**/*.{ts,tsx}", "pkg/api/b.ts", true},
		{"*.ts|!b.ts", "pkg/b.ts", false},
		{"*.ts|!b.ts", "pkg/c.ts", true},
		{"[", "[", false},
		{"", "a", false},
	} {
		if got := Opens(HiddenByPaths(strings.Split(test.patterns, "|")), []string{"no/such", test.file}); got != test.want {
			t.Errorf("%s, %s: got %t", test.patterns, test.file, got)
		}
	}
	if Opens("disable-model-invocation", []string{"a"}) || Waits("disable-model-invocation") || !Waits(HiddenByPaths(nil)) {
		t.Error("what is hidden for another reason waits for files, or what waits for files does not")
	}
}

// Ensure that no pattern takes long: alternatives within each other would.
func FuzzOpens(f *testing.F) {
	f.Add("*.go", "a.go")
	f.Add(strings.Repeat("{a,a}", 50), strings.Repeat("a", 50))
	f.Add(strings.Repeat("**/*a*/", 30), strings.Repeat("a/", 200))
	f.Fuzz(func(t *testing.T, pattern, file string) {
		hidden := HiddenByPaths([]string{pattern, "!" + pattern})
		if Opens(hidden, []string{file}) || !Waits(hidden) {
			t.Errorf("%q is matched though it is taken back", pattern)
		}
	})
}
