package cart_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"example.com/shop/cart"
)

func expectTotal(c *cart.Cart, want int) {
	Expect(c.Total()).To(Equal(want))
}

var _ = Describe("Cart", func() {
	var c *cart.Cart

	BeforeEach(func() {
		c = &cart.Cart{}
	})

	Context("with items", func() {
		It("sums the prices", func() {
			c.Add(&cart.Item{Name: "tea", Price: 3})
			expectTotal(c, 4)
		})
		It("names a/b first", func() {
			c.Add(&cart.Item{Name: "tea", Price: 3})
			Expect(c.First()).To(Equal("tea"))
		})
		It("matches all", Label("slow"), func() {
			GinkgoWriter.Println("some output")
			Expect([]int{1, 2}).To(ConsistOf(1, 3), "lists differ")
		})
		It("twice", func() {})
		It("twice", func() { Fail("the second of them") })
	})

	When("it is empty", func() {
		It("has no first", func() {
			c.First()
		})
		It("has no error", func() {
			Expect(fmt.Errorf("boom: %d", 3)).NotTo(HaveOccurred())
		})
		PIt("is pending", func() {})
		It("skips", func() { Skip("not today") })
		It("comes late", func() {
			Eventually(c.Total).WithTimeout(10 * time.Millisecond).Should(Equal(2))
		})
	})

	DescribeTable("prices", func(price, want int) {
		c.Add(&cart.Item{Price: price})
		Expect(c.Total()).To(Equal(want))
	},
		Entry("one", 1, 1),
		Entry("two", 2, 3),
		Entry(nil, 6, 6),
	)

	Describe("broken set-up", func() {
		BeforeEach(func() { Expect(1).To(Equal(2)) })
		AfterEach(func() { Fail("and so is its end") })
		It("never gets there", func() {})
	})

	Describe("ordered", Ordered, func() {
		It("first", func() { Fail("first fails") })
		It("second", func() {})
	})
})
