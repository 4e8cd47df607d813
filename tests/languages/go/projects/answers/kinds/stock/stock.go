package stock

type Shelf struct{ names map[string]int }

func (s *Shelf) put(name string) { s.names[name]++ }

func Fill(s *Shelf, names ...string) {
	for _, name := range names {
		s.put(name)
	}
}
