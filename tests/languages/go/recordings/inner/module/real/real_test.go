package real

import "testing"

func everything(_, _ string) (bool, error) { return true, nil }

func TestOfARunner(t *testing.T) {
	passed := testing.RunTests(everything, []testing.InternalTest{{Name: "inner", F: func(t *testing.T) {
		t.Error("was to pass")
	}}})
	if !passed {
		t.Fatal("the inner test was to pass")
	}
}
