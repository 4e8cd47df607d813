package stock

import "testing"

func TestFirst(t *testing.T) {}

func TestPanic(t *testing.T) {
	t.Log("about to fill")
	Fill(&Shelf{}, "apple")
}

func TestNeverBegins(t *testing.T)      {}
func TestNeitherDoesThis(t *testing.T)  {}
