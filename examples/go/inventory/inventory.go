// Package inventory counts what is in stock.
package inventory

import (
	"fmt"
	"sync"
)

// Stock counts the pieces of each article. It may be used by several goroutines.
type Stock struct {
	mu     sync.Mutex
	pieces map[string]int
}

// New makes an empty stock.
func New() *Stock {
	return &Stock{pieces: map[string]int{}}
}

// Put adds pieces of an article.
func (s *Stock) Put(article string, pieces int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pieces[article] += pieces
}

// Take removes pieces of an article, or none of them if there are not enough.
func (s *Stock) Take(article string, pieces int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if left := s.pieces[article]; left < pieces {
		return fmt.Errorf("%s: %d wanted, %d left", article, pieces, left)
	}
	s.pieces[article] -= pieces
	return nil
}

// Count is how many pieces are left.
func (s *Stock) Count(article string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pieces[article]
}
