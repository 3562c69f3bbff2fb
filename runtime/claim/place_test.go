package claim

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// clusters is a launch of clusters of 2 by 2 blocks of 32 by 2 threads, joined.
var clusters = kernel.Launch{BlockDim: [3]int{32, 2, 4}, GridDim: [3]int{0, 3, 1}, Cluster: [3]int{2, 2, 1}, Joined: true}

func TestFindingsAreAboutTheProgram(t *testing.T) {
	thread, block := [3]int64{5, 1, 3}, [3]int64{7, 2, 0}
	f := &Finding{
		Accesses: []Access{{Thread: &thread, Block: &block, Threads: []ThreadRange{{From: [3]int64{16, 1, 0}, To: [3]int64{3, 0, 2}}}}},
		Values:   Values{"gridDim.x": "8", "gridDim.z": "2", "n": "5"},
	}
	got := f.InProgram(clusters)
	assert.Equal(t, Values{"gridDim.x": "16", "gridDim.z": "2", "n": "5"}, got.Values)
	a := got.Accesses[0]
	assert.Equal(t, [3]int64{15, 5, 0}, *a.Block)
	assert.Equal(t, [3]int64{5, 1, 0}, *a.Thread)
	assert.Equal(t, []ThreadRange{
		{From: [3]int64{16, 1, 0}, To: [3]int64{31, 1, 0}, Block: &[3]int64{14, 4, 0}},
		{From: [3]int64{0, 0, 0}, To: [3]int64{31, 1, 0}, Block: &[3]int64{15, 4, 0}},
		{From: [3]int64{0, 0, 0}, To: [3]int64{3, 0, 0}, Block: &[3]int64{14, 5, 0}},
	}, a.Threads)
	assert.Equal(t, [3]int64{5, 1, 3}, *f.Accesses[0].Thread, "the finding itself is as it was")

	plain := clusters
	plain.Joined = false
	assert.Equal(t, *f, f.InProgram(plain))
}

// TestFindingWithoutAccesses: a question about a race has none yet, and is compared with what executions show.
func TestFindingWithoutAccesses(t *testing.T) {
	assert.False(t, (&Finding{Property: kernel.DataRace}).Pos().Valid())
}
