package lost

import (
	"testing"

	"example.com/shop/missing"
)

func TestLost(t *testing.T) { missing.Find() }
