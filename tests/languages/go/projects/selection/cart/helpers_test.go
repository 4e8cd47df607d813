package cart

import "testing"

// fill makes a cart for tests; this file has none of its own.
func fill(t *testing.T) *Cart {
	t.Helper()
	c := New()
	c.Add("tea", 1)
	return c
}
