package generate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
)

// small are kernels of every shape, small enough to be lowered in no time.
func small() map[string]Kernel {
	return map[string]Kernel{
		"saxpy":       Saxpy(3),
		"sgemv":       Sgemv(4),
		"commands":    ManyCommands(2),
		"barriers":    ManyBarriers(2),
		"dataflow":    Dataflow{Name: "flow", Warps: 4, Phases: 3, Pairs: 3, Rows: 9, Commands: 10_000, Table: 200}.Generate(),
		"exchange":    Dataflow{Name: "one", Warps: 3, Phases: 2, Pairs: 2, Rows: 6, Commands: 9_000, Table: 100, Exchanges: 21, Mirrors: 1}.Generate(),
		"two mirrors": Dataflow{Name: "two", Warps: 3, Phases: 2, Pairs: 1, Rows: 3, Commands: 9_000, Table: 100, Exchanges: 20, Mirrors: 2}.Generate(),
		"lock step":   Dataflow{Name: "step", Warps: 2, Phases: 2, Pairs: 1, Rows: 3, Commands: 9_000, Table: 100, Exchanges: 20, Mirrors: 2, LockStep: true}.Generate(),
	}
}

// lowered is the IR of a kernel's only function.
func lowered(t *testing.T, k Kernel) *kernel.Kernel {
	return kerneltest.Lower(t, k.Text, kerneltest.Block(k.Threads))
}

func TestEveryWarpSpecialisedKernelLowers(t *testing.T) {
	for name, k := range small() {
		t.Run(name, func(t *testing.T) {
			assert.True(t, strings.HasPrefix(k.Text, fmt.Sprintf("//pass\n//--blockDim=%d --gridDim=1", k.Threads)))
			var length int64
			for _, a := range lowered(t, k).Arrays {
				if a.Space == kernel.Shared {
					length += a.Len
				}
			}
			assert.Equal(t, k.Addresses, length, "every element of shared memory is accessed")
		})
	}
}

// A dataflow kernel is straight-line code, so its commands can be counted in the
// IR: those outside of conditionals once for each thread, those of a conditional
// by the warps that it names.
func TestDataflowCounts(t *testing.T) {
	for name, k := range small() {
		if !strings.Contains(k.Text, "// Phase ") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			c := counter{kernel: k, block: int64(k.Threads)}
			c.list(lowered(t, k).Body, int64(k.Threads))
			assert.Equal(t, k.Commands, c.commands)
			assert.Equal(t, k.WarpSyncs, c.warpSyncs)
			assert.Equal(t, k.Barriers, c.barriers)
		})
	}
}

// counter adds up what the threads of a block do.
type counter struct {
	kernel                        Kernel
	block                         int64
	commands, warpSyncs, barriers int64
}

// list counts statements that so many threads execute.
func (c *counter) list(stmts []kernel.Stmt, threads int64) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *kernel.Load:
			c.access(s.Acc, threads)
		case *kernel.Store:
			c.access(s.Acc, threads)
		case *kernel.Barrier:
			c.commands += threads
			if s.Count == nil || s.Kind == kernel.Arrive {
				c.barriers++
			}
		case *kernel.WarpSync:
			c.warpSyncs += threads
		case *kernel.If:
			c.list(s.Then, c.those(s.Cond, threads))
		case *kernel.Region:
			c.list(s.Body, threads)
		}
	}
}

func (c *counter) access(a kernel.Access, threads int64) {
	if a.Array.Space == kernel.Shared {
		c.commands += threads
	}
}

// those are the threads for which one of the generator's conditions holds: one
// warp, the warps below a number, or one lane of every warp.
func (c *counter) those(cond kernel.Expr, threads int64) int64 {
	text := kernel.ExprString(cond)
	var n int64
	switch {
	case strings.Contains(text, "lane =="):
		return threads / 32
	case strings.Contains(text, "wid =="):
		return 32
	}
	_, err := fmt.Sscanf(text[strings.LastIndex(text, "<"):], "< %d", &n)
	if err != nil {
		panic("condition " + text)
	}
	return 32 * n
}

func TestDataflowMeetsTheCommandsWanted(t *testing.T) {
	for _, d := range []Dataflow{PRFDiffKepler, HeptaneDiffKepler, HeptaneChemKepler, PRFViscKepler, HeptaneViscFermi, DMEDiffFermi} {
		k := d.Generate()
		assert.LessOrEqual(t, k.Commands, d.Commands, d.Name)
		assert.Greater(t, k.Commands, d.Commands-int64(k.Threads), d.Name)
		assert.Equal(t, 32*d.Warps, k.Threads)
		assert.Less(t, d.Pairs, d.Warps, "a warp sends once in a phase")
		assert.LessOrEqual(t, d.Pairs, 15, "ids 1 to 15")
	}
}

// The columns of Figures 9 and 10: barriers, addresses and threads.
func TestKernelsHaveTheNumbersOfTheTables(t *testing.T) {
	for name, row := range map[string]struct {
		k                   Kernel
		barriers, addresses int64
		threads             int
	}{
		"saxpy_single":     {Saxpy(SaxpyRounds), 8192, 512, 320},
		"sgemv_bothdouble": {Sgemv(SgemvRounds), 1024, 8256, 448},
		"prf_diff_kepler":  {PRFDiffKepler.Generate(), 672, 3712, 928},
		"hept_diff_kepler": {HeptaneDiffKepler.Generate(), 416, 1664, 416},
		"hept_chem_kepler": {HeptaneChemKepler.Generate(), 928, 6144, 512},
		"prf_visc_kepler":  {PRFViscKepler.Generate(), 128, 3712, 1024},
		"hept_visc_fermi":  {HeptaneViscFermi.Generate(), 128, 1690, 416},
		"dme_diff_fermi":   {DMEDiffFermi.Generate(), 352, 1930, 320},
	} {
		assert.Equal(t, row.barriers, row.k.Barriers, name)
		assert.Equal(t, row.addresses, row.k.Addresses, name)
		assert.Equal(t, row.threads, row.k.Threads, name)
	}
}

func TestScaledKernelsGrowInOneRespect(t *testing.T) {
	for _, f := range []int{2, 4} {
		assert.Equal(t, ManyCommands(10).Barriers, ManyCommands(10*f).Barriers)
		assert.Equal(t, int64(10*f*16*256+5*256), ManyCommands(10*f).Commands)
		assert.Equal(t, int64(160*f-1), ManyBarriers(10*f).Barriers)
		assert.Equal(t, ManyBarriers(10).Addresses, ManyBarriers(10*f).Addresses)
		d := HeptaneDiffKepler.Scaled(f)
		assert.Equal(t, int64(f)*HeptaneDiffKepler.Generate().Barriers, d.Generate().Barriers)
	}
}
