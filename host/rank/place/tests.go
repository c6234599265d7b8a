package place

import "strings"

// IsTest reports a path that, by its names, is of tests, examples, fixtures or
// documentation.
func IsTest(path string) bool {
	path = strings.ToLower(path)
	for {
		folder, rest, below := strings.Cut(path, "/")
		if !below {
			return testFile(path)
		}
		switch folder {
		case "test", "tests", "testing", "testdata", "__tests__", "spec", "specs", "spec-dtslint", "example", "examples", "_examples",
			"sample", "samples", "demo", "demos", "fixture", "fixtures", "mock", "mocks", "__mocks__", "bench", "benches", "benchmark",
			"benchmarks", "doc", "docs", "e2e":
			return true
		}
		path = rest
	}
}

func testFile(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	switch {
	case strings.HasPrefix(stem, "test_"), strings.HasSuffix(stem, "_test"), strings.HasSuffix(stem, "_tests"), stem == "conftest", stem == "test", stem == "tests":
		return true
	case strings.Contains(name, ".test."), strings.Contains(name, ".spec."):
		return true
	case strings.HasSuffix(stem, "_example"), strings.HasPrefix(stem, "example_"), strings.HasPrefix(stem, "example."):
		return true
	}
	return false
}
