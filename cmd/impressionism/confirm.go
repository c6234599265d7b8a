package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

var errDeclined = errors.New("nothing was changed")

// confirm asks for a yes. Where nobody can answer it says which flag to use.
func (a *app) confirm(question string) error {
	if input, ok := a.in.(*os.File); !ok || !isTerminal(input) {
		return fmt.Errorf("%w: nobody can be asked here; add --yes to go on without", errDeclined)
	}
	fmt.Fprint(a.out, question, " [y/N] ")
	a.flush()
	answer, err := bufio.NewReader(io.LimitReader(a.in, 100)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errDeclined
}
