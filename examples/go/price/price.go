// Package price turns list prices into what a customer pays.
package price

import (
	"errors"
	"fmt"
	"strings"

	"example.com/shop/internal/money"
)

// ErrUnknownCoupon is returned for a coupon that was never issued.
var ErrUnknownCoupon = errors.New("unknown coupon")

var coupons = map[string]int64{"WELCOME": 10, "FRIENDS": 20}

// Bulk takes 5 % off from ten pieces on and 10 % from a hundred.
func Bulk(each money.Cents, pieces int) money.Cents {
	total := each.Times(pieces)
	switch {
	case pieces > 100:
		return total - total.Percent(10)
	case pieces >= 10:
		return total - total.Percent(5)
	default:
		return total
	}
}

// Coupon takes off what the coupon is worth. Case and surrounding spaces do not matter.
func Coupon(total money.Cents, code string) (money.Cents, error) {
	share, ok := coupons[strings.ToUpper(code)]
	if !ok {
		return total, fmt.Errorf("coupon %q: %w", code, ErrUnknownCoupon)
	}
	return total - total.Percent(share), nil
}

// Label writes a price for the shelf.
func Label(amount money.Cents) string {
	if amount == 0 {
		return "free"
	}
	return "€ " + amount.String()
}
