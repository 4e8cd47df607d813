package cart

import (
	"testing"

	"example.com/selection/ran"
	"example.com/selection/suite"
)

type baseSuite struct {
	suite.Suite
}

type CartSuite struct {
	baseSuite
}

func TestCartSuite(t *testing.T) {
	ran.Mark(t)
	suite.Run(t, new(CartSuite))
}

func (s *CartSuite) TestAdd() {
	ran.Mark(s.T())
	s.Run("one more", func() {
		ran.Mark(s.T())
	})
	s.T().Run("two more", func(t *testing.T) { ran.Mark(t) })
}
