package verdict

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"testing"

	"gv2/frontend/kernel"
	"gv2/predicate/rewrite"
	"gv2/runtime/interleave"
)

// raceOfRuns is a race that single executions show, "" for none.
func raceOfRuns(k *kernel.Kernel, runs uint64) string {
	p, err := interleave.Compile(rewrite.WithoutVolatile(k))
	if err != nil {
		return ""
	}
	for n := range runs {
		for _, f := range p.Run(interleave.Options{Input: n, Schedule: n, MaxSteps: 20_000}).Faults {
			if f.Property == kernel.DataRace {
				return fmt.Sprintf("%d,%d", f.Sides[0].Stmt.Source().Pos.Line, f.Sides[1].Stmt.Source().Pos.Line)
			}
		}
	}
	return ""
}

// TestRunsAgreeWithTheMemoryModel: a race that an execution by interleaving shows is one of those that the axioms
// allow. DISCIPLINES=n looks at n kernels of each kind.
func TestRunsAgreeWithTheMemoryModel(t *testing.T) {
	n, seed := 2, int64(3)
	if s := os.Getenv("DISCIPLINES"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("SEED"); s != "" {
		seed, _ = strconv.ParseInt(s, 10, 64)
	}
	both, missed, free, open := 0, 0, 0, 0
	judged := func(text string, launch kernel.Launch) {
		k := lowered(text, launch)
		if k == nil {
			return
		}
		k = rewrite.StrongAccesses(rewrite.ValidatedReads(k))
		run, all := raceOfRuns(k, 40), races(rewrite.WithoutVolatile(k))
		switch {
		case all != "" && all[0] == '?':
			open++
		case all == "" && run != "":
			t.Errorf("an execution shows a race of lines %s, and the axioms have none\n%s", run, text)
		case run != "":
			both++
		case all != "":
			missed++
			if testing.Verbose() {
				t.Logf("missed: a race of lines %s\n%s", all, text)
			}
		default:
			free++
		}
	}
	rng := rand.New(rand.NewSource(seed))
	for _, text := range synchronised {
		for range n {
			judged(changed(rng, text), smallLaunch)
		}
	}
	for range 10 * n {
		sizes := [][2]int{{2, 2}, {1, 2}, {1, 3}, {2, 1}, {3, 1}}[rng.Intn(5)]
		judged(randomKernel(rng), kernel.Launch{BlockDim: [3]int{sizes[0], 1, 1}, GridDim: [3]int{sizes[1], 1, 1}})
	}
	t.Logf("%d races seen by both, %d missed by runs, %d without, %d not decided", both, missed, free, open)
}
