package scenario_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// both activates a and b.
func both(*recorded.Host, abi.Context) (scenario.Result, error) {
	return scenario.Result{Decision: abi.Decision{Activate: []abi.Entry{
		{Ref: abi.Skill("a"), Reason: "it fits, similarity=0.90"}, {Ref: abi.Skill("b"), Reason: "so does it"},
	}}}, nil
}

// Ensure that an author may say in part what is wanted: what is there, what is
// not, how many, and how a reason reads; and that each part can fail.
func TestPartly(t *testing.T) {
	for expect, want := range map[string][]scenario.Failure{
		"{ includes: [ { ref: skill:b } ] }":                        nil,
		"{ includes: [ { ref: skill:b }, { ref: skill:a } ] }":      nil,
		"{ excludes: [skill:c] }":                                   nil,
		"{ count: 2 }":                                              nil,
		"{ count: 2, activate: [ { ref: skill:a } ] }":              {{Event: 1, What: "activate", Want: "skill:a", Got: "skill:a, skill:b"}},
		"{ includes: [ { ref: skill:a, reason: it…similarity } ] }": nil,
		"{ includes: [ { ref: skill:a, reason: similarity…it } ] }": {{Event: 1, What: "includes skill:a: reason", Want: "similarity…it", Got: "it fits, similarity=0.90"}},
		"{ includes: [ { ref: skill:c } ] }":                        {{Event: 1, What: "includes", Want: "skill:c", Got: "skill:a, skill:b"}},
		"{ excludes: [skill:b] }":                                   {{Event: 1, What: "excludes", Want: "no skill:b", Got: "skill:a, skill:b"}},
		"{ count: 0 }":                                              {{Event: 1, What: "count", Want: "0", Got: "2: skill:a, skill:b"}},
		"{}":                                                        {{Event: 1, What: "activate", Got: "skill:a, skill:b"}},
	} {
		s, err := scenario.Decode([]byte("why: x\nitems: [ { ref: skill:a }, { ref: skill:b }, { ref: skill:c } ]\nexpect: " + expect))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, scenario.Play(s, both)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", expect, diff)
		}
	}
}

// Ensure that an error can be expected by its code, and that another code, or
// none, is a failure.
func TestCode(t *testing.T) {
	fails := func(*recorded.Host, abi.Context) (scenario.Result, error) {
		return scenario.Result{}, &abi.Fault{Code: abi.Limit, Message: "fuel: all used"}
	}
	for expect, want := range map[string][]scenario.Failure{
		"{ code: limit }":                    nil,
		"{ code: limit, fault: fuel }":       nil,
		"{ code: internal }":                 {{Event: 1, What: "code", Want: "internal", Got: "limit: fuel: all used"}},
		"{ code: limit, fault: memory }":     {{Event: 1, What: "fault", Want: "memory", Got: "limit: fuel: all used"}},
		"{ code: internal, fault: fuel }":    {{Event: 1, What: "code", Want: "internal", Got: "limit: fuel: all used"}},
		"{ activate: [ { ref: skill:a } ] }": {{Event: 1, What: "fault", Got: "limit: fuel: all used"}},
	} {
		s, err := scenario.Decode([]byte("why: x\nitems: [ { ref: skill:a } ]\nexpect: " + expect))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, scenario.Play(s, fails)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", expect, diff)
		}
	}
	s, err := scenario.Decode([]byte("why: x\nexpect: { code: limit }"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]scenario.Failure{{Event: 1, What: "code", Want: "limit"}}, scenario.Play(s, silent)); diff != "" {
		t.Errorf("no error (-want +got):\n%s", diff)
	}
}

// Ensure that a slip in what is said in part is refused, too.
func TestPartlySlips(t *testing.T) {
	for expect, want := range map[string]string{
		"{ excludes: [skill:b] }":            `event 1: expect names "skill:b", which is none of the items`,
		"{ includes: [ { ref: skill:b } ] }": `event 1: expect names "skill:b", which is none of the items`,
		"{ count: -1 }":                      "event 1: expect: count is -1",
		"{ code: fuel }":                     `event 1: expect: code is "fuel"; codes are bad_request, `,
		"{ count: 1.5 }":                     "expect.count is a number (quote it to make it text) where a whole number is wanted",
	} {
		_, err := scenario.Decode([]byte("why: x\nitems: [ { ref: skill:a } ]\nexpect: " + expect))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", expect, err, want)
		}
	}
}
