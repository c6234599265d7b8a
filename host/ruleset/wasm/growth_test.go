package wasm

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// What 1,000 evaluations may add to the heap and to the address space.
const (
	growthMax = 1 << 20
	pagesMax  = 64 << 20 / 4096
)

// Ensure a thousand evaluations leave nothing behind: no memory of ours and none
// of the system.
func TestNoGrowth(t *testing.T) {
	b := newModule(t)
	b.activation("i64.const 100000 call env.alloc drop i32.const 50 memory.grow drop" + b.text("k") + "call put" + b.text("v") + "call put call env.var_set" + b.answering("[]"))
	module := b.bytes()
	r := openRuntime(t, Config{})
	trust(t, r, module)
	run := func(times int) {
		for range times {
			g, err := r.Start(programOf(module), sandboxOf(nil))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil {
				t.Fatal(err)
			}
			if err := g.Close(); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		runtime.GC()
	}
	heap := func() int64 {
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return int64(stats.HeapAlloc)
	}
	growth := func() (bytes, pages int64) {
		heapBefore, mappedBefore := heap(), mappedPages(t)
		run(1000)
		return heap() - heapBefore, mappedPages(t) - mappedBefore
	}
	run(100)
	bytes, pages := growth()
	if bytes > growthMax || pages > pagesMax { // once, Go may have mapped another arena for itself; what leaks grows again
		bytes, pages = growth()
	}
	if bytes > growthMax {
		t.Errorf("the heap has grown by %d bytes", bytes)
	}
	if pages > pagesMax {
		t.Errorf("%d pages more are mapped", pages)
	}
}

// mappedPages is how much address space this process has, where that is told.
func mappedPages(t *testing.T) int64 {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, err := strconv.ParseInt(strings.Fields(string(data))[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// Ensure more modules than are kept can be used in turn and at once, and that a
// module in use is not freed under its guest.
func TestManyModules(t *testing.T) {
	r := openRuntime(t, Config{})
	var modules [][]byte
	for i := range 2*loadedMax + 1 {
		b := newModule(t)
		module := b.activation(b.answering(fmt.Sprintf("[%d]", i))).bytes()
		trust(t, r, module)
		modules = append(modules, module)
	}
	var open []abi.Guest
	for range 2 {
		for i, module := range modules {
			g, err := r.Start(programOf(module), sandboxOf(nil))
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, g)
			if i%3 == 0 {
				open = append(open[:0:0], open[:len(open)-1]...)
				g.Close()
			}
		}
		for _, g := range open {
			if _, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil {
				t.Error(err)
			}
		}
	}
	for _, g := range open {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
	startGuest(t, r, modules[0], sandboxOf(nil)).Close()
	extra := newModule(t).activation("i32.const 0 i32.const 0 drop").bytes()
	trust(t, r, extra)
	startGuest(t, r, extra, sandboxOf(nil)).Close()
	if len(r.loaded) > loadedMax {
		t.Errorf("%d modules are kept", len(r.loaded))
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Start(programOf(extra), sandboxOf(nil)); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("a closed runtime: %v", err)
	}
}

// Ensure guests of one runtime can run side by side.
func TestSideBySide(t *testing.T) {
	r := openRuntime(t, Config{Cache: t.TempDir()})
	var modules [][]byte
	for i := range 3 {
		b := newModule(t)
		module := b.activation(b.answering(fmt.Sprintf("[%d]", i))).bytes()
		trust(t, r, module)
		modules = append(modules, module)
	}
	var wait sync.WaitGroup
	for i := range 60 {
		wait.Go(func() {
			g, err := r.Start(programOf(modules[i%3]), sandboxOf(nil))
			if err != nil {
				t.Error(err)
				return
			}
			defer g.Close()
			if answer, err := g.Evaluate(abi.Activation, []byte("{}")); err != nil || string(answer) != fmt.Sprintf("[%d]", i%3) {
				t.Errorf("got %s, %v", answer, err)
			}
		})
	}
	wait.Wait()
}
