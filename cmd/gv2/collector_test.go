package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLargeHeapsAreCollectedAsUsual(t *testing.T) {
	before := thrifty.Swap(false) // a test of gv2 weft may have set it
	defer thrifty.Store(before)
	for live, want := range map[uint64]int{
		0: 400, 1 << 20: 400, 64 << 20: 400, 128 << 20: 200, 256 << 20: 100, 8 << 30: 100,
	} {
		assert.Equal(t, want, collectorPercent(live), "%d bytes", live)
	}
	thrifty.Store(true)
	assert.Equal(t, 400, collectorPercent(4<<20))
	assert.Equal(t, 200, collectorPercent(10<<20))
	assert.Equal(t, 100, collectorPercent(64<<20))
}
