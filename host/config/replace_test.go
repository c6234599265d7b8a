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
		"document":  {"---\nactive_ruleset: builtin/minimal\n", "---\nactive_ruleset: acme/careful\n"},
		"flow":      {"{active_ruleset: builtin/default, log: {level: debug}}\n", ""},
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
