package cart

import (
	"fmt"
	"os"
	"testing"

	"example.com/selection/ran"
)

type parseCase struct {
	name string
	line string
	want int
}

var parseCases = []parseCase{
	{"one item", "1x tea", 1},
	{
		name: "many items (tea|milk)",
		line: "10x tea",
		want: 10,
	},
}

func TestParse(t *testing.T) {
	ran.Mark(t)
	for _, tc := range parseCases {
		t.Run(tc.name, func(t *testing.T) {
			ran.Mark(t)
			if _, got, _ := Parse(tc.line); got != tc.want {
				t.Errorf("got %d", got)
			}
		})
	}
}

func TestMap(t *testing.T) {
	ran.Mark(t)
	for name, line := range map[string]string{
		"no x":   "tea",
		"no/tea": "3",
	} {
		t.Run("broken: "+name, func(t *testing.T) {
			ran.Mark(t)
			if _, _, err := Parse(line); err == nil {
				t.Error("parsed")
			}
		})
	}
}

func TestRounds(t *testing.T) {
	ran.Mark(t)
	for i := 0; i < 3; i++ {
		t.Run(fmt.Sprintf("round %d of 3", i), func(t *testing.T) {
			ran.Mark(t)
			t.Run("adds", func(t *testing.T) { ran.Mark(t) })
			t.Run("removes", func(t *testing.T) { ran.Mark(t) })
		})
	}
	for _, name := range []string{os.DevNull, "known"} {
		t.Run(name, func(t *testing.T) { ran.Mark(t) })
	}
}
