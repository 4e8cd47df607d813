package cart

import (
	"os"
	"testing"
	check "testing"

	"example.com/selection/ran"
)

func TestMain(m *testing.M) {
	os.Exit(m.Run())
}

func TestAdd(t *testing.T) {
	ran.Mark(t)
	c := New()
	c.Add("tea", 2)
	if c.Total() != 2 {
		t.Errorf("got %d", c.Total())
	}
}

// The beginning of its name is that of another test.
func TestAddTwice(t *testing.T) { ran.Mark(t) }

func Test_remove(t *testing.T) { ran.Mark(t) }

func TestGröße(t *check.T) { ran.Mark(t) }

func TestNested(t *testing.T) {
	ran.Mark(t)
	t.Run("empty cart", func(t *testing.T) {
		ran.Mark(t)
		t.Run("total is 0", func(t *testing.T) { ran.Mark(t) })
		t.Run("total is 0 again", func(t *testing.T) { ran.Mark(t) })
		t.Run("no items", func(tt *testing.T) {
			ran.Mark(tt)
			tt.Run("not one", func(t *testing.T) { ran.Mark(t) })
		})
	})
	t.Run("a.*b", func(t *testing.T) { ran.Mark(t) })
	t.Run("axxb", func(t *testing.T) { ran.Mark(t) })
	t.Run("with/slash", func(t *testing.T) { ran.Mark(t) })
	t.Run("(parens|bars) [x]", func(t *testing.T) { ran.Mark(t) })
	t.Run(`raw\d`, func(t *testing.T) { ran.Mark(t) })
	t.Run("日本 größe", func(t *testing.T) { ran.Mark(t) })
	t.Run("tab\tand\x01", func(t *testing.T) { ran.Mark(t) })
	t.Run("", func(t *testing.T) { ran.Mark(t) })
	t.Run("helped", checkTotal)
	checkTotal(t)
}

func checkTotal(t *testing.T) {
	ran.Mark(t)
	t.Run("by a helper", func(t *testing.T) { ran.Mark(t) })
}

func TestTwice(t *testing.T) {
	ran.Mark(t)
	t.Run("same", func(t *testing.T) { ran.Mark(t) })
	t.Run("same", func(t *testing.T) { ran.Mark(t) })
	t.Run("same not", func(t *testing.T) { ran.Mark(t) })
	for i := 0; i < 2; i++ {
		t.Run("again", func(t *testing.T) { ran.Mark(t) })
	}
}

func FuzzParse(f *testing.F) {
	f.Add("1x tea")
	f.Add("tea")
	f.Fuzz(func(t *testing.T, line string) {
		ran.Mark(t)
		_, _, _ = Parse(line)
	})
}

func BenchmarkAdd(b *testing.B) {
	b.Run("small", func(b *testing.B) { New().Add("tea", 1) })
}
