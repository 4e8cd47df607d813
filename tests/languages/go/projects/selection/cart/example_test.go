package cart_test

import (
	"fmt"

	"example.com/selection/cart"
	"example.com/selection/ran"
)

func ExampleNew() {
	ran.Name("ExampleNew")
	fmt.Println(cart.New().Total())
	// Output: 0
}

func ExampleCart_Add() {
	ran.Name("ExampleCart_Add")
	for _, item := range []string{"milk", "tea"} {
		fmt.Println(item)
	}

	// Unordered output:
	// tea
	// milk
}

func ExampleParse() {
	ran.Name("ExampleParse")
	fmt.Println("compiled, not run")
}
