package cart

import (
	"testing"

	"example.com/picks/ran"
)

func TestOfWindows(t *testing.T) { ran.Mark(t) }
