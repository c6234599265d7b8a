package lessons

import (
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

var (
	markName = lazyregexp.New(`^(\` + markPrefix + `[0-9a-f]{16}(\` + awaitSuffix + `)?|(\` + shownPrefix + `|\` + declinedPrefix + `)[0-9a-f]{16})$`)
	unplaced = lazyregexp.New(`^\.(.+)\.\d+\.tmp$`) // what atomicfile leaves if the process is killed
)

// Owns reports whether a file has a name that this package gives, by its path below the
// folder, with slashes. The name of a folder ends in a slash.
func Owns(name string) bool {
	folder, file := path.Split(name)
	if match := unplaced().FindStringSubmatch(file); match != nil {
		file = match[1]
	}
	switch folder {
	case "":
		return slices.Contains([]string{lockFile, knownFile, standingFile, globsFile, historyFile}, file)
	case proposedDir + "/":
		id, is := strings.CutSuffix(file, lesson.Suffix)
		return file == "" || is && lesson.IsID(id) || markName().MatchString(file)
	}
	return false
}
