package broken

import "testing"

func TestPrice(t *testing.T) { Price() }
