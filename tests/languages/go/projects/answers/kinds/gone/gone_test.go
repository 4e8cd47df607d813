package gone

import (
	"os"
	"testing"
)

func TestExit(t *testing.T) {
	os.Exit(3)
}

func TestAfter(t *testing.T) {}
