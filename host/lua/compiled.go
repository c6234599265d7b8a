package lua

import (
	"sync"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

// Compiled keeps what was compiled, for a process that starts the same rulesets
// again and again. A guest is charged for compiling all the same: what it may do
// must not depend on who ran before.
type Compiled struct {
	mutex sync.Mutex
	kept  map[compiledKey]compiledFile
}

type compiledKey struct{ file, code string }

// compiledFile is a file's code, which interpreters only read, and what compiling
// it was charged with.
type compiledFile struct {
	proto        *vm.FunctionProto
	units, bytes int
}

// compiledMax bounds how many files are kept, of at most Budgets.SourceBytes each.
const compiledMax = 64

// Start is an abi.Start.
func (c *Compiled) Start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	g, err := beginWith(program, sandbox, nil, c)
	if err != nil {
		return nil, err
	}
	return g, nil
}

func (c *Compiled) find(file string, code []byte) (compiledFile, bool) {
	if c == nil {
		return compiledFile{}, false
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	found, ok := c.kept[compiledKey{file, string(code)}]
	return found, ok
}

func (c *Compiled) keep(file string, code []byte, compiled compiledFile) {
	if c == nil {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.kept == nil || len(c.kept) >= compiledMax {
		c.kept = map[compiledKey]compiledFile{}
	}
	c.kept[compiledKey{file, string(code)}] = compiled
}
