package cart

import (
	"flag"
	"runtime"
	"testing"
	"time"
)

var wanted = flag.String("wanted", "", "what TestWanted is to be given")

func TestRaces(t *testing.T) {
	done := make(chan bool)
	for i := 0; i < 2; i++ {
		go func() {
			Add(1)
			done <- true
		}()
	}
	<-done
	<-done
}

func TestIsSlow(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Error("slow and wrong")
}

var runs int

func TestPassesTwice(t *testing.T) {
	if runs++; runs == 3 {
		t.Error("the third time")
	}
}

func TestCurrency(t *testing.T) {
	if got := Currency(); got != "EUR" {
		t.Errorf("got %q", got)
	}
}

func TestWanted(t *testing.T) {
	switch *wanted {
	case "red":
		t.Error("it was wanted")
	case "never":
		time.Sleep(time.Hour)
	}
}

func TestOnOneProcessor(t *testing.T) {
	if runtime.GOMAXPROCS(0) == 64 {
		t.Error("too many")
	}
}

func BenchmarkAdd(b *testing.B) {
	for i := 0; i < b.N; i++ {
		Add(1)
	}
}

func BenchmarkIsBroken(b *testing.B) { b.Fatal("broken") }

func BenchmarkOfMany(b *testing.B) {
	b.Run("sub", func(b *testing.B) { b.Fatal("sub is broken") })
	b.Run("good", func(b *testing.B) {})
}
