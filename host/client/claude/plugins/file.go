package plugins

import "github.com/ed-irl/impressionism/host/client/claude/lenient"

// Limits of the client's files. .claude.json grows with every project.
const (
	fileBytesMax  = 4 << 20
	stateBytesMax = 64 << 20
)

type object = lenient.Object

func readObject(path string, bytesMax int64) (object, error) { return lenient.Read(path, bytesMax) }

func get[T any](o object, key string, warn func(string)) (T, bool) {
	return lenient.Get[T](o, key, warn)
}

func ignore(string) {}
