package ruletest

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
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
	data, err := scenario.Update(file.Data, c.Failures, came, file.Read)
	if err != nil {
		return c, false, fmt.Errorf("update %s: %w", file.Path, err)
	}
	if bytes.Equal(data, file.Data) {
		return c, false, nil
	}
	if err := p.Write(file.Path, data); err != nil {
		return c, false, fmt.Errorf("update %s: %w", file.Path, err)
	}
	file.Data = data
	return p.Play(file), true, nil
}
