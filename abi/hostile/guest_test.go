package hostile

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// guest is one hostile ruleset.
type guest struct {
	name   string
	ending string // of its file, ".wasm" or ".lua"
	code   []byte
	make   func() []byte // gives the code, where it is made only when it runs
	why    string        // what it tries
	expectation
	warns []string      // parts of the only warning; none: no warning
	logs  int           // lines that it leaves in the log; any: anyLines
	with  []guest       // that it uses, installed and tried before it
	takes time.Duration // of a processor, where that is more than others may
	lua   string        // file with its counterpart in Lua, or noCounterpart
}

const (
	anyLines      = -1
	noCounterpart = "none"
	sources       = "../guests/hostile"
	guestsMin     = 40
)

// wasmGuests gives the guests that go run ./cmd/build guests assembled, the good one
// first and apart.
func wasmGuests(t testing.TB) (good guest, hostile []guest) {
	t.Helper()
	folder := os.Getenv("IMPRESSIONISM_TEST_GUESTS")
	if folder == "" {
		t.Skip("IMPRESSIONISM_TEST_GUESTS is not set; run: make guests")
	}
	paths, err := filepath.Glob(filepath.Join(sources, "*.wat"))
	if err != nil || len(paths) < guestsMin {
		t.Fatalf("%d hostile guests, at least %d wanted (%v)", len(paths), guestsMin, err)
	}
	for _, path := range paths {
		g := readGuest(t, path, ";;")
		g.ending = ".wasm"
		g.code, err = os.ReadFile(filepath.Join(folder, "hostile", g.name+g.ending))
		if err != nil {
			t.Fatalf("%v; run: make guests", err)
		}
		if g.name == "good" {
			good = g
		} else {
			hostile = append(hostile, g)
		}
	}
	return good, hostile
}

// readGuest reads the comment on top of a file: sentences, then lines of
// "expect: ", "warns: ", "logs: ", "takes: " and "lua: ".
func readGuest(t testing.TB, path, comment string) guest {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g := guest{name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), code: content, logs: anyLines}
	if err := g.readHead(content, comment); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return g
}

func (g *guest) readHead(content []byte, comment string) (err error) {
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() && err == nil {
		line, ok := strings.CutPrefix(lines.Text(), comment+" ")
		if !ok {
			break
		}
		key, value, _ := strings.Cut(line, ": ")
		switch key {
		case "expect":
			g.expectation, err = readExpectation(value)
		case "warns":
			g.warns, err = quoted(value)
		case "logs":
			_, err = fmt.Sscan(value, &g.logs)
		case "takes":
			g.takes, err = time.ParseDuration(value)
		case "lua":
			g.lua = value
		default:
			g.why = strings.TrimSpace(g.why + " " + line)
		}
	}
	if err == nil && (g.phase == "" || g.why == "") {
		err = fmt.Errorf("the comment on top says not what it tries, or not how it must end (expect: …)")
	}
	return err
}
