package hook_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestHook(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Hook Suite")
}

var _ = BeforeSuite(func() { Fail("no database") })

var _ = Describe("Hook", func() {
	It("waits", func() {})
})
