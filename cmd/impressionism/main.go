// Command impressionism decides which skills fit a prompt and tells the model.
// `impressionism hook` is called by the client; every other command is for
// people. This package alone knows every part.
package main

import (
	"os"
	"time"
)

// started is the closest a program gets to the moment its process began: the
// hook's deadlines count from here.
var started = time.Now()

func main() {
	os.Exit(run(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}
