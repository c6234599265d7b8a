//go:build generate

package extension

// The copied files' module; imported here, go.mod and go.sum name its version and hash.
import _ "github.com/asg017/sqlite-vec-go-bindings/cgo"
