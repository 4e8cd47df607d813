package focus_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
)

func TestFocus(t *testing.T) {
	RunSpecs(t, "Focus Suite")
}

var _ = Describe("Focus", func() {
	FIt("runs", func() {})
	It("does not", func() {})
})
