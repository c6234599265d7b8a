package places

import "fmt"

// PlacesOf returns how many places the files of a worktree have.
func (s *Store) PlacesOf(root string) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reading(func(q querier) error {
		v, err := s.view(q, root)
		if err == nil {
			n = v.own()
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("count places: %w", err)
	}
	return n, nil
}
