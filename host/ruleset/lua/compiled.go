package lua

import (
	"sync"

	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

// compiledMax bounds how many files a Compiled keeps.
const compiledMax = 256

// Compiled keeps compiled files, for who starts the same ruleset thousands of
// times, or knows of a start before it comes: compiling is most of it. Guests pay
// for it as if it were done anew.
type Compiled struct {
	mutex sync.Mutex
	files map[source]compiled
}

type source struct{ file, code string }

type compiled struct {
	proto        *vm.FunctionProto // is not written to after it was compiled
	units, bytes int               // what the compiler charged
}

// NewCompiled has compiled nothing yet.
func NewCompiled() *Compiled { return &Compiled{files: map[source]compiled{}} }

// Start is an abi.Start that compiles each file once.
func (c *Compiled) Start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	g, err := beginWith(program, sandbox, nil, c)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// Prepare compiles a program's own file for a guest that is started later. What is
// wrong with it that guest is told.
func (c *Compiled) Prepare(program abi.Program, budgets abi.Budgets) {
	g := bareGuest(program, abi.Sandbox{Budgets: budgets}, nil, c)
	defer g.state.Close()
	_ = g.run(func(*vm.LState) error {
		_, err := g.compile(program.Name, program.Code)
		return err
	})
}

func (c *Compiled) get(file string, code []byte) (compiled, bool) {
	if c == nil {
		return compiled{}, false
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	found, ok := c.files[source{file, string(code)}]
	return found, ok
}

func (c *Compiled) put(file string, code []byte, made compiled) {
	if c == nil {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.files) < compiledMax {
		c.files[source{file, string(code)}] = made
	}
}
