package wasm

import "syscall"

// addressesMax is beyond what the Go runtime reserves besides what it uses.
const addressesMax = 8 << 30

func limitAddresses() {
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: addressesMax, Max: addressesMax}) // the guard of memory comes first
}
