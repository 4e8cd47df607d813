//go:build integration

package cart

import "testing"

func TestNeedsADatabase(t *testing.T) { t.Error("there is none") }
