package index

import (
	"encoding/json"
	"os"
	"time"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// SoundSuffix is of the file beside the index that remembers what checks found sound.
const SoundSuffix = ".checked"

const (
	soundFor      = 24 * time.Hour // then the disk itself may have changed what nobody wrote
	soundBytesMax = 64 << 10
	soundScopes   = 512 // that are remembered
)

// sound is what checks found sound in the file as it is by its stamp. What a refresh
// itself writes keeps it: see carry. See RATIONALE.md, "Why is the index not checked at
// each start?".
type sound struct {
	Stamp  string          `json:"stamp"`
	Since  int64           `json:"since"`            // Unix seconds of the first of these checks
	Whole  bool            `json:"whole"`            // all of it
	Scopes map[int64]int64 `json:"scopes,omitempty"` // by id: rows and vectors, and the postings of items up to a key
}

// stamp is of the file's state; empty where there is none, or it is only looked at.
func (x *Index) stamp() string {
	if x.path == sqlite.Memory || x.readOnly {
		return ""
	}
	return sqlite.Stamp(x.path)
}

func (x *Index) settle() string {
	if x.path == sqlite.Memory {
		return ""
	}
	return sqlite.Settle(x.path)
}

// readSound returns what is known of the file in a state; of another state nothing is.
func (x *Index) readSound(stamp string) sound {
	var s sound
	data, err := foreign.Read(x.path+SoundSuffix, soundBytesMax)
	if err != nil || json.Unmarshal(data, &s) != nil || stamp == "" || s.Stamp != stamp {
		return sound{Stamp: stamp}
	}
	return s
}

// writeSound remembers; what cannot be remembered is checked again.
func (x *Index) writeSound(s sound) {
	if s.Stamp == "" {
		return // it is in no file, or not ours
	}
	if data, err := json.Marshal(s); err == nil {
		_ = os.WriteFile(x.path+SoundSuffix, data, 0o600)
	}
}

// carry has what was sound in the state before stay so after our own writes.
func (x *Index) carry(before string) {
	if before == "" || x.stamp() == before {
		return
	}
	if s := x.readSound(before); s.Since > 0 {
		s.Stamp = x.settle()
		x.writeSound(s)
	}
}

// soundNow is readSound without what was found too long ago.
func (x *Index) soundNow(stamp string, now time.Time) sound {
	s := x.readSound(stamp)
	if age := now.Sub(time.Unix(s.Since, 0)); age < 0 || age >= soundFor {
		s = sound{Since: now.Unix()}
	}
	if s.Scopes == nil || len(s.Scopes) >= soundScopes {
		s.Scopes = map[int64]int64{}
	}
	return s
}
