package wasm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Ensure nothing runs before it was vetted, that vetting in a child process makes
// it run, for this very module only, and that files are private.
func TestVet(t *testing.T) {
	b := newModule(t)
	module := b.activation(b.answering("[]")).bytes()
	r := openRuntime(t, Config{Vetted: filepath.Join(t.TempDir(), "vetted"), Cache: filepath.Join(t.TempDir(), "cache")})
	_, err := r.Start(programOf(module), sandboxOf(nil))
	if got, want := faultOf(t, err).Error(), "unavailable: acme/x.wasm: was not vetted yet; run: impressionism rules trust acme/x"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if r.IsVetted(module) {
		t.Error("it is vetted already")
	}
	vet(t, r, module)
	if answer, err := startGuest(t, r, module, sandboxOf(nil)).Evaluate(abi.Activation, []byte("{}")); err != nil || string(answer) != "[]" || !r.IsVetted(module) {
		t.Errorf("got %s, %v", answer, err)
	}
	other := newModule(t).activation("i32.const 1").bytes()
	if _, err := r.Start(programOf(other), sandboxOf(nil)); faultOf(t, err).Code != abi.Unavailable {
		t.Errorf("another module: %v", err)
	}
	for _, folder := range []string{r.config.Vetted, r.config.Cache} {
		files := 0
		err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := entry.Info()
			if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s has mode %v", name, info.Mode())
			}
			if !entry.IsDir() {
				files++
			}
			return err
		})
		if err != nil || files == 0 {
			t.Errorf("%s: %d files, %v", folder, files, err)
		}
	}
	if err := errors.Join(r.Forget(module), r.Forget(module)); err != nil || r.IsVetted(module) {
		t.Errorf("it was not forgotten: %v", err)
	}
}

// Ensure a vetted form that is damaged, or another module's, is told so and not
// run, byte by byte.
func TestDamagedVetted(t *testing.T) {
	module := newModule(t).activation("i32.const 0").bytes()
	other := newModule(t).activation("i32.const 1").bytes()
	r := openRuntime(t, Config{})
	trust(t, r, module)
	trust(t, r, other)
	path := r.vettedPath(hashOf(module))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := os.ReadFile(r.vettedPath(hashOf(other)))
	if err != nil {
		t.Fatal(err)
	}
	broken := map[string][]byte{"empty": {}, "short": whole[:20], "plain": module, "foreign": foreign}
	for i := range whole {
		flipped := append([]byte{}, whole...)
		flipped[i] ^= 1 << (i % 8)
		broken[fmt.Sprintf("flipped at %d", i)] = flipped
		broken[fmt.Sprintf("cut to %d", i)] = whole[:i]
	}
	for name, content := range broken {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := r.Start(programOf(module), sandboxOf(nil))
		if err == nil {
			t.Fatalf("%s: it runs", name)
		}
		if got := faultOf(t, err); got.Code != abi.Unavailable || !strings.Contains(got.Message, "its vetted form is damaged") || !strings.HasSuffix(got.Message, "run: impressionism rules trust acme/x") {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Ensure a module that is refused is refused in words, by the parent or by the
// child, and leaves nothing behind.
func TestVetRefuses(t *testing.T) {
	invalid := newModule(t).activation("i64.const 0").bytes() // leaves a value of the wrong type
	sneaky := newModule(t).activation("i64.const 0 call user.nothing drop i32.const 0").bytes()
	r := openRuntime(t, Config{Cache: t.TempDir()})
	for want, module := range map[string][]byte{
		"vet acme/x.wasm: not a valid WebAssembly module: byte 0: the file is empty":                                              nil,
		"vet acme/x.wasm: it imports extism:host/user nothing: there is no such host call":                                        sneaky,
		"vet acme/x.wasm: the engine refuses it: invalid function[1] export[\"evaluate_activation\"]: not enough results in call": invalid,
	} {
		err := r.Vet(context.Background(), programOf(module), childOf(t, r))
		if err == nil || !strings.HasPrefix(err.Error(), want[:40]) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		if r.IsVetted(module) {
			t.Error("it is vetted")
		}
	}
	outside := newModule(t).activation("i32.const 0")
	outside.module.Data = []binary.Data{{Offset: []byte{0x41, 0x7f, 0x0b}, Bytes: []byte("x")}} // at −1
	err := r.Vet(context.Background(), programOf(outside.bytes()), childOf(t, r))
	if err == nil || !strings.HasPrefix(err.Error(), "vet acme/x.wasm: the module: data[0]: out of bounds memory access") {
		t.Errorf("data outside of memory: %v", err)
	}
	var out strings.Builder
	if err := VetChild(strings.NewReader("junk"), &out, ""); err != nil || !strings.HasPrefix(out.String(), "refused\nnot a valid WebAssembly module") {
		t.Errorf("the child says %q, %v", out.String(), err)
	}
}

// Ensure a child that takes too long, says too much, fails or answers nonsense is
// ended and told apart.
func TestVetChildren(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	module := newModule(t).activation("i32.const 0").bytes()
	r := openRuntime(t, Config{})
	for script, want := range map[string]string{
		"exit 86":    "compiling took more than 1024 MiB of memory",
		"exit 87":    "compiling took more than 10s",
		"kill -9 $$": "the system ended the child process (signal: killed), perhaps for want of memory",
		"echo 'fatal error: runtime: out of memory' >&2; exit 2": "compiling took more than 1024 MiB of memory",
		"echo nonsense":                          "the child's answer is of no use: it has no seal",
		"echo dead >&2; exit 3":                  "the child process ended (exit status 3): dead",
		"echo refused; echo 'it is \x1b[1mugly'": "it is [1mugly",
		"cat /dev/zero":                          "its instrumented form has more than 67108864 bytes",
	} {
		err := r.Vet(context.Background(), programOf(module), []string{"/bin/sh", "-c", script})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", script, err, want)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := r.Vet(ctx, programOf(module), []string{"/bin/sleep", "100"}); err == nil || time.Since(began) > time.Minute {
		t.Errorf("got %v after %v", err, time.Since(began))
	}
	for _, child := range [][]string{nil, {"/nonexistent/program"}} {
		if err := r.Vet(context.Background(), programOf(module), child); err == nil {
			t.Errorf("%v: no error", child)
		}
	}
}

// Ensure vetted forms of other meters are removed, and no others.
func TestPruneVetted(t *testing.T) {
	module := newModule(t).activation("i32.const 0").bytes()
	r := openRuntime(t, Config{})
	trust(t, r, module)
	old := filepath.Join(r.config.Vetted, strings.Repeat("ab", 32)+"-0.wasm")
	if err := os.WriteFile(old, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.Prune(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) || !r.IsVetted(module) {
		t.Errorf("%v, vetted: %v", err, r.IsVetted(module))
	}
}
