package shop

import "strconv"

var currencies = known()

func known() map[string]bool {
	return map[string]bool{"EUR": true}
}

func Price(pieces int) int {
	if pieces > 10 {
		return pieces * 9
	}
	return pieces * 10
}

func Label(name string) string {
	return "<" + name + ">"
}

func Parse(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}

func Open() bool {
	return currencies["EUR"]
}

func Wait(other chan bool) {
	other <- true
}
