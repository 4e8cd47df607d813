package cart

import "os"

var total int

func Add(n int) int {
	total += n
	return total
}

func Currency() string { return os.Getenv("CURRENCY") }
