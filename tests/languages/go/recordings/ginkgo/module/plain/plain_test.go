package plain

import (
	"testing"

	. "github.com/onsi/gomega"
)

func TestPlain(t *testing.T) {
	g := NewWithT(t)
	g.Expect(1).To(Equal(2))
}
