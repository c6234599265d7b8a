package wasm

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// compileBomb is a small module whose compiling takes time and memory that grow
// faster than its size.
func compileBomb(t *testing.T, locals int) []byte {
	t.Helper()
	const loops = 20
	var code strings.Builder
	for i := range locals {
		fmt.Fprintf(&code, " block local.get %d br_if 0 local.get %d local.set %d end", i, i*7%locals, (i*13+1)%locals)
	}
	b := newModule(t).activation("call bomb i32.const 0")
	b.function("bomb", "", strings.Repeat("i32 ", locals), strings.Repeat("loop ", loops)+code.String()+strings.Repeat(" local.get 0 br_if 0 end", loops))
	return b.bytes()
}

// Ensure a module that cannot be compiled within the limits is refused for it: by
// the child's own limits on memory and, where the system has them, on time.
func TestCompileBomb(t *testing.T) {
	r := openRuntime(t, Config{})
	vet(t, r, compileBomb(t, 50))
	bomb := compileBomb(t, 2000)
	wants := map[string]string{"vet-child-40M": "compiling took more than 1024 MiB of memory: make its functions smaller"}
	if runtime.GOOS == "linux" || runtime.GOOS == "darwin" {
		wants["vet-child-1s"] = "compiling took more than 10s: make its functions smaller"
	}
	for child, want := range wants {
		command := childOf(t, r)
		command[1] = child
		err := r.Vet(context.Background(), programOf(bomb), command)
		if err == nil || !strings.Contains(err.Error(), want) || r.IsVetted(bomb) {
			t.Errorf("%s: got %v, want %s", child, err, want)
		}
	}
}
