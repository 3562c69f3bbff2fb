package weft_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
	"gv2/runtime/smallkernel"
	"gv2/runtime/weft"
)

func TestDeadlockNamesEachGroup(t *testing.T) {
	k := smallkernel.Quiet()
	k.Launch.BlockDim = [3]int{8, 4, 2}
	wait := smallkernel.BarrierAt(8, 1, 64)
	v := weft.View{Kernel: k, Report: &weft.Report{Ran: 1, Faults: []weft.Fault{{
		Property: kernel.Deadlock, Kind: weft.KindStarved, Message: "threads wait for others that never come", Array: -1,
		At: []weft.Party{
			{Site: wait, Kind: "wait", Thread: 0, Threads: []weft.Range{{From: 0, To: 31}}},
			{Kind: "exit", Thread: 32, Threads: []weft.Range{{From: 32, To: 63}}},
		},
		Barriers: []weft.BarrierState{{
			ID: 1, Generation: 2, Expected: 64, Registered: 32, Site: wait,
			Waiting: []weft.Range{{From: 0, To: 31}},
			From:    []weft.Party{{Site: wait, Kind: "sync", Threads: []weft.Range{{From: 0, To: 31}}}},
			Missing: []weft.Party{
				{Kind: "exit", Threads: []weft.Range{{From: 32, To: 39}}},
				{Kind: "exit", Threads: []weft.Range{{From: 40, To: 47}, {From: 48, To: 63}}},
			},
		}},
	}}}}
	all := v.Findings()
	require.Len(t, all, 1)
	f := all[0]
	assert.Equal(t, smallkernel.Src(8).Pos, f.Pos())
	assert.Equal(t, claim.ErrorSeverity, f.Severity)
	assert.Equal(t, "threads wait for others that never come", f.Message)
	assert.Nil(t, f.Index)
	require.Len(t, f.Accesses, 2)
	assert.Equal(t, [3]int64{0, 0, 1}, *f.Accesses[1].Thread, "thread 32 of 8 x 4 x 2")
	assert.False(t, f.Accesses[1].Src.Pos.Valid(), "exited threads are nowhere")
	require.Len(t, f.Barriers, 1)
	b := f.Barriers[0]
	assert.Equal(t, [4]int{1, 2, 64, 32}, [4]int{b.ID, b.Generation, b.Expected, b.Registered})
	assert.Equal(t, []claim.ThreadRange{{From: [3]int64{0, 0, 0}, To: [3]int64{7, 3, 0}}}, b.Waiting)
	require.Len(t, b.Missing, 1, "threads that are in the same place are told together")
	assert.Equal(t, []claim.ThreadRange{{From: [3]int64{0, 0, 1}, To: [3]int64{7, 3, 1}}}, b.Missing[0].Threads)
	assert.Equal(t, 8, b.From[0].Src.Pos.Line)
}

func TestExactRaces(t *testing.T) {
	k := smallkernel.Quiet()
	fault := weft.Fault{
		Property: kernel.DataRace, Kind: "write-write", Array: 0, Index: 3, Pairs: 7, Message: "write-write race on p[3]",
		At: []weft.Party{{Site: writeAt(2), Kind: "write", Thread: 1}, {Site: writeAt(4), Kind: "write", Thread: 40}},
	}
	benign, relative := fault, fault
	benign.Benign, relative.Relative, relative.AtLeast = true, true, true
	v := weft.View{Kernel: k, Report: &weft.Report{Ran: 1, Faults: []weft.Fault{fault, benign, relative}}}
	all := v.Findings()
	require.Len(t, all, 3)
	assert.Equal(t, "write-write race on p[3]", all[0].Message)
	assert.EqualValues(t, 3, *all[0].Index)
	assert.EqualValues(t, 7, all[0].Pairs)
	assert.Equal(t, "p", all[0].Array)
	assert.Equal(t, "global", all[0].Space)
	assert.Equal(t, &[3]int64{0, 0, 0}, all[0].Accesses[0].Block)
	assert.Equal(t, &[3]int64{40, 0, 0}, all[0].Accesses[1].Thread)
	assert.Equal(t, claim.BenignSeverity, all[1].Severity)
	assert.Nil(t, all[2].Index, "it counts from an element that is not known")
	assert.True(t, all[2].MorePairs)

	v.Report.OneBlock = true
	v.Report.Faults[0].At[1].Block = 1
	k.Launch.GridDim = [3]int{0, 1, 1}
	all = v.Findings()
	assert.Equal(t, &[3]int64{1, 0, 0}, all[0].Accesses[1].Block, "two blocks race, whichever")
	v.Report.Faults[0].At[1].Block = 0
	assert.Nil(t, v.Findings()[0].Accesses[1].Block)
}

// TestOneBlockForAllHasNoNumber: where blockIdx was unknown no block is named.
func TestOneBlockForAllHasNoNumber(t *testing.T) {
	k := smallkernel.Quiet()
	k.Launch.GridDim = [3]int{0, 1, 1}
	v := weft.View{Kernel: k, Report: &weft.Report{OneBlock: true, Faults: []weft.Fault{{
		Property: kernel.Count, Kind: weft.KindID, Message: "barrier 16 does not exist", Array: -1,
		At: []weft.Party{{Site: smallkernel.BarrierAt(8, 16, 64), Kind: "sync"}},
	}}}}
	assert.Nil(t, v.Findings()[0].Accesses[0].Block)
	assert.Equal(t, []claim.Note{{Message: "one block was executed; the others do the same, because no barrier and no access to shared memory depends on blockIdx"}}, v.Notes())
	v.Report = &weft.Report{Ran: 4, Notes: []weft.Note{{Site: smallkernel.BarrierAt(8, 1, 64), Message: "arrivals are left at exit"}}}
	assert.Equal(t, []claim.Note{{Message: "4 blocks were executed, one by one"}, {Src: smallkernel.Src(8), Message: "arrivals are left at exit"}}, v.Notes())
}

// TestFaultWithoutAPlaceIsAtTheKernel: reports never index into nothing.
func TestFaultWithoutAPlaceIsAtTheKernel(t *testing.T) {
	v := weft.View{Kernel: smallkernel.Quiet(), Report: &weft.Report{Faults: []weft.Fault{{Property: kernel.Deadlock, Array: -1}}}}
	f := v.Findings()[0]
	assert.Equal(t, smallkernel.Quiet().Pos, f.Pos())
}

func writeAt(line int) *emulate.Site {
	return &emulate.Site{Kind: emulate.WriteSite, Stmt: &kernel.Store{Src: smallkernel.Src(line)}}
}
