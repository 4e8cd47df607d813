package crash

func Half(n int) int {
	return n / 2
}

func Put(into map[string]int, name string) {
	into[name]++
}
