package swallowed

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	m.Run()
	os.Exit(0)
}

func TestRed(t *testing.T) { t.Run("sub", func(t *testing.T) { t.Error("this counts") }) }
