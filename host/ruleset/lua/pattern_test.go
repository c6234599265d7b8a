package lua

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/gopher-lua/pm"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that our matcher finds what the interpreter's own finds, with the same
// captures, on generated patterns and texts.
func TestPatternsAgreeWithInterpreter(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for range 20_000 {
		pattern, text := randomPattern(random), randomText(random)
		if comparePattern(t, pattern, text) {
			compared++
		}
	}
	if compared < 15_000 {
		t.Errorf("only %d patterns could be compared", compared)
	}
}

func FuzzPattern(f *testing.F) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		f.Add(randomPattern(random), randomText(random))
	}
	f.Add("[%a-z]", "a-b")
	f.Add("%", "x")
	f.Add("[", "x")
	f.Add("[]]", "]")
	f.Add("%f[%w]%w+", "one two")
	f.Add("(()(", "x")
	f.Add("%b()%1", "()")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 100 || len(text) > 100 {
			return
		}
		ourMatch(pattern, text) // ends, whatever it is given
	})
}

// comparePattern is false where one side refuses the pattern or gives up.
func comparePattern(t *testing.T, pattern, text string) bool {
	t.Helper()
	want, err := stockMatch(pattern, text)
	got, failure := ourMatch(pattern, text)
	if err != nil || failure != nil {
		return false
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%q on %q: %s", pattern, text, diff)
	}
	return true
}

func stockMatch(pattern, text string) (found []string, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("%v", caught)
		}
	}()
	matches, err := pm.Find(pattern, []byte(text), 0, 1)
	if err != nil || len(matches) == 0 {
		return nil, err
	}
	m := matches[0]
	for i := 0; i < m.CaptureLength(); i += 2 {
		if m.IsPosCapture(i) {
			found = append(found, fmt.Sprint(m.Capture(i)))
			continue
		}
		found = append(found, text[m.Capture(i):m.Capture(i+1)])
	}
	return found, nil
}

type gaveUp struct{ error }

func ourMatch(pattern, text string) (found []string, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			up, ok := caught.(gaveUp)
			if !ok {
				panic(caught)
			}
			err = up.error
		}
	}()
	fuel := 200_000
	m := &matcher{
		text: text, pattern: pattern,
		pay: func(units int) {
			if fuel -= units; fuel < 0 {
				panic(gaveUp{errors.New("fuel")})
			}
		},
		fail: func(message string) { panic(gaveUp{errors.New(message)}) },
	}
	from, to := m.search(0)
	if from < 0 {
		return nil, nil
	}
	found = append(found, text[from:to])
	for i := range m.level {
		switch captured := m.captures[i]; captured.length {
		case capturePosition:
			found = append(found, fmt.Sprint(captured.start+1))
		case captureOpen:
			return nil, errors.New("unfinished capture")
		default:
			found = append(found, text[captured.start:][:captured.length])
		}
	}
	return found, nil
}

func randomText(random *rand.Rand) string {
	var out strings.Builder
	for range random.IntN(14) {
		out.WriteByte("aabbc01 .-(]x"[random.IntN(13)])
	}
	return out.String()
}

func randomPattern(random *rand.Rand) string {
	var out strings.Builder
	if random.IntN(6) == 0 {
		out.WriteString("^")
	}
	open := 0
	for range 1 + random.IntN(5) {
		switch random.IntN(12) {
		case 0:
			out.WriteString("(")
			open++
		case 1:
			if open > 0 {
				out.WriteString(")")
				open--
			}
		case 2:
			out.WriteString("()")
		case 3:
			out.WriteString("%b(]")
		default:
			out.WriteString(randomItem(random))
		}
	}
	out.WriteString(strings.Repeat(")", open))
	if random.IntN(6) == 0 {
		out.WriteString("$")
	}
	return out.String()
}

func randomItem(random *rand.Rand) string {
	classes := []string{"a", "b", "c", "x", ".", "%a", "%d", "%s", "%w", "%A", "%D", "%p", "%.", "%(", "%]", "[ab]", "[^ab]", "[a-c]", "[^a-b0]", "[%a%.]", "[]a]", "[a%]]", "[a-]", "[-b]", "[a-c-]"}
	repeats := []string{"", "", "", "*", "+", "-", "?"}
	return classes[random.IntN(len(classes))] + repeats[random.IntN(len(repeats))]
}

// Ensure that a match pays for its steps however few they are: each place of a short text
// that is tried costs fuel.
func TestShortMatchesPay(t *testing.T) {
	for _, body := range []string{`T:find("%d")`, `T:match("%d")`, `T:gsub("%d", "")`, `for w in T:gmatch("%d") do end`} {
		used := func(text string) int64 {
			g := start(t, "return { evaluate_activation = function() local T = "+text+" "+body+" end }", abi.Sandbox{Budgets: abi.DefaultBudgets()})
			before := g.fuel
			if _, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil {
				t.Fatal(err)
			}
			return before - g.fuel
		}
		short, long := used(`"`+strings.Repeat("a", 4)+`"`), used(`"`+strings.Repeat("a", 44)+`"`)
		if long < short+20 {
			t.Errorf("%s: %d units on 4 bytes, %d on 44", body, short, long)
		}
	}
}
