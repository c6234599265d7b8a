//go:build unix

package relay

import (
	"path/filepath"
	"strings"
	"testing"
)

// Ensure the socket's path fits, whatever the folders are called, and server and
// hook agree on it.
func TestFind(t *testing.T) {
	runtime, long := t.TempDir(), "/"+strings.Repeat("long/", 30)
	for _, test := range []struct {
		folders Folders
		want    string
	}{
		{Folders{Runtime: runtime, Cache: "/c"}, filepath.Join(runtime, "impressionism")},
		{Folders{Runtime: "relative", Cache: "/c"}, "/c/run"},
		{Folders{Runtime: runtime + "/absent", Cache: "/c"}, "/c/run"},
		{Folders{Cache: long, Temp: "/t"}, "/t/impressionism-"},
	} {
		place, err := Find(test.folders, "/data")
		if err != nil || !strings.HasPrefix(place.Folder, test.want) || len(place.Socket) > socketPathMax {
			t.Errorf("%+v: got %+v, %v", test.folders, place, err)
		}
	}
	if _, err := Find(Folders{Cache: long, Temp: long}, "/data"); err == nil || !strings.Contains(err.Error(), "XDG_RUNTIME_DIR") {
		t.Errorf("no place: %v", err)
	}
	one, _ := Find(Folders{Cache: "/c"}, "/data")
	other, _ := Find(Folders{Cache: "/c"}, "/other")
	if one.Socket == other.Socket {
		t.Error("two data folders have one socket")
	}
}
