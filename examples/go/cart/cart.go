// Package cart collects what a customer is about to buy.
package cart

import (
	"example.com/shop/internal/money"
	"example.com/shop/price"
)

// Line is one article of a cart.
type Line struct {
	Article string
	Each    money.Cents
	Pieces  int
}

// Cart is a customer's cart. Its zero value is empty and ready to use.
type Cart struct {
	lines []Line
}

// Add puts pieces of an article into the cart, on the line that the article has already if it has one.
func (c *Cart) Add(article string, each money.Cents, pieces int) {
	for i := range c.lines {
		if c.lines[i].Article == article {
			c.lines[i].Pieces += pieces
			return
		}
	}
	c.lines = append(c.lines, Line{article, each, pieces})
}

// Total is what the cart costs.
func (c *Cart) Total() money.Cents {
	var sum money.Cents
	for _, line := range c.lines {
		sum += price.Bulk(line.Each, line.Pieces)
	}
	return sum
}

// Empty tells whether nothing is in the cart.
func (c *Cart) Empty() bool {
	return len(c.lines) == 0
}
