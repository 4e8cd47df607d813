// Package cart counts what is bought.
package cart

import (
	"errors"
	"strconv"
	"strings"
)

// Cart holds items by their names.
type Cart struct {
	items map[string]int
}

// New makes an empty cart.
func New() *Cart {
	return &Cart{items: map[string]int{}}
}

// Add puts some of an item into the cart.
func (c *Cart) Add(name string, count int) {
	c.items[name] += count
}

// Total is the number of all items.
func (c *Cart) Total() int {
	total := 0
	for _, count := range c.items {
		total += count
	}
	return total
}

// Parse reads "3x tea".
func Parse(line string) (string, int, error) {
	count, name, found := strings.Cut(line, "x ")
	if !found {
		return "", 0, errors.New("no item in " + strconv.Quote(line))
	}
	number, err := strconv.Atoi(count)
	return name, number, err
}
