package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// Edit opens a file in the user's editor, $VISUAL or $EDITOR, and waits until it ends.
func Edit(e *env.Env, path string) error {
	words := strings.Fields(cmp.Or(e.Lookup("VISUAL"), e.Lookup("EDITOR")))
	if len(words) == 0 {
		return errors.New("no editor is set; set EDITOR, as in EDITOR=nano")
	}
	editor := exec.Command(words[0], append(words[1:], path)...)
	editor.Stdin, editor.Stdout, editor.Stderr = e.In, e.RawOut, e.RawErr
	editor.Dir, editor.Env = e.Dir, e.Environ
	if e.JSON {
		editor.Stdout = e.RawErr
	}
	if err := editor.Run(); err != nil {
		return fmt.Errorf("run the editor %s: %w", words[0], err)
	}
	return nil
}
