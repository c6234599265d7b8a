//go:build amd64 || arm64

package bench

import (
	"cmp"
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// size is that of a program and of its largest packages.
type size struct {
	Bytes     int64        `json:"bytes"`
	Packages  []packageSum `json:"packages"`  // the largest, by symbols; what is not Go is one
	Tables    int64        `json:"tables"`    // of functions and lines, for all packages
	Constants int64        `json:"constants"` // texts, types and embedded files, which have no symbols
}

type packageSum struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// How far a program may grow, and how many of its packages are told.
const (
	growthMax   = .02
	packagesMax = 10
)

// Ensure no program grows unnoticed: each has at most 2 % more than the committed size,
// and its ten largest packages are told.
func TestSizes(t *testing.T) {
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	statSources(t, root)
	var subject, thin string
	now := map[string]map[string]size{}
	platform := runtime.GOOS + "/" + runtime.GOARCH
	now[platform] = map[string]size{}
	for _, one := range shipped(&subject, &thin) {
		name := cmp.Or(one.name, filepath.Base(one.pkg))
		now[platform][name] = sizeOf(t, one, root)
		fmt.Printf("measured: %s\n", now[platform][name].line(name))
	}
	baseline := map[string]map[string]size{}
	if !readOrUpdate(t, "sizes.json", now, &baseline) {
		return
	}
	if baseline[platform] == nil {
		t.Skipf("there are no sizes for %s; to guard them, run make guards there and add them to testdata/sizes.json", platform)
	}
	for _, name := range keysOf(baseline[platform], now[platform]) {
		if complaint := grown(name, baseline[platform], now[platform]); complaint != "" {
			t.Errorf("%s\n%s", complaint, accept)
		}
	}
}

// sizeOf measures a program as it is released, and its parts by a second one with symbols.
func sizeOf(t *testing.T, one building, root string) size {
	t.Helper()
	info, err := os.Stat(releasedPath(t, filepath.Base(one.pkg)))
	if err != nil {
		t.Fatal(err)
	}
	named, err := one.link(t.Context(), root, t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	parts, err := partsOf(named)
	if err != nil {
		t.Fatalf("read the symbols of %s: %v", one.pkg, err)
	}
	parts.Bytes = info.Size()
	return parts
}

// partsOf returns the parts of a program, by its symbols.
func partsOf(program string) (size, error) {
	file, err := elf.Open(program)
	if err != nil {
		return size{}, err
	}
	defer file.Close()
	symbols, err := file.Symbols()
	if err != nil {
		return size{}, err
	}
	var s size
	for _, section := range file.Sections {
		switch section.Name {
		case ".gopclntab":
			s.Tables = int64(section.Size)
		case ".rodata":
			s.Constants = int64(section.Size)
		}
	}
	sums := map[string]int64{}
	for _, symbol := range symbols {
		in := sectionOf(file, symbol)
		name := packageOf(symbol.Name)
		if in == nil || in.Type == elf.SHT_NOBITS || name == "" { // zeros take no room in the file
			continue
		}
		sums[name] += int64(symbol.Size)
		if in.Name == ".rodata" {
			s.Constants -= int64(symbol.Size)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		s.Packages = append(s.Packages, packageSum{name, sums[name]})
	}
	slices.SortStableFunc(s.Packages, func(a, b packageSum) int { return cmp.Compare(b.Bytes, a.Bytes) })
	s.Packages = s.Packages[:min(packagesMax, len(s.Packages))]
	return s, nil
}

// sectionOf returns where a symbol is; nil: nowhere in the file.
func sectionOf(file *elf.File, symbol elf.Symbol) *elf.Section {
	if symbol.Section == elf.SHN_UNDEF || int(symbol.Section) >= len(file.Sections) {
		return nil
	}
	return file.Sections[symbol.Section]
}

// packageOf returns the package of a symbol; empty for the linker's own, and "C and assembly" for what
// has none.
func packageOf(symbol string) string {
	name, _, _ := strings.Cut(symbol, "[") // type arguments
	for _, prefix := range []string{"type:", "go:", "gclocals", "runtime.pclntab", "runtime.types", "go.", "_cgo", "gofile.."} {
		if strings.HasPrefix(name, prefix) {
			return ""
		}
	}
	slash := strings.LastIndexByte(name, '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 || strings.HasPrefix(name, ".") {
		return "C and assembly"
	}
	return strings.ReplaceAll(name[:slash+dot], "%2e", ".")
}

// grown returns what to say of a program that is larger than it may be.
func grown(name string, baseline, now map[string]size) string {
	was, had := baseline[name]
	is, has := now[name]
	switch {
	case !had:
		return fmt.Sprintf("%s has no size in the baseline; now: %s", name, is.line(name))
	case !has:
		return fmt.Sprintf("%s is in the baseline and was not built", name)
	case float64(is.Bytes) > float64(was.Bytes)*(1+growthMax):
		return fmt.Sprintf("%s has grown by %.1f %%\nbefore: %s\nnow:    %s", name, 100*(float64(is.Bytes)/float64(was.Bytes)-1), was.line(name), is.line(name))
	}
	return ""
}

func (s size) line(name string) string {
	parts := []string{fmt.Sprintf("tables %.2f, constants %.2f", float64(s.Tables)/1e6, float64(s.Constants)/1e6)}
	for _, one := range s.Packages {
		parts = append(parts, fmt.Sprintf("%s %.2f", one.Name, float64(one.Bytes)/1e6))
	}
	return fmt.Sprintf("%s: %.2f MB; %s", name, float64(s.Bytes)/1e6, strings.Join(parts, ", "))
}

// Ensure only growth by more than 2 % is complained of, with the packages it is in, and
// that no program is passed over.
func TestGrown(t *testing.T) {
	before := map[string]size{"program": {Bytes: 1000, Packages: []packageSum{{"net/http", 300}}}}
	for bytes, want := range map[int64]string{900: "", 1020: "", 1021: "grown by 2.1 %"} {
		now := map[string]size{"program": {Bytes: bytes, Packages: []packageSum{{"net/http", 900}}}}
		got := grown("program", before, now)
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%d bytes: got %q, want %q", bytes, got, want)
		}
	}
	if grown("program", nil, before) == "" || grown("program", before, nil) == "" {
		t.Error("a program without a counterpart is not told")
	}
	for symbol, want := range map[string]string{
		"github.com/a/b%2ec/d.(*T).M": "github.com/a/b.c/d", "slices.SortFunc[go.shape.int]": "slices",
		"sqlite3_open": "C and assembly", "type:.eq.net/http.X": "", "runtime.mallocgc": "runtime",
	} {
		if got := packageOf(symbol); got != want {
			t.Errorf("%s: got %q, want %q", symbol, got, want)
		}
	}
}
