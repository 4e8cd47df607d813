package cart

import "example.com/selection/ran"

func (s *CartSuite) TestRemove() { ran.Mark(s.T()) }

func (s *baseSuite) TestBase() { ran.Mark(s.T()) }
