// Command impressionism decides which skills fit a prompt and suggests them to the model.
// `impressionism hook` is called by the client; every other command is for
// people, and a package below internal has each group of them.
package main

import (
	"os"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
)

func main() { os.Exit(program.Main()) }
