package cart

import (
	"testing"

	"example.com/selection/ran"
)

func TestOfWindows(t *testing.T) { ran.Mark(t) }
