package price

import (
	"errors"
	"fmt"
	"testing"

	"example.com/shop/internal/money"
)

func TestBulk(t *testing.T) {
	cases := []struct {
		name   string
		pieces int
		want   money.Cents
	}{
		{"a single piece", 1, 200},
		{"ten pieces", 10, 1900},
		{"100 pieces: 5 % / 10 %", 100, 18000}, // fails: Bulk takes 10 % off only above a hundred
		{"more than a hundred", 200, 36000},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := Bulk(200, c.pieces); got != c.want {
				t.Errorf("Bulk(200, %d) = %v, want %v", c.pieces, got, c.want)
			}
		})
	}
}

func TestCoupon(t *testing.T) {
	got, err := Coupon(1000, "welcome")
	if err != nil || got != 900 {
		t.Fatalf("Coupon(1000, welcome) = %v, %v; want 9.00 and no error", got, err)
	}
}

func TestCouponWithSpaces(t *testing.T) {
	got, err := Coupon(1000, " FRIENDS ") // fails: Coupon does not trim
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
	if got != 800 {
		t.Errorf("got %v, want 8.00", got)
	}
}

func TestUnknownCoupon(t *testing.T) {
	if _, err := Coupon(1000, "NOBODY"); !errors.Is(err, ErrUnknownCoupon) {
		t.Errorf("got error %v, want %v", err, ErrUnknownCoupon)
	}
}

func ExampleLabel() {
	fmt.Println(Label(1250))
	fmt.Println(Label(0))
	// Output:
	// € 12.50
	// free
}
