package ruletest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/abitest/scenario"
)

// Update writes what a failed scenario came to into its file, as what is expected
// from now on, and plays it again. wrote is false where nothing of it can be taken
// over: a fault, a log line, what is inside the program.
func (p *Player) Update(file File, c Case) (again Case, wrote bool, err error) {
	if c.Passed || c.Problem != "" || !file.Disk {
		return c, false, nil
	}
	var came []abi.Decision
	for _, event := range c.Events {
		var decision abi.Decision
		if err := json.Unmarshal(event.Decision, &decision); err != nil {
			return c, false, fmt.Errorf("update %s: %w", file.Path, err)
		}
		came = append(came, decision)
	}
	data, err := scenario.Update(file.Data, c.Failures, came)
	if err != nil {
		return c, false, fmt.Errorf("update %s: %w", file.Path, err)
	}
	if bytes.Equal(data, file.Data) {
		return c, false, nil
	}
	if err := replace(file.Path, data); err != nil {
		return c, false, fmt.Errorf("update %s: %w", file.Path, err)
	}
	file.Data = data
	return p.Play(file), true, nil
}

// replace writes a file whole or not at all.
func replace(name string, data []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(name), ".scenario-*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name()) //nolint:errcheck // it is there only after an error
	_, err = temporary.Write(data)
	if closeErr := temporary.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(temporary.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(temporary.Name(), name)
	}
	return err
}
