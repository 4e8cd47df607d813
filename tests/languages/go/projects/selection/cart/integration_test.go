//go:build integration

package cart

import (
	"testing"

	"example.com/selection/ran"
)

func TestIntegration(t *testing.T) { ran.Mark(t) }
