package inventory

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

func TestTake(t *testing.T) {
	stock := New()
	stock.Put("tea", 3)
	if err := stock.Take("tea", 2); err != nil {
		t.Fatal(err)
	}
	if got := stock.Count("tea"); got != 1 {
		t.Errorf("Count(tea) = %d, want 1", got)
	}
}

func TestTakeTooMany(t *testing.T) {
	stock := New()
	stock.Put("tea", 1)
	if err := stock.Take("tea", 2); err == nil {
		t.Error("two pieces were taken where one was left")
	}
}

func TestManyBuyers(t *testing.T) {
	stock := New()
	stock.Put("tea", 100)
	var buyers sync.WaitGroup
	for i := 0; i < 100; i++ {
		buyers.Add(1)
		go func() {
			defer buyers.Done()
			_ = stock.Take("tea", 1)
		}()
	}
	buyers.Wait()
	if got := stock.Count("tea"); got != 0 {
		t.Errorf("Count(tea) = %d, want 0", got)
	}
}

// Takes two seconds, so that there is something to watch.
func TestDeliveries(t *testing.T) {
	stock := New()
	for day := 1; day <= 10; day++ {
		t.Run(fmt.Sprintf("day %d", day), func(t *testing.T) {
			time.Sleep(200 * time.Millisecond)
			stock.Put("tea", 5)
			if got := stock.Count("tea"); got != 5*day {
				t.Errorf("Count(tea) = %d, want %d", got, 5*day)
			}
		})
	}
}
