package eval

import (
	"encoding/json"
	"fmt"

	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/foreign"
)

// ReadCards reads files of cards, one a line as {"id", "asks", "not"}, by the ids of their
// items. Of two cards for one item the last counts.
func ReadCards(paths ...string) (map[string]card.Card, error) {
	cards := map[string]card.Card{}
	for _, path := range paths {
		file, err := foreign.Open(path)
		if err != nil {
			return nil, fmt.Errorf("read cards: %w", err)
		}
		err = readLines(file, func(line []byte) error {
			var row struct {
				ID string `json:"id"`
				card.Card
			}
			if err := json.Unmarshal(line, &row); err != nil {
				return err
			}
			clean, err := row.Card.Clean()
			if err != nil {
				return fmt.Errorf("card of %q: %w", row.ID, err)
			}
			cards[row.ID] = clean
			return nil
		})
		_ = file.Close() // it was only read
		if err != nil {
			return nil, fmt.Errorf("read cards %s: %w", path, err)
		}
	}
	return cards, nil
}
