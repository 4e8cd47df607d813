// Package suite runs the methods of a struct as subtests, named as testify names them.
package suite

import (
	"reflect"
	"strings"
	"testing"
)

// Suite is what a suite embeds.
type Suite struct {
	t *testing.T
}

// T is the running test's.
func (s *Suite) T() *testing.T { return s.t }

// SetT is called before each test.
func (s *Suite) SetT(t *testing.T) { s.t = t }

// Run begins a subtest of the running test.
func (s *Suite) Run(name string, body func()) bool {
	outer := s.t
	defer s.SetT(outer)
	return outer.Run(name, func(t *testing.T) {
		s.SetT(t)
		body()
	})
}

// Testing is a struct that embeds Suite.
type Testing interface {
	T() *testing.T
	SetT(*testing.T)
}

// Run runs all methods whose names begin with Test.
func Run(t *testing.T, suite Testing) {
	suite.SetT(t)
	value := reflect.ValueOf(suite)
	for i := 0; i < value.NumMethod(); i++ {
		name := value.Type().Method(i).Name
		if !strings.HasPrefix(name, "Test") {
			continue
		}
		method := value.Method(i)
		t.Run(name, func(t *testing.T) {
			outer := suite.T()
			suite.SetT(t)
			defer suite.SetT(outer)
			method.Call(nil)
		})
	}
}
