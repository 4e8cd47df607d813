package shop

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

func TestMain(m *testing.M) {
	if !Open() {
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestPrice(t *testing.T) {
	for name, pieces := range map[string]int{"few": 1, "many / all": 20} {
		t.Run(name, func(t *testing.T) {
			if Price(pieces) == 0 {
				t.Fatal("free")
			}
		})
	}
	Label("own")
}

var there, back = make(chan bool), make(chan bool)

// Each runs while the other does.
func TestTogether(t *testing.T) {
	t.Parallel()
	<-there
	Wait(back)
}

func TestBeside(t *testing.T) {
	t.Parallel()
	Wait(there)
	<-back
}

func TestChild(t *testing.T) {
	if os.Getenv("IS_CHILD") != "" {
		Price(20)
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestChild$")
	child.Env = append(os.Environ(), "IS_CHILD=1")
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// Only asks.
func TestZAsks(t *testing.T) {
	if testing.Coverage() == 0 && testing.CoverMode() != "" {
		t.Fatal("nothing")
	}
}

func ExampleLabel() {
	fmt.Println(Label("tea"))
	// Output: <tea>
}

func FuzzParse(f *testing.F) {
	f.Add("1")
	f.Add("x")
	f.Fuzz(func(t *testing.T, text string) { Parse(text) })
}
