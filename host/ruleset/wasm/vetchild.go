package wasm

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/meter"
)

// VetChild is what the child of Vet does: it limits this process, reads a module,
// and writes its vetted form, or why it is refused. The compiled form goes into
// the cache, if one is given. An error means that not even that could be said.
func VetChild(in io.Reader, out io.Writer, cache string) error {
	return vetChild(in, out, cache, vetTimeMax, vetMemoryMax)
}

func vetChild(in io.Reader, out io.Writer, cache string, cpu time.Duration, memory int64) error {
	limitProcess(cpu)
	go guardMemory(memory) // it ends the process above the limit
	module, err := io.ReadAll(io.LimitReader(in, moduleBytesMax+1))
	if err != nil {
		return fmt.Errorf("read the module: %w", err)
	}
	sealed, err := prepare(module, cache)
	if err != nil {
		_, err = io.WriteString(out, refusedPrefix+err.Error())
	} else {
		_, err = out.Write(sealed)
	}
	if err != nil {
		return fmt.Errorf("write the vetted form: %w", err)
	}
	return nil
}

// prepare makes the vetted form of a module and compiles it.
func prepare(module []byte, cache string) ([]byte, error) {
	if err := Check(module); err != nil {
		return nil, err
	}
	m, err := binary.Decode(module)
	if err != nil {
		return nil, err
	}
	instrumented, err := meter.Instrument(module)
	if err != nil {
		return nil, err
	}
	pages := uint32(0)
	for _, memory := range m.AllMemories() {
		pages = max(pages, memory.Min)
	}
	vetted := vettedModule{memoryMin: pages, hash: sha256.Sum256(module)}
	vetted.bytes = seal(instrumented, vetted.hash, pages)
	r := &Runtime{config: Config{Cache: cache}}
	c, err := r.load(context.Background(), hashOf(module), vetted)
	if err != nil {
		return nil, fmt.Errorf("the engine refuses it: %w", err)
	}
	g := newGuest(abi.Program{Name: "the module"}, abi.Sandbox{Budgets: abi.DefaultBudgets()}, func() {})
	if err := g.instantiate(c); err != nil { // runs nothing; data and tables have to fit
		return nil, errors.New(abi.AsFault(err).Message)
	}
	return vetted.bytes, errors.Join(g.Close(), c.close())
}

// guardTick is how often memory is looked at; a compiler takes a gigabyte in
// some 200 ms.
const guardTick = 10 * time.Millisecond

// guardMemory ends the process when it holds more than vetting may take.
func guardMemory(limit int64) {
	debug.SetGCPercent(400) // the process is short, and memory is bounded anyway
	debug.SetMemoryLimit(limit / 4 * 3)
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for {
		metrics.Read(samples)
		if samples[0].Value.Uint64()-samples[1].Value.Uint64() > uint64(limit) {
			os.Exit(vetExitMemory)
		}
		time.Sleep(guardTick)
	}
}
