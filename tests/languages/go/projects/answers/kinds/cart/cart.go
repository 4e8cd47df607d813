package cart

import "strings"

type Item struct {
	Name  string
	Cents int
	Tags  []string
}

func Total(items []Item) int {
	sum := 0
	for _, item := range items {
		sum += item.Cents
	}
	return sum + 1
}

func Receipt(items []Item) string {
	var out strings.Builder
	out.WriteString("Receipt\n=======\n")
	for _, item := range items {
		out.WriteString(item.Name + " \n")
	}
	out.WriteString("thank you\n")
	return out.String()
}
