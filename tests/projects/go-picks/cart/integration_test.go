//go:build integration

package cart

import (
	"testing"

	"example.com/picks/ran"
)

func TestIntegration(t *testing.T) { ran.Mark(t) }
