package shape

import "github.com/ed-irl/impressionism/host/feed"

// Watch is a line of what `watch --json` prints.
type Watch = feed.Change
