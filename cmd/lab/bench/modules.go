package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// modules are the cases of rulesets that are WebAssembly; without built guests
// there are none.
func (p *plan) modules(guests string) []subject {
	var list []subject
	if p.has(homeEndless) {
		h := p.homes[homeEndless]
		text := candidates.Words[0]
		list = append(list, subject{
			name: "cold: a module that never ends", check: ended,
			process: func(session string) process { return hookOf(p.programs.alone(), h, promptEvent(h, session, text)) },
		})
	}
	name := filepath.Join(guests, "probe", "rust.wasm")
	module, err := os.ReadFile(name)
	if err != nil {
		return list
	}
	h := p.homes[homeWords]
	return append(list, subject{
		name: fmt.Sprintf("vet a module of %d KB", len(module)>>10), check: vetted,
		prepare: func(context.Context, string) error { return os.RemoveAll(filepath.Join(h.data, "vetting")) },
		process: func(string) process {
			command := []string{p.programs.subject, "rules", "vet-module", "--cache", filepath.Join(h.data, "vetting")}
			return process{command: command, dir: h.work, environ: h.environ, input: module}
		},
	})
}

// ended holds of a hook that its watchdog ended.
func ended(o outcome) error {
	if err := undisturbed(o); !errors.Is(err, errLate) {
		return fmt.Errorf("it should have been ended at its deadline: %w; said %.300q", err, o.out)
	}
	return nil
}

// vetted holds of a child that accepted its module.
func vetted(o outcome) error {
	if err := undisturbed(o); err != nil {
		return err
	}
	if !bytes.HasPrefix(o.out, []byte("\x00asm")) {
		return fmt.Errorf("it was refused: %.300q", o.out)
	}
	return nil
}
