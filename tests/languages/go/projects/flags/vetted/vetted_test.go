package vetted

import "testing"

func TestSays(t *testing.T) { Say() }
