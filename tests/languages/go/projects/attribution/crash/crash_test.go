package crash

import "testing"

func TestHalf(t *testing.T) {
	if Half(4) != 2 {
		t.Fatal("no half")
	}
}

func TestPut(t *testing.T) {
	Put(nil, "tea")
}
