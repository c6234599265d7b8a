// Command build makes what the program and its tests are shipped and run with:
//
//	go run ./cmd/build guests [-only NAME] [-conformance] [NAME…]
//	go run ./cmd/build client [-folder .tools/claude]
//	go run ./cmd/build browser [-folder .tools]
//	go run ./cmd/build dist [-platforms LIST] [-lexical] [-check] [-out DIR]
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/ed-irl/impressionism/cmd/build/browser"
	"github.com/ed-irl/impressionism/cmd/build/client"
	"github.com/ed-irl/impressionism/cmd/build/dist"
	"github.com/ed-irl/impressionism/cmd/build/guests"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, errOut io.Writer) int {
	commands := map[string]func(ctx context.Context, args []string, out, errOut io.Writer) int{
		"guests": guests.Run, "client": client.Run, "browser": browser.Run, "dist": dist.Run,
	}
	if len(args) == 0 || commands[args[0]] == nil {
		fmt.Fprintln(errOut, "build: say what: guests, client, browser or dist")
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) // ends compilers with this process
	defer stop()
	return commands[args[0]](ctx, args[1:], out, errOut)
}
