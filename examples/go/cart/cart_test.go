package cart_test

import (
	"os"
	"testing"

	"example.com/shop/cart"
)

func TestTotal(t *testing.T) {
	var c cart.Cart
	c.Add("tea", 350, 2)
	c.Add("cup", 800, 1)
	c.Add("tea", 350, 1)
	if got := c.Total().String(); got != "18.50" {
		t.Errorf("Total() = %s, want 18.50", got)
	}
}

func TestEmpty(t *testing.T) {
	var c cart.Cart
	t.Run("new", func(t *testing.T) {
		if !c.Empty() {
			t.Error("a new cart is not empty")
		}
	})
	t.Run("filled", func(t *testing.T) {
		c.Add("tea", 350, 1)
		if c.Empty() {
			t.Error("a cart with tea is empty")
		}
	})
}

func TestCheckout(t *testing.T) {
	if os.Getenv("SHOP_CHECKOUT_URL") == "" {
		t.Skip("needs a checkout server: set SHOP_CHECKOUT_URL")
	}
}
