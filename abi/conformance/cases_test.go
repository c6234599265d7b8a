package conformance

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

func allCases(t *testing.T) []Case {
	t.Helper()
	cases, err := Cases()
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// Ensure that the kit has every host call, answered and refused, and every code
// of an error: what has no case is not promised.
func TestCasesAreComplete(t *testing.T) {
	answered, refused, codes := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range allCases(t) {
		for _, exchange := range c.Calls {
			if exchange.Error != nil {
				refused[exchange.Call], codes[exchange.Error.Code] = true, true
			} else {
				answered[exchange.Call] = true
			}
		}
	}
	for _, call := range abi.Calls {
		if !answered[call.Name] || !refused[call.Name] {
			t.Errorf("%s: answered %v, refused %v in some case", call.Name, answered[call.Name], refused[call.Name])
		}
	}
	for _, code := range []string{abi.BadRequest, abi.UnknownCall, abi.NotAllowed, abi.NotFound, abi.Limit, abi.Unavailable, abi.Internal} {
		if !codes[code] {
			t.Errorf("no case has the code %s", code)
		}
	}
}

// Ensure that requests and replies of the cases are those of the contract's
// types, for else a probe would be held to something that no host says.
func TestCasesFitTheContract(t *testing.T) {
	names := map[string]bool{}
	for _, c := range allCases(t) {
		if c.Name == "" || c.Why == "" || names[c.Name] {
			t.Errorf("case %q: a case has a name of its own and says why it is there", c.Name)
		}
		names[c.Name] = true
		for _, exchange := range c.Calls {
			row, ok := abi.Lookup(exchange.Call)
			if !ok {
				t.Errorf("%s: there is no call %s", c.Name, exchange.Call)
				continue
			}
			if _, err := reencode(exchange.Call, exchange.Request); err != nil {
				t.Errorf("%s: request of %s: %v", c.Name, exchange.Call, err)
			}
			if exchange.Error != nil {
				continue
			}
			data, err := throughType(row.Reply, exchange.OK)
			if err != nil {
				t.Errorf("%s: reply of %s: %v", c.Name, exchange.Call, err)
				continue
			}
			if text := differ(t, data, exchange.OK); text != "" {
				t.Errorf("%s: reply of %s%s", c.Name, exchange.Call, text)
			}
		}
	}
}

func differ(t *testing.T, got, want []byte) string {
	t.Helper()
	g, err := parse(got)
	if err != nil {
		t.Fatal(err)
	}
	w, err := parse(want)
	if err != nil {
		t.Fatal(err)
	}
	return difference(g, w)
}

// Ensure that a difference is found wherever it is, and that order of fields,
// ways of writing and fields of later hosts are none.
func TestDifference(t *testing.T) {
	const value = `{"a":[1,{"b":"x"}],"n":0.5,"z":null}`
	for _, same := range []string{
		value, `{"z":null,"n":5e-1,"a":[1,{"b":"\u0078"}]}`, `{"a":[1,{"b":"x","later_field":[]}],"later_field":1,"n":0.5,"z":null}`, `{"a":[1,{"b":"x"}],"n":0.5000000000000001,"z":null}`,
	} {
		if text := differ(t, []byte(same), []byte(value)); text != "" {
			t.Errorf("%s%s", same, text)
		}
	}
	for other, place := range map[string]string{
		`{"a":[2,{"b":"x"}],"n":0.5,"z":null}`:                ".a[0]:",
		`{"a":[1.0000000001,{"b":"x"}],"n":0.5,"z":null}`:     ".a[0]:",
		`{"a":[1,{"b":"y"}],"n":0.5,"z":null}`:                ".a[1].b:",
		`{"a":[1,{"b":"x"},3],"n":0.5,"z":null}`:              ".a: got 3",
		`{"a":[1,{"b":"x"}],"n":0.51,"z":null}`:               ".n:",
		`{"a":[1,{"b":"x"}],"n":0.5}`:                         ".z is missing",
		`{"a":[1,{"b":"x"}],"n":0.5,"z":false}`:               ".z:",
		`{"a":[1,{"b":"x"}],"n":0.5,"z":null,"y":1}`:          `: got the fields ["y"]`,
		`{"a":null,"n":0.5,"z":null}`:                         ".a:",
		`[]`:                                                  ":",
		`{"a":[9007199254740993,{"b":"x"}],"n":0.5,"z":null}`: ".a[0]:",
		`{"a":[1,{"b":"x"}],"n":"0.5","z":null}`:              ".n:",
	} {
		if text := differ(t, []byte(other), []byte(value)); !strings.HasPrefix(text, place) {
			t.Errorf("%s: got %q, want %q", other, text, place)
		}
	}
}

// Ensure that a case with a slip is refused, for else its promise would hold for
// nothing.
func TestCaseSlips(t *testing.T) {
	for data, want := range map[string]string{
		`[{"nmae": "x"}]`: `unknown field "nmae"`,
		`[] []`:           "more than one JSON value",
		`[{"name": "x", "calls": [{"call": "session", "request": {}, "ok": null, "times": 2}]}]`:  "x: session: times without a list in ok",
		`[{"name": "x", "calls": [{"call": "session", "request": {}, "ok": null, "repeat": 2}]}]`: "x: session: with repeat a case says its lines itself",
	} {
		if _, err := decode([]byte(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", data, err, want)
		}
	}
}

// Ensure that a guest which asks for something else is told, and that every
// object of a reply has a field that the contract does not know.
func TestDoor(t *testing.T) {
	calls := []Exchange{
		{Call: "active", Request: []byte(`{}`), OK: []byte(`[{"id":"a","keywords":[]}]`)},
		{Call: "vector", Request: []byte(`{"embedding":"e1"}`), OK: []byte(`[1]`), Repeat: 2},
	}
	d := &door{calls: calls}
	reply := d.invoke("active", []byte(`{"kinds":[]}`))
	if n := bytes.Count(reply, []byte(laterField)); n != 2 || len(d.wrong) > 0 {
		t.Errorf("got %d later fields in %s, wrong: %q", n, reply, d.wrong)
	}
	if got := d.missing(); !slices.Equal(got, []string{"vector was not called"}) {
		t.Errorf("got %q", got)
	}
	d.invoke("vector", []byte(`{"embedding":"e2"}`))
	d.invoke("vector", []byte(`{"embedding":"e1","more":1}`))
	d.invoke("vector", []byte(`{"embedding":"e1"}`))
	want := []string{
		`vector: got the request {"embedding":"e2"}, want {"embedding":"e1"}`,
		`vector: the request does not fit the contract: json: unknown field "more": {"embedding":"e1","more":1}`,
		`one call too many: vector {"embedding":"e1"}`,
	}
	if !slices.Equal(d.wrong, want) || d.missing() != nil {
		t.Errorf("got %q, want %q", d.wrong, want)
	}
}
