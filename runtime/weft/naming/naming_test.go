package naming

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

func TestNames(t *testing.T) {
	block := Names{Launch: kernel.Launch{BlockDim: [3]int{64, 1, 2}}}
	cluster := Names{Launch: kernel.Launch{BlockDim: [3]int{64, 1, 2}, Cluster: [3]int{1, 2, 1}, Joined: true}}
	ranges := []Range{{0, 31}, {40, 40}, {62, 70}}
	assert.Equal(t, "threads 0-31, 40 and 62-70", block.Set(ranges))
	assert.Equal(t, "threads 0-31, 40, 62-63 of block 0 and 0-6 of block 1 of the cluster", cluster.Set(ranges))
	assert.Equal(t, "thread 5", block.Set([]Range{{5, 5}}))
	assert.Equal(t, "thread 6 of block 1 of the cluster", cluster.Set([]Range{{70, 70}}))
	assert.Equal(t, "threads 6-8", cluster.Lanes([]Range{{70, 72}}))
	assert.Equal(t, "warp 3", block.Warp(3))
	assert.Equal(t, "warp 1 of block 1 of the cluster", cluster.Warp(3))
	assert.Equal(t, "thread (1,0,1)", block.At(65))
	assert.Equal(t, "thread (1,0,0) of block (0,1,0) of the cluster", cluster.At(65))
	assert.Equal(t, "thread 65's arrive", block.Its(65, "arrive"))
	assert.Equal(t, "the arrive of thread 1 of block 1 of the cluster", cluster.Its(65, "arrive"))
	assert.Equal(t, "block", block.Unit())
	assert.Equal(t, "cluster", cluster.Unit())
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 12345678: "12,345,678"} {
		assert.Equal(t, want, Thousands(n))
	}
}

func TestPlaces(t *testing.T) {
	at := func(line, col int) (s kernel.Src) {
		s.Pos.File, s.Pos.Line, s.Pos.Col = "k.cu", line, col
		return s
	}
	assert.Equal(t, []int{3, 0, 1, 2}, Places([]kernel.Src{at(9, 1), at(2, 1), at(2, 5), at(2, 5)}))
}
