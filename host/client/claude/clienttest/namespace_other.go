//go:build !linux

package clienttest

import (
	"fmt"
	"os"
)

// Isolate prints that this system has no network namespaces.
func Isolate() {
	fmt.Fprintln(os.Stderr, "clienttest: no network namespaces on this system; the client runs without one")
}

// Isolated reports whether there is no network but loopback.
func Isolated() bool { return false }
