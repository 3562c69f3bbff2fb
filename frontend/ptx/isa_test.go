package ptx

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// isa is the list of instructions of the PTX ISA 8.4, section by section, by their opcodes and
// whatever more it takes to tell them apart.
const isa = `
9.7.1 integer: add sub mul mad mul24 mad24 sad div rem abs neg min max popc clz bfind fns brev bfe bfi szext bmsk dp4a dp2a
9.7.2 extended precision: add.cc addc sub.cc subc mad.cc madc
9.7.3 floating point: testp copysign add sub mul fma mad div abs neg min max rcp sqrt rsqrt sin cos lg2 ex2 tanh
9.7.5 comparison: set setp selp slct
9.7.7 logic: and or xor not cnot lop3 shf shl shr
9.7.8 data movement: mov shfl shfl.sync prmt ld ld.global.nc ldu st st.async multimem.ld_reduce multimem.st multimem.red prefetch prefetchu applypriority discard
	createpolicy isspacep cvta cvt cvt.pack mapa getctarank cp.async cp.async.commit_group cp.async.wait_group cp.async.wait_all cp.async.bulk cp.reduce.async.bulk
	cp.async.bulk.prefetch cp.async.bulk.tensor cp.reduce.async.bulk.tensor cp.async.bulk.prefetch.tensor cp.async.bulk.commit_group cp.async.bulk.wait_group tensormap.replace
9.7.9 textures: tex tld4 txq istypep
9.7.10 surfaces: suld sust sured suq
9.7.11 control: bra brx.idx call ret exit
9.7.12 synchronisation: bar.sync bar.arrive bar.red barrier.sync bar.warp.sync barrier.cluster.arrive barrier.cluster.wait membar fence fence.proxy atom red red.async vote vote.sync
	match.sync activemask redux.sync griddepcontrol elect.sync mbarrier.init mbarrier.inval mbarrier.expect_tx mbarrier.complete_tx mbarrier.arrive mbarrier.arrive_drop
	cp.async.mbarrier.arrive mbarrier.test_wait mbarrier.try_wait mbarrier.pending_count tensormap.cp_fenceproxy
9.7.13 matrices: wmma.load wmma.store wmma.mma mma mma.sp ldmatrix stmatrix movmatrix
9.7.14 matrices, asynchronously: wgmma.mma_async wgmma.mma_async.sp wgmma.fence wgmma.commit_group wgmma.wait_group
9.7.15 stack: stacksave stackrestore alloca
9.7.16 video: vadd vsub vabsdiff vmin vmax vshl vshr vmad vset vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 vset2 vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4 vset4
9.7.17 others: brkpt nanosleep pmevent trap setmaxnreg`

// inModules are the opcodes that package translate knows, in modules alone.
var inModules = strings.Fields("bra brx call ret alloca sust sured")

// refusedOpcodes are those that gv2 may refuse with their line.
var refusedOpcodes = strings.Fields("tensormap wmma ldmatrix stmatrix wgmma")

// TestEveryInstructionOfTheISA: each is in the table, or known not to be.
func TestEveryInstructionOfTheISA(t *testing.T) {
	listed := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(isa), "\n") {
		if _, after, section := strings.Cut(line, ": "); section {
			line = after
		}
		for _, name := range strings.Fields(line) {
			op, _, _ := strings.Cut(name, ".")
			listed[op] = true
			_, known := table[op]
			elsewhere := slices.Contains(inModules, op) || slices.Contains(refusedOpcodes, op)
			assert.True(t, known || elsewhere, "%s is in the table or in one of the lists of this test", name)
		}
	}
	for op := range table {
		assert.True(t, listed[op], "%s is no instruction of the ISA", op)
	}
}
