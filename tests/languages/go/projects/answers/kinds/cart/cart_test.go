package cart

import (
	"fmt"
	"strings"
	"testing"
)

var items = []Item{{"apple", 120, []string{"fruit"}}, {"bread", 250, nil}}

func TestScalars(t *testing.T) {
	if got, want := Total(items), 370; got != want {
		t.Errorf("Total() = %d, want %d", got, want)
	}
}

func TestStrings(t *testing.T) {
	want := "Receipt\n=======\napple\nbread\nthank you\n"
	if got := Receipt(items); got != want {
		t.Errorf("wrong receipt\ngot:\n%s\nwant:\n%s", got, want)
	}
}

func dump(items []Item) string {
	var out strings.Builder
	for i := 0; i < 4; i++ {
		for _, item := range items {
			fmt.Fprintf(&out, "{Name:%s Cents:%d Tags:%v At:%p}\n", item.Name, item.Cents+i, item.Tags, &item)
		}
	}
	return out.String()
}

func TestStructures(t *testing.T) {
	changed := append([]Item{}, items...)
	changed[1].Tags = []string{"baked"}
	if got, want := dump(changed), dump(items); got != want {
		t.Errorf("wrong items\ngot:\n%s\nwant:\n%s", got, want)
	}
}

func checkTotal(t *testing.T, items []Item, want int) {
	if got := Total(items); got != want {
		t.Fatalf("got %d cents, want %d", got, want)
	}
}

func TestHelper(t *testing.T) {
	checkTotal(t, items[:0], 0)
}

func TestGolden(t *testing.T) {
	const golden = "Receipt\r\n=======\r\n"
	if got := Receipt(nil)[:len("Receipt\n=======\n")]; got != golden {
		t.Errorf("does not match testdata/receipt.golden\ngot:\n%s\nwant:\n%s", got, golden)
	}
}

func TestFine(t *testing.T) {}
