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
		{"{a,b,c,d,e,f,g,h}[,]\\{{a,b,c,d,e,f\\,,g\\},h}", "a,{a", true},
		{strings.Repeat("{a,b,c,d}", 3) + "[,],", "aaa,,", true},
		{"{a,b}" + strings.Repeat("{a,b,c,d,e,f}", 2), "aaa", false},
		{"{a,[}],b,c}{a,b,c,d}{a,b,c,d}", "aaa", true},
		{"{a,[}],b,c,d}{a,b,c,d}{a,b,c,d}", "aaa", false},
		{"{a,{b,c,d,e,f,g,h,i},{j,k,l,m,n,o,p,q}}", "a", true},
		{"{a,{b,c,d,e,f,g,h,i}{b,c,d,e,f,g,h,i}}", "a", false},
		{strings.Repeat("{a"+strings.Repeat(",?", 38)+"}", 3), "aaa", false},
		{strings.Repeat("{a,b,c,d}{a,b,c,d}{a,b,c,d}|", 3) + "a.go", "a.go", true},
		{strings.Repeat("{a,b,c,d}{a,b,c,d}{a,b,c,d}|", 4) + "a.go", "a.go", false},
	} {
		if got := Opens(HiddenByPaths(strings.Split(test.patterns, "|")), []string{"no/such", test.file}); got != test.want {
			t.Errorf("%s, %s: got %t", test.patterns, test.file, got)
		}
	}
	if Opens("disable-model-invocation", []string{"a"}) || Waits("disable-model-invocation") || !Waits(HiddenByPaths(nil)) {
		t.Error("what is hidden for another reason waits for files, or what waits for files does not")
	}
}

// Ensure that no pattern takes long: alternatives would, each of which is tried with each of
// the other braces.
func FuzzOpens(f *testing.F) {
	f.Add(strings.Repeat("{?"+strings.Repeat(",?", 38)+"}", 3)+"~", "src/main/app.go")
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

// Ensure that a pattern which matches every file, or is none, counts for nothing, in words, and
// that what names something does.
func TestPatternFault(t *testing.T) {
	for pattern, want := range map[string]string{
		"**": "every file", "**/*": "every file", "*": "every file", "**/*.*": "every file", "?*": "every file", "/**": "every file",
		"{src,**}": "every file", "[!a]*": "every file", "*/**": "every file", "**/**/**": "every file", "*.*": "every file", "[0-9a-z]*/**": "every file",
		"": "empty", " ": "empty", "[": "no glob", "{a": "no glob", strings.Repeat("a", 300): "longer", "{a}{b}{c}{d}": "alternatives", "{a,b,c,d}{a,b,c,d}{a,b,c,d,e}": "combine to more than 64",
		"db/migrations/**": "", "*.sql": "", "src/*": "", "Makefile": "", "!src/gen/**": "", "**/testdata/**": "", "*_test.go": "", "*x": "", "z*": "", "u4x/**": "", "a?c.go": "", "{a,b,c,d}{a,b,c,d}{a,b,c,d}": "",
	} {
		if got := PatternFault(pattern); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%q: got %q, want %q", pattern, got, want)
		}
		if want != "" && (MatchesPaths([]string{pattern}, "a/b.go") || MatchesPaths([]string{pattern}, "b.go")) {
			t.Errorf("%q has a fault and matches", pattern)
		}
	}
	if !MatchesPaths([]string{"**", "*.go", "!gen/**"}, "a/b.go") || MatchesPaths([]string{"*.go", "!gen/**"}, "gen/b.go") || MatchesPaths(nil, "a") {
		t.Error("patterns that count do not match as a file of git's does")
	}
}

// Ensure that no patterns of an item take long, or match with a fault.
func FuzzMatchesPaths(f *testing.F) {
	f.Add("**/*a*/", 30, strings.Repeat("a/", 200))
	f.Add("{a,a}", 50, strings.Repeat("a", 50))
	f.Add("!*", 3, "\x00\n\u202e")
	f.Fuzz(func(t *testing.T, pattern string, times int, file string) {
		pattern = strings.Repeat(pattern, max(1, min(times, 100)))
		if MatchesPaths([]string{pattern}, file) && PatternFault(pattern) != "" {
			t.Errorf("%q matches %q, and counts for nothing: %s", pattern, file, PatternFault(pattern))
		}
	})
}
