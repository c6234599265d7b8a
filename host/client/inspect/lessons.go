package inspect

// Lessons are the formats in which the client itself, or another of its tools, keeps lessons.
type Lessons struct{ Formats []LessonFormat }

// LessonFormat is one of them. What it reads is somebody else's and not yet cleaned.
type LessonFormat struct {
	Name string // in flags
	What string // what it is, in a few words
	// Files returns where such lessons usually are; none of the files need exist.
	Files func(place LessonPlace) []LessonFile
	// Read returns the lessons of a file. An error says why the file is none of this format.
	Read func(data []byte) ([]ForeignLesson, error)
	// Update returns a file with lessons in it: what they do not alter stays as it is, by the
	// byte, and no lesson is removed. Empty data is a new file. nil: it is only read.
	Update func(data []byte, lessons []ForeignLesson, user bool) ([]byte, error)
	// Lock waits for the other tool to be done with a file, and keeps it away until unlock; an
	// error says that it holds the file for too long. nil: the tool locks nothing.
	Lock func(path string) (unlock func(), err error)
}

// LessonPlace says where such lessons are looked for.
type LessonPlace struct {
	Home      string // the client's own folder
	UserDir   string
	Workspace string // may be empty
	Lookup    func(name string) string
}

// LessonFile is a file that may hold lessons.
type LessonFile struct {
	Path string
	User bool // its lessons count in every project
}

// ForeignLesson is a lesson as such a file has it.
type ForeignLesson struct {
	ID       string // "" where it has none
	Title    string
	Text     string
	When     string
	Category string // may be none that is known here
	Learned  string // a day, as in 2026-03-02
	Last     string // the day of the last citation
	Uses     int    // 0: not said
	Velocity float64
	ByModel  bool
	Line     int // where it begins
}
