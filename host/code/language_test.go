package code

import "testing"

// Ensure that a file's language is known by its name, by its extension in any case, by the
// interpreter of its first line, and that C's headers are told from those of C++.
func TestLanguageOf(t *testing.T) {
	for _, c := range []struct {
		path, head string
		want       Language
	}{
		{"a/b.go", "", Go},
		{"x.PY", "", Python},
		{"stub.pyi", "", Python},
		{"a.b.tsx", "", TypeScript},
		{"types.d.ts", "", TypeScript},
		{"x.mjs", "", JavaScript},
		{"a.rs", "", Rust},
		{"A.java", "", Java},
		{"a.c", "", C},
		{"a.h", "int f(void);\n", C},
		{"a.h", "#pragma once\n  namespace a {\n", CPP},
		{"a.h", "template<class T>\n", CPP},
		{"a.hpp", "", CPP},
		{"a.cs", "", CSharp},
		{"a.kts", "", Kotlin},
		{"a.php", "", PHP},
		{"Rakefile", "", Ruby},
		{"lib/Gemfile", "", Ruby},
		{"a.swift", "", Swift},
		{"a.bats", "", Shell},
		{".bashrc", "", Shell},
		{"run", "#!/bin/sh\n", Shell},
		{"run", "#!/usr/bin/env python3.11\n", Python},
		{"run", "#!/usr/bin/env -S A=b node --x\n", JavaScript},
		{"run", "#! /usr/bin/ruby -w", Ruby},
		{"run", "#!/usr/bin/env", ""},
		{"run", "#!", ""},
		{"run", "", ""},
		{"run", "echo", ""},
		{`a\b.rs`, "", Rust},
		{"Dockerfile.dev", "", "docker"},
		{"Makefile", "", "make"},
		{"README.md", "", ""},
		{"data.json", "", ""},
		{".gitignore", "", ""},
		{"a.unknown", "#!/bin/sh\n", ""},
		{"", "", ""},
		{"go", "", ""},
		{".go", "", ""},
	} {
		if got := LanguageOf(c.path, []byte(c.head)); got != c.want {
			t.Errorf("%q with %q: got %q, want %q", c.path, c.head, got, c.want)
		}
	}
}
