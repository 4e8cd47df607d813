package wrong

import (
	"testing"

	"example.com/selection/ran"
)

func TestMixed(t *testing.T) {
	ran.Mark(t)
	t.Run("good", func(t *testing.T) { ran.Mark(t) })
	t.Run("bad", func(t *testing.T) {
		ran.Mark(t)
		if got := 7; got != 3 {
			t.Errorf("got %d, want 3", got)
		}
	})
	t.Run("skipped", func(t *testing.T) {
		ran.Mark(t)
		t.Skip("not today")
	})
}

func TestPanics(t *testing.T) {
	ran.Mark(t)
	var nobody map[string]int
	nobody["tea"] = 1
}
