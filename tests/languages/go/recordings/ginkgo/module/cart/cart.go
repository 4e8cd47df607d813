package cart

type Item struct {
	Name  string
	Price int
}

type Cart struct{ items []*Item }

func (c *Cart) Add(i *Item) { c.items = append(c.items, i) }

func (c *Cart) Total() int {
	sum := 0
	for _, i := range c.items {
		sum += i.Price
	}
	return sum
}

func (c *Cart) First() string { return c.items[0].Name }
