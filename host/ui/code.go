package ui

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"sync"
	"time"
)

// codeLife is how long the address that is printed can be opened: long enough for a
// browser that starts slowly, short enough that a copy on a screen is worth nothing.
const codeLife = time.Minute

// codesMax bounds the codes that are remembered, used ones among them.
const codesMax = 64

// codes are the one-time codes of one server.
type codes struct {
	now    func() time.Time
	mutex  sync.Mutex
	issued []code // the oldest first
}

type code struct {
	text string
	at   time.Time
	used bool
}

// secret returns random bytes as text for addresses and headers.
func secret(bytes int) string {
	random := make([]byte, bytes)
	_, _ = rand.Read(random) // never fails: it ends the program instead
	return base64.RawURLEncoding.EncodeToString(random)
}

func (c *codes) issue() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.issued) == codesMax {
		c.issued = c.issued[1:]
	}
	fresh := code{text: secret(16), at: c.now()}
	c.issued = append(c.issued, fresh)
	return fresh.text
}

// use takes a code, once. If it may not be used, reason says why.
func (c *codes) use(text string) (reason string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	reason = "the code of this address is none of this program's: open the address that the terminal printed last"
	for i := range c.issued {
		known := &c.issued[i]
		if subtle.ConstantTimeCompare([]byte(known.text), []byte(text)) != 1 {
			continue
		}
		switch age := c.now().Sub(known.at); {
		case known.used:
			reason = "the code of this address was used already: if it was not you who opened it, end the program; else start it again for another address"
		case age > codeLife || age < 0:
			reason = "the code of this address is older than a minute: start the program again for another address"
		default:
			known.used, reason = true, ""
		}
	}
	return reason
}
