package main

import (
	"context"
	"hash/fnv"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/runtime/solver"
)

// crosscheckShare: one kernel in so many is checked, unless CROSSCHECK=all asks for all
// of them (make crosscheck).
const crosscheckShare = 150

// TestSolversAgree asks Z3 and Boogie every question about every kernel of testdata, in
// both models of integers, with candidates and without. A check that holds for one and
// fails for the other, or a candidate that only one keeps, is a fault of gv2.
func TestSolversAgree(t *testing.T) {
	if _, _, err := solver.Versions(context.Background()); err != nil {
		require.NoError(t, err, "this test needs Boogie and Z3")
	}
	for _, path := range crosschecked(append(kernelFiles(t), weftKernels(t)...)) {
		t.Run(inTestdata(path), func(t *testing.T) {
			t.Parallel()
			for _, flags := range [][]string{
				{"--arith", "int"}, {"--arith", "bv"}, {"--arith", "int", "--invariants", "none"}, {"--encoding", "generation"},
			} {
				args := append([]string{"verify", "--solver", "both", "--engine", "boogie", "--safe-if=false", "--all-faults=false"}, flags...)
				_, out, stderr := gv2("", append(args, path)...)
				assert.NotContains(t, out+stderr, "contradict each other", flags)
				assert.NotContains(t, out+stderr, "internal error", flags)
				assert.NotContains(t, out+stderr, "z3 failed", flags)
			}
		})
	}
}

// crosschecked chooses kernels by their names.
func crosschecked(paths []string) []string {
	if os.Getenv("CROSSCHECK") == "all" {
		return paths
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		name := fnv.New32a()
		name.Write([]byte("crosscheck " + inTestdata(path)))
		return name.Sum32()%crosscheckShare != 0
	})
}
