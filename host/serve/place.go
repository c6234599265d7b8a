package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
)

// socketPathMax is what every system takes: macOS has room for 103 bytes, Linux
// for 107.
const socketPathMax = 103

// Place is where hooks and the server of one data folder meet.
type Place struct {
	Folder string // ours alone; holds nothing else
	Socket string
	Lock   string // held by the server while it lives
	Late   string // how the marks of workspaces begin in which a hook waited in vain: see Late
}

// Folders are where a place may be, in order of preference; empty ones are left
// out.
type Folders struct {
	Runtime string // $XDG_RUNTIME_DIR: emptied by the system, often in memory
	Cache   string
	Temp    string // where the others' names are too long for a socket
}

// Find returns the place of a data folder. Server and hook find the same one.
func Find(folders Folders, data string) (Place, error) {
	sum := sha256.Sum256([]byte(data))
	name := hex.EncodeToString(sum[:8])
	var candidates []string
	if filepath.IsAbs(folders.Runtime) && isOurs(folders.Runtime) {
		candidates = append(candidates, filepath.Join(folders.Runtime, "impressionism"))
	}
	if folders.Cache != "" {
		candidates = append(candidates, filepath.Join(folders.Cache, "run"))
	}
	if folders.Temp != "" {
		candidates = append(candidates, filepath.Join(folders.Temp, fmt.Sprintf("impressionism-%d", user())))
	}
	for _, folder := range candidates {
		socket := filepath.Join(folder, name+".sock")
		if len(socket) <= socketPathMax {
			return Place{Folder: folder, Socket: socket, Lock: filepath.Join(folder, name+".lock"), Late: filepath.Join(folder, name+".late")}, nil
		}
	}
	return Place{}, fmt.Errorf("find a place for the warm server's socket: every path is longer than %d bytes; set XDG_RUNTIME_DIR or a shorter cache folder", socketPathMax)
}
