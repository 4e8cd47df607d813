package delivery

import "testing"

func TestAnnounce(t *testing.T) {
	want := "Your tea arrives in the evening."
	if got := Announce("tea", 2); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Fails: there is no fourth tour, and Slot does not check. A panic ends the package's whole test binary, so that the
// test below it is not run and no coverage is written.
func TestLateOrder(t *testing.T) {
	if got := Slot(3); got != "evening" {
		t.Errorf("Slot(3) = %q, want evening", got)
	}
}

func TestSlot(t *testing.T) {
	if got := Slot(0); got != "morning" {
		t.Errorf("Slot(0) = %q, want morning", got)
	}
}
