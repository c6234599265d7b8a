// Package hostile holds the sandboxes to their word: guests that break every
// rule they can, each of which has to end with the error that its file names,
// inside its budgets, and in a process that serves the next guest as if nothing
// had been. The guests are abi/guests/hostile/*.wat and those that a
// test makes because they would be unreadable; there is nothing here but tests.
package hostile
