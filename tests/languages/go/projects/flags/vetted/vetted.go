package vetted

import "fmt"

// What vet calls an error: it keeps the package's tests from running.
func Say() { fmt.Printf("%d\n", "text") }
