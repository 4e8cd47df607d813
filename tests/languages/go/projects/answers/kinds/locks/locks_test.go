package locks

import (
	"sync"
	"testing"
)

type Door struct{ mutex sync.Mutex }

func (d *Door) Leave() { d.mutex.Unlock() }

func TestUnlocked(t *testing.T) {
	var door Door
	door.Leave()
}
