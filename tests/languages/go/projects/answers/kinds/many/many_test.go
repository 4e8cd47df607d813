package many

import (
	"fmt"
	"testing"
)

func half(n int) int { return n / 3 }

func TestHalf(t *testing.T) {
	for n := 0; n < 80; n++ {
		t.Run(fmt.Sprint("of ", 2*n+2), func(t *testing.T) {
			if got := half(2*n + 2); got != n+1 {
				t.Errorf("half(%d) = %d, want %d", 2*n+2, got, n+1)
			}
		})
	}
}
