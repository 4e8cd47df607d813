package slow

import "testing"

func wait(done chan int) int { return <-done }

func TestFirst(t *testing.T) {}

func TestHangs(t *testing.T) {
	wait(make(chan int))
}

func TestAfter(t *testing.T) {}
