package engine

import (
	"fmt"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/ed-irl/impressionism/abi"
)

// Limits of what a manifest says about versions.
const (
	versionBytesMax     = 100
	rangeComparisonsMax = 8
)

// CheckVersion reports why a text is no semantic version (semver.org, 2.0.0).
func CheckVersion(version string) error {
	core, _, _ := strings.Cut(version, "+")
	core, _, _ = strings.Cut(core, "-")
	if len(version) > versionBytesMax || strings.Count(core, ".") != 2 || !semver.IsValid("v"+version) {
		return fmt.Errorf("%.100q is no semantic version: write MAJOR.MINOR.PATCH, as in 1.2.0", version)
	}
	return nil
}

// CompareVersions is -1 where a comes before b, 1 where after, else 0. A ruleset
// without a version comes before all that have one.
func CompareVersions(a, b string) int { return semver.Compare("v"+a, "v"+b) }

// comparisons are the operators of a range; the longer ones are looked for first. There is
// no ^ and no ~, which mean different things in npm, Cargo and Composer.
var comparisons = []struct {
	operator string
	holds    func(order int) bool
}{
	{">=", func(order int) bool { return order >= 0 }},
	{"<=", func(order int) bool { return order <= 0 }},
	{">", func(order int) bool { return order > 0 }},
	{"<", func(order int) bool { return order < 0 }},
	{"=", func(order int) bool { return order == 0 }},
}

// CheckRange reports why a text is no range of versions.
func CheckRange(text string) error {
	_, err := inRange(text, "0.0.0")
	return err
}

// inRange reports whether a version meets every comparison of a range, as in
// ">=0.2.0 <0.4.0". A prerelease counts as the release that it leads to: who
// builds 0.2.0-dev has what 0.2.0 brings.
func inRange(text, version string) (bool, error) {
	release, _, _ := strings.Cut(version, "-")
	all := true
	rest := strings.Trim(text, " ")
	for count := 0; rest != "" || count == 0; count++ {
		if count == rangeComparisonsMax || len(text) > versionBytesMax {
			return false, fmt.Errorf("%.100q is too long for a range of versions", text)
		}
		holds, operand, after := comparison(rest)
		if holds == nil || CheckVersion(operand) != nil {
			return false, fmt.Errorf("%.100q is no range of versions: write comparisons with full versions, as in \">=0.2.0 <0.4.0\"", text)
		}
		all = all && holds(CompareVersions(release, operand))
		rest = after
	}
	return all, nil
}

// comparison takes the first one of a range: what must hold, and of which version.
func comparison(text string) (holds func(int) bool, operand, rest string) {
	for _, c := range comparisons {
		after, ok := strings.CutPrefix(text, c.operator)
		if !ok {
			continue
		}
		after = strings.TrimLeft(after, " ")
		end := strings.IndexAny(after, " ,<>=")
		if end < 0 {
			return c.holds, after, ""
		}
		rest := strings.TrimLeft(after[end:], " ")
		if separated, ok := strings.CutPrefix(rest, ","); ok {
			if rest = strings.TrimLeft(separated, " "); rest == "" {
				return nil, "", ""
			}
		}
		return c.holds, after[:end], rest
	}
	return nil, "", ""
}

// checkVersions holds a manifest to its own terms: what it calls itself, and
// which versions of the program it is for.
func checkVersions(from string, m abi.Manifest) error {
	if m.Version != "" {
		if err := CheckVersion(m.Version); err != nil {
			return fmt.Errorf("%s: version: %w", from, err)
		}
	}
	if m.Impressionism != "" {
		if err := CheckRange(m.Impressionism); err != nil {
			return fmt.Errorf("%s: impressionism: %w", from, err)
		}
	}
	return nil
}

// meant reports that a ruleset is for other versions of the program than the
// set's. A set without one takes all.
func (s Set) meant(m abi.Manifest) error {
	if s.product == "" || m.Impressionism == "" {
		return nil
	}
	if ok, err := inRange(m.Impressionism, s.product); err != nil || ok {
		return err
	}
	return fmt.Errorf("it is for impressionism %s, and this is %s: install an impressionism or a version of the ruleset that fits", m.Impressionism, s.product)
}
