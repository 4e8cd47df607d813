// Package delivery finds the time at which an order arrives.
package delivery

import "fmt"

var slots = []string{"morning", "noon", "evening"}

// Slot names the part of the day in which the tour with this number arrives, counted from zero.
func Slot(tour int) string {
	return slots[tour]
}

// Announce is what the customer is told.
func Announce(article string, tour int) string {
	return fmt.Sprintf("Your %s arrives in the %s.", article, Slot(tour))
}
