// Package sqlite opens databases. It alone imports the driver and sqlite-vec,
// and knows nothing of what is stored.
package sqlite

import (
	vec "github.com/asg017/sqlite-vec-go-bindings/cgo"
	_ "github.com/mattn/go-sqlite3" // the driver
)

func init() { vec.Auto() }
