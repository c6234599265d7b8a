package transcript

// Layout is how a client keeps its transcripts, for who watches them.
type Layout struct {
	// Wants reports whether what lies at a path is a transcript, or a folder in which there may be
	// some. The path is relative to the folder that is watched; agents says whether files of
	// subagents count.
	Wants func(relative string, isFolder, agents bool) bool
	// Decoder makes that of a file; usage says whether events of KindUsage are wanted.
	Decoder func(path string, usage bool) Decoder
}
