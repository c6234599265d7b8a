package rulebench

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/stats"
)

// Profile is what a ruleset spends its time and fuel on. Counts, times and fuel
// are of one round, in which each scenario is played once.
type Profile struct {
	HostCalls []CallShare `json:"host_calls"` // most time first
	Lines     []LineShare `json:"lines"`      // Lua only; most fuel first
}

// CallShare is what host calls of one name take.
type CallShare struct {
	Call  string  `json:"call"`
	Count int     `json:"count"`
	MS    float64 `json:"ms"`    // mean
	Share float64 `json:"share"` // of the time of all evaluations, 0 to 1
	Fuel  int64   `json:"fuel"`  // Lua only; request and reply included
}

// LineShare is the fuel of one line of Lua, with that of the library functions and
// host calls that it makes. Line 0 is reading the file; without a file it is
// reading the context. A clock beside each instruction would measure itself, so
// that the time is the line's part, by fuel, of what guests took; what the host
// does in its calls is not in it.
type LineShare struct {
	File   string  `json:"file"`
	Line   int     `json:"line"`
	Fuel   int64   `json:"fuel"`
	Share  float64 `json:"share"` // of all fuel, 0 to 1
	MS     float64 `json:"ms"`    // estimated: a clock beside each instruction takes longer than the instruction
	Source string  `json:"source,omitempty"`
}

// linesMax bounds the lines of a profile.
const linesMax = 1000

// profile plays each scenario of a ruleset once more, watched line by line.
func (r *run) profile(of int, measured Measured) (Profile, error) {
	counted := lua.NewProfile()
	sources := map[string][]byte{}
	profiled := *r.Engine
	profiled.Runtimes = maps.Clone(profiled.Runtimes)
	if profiled.Runtimes[".lua"] != nil {
		profiled.Runtimes[".lua"] = keepSources(counted.Start, sources)
	}
	calls, total, own := map[string]callCost{}, time.Duration(0), time.Duration(0)
	for _, s := range r.subjects {
		if s.of != of {
			continue
		}
		for name, call := range s.calls {
			sum := calls[name]
			calls[name] = callCost{sum.count + call.count, sum.time + call.time}
		}
		for _, one := range s.evaluations {
			total += one.all
			own += one.start + one.guest
		}
		once := *s
		once.evaluations, once.rounds, once.calls = nil, nil, nil
		once.player.Engine = watched(&profiled, r.watch)
		if _, err := once.play(r, false); err != nil {
			return Profile{}, err
		}
	}
	lines := lineShares(counted, sources, measured.All.Fuel, own/time.Duration(len(r.yards)*tries))
	return Profile{HostCalls: r.shares(calls, total, counted), Lines: lines}, nil
}

// keepSources notes the code that guests are started with and what they require.
func keepSources(start abi.Start, sources map[string][]byte) abi.Start {
	return func(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
		sources[program.Name] = program.Code
		if require := program.Require; require != nil {
			program.Require = func(module string) (string, []byte, error) {
				name, source, err := require(module)
				if err == nil {
					sources[name] = source
				}
				return name, source, err
			}
		}
		return start(program, sandbox)
	}
}

func (r *run) shares(calls map[string]callCost, total time.Duration, counted *lua.Profile) []CallShare {
	plays, list := len(r.yards)*tries, []CallShare{}
	for name, call := range calls {
		list = append(list, CallShare{
			Call: name, Count: call.count / plays, MS: milliseconds(float64(call.time) / float64(plays)),
			Share: share(int64(call.time), int64(total)), Fuel: counted.CallFuel(name),
		})
	}
	slices.SortFunc(list, func(a, b CallShare) int {
		return cmp.Or(cmp.Compare(b.MS, a.MS), cmp.Compare(a.Call, b.Call))
	})
	return list
}

func lineShares(counted *lua.Profile, sources map[string][]byte, fuel int64, own time.Duration) []LineShare {
	list := []LineShare{}
	for _, line := range counted.Lines() {
		if len(list) == linesMax {
			break
		}
		list = append(list, LineShare{
			File: line.File, Line: line.Line, Fuel: line.Fuel, Share: share(line.Fuel, fuel),
			MS: milliseconds(share(line.Fuel, fuel) * float64(own)), Source: sourceOf(sources[line.File], line.Line),
		})
	}
	return list
}

// sourceOf returns the text of a line.
func sourceOf(code []byte, number int) string {
	at := 0
	for line := range bytes.Lines(code) {
		if at++; at == number {
			return strings.TrimSpace(string(line))
		}
	}
	return ""
}

func share(part, whole int64) float64 {
	if whole <= 0 {
		return 0
	}
	return stats.Round(float64(part) / float64(whole))
}
