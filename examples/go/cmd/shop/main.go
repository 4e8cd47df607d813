// Command shop prints what some pieces of an article cost.
package main

import (
	"fmt"
	"os"
	"strconv"

	"example.com/shop/cart"
	"example.com/shop/internal/money"
	"example.com/shop/price"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: shop CENTS PIECES")
		os.Exit(2)
	}
	each, err1 := strconv.ParseInt(os.Args[1], 10, 64)
	pieces, err2 := strconv.Atoi(os.Args[2])
	if err1 != nil || err2 != nil {
		fmt.Fprintln(os.Stderr, "shop: both arguments are numbers")
		os.Exit(2)
	}
	var c cart.Cart
	c.Add("article", money.Cents(each), pieces)
	fmt.Println(price.Label(c.Total()))
}
