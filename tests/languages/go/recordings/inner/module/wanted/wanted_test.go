package wanted

import "testing"

func everything(_, _ string) (bool, error) { return true, nil }

func TestOfARunner(t *testing.T) {
	passed := testing.RunTests(everything, []testing.InternalTest{{Name: "inner", F: func(t *testing.T) {
		t.Run("below", func(t *testing.T) { t.Error("meant to fail") })
		t.Error("meant to fail as well")
	}}})
	if passed {
		t.Fatal("the inner test was to fail")
	}
}

func TestNamed(t *testing.T) {
	testing.RunTests(everything, []testing.InternalTest{{Name: t.Name() + "/like a subtest", F: func(t *testing.T) {
		t.Error("meant to fail")
	}}})
}

func TestParallel(t *testing.T) {
	t.Parallel()
	testing.RunTests(everything, []testing.InternalTest{{Name: "late", F: func(t *testing.T) {
		t.Error("meant to fail")
	}}})
}

func TestPlain(t *testing.T) { t.Run("sub", func(t *testing.T) { t.Log("fine") }) }
