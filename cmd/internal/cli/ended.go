package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// UntilEnded returns a context that ends when a person interrupts the run, has it ended, or
// closes its terminal: for a run that would leave something behind. One that is to outlive its
// terminal, as nohup says, does. The returned function ends the watch.
func UntilEnded() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(context.Background(), signals...)
}
