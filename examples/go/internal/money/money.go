// Package money holds amounts in cents. It has no tests of its own: those of price and cart run it.
package money

import "fmt"

// Cents is an amount of money.
type Cents int64

// Percent takes the share of the amount, rounded half away from zero.
func (c Cents) Percent(share int64) Cents {
	product := int64(c) * share
	if product < 0 {
		return Cents((product - 50) / 100)
	}
	return Cents((product + 50) / 100)
}

// Times multiplies the amount.
func (c Cents) Times(n int) Cents {
	return c * Cents(n)
}

// String writes the amount as "12.50".
func (c Cents) String() string {
	sign := ""
	if c < 0 {
		sign = "-"
		c = -c
	}
	return fmt.Sprintf("%s%d.%02d", sign, c/100, c%100)
}
