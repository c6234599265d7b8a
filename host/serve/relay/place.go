package relay

import (
	"errors"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// socketPathMax is what every system takes: macOS has room for 103 bytes, Linux
// for 107.
const socketPathMax = 103

// Place is where hooks and the server of one data folder meet.
type Place struct {
	Folder string // ours alone; holds nothing else
	Socket string
	Lock   string // held by the server while it lives
	Terms  string // what hooks have to know before they connect, see Terms
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
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(data)) // a hash never fails
	name := strconv.FormatUint(sum.Sum64(), 16)
	var candidates []string
	if filepath.IsAbs(folders.Runtime) && isOurs(folders.Runtime) {
		candidates = append(candidates, filepath.Join(folders.Runtime, "impressionism"))
	}
	if folders.Cache != "" {
		candidates = append(candidates, filepath.Join(folders.Cache, "run"))
	}
	if folders.Temp != "" {
		candidates = append(candidates, filepath.Join(folders.Temp, "impressionism-"+strconv.Itoa(user())))
	}
	for _, folder := range candidates {
		socket := filepath.Join(folder, name+".sock")
		if len(socket) <= socketPathMax {
			return Place{Folder: folder, Socket: socket, Lock: filepath.Join(folder, name+".lock"), Terms: filepath.Join(folder, name+".terms")}, nil
		}
	}
	return Place{}, errors.New("find a place for the warm server's socket: every path is longer than " + strconv.Itoa(socketPathMax) + " bytes; set XDG_RUNTIME_DIR or a shorter cache folder")
}

// Terms are what a server tells hooks before they connect. A hook reads no settings: they
// are the server's to read.
type Terms struct {
	WaitMS int      // how long a hook waits for its event to be taken
	Names  []string // of variables that make answers differ, beside those of EnvPrefix
}

// termsBytesMax bounds what is read of the file.
const termsBytesMax = 16 << 10

// Encode returns the file's content: the protocol, WaitMS and Names.
func (t Terms) Encode() []byte {
	return []byte(strings.Join(append([]string{magic, strconv.Itoa(t.WaitMS)}, t.Names...), " ") + "\n")
}

var errTerms = errors.New("the server has other terms than this program knows")

// decodeTerms reads what Encode wrote.
func decodeTerms(content []byte) (Terms, error) {
	line, ended := strings.CutSuffix(string(content), "\n") // else it is being written
	fields := strings.Fields(line)
	if !ended || len(fields) < 2 || fields[0] != magic {
		return Terms{}, errTerms
	}
	wait, err := strconv.Atoi(fields[1])
	if err != nil || wait < 0 {
		return Terms{}, errTerms
	}
	return Terms{WaitMS: wait, Names: fields[2:]}, nil
}

// terms reads the terms of a place; an error means that no server answers hooks there.
func (p Place) terms() (Terms, error) {
	file, err := os.Open(p.Terms)
	if err != nil {
		return Terms{}, err
	}
	defer file.Close()
	content := make([]byte, termsBytesMax)
	n, err := file.Read(content)
	if err != nil {
		return Terms{}, err
	}
	return decodeTerms(content[:n])
}
