package config_test

import (
	"testing"

	"github.com/ed-irl/impressionism/host/config"
)

// Ensure that choosing a ruleset changes one value of a user's file and no other
// byte, comments included, and that a file it would damage is left alone.
func TestReplace(t *testing.T) {
	for name, test := range map[string]struct{ before, after string }{
		"plain":     {"# mine\nactive_ruleset: builtin/default\nlog: {level: debug}\n", "# mine\nactive_ruleset: acme/careful\nlog: {level: debug}\n"},
		"comment":   {"a: 1\nactive_ruleset: builtin/default # why\r\nb: 2\r\n", "a: 1\nactive_ruleset: acme/careful # why\r\nb: 2\r\n"},
		"quoted":    {"active_ruleset: \"builtin/default\"", "active_ruleset: acme/careful"},
		"absent":    {"on_ruleset_error: silent", "on_ruleset_error: silent\nactive_ruleset: acme/careful\n"},
		"empty":     {"", "active_ruleset: acme/careful\n"},
		"nested":    {"rulesets:\n  active_ruleset: {x: 1}\n", "rulesets:\n  active_ruleset: {x: 1}\nactive_ruleset: acme/careful\n"},
		"marked":    {"\ufeff# mine\r\nlog: {}\r\n", "\ufeff# mine\r\nlog: {}\r\nactive_ruleset: acme/careful\r\n"},
		"mark only": {"\ufeff", "\ufeffactive_ruleset: acme/careful\n"},
		"mark, key": {"\ufeffactive_ruleset: builtin/default\n", "\ufeffactive_ruleset: acme/careful\n"},
		"mark, bad": {"\ufeffa: [\n", ""},
		"document":  {"---\nactive_ruleset: builtin/minimal\n", "---\nactive_ruleset: acme/careful\n"},
		"flow":      {"{active_ruleset: builtin/default, log: {level: debug}}\n", "{active_ruleset: acme/careful, log: {level: debug}}\n"},
		"block":     {"active_ruleset: >\n  builtin/default\n", ""},
		"no config": {"- a\n- b\n", ""},
		"no yaml":   {"a: [\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := config.Replace([]byte(test.before), "active_ruleset", "acme/careful")
			if (err != nil) != (test.after == "") || string(got) != test.after {
				t.Errorf("got %q, %v; want %q", got, err, test.after)
			}
		})
	}
}

// Ensure that a value at any depth changes alone, whatever the file looks like, and that
// a file which cannot be edited so is left alone.
func TestSet(t *testing.T) {
	for name, test := range map[string]struct{ before, after string }{
		"absent file":   {"", "suggest:\n  max: 4\n"},
		"absent table":  {"log:\n  level: debug", "log:\n  level: debug\nsuggest:\n  max: 4\n"},
		"absent key":    {"suggest:\n    # how near\n    margin: 0.1 # mine\nlog: {}\n", "suggest:\n    max: 4\n    # how near\n    margin: 0.1 # mine\nlog: {}\n"},
		"there":         {"a: ä\nsuggest: # what is said\n  max: 2 # items\n\n# end\n", "a: ä\nsuggest: # what is said\n  max: 4 # items\n\n# end\n"},
		"windows":       {"suggest:\r\n  max: 2\r\n", "suggest:\r\n  max: 4\r\n"},
		"windows table": {"# mine\r\nlog: {}\r\n", "# mine\r\nlog: {}\r\nsuggest:\r\n  max: 4\r\n"},
		"windows key":   {"suggest:\r\n  margin: 0.1\r\n", "suggest:\r\n  max: 4\r\n  margin: 0.1\r\n"},
		"flow":          {"suggest: { margin: 0.1, max: 2 } # both\n", "suggest: { margin: 0.1, max: 4 } # both\n"},
		"flow without":  {"suggest: {margin: 0.1}\n", "suggest: {max: 4, margin: 0.1}\n"},
		"flow empty":    {"suggest: {}\n", "suggest: {max: 4}\n"},
		"flow root":     {"{ü: ü, suggest: {max: 2}}\n", "{ü: ü, suggest: {max: 4}}\n"},
		"quoted":        {"suggest:\n  max: \"2\"\n", "suggest:\n  max: 4\n"},
		"only comments": {"suggest:\n  # max: 3\nlog: {}\n", "suggest:\n  max: 4\n  # max: 3\nlog: {}\n"},
		"no end":        {"suggest:", "suggest:\n  max: 4\n"},
		"null":          {"suggest: ~\n", ""},
		"a word":        {"suggest: none\n", ""},
		"shared":        {"x: &s {max: 2}\nsuggest: *s\n", ""},
		"list":          {"suggest: [1]\n", ""},
		"twice":         {"suggest: {max: 1}\nsuggest: {max: 2}\n", ""},
		"two documents": {"a: 1\n---\nb: 2\n", ""},
		"no table":      {"just a text\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := config.Set([]byte(test.before), []string{"suggest", "max"}, "4")
			if (err != nil) != (test.after == "") || string(got) != test.after {
				t.Errorf("got %q, %v; want %q", got, err, test.after)
			}
		})
	}
}

// Ensure that a section is the key with all that is its own, and no more.
func TestSection(t *testing.T) {
	file := "# one\na:\n  b: 1 # x\n  # y\n\n# two\nc: {d: 2}"
	for key, want := range map[string]string{"a": "a:\n  b: 1 # x\n  # y\n", "c": "c: {d: 2}\n", "d": ""} {
		if got := config.Section([]byte(file), key); got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
		if got := config.Section([]byte("\ufeff"+file[len("# one\n"):]), key); got != want {
			t.Errorf("%s with a byte order mark: got %q, want %q", key, got, want)
		}
	}
}

// FuzzSet: whatever a file holds, it is changed in one value or not at all.
func FuzzSet(f *testing.F) {
	f.Add([]byte("suggest:\n  max: 2 # items\n"))
	f.Add([]byte("{suggest: {a: 'x', max: \"2\"}}"))
	f.Fuzz(func(t *testing.T, file []byte) {
		changed, err := config.Set(file, []string{"suggest", "max"}, "4")
		if err != nil {
			return
		}
		if again, err := config.Set(changed, []string{"suggest", "max"}, "4"); err != nil || string(again) != string(changed) {
			t.Errorf("%q became %q, then %q, %v", file, changed, again, err)
		}
		config.Section(changed, "suggest")
	})
}
